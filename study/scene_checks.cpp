#include "study/scene_checks.hpp"

#include <algorithm>

#include "kernel/contacts/find_contacts.hpp"
#include "kernel/contacts/start_overlaps.hpp"
#include "kernel/drives/time_derivative.hpp"
#include "kernel/drives/unresolved_drive.hpp"
#include "kernel/dynamics/start.hpp"
#include "kernel/joints/carrier.hpp"
#include "kernel/joints/coordinate_fields.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "stabilizers/stabilizer.hpp"

namespace perpend {

namespace {

std::optional<FactoryError> lcp_solver_error(const LcpSolverType& type, const Properties& options) {
  auto made = type.make(options);
  if (const auto* error = std::get_if<FactoryError>(&made)) return *error;
  if (std::get<0>(made) == nullptr) return FactoryError{"", "'" + std::string(type.spec.name) + "' was not made", ""};
  return std::nullopt;
}

template <class Row>
bool has_pair(std::span<const Row> rows, ShapeKind first, ShapeKind second) {
  return std::any_of(rows.begin(), rows.end(), [&](const Row& row) {
    return (row.kinds[0] == first && row.kinds[1] == second) || (row.kinds[0] == second && row.kinds[1] == first);
  });
}

bool can_touch(Space space, ShapeKind first, ShapeKind second) {
  return space == Space::planar ? has_pair(planar_pair_types(), first, second)
                                : has_pair(spatial_pair_types(), first, second);
}

}  // namespace

const SceneChecks& scene_checks() {
  static const SceneChecks checks{
      .coordinate_fields = coordinate_fields,
      .read_elements = read_elements,
      .unresolved_drive = unresolved_drive,
      .side_not_held_by_world = side_not_held_by_world,
      .start_errors = start_errors,
      .unassembled = find_unassembled,
      .objection = [](const Stabilizer& method, const Model& model) { return method.objection(model); },
      .integration_use = [](const Stabilizer& method) { return method.integration_use(); },
      .derivative = derivative,
      .lcp_solver_spec = [](const LcpSolverType& type) -> const TypeSpec& { return type.spec; },
      .lcp_solver_variants = [](const LcpSolverType& type) { return type.variants; },
      .lcp_solver_error = lcp_solver_error,
      .can_touch = can_touch,
      .start_overlaps = start_overlaps,
      .start_jams = start_jams};
  return checks;
}

}  // namespace perpend
