// Joint equations, with p = x + R(theta) a for each side and d = p1 - p0:
//     revolute        d                                              2 rows
//     weld            d, theta1 - theta0 - angle                     3 rows
//     prismatic       n . d, theta1 - theta0 - angle                 2 rows,  n = perp(R0 axis)
//     point_on_line   n . d                                          1 row
//     distance        |d| - L,  or  (d . d - L^2) / (2 L)            1 row
#include "verification/trajectory.hpp"

#include <array>
#include <string_view>

#include "kernel/trigonometry.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

namespace {

enum Kind { unsupported, revolute, weld, prismatic, point_on_line, distance };

Kind kind_of(const Joint& joint) {
  if (joint.type == nullptr) return unsupported;
  constexpr std::array<std::string_view, 6> names{"", "revolute", "weld", "prismatic", "point_on_line", "distance"};
  for (int k = revolute; k <= distance; ++k)
    if (joint.type->spec.name == names[k]) return static_cast<Kind>(k);
  return unsupported;
}

struct Pose {
  double x = 0.0, y = 0.0, angle = 0.0;
  Interval sin = 0.0, cos = 1.0;
};

using Pair = std::array<Interval, 2>;

/// NaN from sin_cos, beyond its largest argument, becomes an interval that is not known.
Interval widened(double value) {
  return {next_down(value - sin_cos_error_bound), next_up(value + sin_cos_error_bound)};
}

Pose pose_of(const Model& model, int index, const State& state) {
  Pose pose;
  if (index == world_body) return pose;
  const Body& body = model.bodies[index];
  if (body.dof == 0) {
    pose.x = body.position.x();
    pose.y = body.position.y();
    pose.angle = body.angle;
  } else {
    pose.x = state.q[body.offset];
    pose.y = state.q[body.offset + 1];
    if (body.dof == 3) pose.angle = state.q[body.offset + 2];
  }
  if (pose.angle != 0.0) {  // an angle of exactly 0, and a particle, need no rounding; a NaN goes on into sin_cos
    const SinCos<double> value = sin_cos(pose.angle);
    pose.sin = widened(value.sin);
    pose.cos = widened(value.cos);
  }
  return pose;
}

Pair rotated(const Pose& pose, const Vec2& a) {
  return {scale(a.x(), pose.cos) - scale(a.y(), pose.sin), scale(a.x(), pose.sin) + scale(a.y(), pose.cos)};
}

Pair separation(const Joint& joint, const std::array<Pose, 2>& pose) {
  const Pair arm0 = rotated(pose[0], joint.anchor[0]);
  const Pair arm1 = rotated(pose[1], joint.anchor[1]);
  return {(Interval(pose[1].x) - Interval(pose[0].x)) + (arm1[0] - arm0[0]),
          (Interval(pose[1].y) - Interval(pose[0].y)) + (arm1[1] - arm0[1])};
}

Interval angle_error(const Joint& joint, const std::array<Pose, 2>& pose) {
  return Interval(pose[1].angle) - Interval(pose[0].angle) - Interval(joint.angle);
}

Interval offset_error(const Joint& joint, const std::array<Pose, 2>& pose, const Pair& d) {
  const Pair axis = rotated(pose[0], joint.axis);
  return axis[0] * d[1] - axis[1] * d[0];
}

Interval distance_error(const Joint& joint, const Pair& d) {
  const Interval squared = square(d[0]) + square(d[1]);
  if (!joint.quadratic) return sqrt(squared) - Interval(joint.length);
  return (squared - square(Interval(joint.length))) / scale(2.0, Interval(joint.length));
}

/// Largest |phi_i| of one joint.
Interval largest_error(const Joint& joint, int kind, const std::array<Pose, 2>& pose) {
  const Pair d = separation(joint, pose);
  switch (kind) {
    case revolute:
      return max(abs(d[0]), abs(d[1]));
    case weld:
      return max(max(abs(d[0]), abs(d[1])), abs(angle_error(joint, pose)));
    case prismatic:
      return max(abs(offset_error(joint, pose, d)), abs(angle_error(joint, pose)));
    case point_on_line:
      return abs(offset_error(joint, pose, d));
    case distance:
      return abs(distance_error(joint, d));
    default:
      return {};
  }
}

}  // namespace

ConstraintErrorEnclosure::ConstraintErrorEnclosure(const Model& model) : model_(&model) {
  for (const Joint& joint : model.joints) {
    kinds_.push_back(kind_of(joint));
    if (kinds_.back() == unsupported) is_supported_ = false;
  }
}

bool ConstraintErrorEnclosure::supports(const Joint& joint) {
  return kind_of(joint) != unsupported;
}

void ConstraintErrorEnclosure::add(const State& state, long step) {
  ++states_;
  if (!is_supported_) return;
  if (state.q.size() != model_->num_positions || !state.q.allFinite()) {
    is_known_ = false;
    return;
  }
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const Joint& joint = model_->joints[j];
    const std::array<Pose, 2> pose{pose_of(*model_, joint.body[0], state), pose_of(*model_, joint.body[1], state)};
    const Interval error = largest_error(joint, kinds_[j], pose);
    if (!error.is_known()) is_known_ = false;
    if (error.lo > lower_) lower_ = error.lo;
    if (error.hi > upper_) {
      upper_ = error.hi;
      worst_step_ = step;
    }
  }
}

Certificate ConstraintErrorEnclosure::certificate() const {
  Certificate result{.kind = CertificateKind::constraint_error};
  if (states_ == 0) {
    result.reason = "no state was enclosed";
    return result;
  }
  result.verdict = Verdict::undecided;
  if (!is_supported_) {
    result.reason = "a joint of this type has no equation here";
    return result;
  }
  if (!is_known_) {
    result.reason = "a state is not finite, or an angle is too large to enclose its sine";
    return result;
  }
  result.verdict = Verdict::proved;
  result.bounds = {lower_, upper_, static_cast<double>(worst_step_), static_cast<double>(states_)};
  return result;
}

}  // namespace perpend
