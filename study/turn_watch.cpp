#include "study/turn_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace perpend {

namespace {

Vec3 angular_velocity(const Model& model, int body, const VectorX& v) {
  if (body == world_body || model.bodies[body].dof < 6) return Vec3::Zero();
  return v.segment<3>(model.bodies[body].offset + 3);
}

/// How fast two of the bodies whose angles the joint counts turn against each other, at most [rad/s].
double relative_spin(const Model& model, const Joint& joint, const VectorX& v) {
  const auto spin = [&](int body) { return angular_velocity(model, body, v); };
  if (!has_carrier(*joint.type)) return (spin(joint.body[1]) - spin(joint.body[0])).norm();
  const Vec3 held = spin(joint.carrier);
  return std::max((spin(joint.body[0]) - held).norm(), (spin(joint.body[1]) - held).norm());
}

bool has_angle(const JointType& type) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (type.coordinate_spec[which].dimension == dimension::angle) return true;
  return false;
}

}  // namespace

TurnWatch::TurnWatch(const Model& model) : model_(model) {
  if (model.space != Space::spatial) return;
  for (std::size_t k = 0; k < model.joints.size(); ++k)
    if (model.joints[k].first_coordinate >= 0 && has_angle(*model.joints[k].type))
      joints_.push_back(static_cast<int>(k));
}

/// No angle of a joint changes faster than its bodies turn against each other. The velocity at the end of the step
/// stands for that within it, hence half of what would do.
void TurnWatch::add(const Instant& instant) {
  const double h = instant.state.time - last_time_;
  last_time_ = instant.state.time;
  if (instant.step == 0 || !note_.empty()) return;
  for (const int k : joints_) {
    const Joint& joint = model_.joints[k];
    const double turn = relative_spin(model_, joint, instant.state.v) * h;
    if (!(turn > 0.5 * std::numbers::pi)) continue;
    note_ = fmt::format(
        "joint '{}' turns by up to {:.2g} of a turn in step {}: from half a turn on its whole turns are "
        "counted wrong, and limits and springs act at the wrong place; a smaller step tells",
        joint.name, turn / (2.0 * std::numbers::pi), instant.step);
    return;
  }
}

}  // namespace perpend
