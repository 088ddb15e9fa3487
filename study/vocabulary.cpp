#include "study/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <mutex>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/contacts/find_contacts.hpp"
#include "kernel/contacts/start_overlaps.hpp"
#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/time_derivative.hpp"
#include "kernel/drives/unresolved_drive.hpp"
#include "kernel/dynamics/linked_motions.hpp"
#include "kernel/dynamics/start.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/joints/carrier.hpp"
#include "kernel/joints/coordinate_fields.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/shapes/compound.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/compound.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "kernel/solvers/solver_types.hpp"
#include "stabilizers/stabilizer.hpp"
#include "stabilizers/stabilizer_types.hpp"
#include "verification/certificates.hpp"

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

/// The parts of a compound touch as polygons do; in space any kind of part touches what a hull does.
ShapeKind kind_that_touches(Space space, ShapeKind kind) {
  if (kind != ShapeKind::compound) return kind;
  return space == Space::planar ? ShapeKind::polygon : ShapeKind::hull;
}

bool can_touch(Space space, ShapeKind first, ShapeKind second) {
  first = kind_that_touches(space, first);
  second = kind_that_touches(space, second);
  return space == Space::planar ? has_pair(planar_pair_types(), first, second)
                                : has_pair(spatial_pair_types(), first, second);
}

std::span<const std::string_view> certificate_kinds() {
  static const auto kinds = [] {
    std::array<std::string_view, std::size(certificate_types::all)> names;
    std::ranges::transform(certificate_types::all, names.begin(), &CertificateType::id);
    return names;
  }();
  return kinds;
}

Vocabulary make_vocabulary() {
  return {.shapes = shape_types(),
          .joints = joint_types(),
          .forces = force_types(),
          .stabilizers = stabilizer_types(),
          .signals = signal_types(),
          .solvers = linear_solver_types(),
          .spatial_shapes = spatial_shape_types(),
          .spatial_joints = spatial_joint_types(),
          .spatial_forces = spatial_force_types(),
          .drives = drive_types(),
          .constraints = constraint_types(),
          .spatial_drives = spatial_drive_types(),
          .spatial_constraints = spatial_constraint_types(),
          .lcp_solvers = lcp_solver_types(),
          .checks = &scene_checks()};
}

/// Whether both have the same rows: registries only grow, so that snapshots of the same size are equal.
bool is_current(const Vocabulary& made, const Vocabulary& now) {
  return made.stabilizers.size() == now.stabilizers.size() && made.lcp_solvers.size() == now.lcp_solvers.size();
}

}  // namespace

const SceneChecks& scene_checks() {
  static const SceneChecks checks{
      .coordinate_fields = coordinate_fields,
      .read_elements = read_elements,
      .element_forces = element_forces,
      .outside_of_limits = outside_of_limits,
      .unresolved_drive = unresolved_drive,
      .side_not_held_by_world = side_not_held_by_world,
      .start_errors = start_errors,
      .unassembled = find_unassembled,
      .linked_motions = linked_motions,
      .assemble = assemble,
      .objection = [](const Stabilizer& method, const Model& model) { return method.objection_to_run(model); },
      .integration_use = [](const Stabilizer& method) { return method.integration_use(); },
      .ignored_contact_choices = [](const Stabilizer& method) { return method.ignored_contact_choices(); },
      .derivative = derivative,
      .lcp_solver_spec = [](const LcpSolverType& type) -> const TypeSpec& { return type.spec; },
      .lcp_solver_variants = [](const LcpSolverType& type) { return type.variants; },
      .lcp_solver_error = lcp_solver_error,
      .can_be_part = can_be_part,
      .place_part = place_part,
      .make_compound = make_compound,
      .can_be_solid_part = can_be_solid_part,
      .make_solid_compound = make_solid_compound,
      .can_touch = can_touch,
      .start_overlaps = start_overlaps,
      .start_jams = start_jams,
      .certificate_kinds = certificate_kinds()};
  return checks;
}

const Vocabulary& vocabulary() {
  static std::mutex mutex;
  static std::deque<Vocabulary> made;  // earlier ones stay: experiments point into their rows
  const std::lock_guard lock(mutex);
  const Vocabulary now = make_vocabulary();
  if (made.empty() || !is_current(made.back(), now)) made.push_back(now);
  return made.back();
}

}  // namespace perpend
