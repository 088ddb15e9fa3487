#include "study/reference/motion_phase.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>
#include <variant>

#include "kernel/drives/drive_types.hpp"

namespace perpend {

namespace {

/// The drive that keeps a coordinate where it is, or its rate at 0.
const JointType& keeper_type(Space space, Dimension coordinate, bool is_rate) {
  const bool is_angle = coordinate == dimension::angle;
  if (space == Space::planar)
    return is_rate ? (is_angle ? angle_rate_drive : position_rate_drive) : (is_angle ? angle_drive : position_drive);
  return is_rate ? (is_angle ? spatial_angle_rate_drive : spatial_position_rate_drive)
                 : (is_angle ? spatial_angle_drive : spatial_position_drive);
}

Joint keeper_of(const Model& model, const CoordinateRow& row, double value, bool is_rate) {
  const Joint& driven = model.joints[static_cast<std::size_t>(row.joint)];
  const auto body = [&](int index) {
    return index == world_body ? nullptr : &model.bodies[static_cast<std::size_t>(index)];
  };
  const Dimension coordinate = driven.type->coordinate_spec[static_cast<std::size_t>(row.coordinate)].dimension;
  int which = 0;
  for (int i = 0; i < row.coordinate; ++i)
    which += driven.type->coordinate_spec[static_cast<std::size_t>(i)].dimension == coordinate ? 1 : 0;
  Properties properties;
  properties.set("value", TimeFunction(value));
  properties.set("coordinate", std::string(which == 0 ? "first" : "second"));
  const JointType& type = keeper_type(model.space, coordinate, is_rate);
  Joint keeper = std::get<Joint>(
      type.make(properties, {{body(driven.body[0]), body(driven.body[1])}, &driven, body(driven.carrier)}));
  keeper.type = &type;
  keeper.body = driven.body;
  keeper.carrier = driven.carrier;
  keeper.driven_joint = row.joint;
  return keeper;
}

}  // namespace

bool MotionPhase::has_keepers() const {
  return std::any_of(rows.begin(), rows.end(), [](int row) { return row >= 0; });
}

ReferenceSystem MotionPhase::system(int num_own_rows) const {
  return {.model = model, .contacts = closed(), .frictions = frictions, .num_own_rows = num_own_rows};
}

std::vector<ClosedContact> MotionPhase::closed() const {
  std::vector<ClosedContact> closed;
  for (const PhaseContact& contact : contacts) closed.push_back(contact.closed);
  return closed;
}

void MotionPhase::close(const std::vector<ClosedContact>& closed) {
  contacts.clear();
  int row = model.num_joint_rows;
  for (const ClosedContact& contact : closed) {
    contacts.push_back({.closed = contact, .row = row});
    row += num_rows(contact, model.space);
  }
  for (std::size_t i = 0; i < frictions.size(); ++i) rows[friction_of[i]] = frictions[i].is_held ? row++ : -1;
}

double bound_of(const Model& model, const CoordinateRow& row) {
  if (row.is_friction()) return largest_friction(model, row);
  const CoordinateElement& element = model.joints[static_cast<std::size_t>(row.joint)].element[row.coordinate];
  return row.kind == CoordinateRow::Kind::lower_limit ? element.lower : element.upper;
}

MotionPhase make_phase(const Model& model, std::vector<PhaseMode> modes) {
  MotionPhase phase{
      .modes = std::move(modes), .model = model, .rows = std::vector<int>(model.coordinate_rows.size(), -1)};
  Model& smooth = phase.model;
  smooth.contacts.enabled = false;
  std::vector<int> keepers(phase.modes.size(), -1);
  for (std::size_t i = 0; i < keepers.size(); ++i) {
    const CoordinateRow& row = model.coordinate_rows[i];
    Joint& joint = smooth.joints[static_cast<std::size_t>(row.joint)];
    joint.tracks_coordinates = true;
    joint.turning_friction = 0.0;
    if (row.kind == CoordinateRow::Kind::turning_friction) {
      const double torque = bound_of(model, row);
      const PhaseMode mode = phase.modes[i];
      phase.friction_of.push_back(i);
      phase.frictions.push_back({.body = joint.body,
                                 .axis = row.coordinate,
                                 .is_held = mode == PhaseMode::sticks,
                                 .torque = mode == PhaseMode::forward    ? -torque
                                           : mode == PhaseMode::backward ? torque
                                                                         : 0.0});
      continue;
    }
    const double bound = bound_of(model, row);
    CoordinateElement& element = joint.element[row.coordinate];
    element.friction = 0.0;
    element.lower = -std::numeric_limits<double>::infinity();
    element.upper = std::numeric_limits<double>::infinity();
    const PhaseMode mode = phase.modes[i];
    if (mode == PhaseMode::forward || mode == PhaseMode::backward) {
      Force brake;
      brake.name = joint.name;
      brake.joint = row.joint;
      brake.coordinate = row.coordinate;
      brake.push = TimeFunction(mode == PhaseMode::forward ? -bound : bound);
      smooth.forces.push_back(std::move(brake));
    } else if (mode != PhaseMode::free) {
      keepers[i] = static_cast<int>(smooth.joints.size());
      smooth.joints.push_back(keeper_of(model, row, mode == PhaseMode::held ? bound : 0.0, mode == PhaseMode::sticks));
    }
  }
  number_unknowns(smooth);
  for (std::size_t i = 0; i < keepers.size(); ++i)
    if (keepers[i] >= 0) phase.rows[i] = smooth.joints[static_cast<std::size_t>(keepers[i])].first_row;
  phase.close({});
  return phase;
}

}  // namespace perpend
