// The mechanism as a whole: whether it can start where the scene puts it, and whether drives fit the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dsl/analysis/analysis.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/scene_checks.hpp"

namespace perpend::dsl {

namespace {

/// Scenes print coordinates to ten digits or so: far above rounding (1e-16) and far below a slip.
constexpr double relative_tolerance = 1e-9;

std::string_view kind_word(const Joint& joint) {
  return joint.type->kind == JointKind::joint ? "joint" : joint.type->kind == JointKind::drive ? "drive" : "constraint";
}

/// Size of the coordinates that phi is computed from: its rounding is a few ulps of this.
double length_scale(const Model& model, const Joint& joint) {
  double scale = joint.length;
  const bool is_spatial = model.space == Space::spatial;
  for (std::size_t side = 0; side < 2; ++side)
    scale = std::max(scale, is_spatial ? joint.spatial.anchor[side].norm() : joint.anchor[side].norm());
  for (const int index : bodies_of(joint)) {
    if (index == world_body) continue;
    const Body& body = model.bodies[static_cast<std::size_t>(index)];
    scale = std::max(scale, is_spatial ? body.spatial.position.norm() : body.position.norm());
  }
  return scale;
}

double allowed_gap(const Model& model, const Joint& joint, int row) {
  const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(row)];
  return relative_tolerance * (same_dimension(dimension, dimension::length) ? length_scale(model, joint) : 1.0);
}

/// One warning a joint: its first row that is off, by position or else by velocity. True when a position is off.
bool warn_about_start(Analysis& a, const StartErrors& errors, std::size_t index) {
  const Joint& joint = a.world.model.joints[index];
  const int num_holonomic = joint.num_rows - std::min(joint.num_rows, joint.type->num_nonholonomic);
  for (int row = 0; row < num_holonomic; ++row) {
    const double gap = std::abs(errors.phi[joint.first_row + row]);
    if (gap <= allowed_gap(a.world.model, joint, row)) continue;
    const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(row)];
    a.report.warning(a.joint_spans[index], "S043",
                     fmt::format("{} '{}' does not close at the start: off by {}", kind_word(joint), joint.name,
                                 format_short(gap, a.preferred_unit(dimension))),
                     "the methods start from this error; check at and the poses of the bodies");
    return true;
  }
  for (int row = 0; row < joint.num_rows; ++row) {
    const int i = joint.first_row + row;
    if (std::abs(errors.rate[i]) <= relative_tolerance * errors.rate_scale[i]) continue;
    const Dimension dimension = joint.type->row_dimension[static_cast<std::size_t>(std::min(row, 5))];
    const Dimension rate = row < num_holonomic ? dimension * dimension::rate : dimension;
    a.report.warning(a.joint_spans[index], "S049",
                     fmt::format("the velocities at the start break {} '{}' by {}", kind_word(joint), joint.name,
                                 format_short(std::abs(errors.rate[i]), a.preferred_unit(rate))),
                     "the first step takes it away with a jolt; give velocity and spin that all joints allow");
    return false;
  }
  return false;
}

void check_assembly(Analysis& a) {
  const auto found = a.vocabulary.checks->unassembled(a.world.model, a.world.initial);
  if (!found) return;
  const auto& joints = a.world.model.joints;
  const auto behind = std::find_if(joints.begin(), joints.end(),
                                   [&](const Joint& joint) { return joint.first_row + joint.num_rows > found->row; });
  const auto index = static_cast<std::size_t>(behind - joints.begin());
  const Dimension dimension =
      behind->type->row_dimension[static_cast<std::size_t>(std::min(found->row - behind->first_row, 5))];
  a.report.error(
      a.joint_spans[index], "S050",
      fmt::format("no position near the start closes all joints: {} '{}' stays off by {}", kind_word(*behind),
                  behind->name, format_short(found->residual, a.preferred_unit(dimension))),
      "lengths and places contradict each other; check them, or leave one joint of the loop out");
}

/// `wrong_drives`: what is wrong with them has been said, and where they start from need not be a number.
void check_start(Analysis& a, const std::set<std::size_t>& wrong_drives) {
  const StartErrors errors = a.vocabulary.checks->start_errors(a.world.model, a.world.initial);
  bool is_open = false;
  for (std::size_t i = 0; i < a.world.model.joints.size(); ++i)
    if (wrong_drives.count(i) == 0) is_open = warn_about_start(a, errors, i) || is_open;
  if (is_open && wrong_drives.empty()) check_assembly(a);
}

/// Those drives that no method can follow.
std::set<std::size_t> check_drives(Analysis& a) {
  std::set<std::size_t> wrong;
  if (!a.experiment.run) return wrong;
  for (std::size_t i = 0; i < a.world.model.joints.size(); ++i) {
    const Joint& joint = a.world.model.joints[i];
    if (joint.drive.empty() || joint.type->kind == JointKind::joint) continue;
    if (!check_drive(a, joint, kind_word(joint), a.joint_spans[i])) wrong.insert(i);
  }
  return wrong;
}

}  // namespace

void finish_world(Analysis& a) {
  number_unknowns(a.world.model);
  a.world.initial = initial_state(a.world.model);
  if (a.vocabulary.checks == nullptr || a.report.num_errors() > 0) return;
  check_carriers(a);
  if (a.report.num_errors() > 0) return;
  check_start(a, check_drives(a));
  check_shifts(a);
  check_loads(a);
  check_contacts(a);
  check_methods(a);
}

}  // namespace perpend::dsl
