// Equations in the plane, with p = x + R(theta) a for each side, d = p1 - p0 and n = perp(R0 axis):
//     revolute         d
//     weld             d, theta1 - theta0 - angle
//     prismatic        n . d, theta1 - theta0 - angle
//     point_on_line    n . d
//     distance         |d| - L,  or  (d . d - L^2) / (2 L)
//     gear             (theta1 - theta_c) + ratio (theta0 - theta_c) - angle,   c the carrier
//     rack_and_pinion  (R_c axis) . (x1 - x_c) - ratio (theta0 - theta_c) - length
//     angle, position  theta1 - theta0 - angle + at_start - f(t);  (R0 axis) . d - length + at_start - f(t)
//     point_position   p0 - f(t)
//     rolling          (R0 axis) . (d - radius R0 axis)
#include "verification/motion/joint_equations.hpp"

#include <string_view>

#include "kernel/model/trigonometry.hpp"
#include "kernel/model/vocabulary.hpp"
#include "verification/arithmetic/time_enclosure.hpp"

namespace perpend {

namespace {

using Pair = std::array<Interval, 2>;

/// NaN from sin_cos, beyond its largest argument, becomes an interval that is not known.
Interval widened(double value) {
  return {next_down(value - sin_cos_error_bound), next_up(value + sin_cos_error_bound)};
}

Pair rotated(const PlanarPose& pose, const Vec2& a) {
  return {scale(a.x(), pose.cos) - scale(a.y(), pose.sin), scale(a.x(), pose.sin) + scale(a.y(), pose.cos)};
}

Pair separation(const Joint& joint, const PlanarPose& first, const PlanarPose& second) {
  const Pair arm0 = rotated(first, joint.anchor[0]);
  const Pair arm1 = rotated(second, joint.anchor[1]);
  return {(Interval(second.x) - Interval(first.x)) + (arm1[0] - arm0[0]),
          (Interval(second.y) - Interval(first.y)) + (arm1[1] - arm0[1])};
}

Interval dot(const Pair& a, const Pair& b) {
  return a[0] * b[0] + a[1] * b[1];
}

Interval angle_error(const Joint& joint, const PlanarPose& first, const PlanarPose& second) {
  return Interval(second.angle) - Interval(first.angle) - Interval(joint.angle);
}

Interval offset_error(const Joint& joint, const PlanarPose& first, const Pair& d) {
  const Pair axis = rotated(first, joint.axis);
  return axis[0] * d[1] - axis[1] * d[0];
}

Interval distance_error(const Joint& joint, const Pair& d) {
  const Interval squared = square(d[0]) + square(d[1]);
  if (!joint.quadratic) return sqrt(squared) - Interval(joint.length);
  return (squared - square(Interval(joint.length))) / scale(2.0, Interval(joint.length));
}

Interval drive_error(const Joint& joint, const JointContext& context, const PlanarPose& first,
                     const PlanarPose& second) {
  const Interval asked =
      enclose(joint.drive[0], context.time) - Interval(joint.element[joint.driven_coordinate].at_start);
  if (context.driven == Equation::revolute) return angle_error(joint, first, second) - asked;
  if (context.driven != Equation::prismatic) return {};
  const Interval travel = dot(rotated(first, joint.axis), separation(joint, first, second));
  return travel - Interval(joint.length) - asked;
}

Interval point_error(const Joint& joint, double time, const PlanarPose& first) {
  const Pair arm = rotated(first, joint.anchor[0]);
  return max(abs(Interval(first.x) + arm[0] - enclose(joint.drive[0], time)),
             abs(Interval(first.y) + arm[1] - enclose(joint.drive[1], time)));
}

Interval height(const Joint& joint, const PlanarPose& first, const Pair& d) {
  const Pair normal = rotated(first, joint.axis);
  return dot(normal, d) - scale(joint.radius, dot(normal, normal));
}

Interval turn(const PlanarPose& pose, const PlanarPose& carrier) {
  return Interval(pose.angle) - Interval(carrier.angle);
}

Interval gear_error(const Joint& joint, const PlanarPose& first, const PlanarPose& second, const PlanarPose& carrier) {
  return turn(second, carrier) + scale(joint.ratio, turn(first, carrier)) - Interval(joint.angle);
}

Interval rack_error(const Joint& joint, const PlanarPose& first, const PlanarPose& second, const PlanarPose& carrier) {
  const Pair way{Interval(second.x) - Interval(carrier.x), Interval(second.y) - Interval(carrier.y)};
  return dot(rotated(carrier, joint.axis), way) - scale(joint.ratio, turn(first, carrier)) - Interval(joint.length);
}

struct NamedEquation {
  std::string_view name;
  Equation equation;
  bool in_plane;
  bool in_space;
};

constexpr NamedEquation joint_equations[] = {
    {"ball", Equation::ball, false, true},
    {"revolute", Equation::revolute, true, true},
    {"weld", Equation::weld, true, true},
    {"prismatic", Equation::prismatic, true, true},
    {"cylindrical", Equation::cylindrical, false, true},
    {"universal", Equation::universal, false, true},
    {"point_on_line", Equation::point_on_line, true, true},
    {"planar", Equation::planar, false, true},
    {"distance", Equation::distance, true, true},
    {"screw", Equation::screw, false, true},
    {"gear", Equation::gear, true, true},
    {"rack_and_pinion", Equation::rack_and_pinion, true, true},
};

constexpr NamedEquation drive_equations[] = {
    {"angle", Equation::driven_coordinate, true, true},
    {"position", Equation::driven_coordinate, true, true},
    {"point_position", Equation::point_position, true, true},
};

constexpr NamedEquation constraint_equations[] = {
    {"rolling", Equation::rolling, true, true},
    {"rolling_disk", Equation::rolling_disk, false, true},
};

template <std::size_t N>
Equation find(const NamedEquation (&rows)[N], std::string_view name, Space space) {
  for (const NamedEquation& row : rows)
    if (row.name == name && (space == Space::planar ? row.in_plane : row.in_space)) return row.equation;
  return Equation::unsupported;
}

}  // namespace

PlanarPose planar_pose(const Body& body, const VectorX& q) {
  PlanarPose pose;
  if (body.dof == 0) {
    pose.x = body.position.x();
    pose.y = body.position.y();
    pose.angle = body.kind == BodyKind::particle ? 0.0 : body.angle;
  } else {
    pose.x = q[body.q_offset];
    pose.y = q[body.q_offset + 1];
    if (body.dof == 3) pose.angle = q[body.q_offset + 2];
  }
  if (pose.angle != 0.0) {  // an angle of exactly 0, and a particle, need no rounding; a NaN goes on into sin_cos
    const SinCos<double> value = sin_cos(pose.angle);
    pose.sin = widened(value.sin);
    pose.cos = widened(value.cos);
  }
  return pose;
}

Interval largest_error(const Joint& joint, const JointContext& context, const PlanarPose& first,
                       const PlanarPose& second, const PlanarPose& carrier) {
  const Pair d = separation(joint, first, second);
  switch (context.equation) {
    case Equation::free:
      return 0.0;
    case Equation::revolute:
      return max(abs(d[0]), abs(d[1]));
    case Equation::weld:
      return max(max(abs(d[0]), abs(d[1])), abs(angle_error(joint, first, second)));
    case Equation::prismatic:
      return max(abs(offset_error(joint, first, d)), abs(angle_error(joint, first, second)));
    case Equation::point_on_line:
      return abs(offset_error(joint, first, d));
    case Equation::distance:
      return abs(distance_error(joint, d));
    case Equation::gear:
      return abs(gear_error(joint, first, second, carrier));
    case Equation::rack_and_pinion:
      return abs(rack_error(joint, first, second, carrier));
    case Equation::driven_coordinate:
      return abs(drive_error(joint, context, first, second));
    case Equation::point_position:
      return point_error(joint, context.time, first);
    case Equation::rolling:
      return abs(height(joint, first, d));
    default:
      return {};
  }
}

Equation equation_of(const JointType& type, Space space) {
  if (type.kind == JointKind::drive) return find(drive_equations, type.spec.name, space);
  if (type.kind == JointKind::constraint) return find(constraint_equations, type.spec.name, space);
  return find(joint_equations, type.spec.name, space);
}

Equation equation_of(const Joint& joint, Space space) {
  if (joint.type == nullptr) return Equation::unsupported;
  if (joint.num_rows > 0 && joint.num_rows <= joint.type->num_nonholonomic) return Equation::free;
  return equation_of(*joint.type, space);
}

}  // namespace perpend
