// Prismatic joint: body 1 slides along an axis fixed in body 0 without turning against it.
//     phi = (n . (p1 - p0), theta1 - theta0 - angle)    2 rows [m, rad],   n = perp(R0 axis)
// Coordinate: slide = u . (p1 - p0) - its value at the start [m], u = R0 axis. With d = p1 - p0:
//     d/dt (u . d) = u . d_dot + omega0 n . d                   since u_dot = omega0 n
//     Jdot v       = u . (d_ddot)_quadratic + 2 omega0 n . d_dot - omega0^2 u . d
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace prismatic {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  set_offset_row(joint, body, 0, rows);
  set_angle_row(joint, body, 1, rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const PlanarMotions<Scalar>& body, int, CoordinateValue<Scalar, 3>& value) {
  const PointMotion<Scalar> p0 = point_motion(body[0], joint.anchor[0]);
  const PointMotion<Scalar> p1 = point_motion(body[1], joint.anchor[1]);
  const Vector2<Scalar> u = rotate(body[0], joint.axis);
  const Vector2<Scalar> n = perp(u);
  const Vector2<Scalar> d = p1.position - p0.position;
  const Vector2<Scalar> d_dot = p1.velocity - p0.velocity;
  const Vector2<Scalar> centripetal = p1.centripetal - p0.centripetal;
  const Scalar omega = body[0].spin;
  value.value = dot(u, d) - Scalar(joint.length) + Scalar(joint.element[0].at_start);
  set_point_row(value.jacobian[0], u, p0.arm, Scalar(-1));
  value.jacobian[0][2] += dot(n, d);
  set_point_row(value.jacobian[1], u, p1.arm, Scalar(1));
  value.jdot_v = dot(u, centripetal) + Scalar(2) * omega * dot(n, d_dot) - omega * omega * dot(u, d);
}

/// u . (p1 - p0) in the start pose.
double start_offset(const Joint& joint, const JointSite& site) {
  std::array<BodyMotion<double>, 2> motion;
  for (int side = 0; side < 2; ++side) {
    motion[side].position = initial_position(site.body[side]);
    motion[side].angle = initial_angle(site.body[side]);
    const SinCos<double> turn = sin_cos(motion[side].angle);
    motion[side].sin = turn.sin;
    motion[side].cos = turn.cos;
  }
  const Vec2 d = point_motion(motion[1], joint.anchor[1]).position - point_motion(motion[0], joint.anchor[0]).position;
  return dot(rotate(motion[0], joint.axis), d);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  joint.anchor = anchors(properties, site);
  if (!has_joint_points(properties)) {
    for (std::size_t side = 0; side < 2; ++side)
      if (site.body[side] == nullptr) joint.anchor[side] = initial_position(site.body[1 - side]);
  }
  const auto axis = unit_axis(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  joint.axis = std::get<Vec2>(axis);
  joint.angle = properties.number_or("angle", initial_angle(site.body[1]) - initial_angle(site.body[0]));
  joint.length = start_offset(joint, site);
  return joint;
}

constexpr FieldSpec properties[] = {axis_field,     at_field,        at_first_field,      at_second_field,
                                    on_first_field, on_second_field, relative_angle_field};

}  // namespace
}  // namespace prismatic

const JointType prismatic_joint{
    .spec = {.name = "prismatic",
             .summary = "the second body slides along an axis of the first without turning against it; where no point "
                        "is given, through both centres, that of world being the centre of the other",
             .arguments = {},
             .properties = prismatic::properties},
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::angle, {}},
    .needs_angles = true,
    .guide = Guide::line,
    .num_coordinates = 1,
    .coordinate_spec = {{{"slide", dimension::length}, {}}},
    .make = prismatic::make,
    .evaluate = prismatic::evaluate<double>,
    .evaluate_extended = prismatic::evaluate<long double>,
    .coordinate = prismatic::coordinate<double>,
    .coordinate_extended = prismatic::coordinate<long double>,
};

}  // namespace perpend
