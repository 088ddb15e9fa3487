#include "cli/scene_checks.hpp"

#include "kernel/drives/unresolved_drive.hpp"
#include "kernel/joints/coordinate_fields.hpp"
#include "kernel/start.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend::cli {

const SceneChecks& scene_checks() {
  static const SceneChecks checks{
      .coordinate_fields = coordinate_fields,
      .read_elements = read_elements,
      .unresolved_drive = unresolved_drive,
      .start_errors = start_errors,
      .unassembled = find_unassembled,
      .objection = [](const Stabilizer& method, const Model& model) { return method.objection(model); },
      .integration_use = [](const Stabilizer& method) { return method.integration_use(); }};
  return checks;
}

}  // namespace perpend::cli
