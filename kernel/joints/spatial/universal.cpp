// Universal joint: a cross holds an axis a of body 0 and an axis e of body 1 at a fixed angle gamma and lets both
// bodies turn about their own.
//     phi = (p1 - p0, a0 . e1 - cos gamma)              4 rows [m, m, m, rad]
// gamma is the angle between the axes in the start pose, usually a right one; what a user gives is kept as it is. Not
// defined for parallel axes, and poor near them.
// Frames: first (a, b, c) with e between a and b in the start pose; second (e, e x c, -c) with c as in the start pose.
// Body 1 against body 0 in the start pose is turned by Rot(a, angle_first) Rot(e, angle_second), both 0 there:
//     angle_first  = atan2(e1 . c0, e1 . b0)                       of e1 about a0, seen from body 0
//     angle_second = atan2(a0 . c1', a0 . b1'), (b', c') = (e x c, c) about e, of a0 as body 1 sees it
// With x = a0 . e1, m = 1 - x^2 and omega = omega1 - omega0 the gradients are exact for every x, |x| < 1:
//     g_first  = (a0 - x e1) / m,   g_second = (e1 - x a0) / m     entries (0, -g), (0, g)
//     Jdot v   = (a0_dot - x_dot e1 - x e1_dot + 2 x x_dot g) . omega / m,   and with a0, e1 exchanged
#include <sstream>

#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace spatial_universal {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
  const auto frame = joint_frames(joint, body);
  SpatialFunction<Scalar> f = alignment(direction(frame[0], 0), direction(frame[1], 0));
  f.value -= sin_cos(Scalar(joint.angle)).cos;
  set_row(3, f, rows);
}

/// Gradient and quadratic term of the angle about `own` between the planes (own, other) and one that turns with `own`.
template <class Scalar>
SpatialFunction<Scalar> angle_about(const SpatialDirection<Scalar>& own, const SpatialDirection<Scalar>& other,
                                    const Vector3<Scalar>& omega) {
  const Scalar x = dot(own.value, other.value);
  const Scalar x_rate = dot(own.rate, other.value) + dot(own.value, other.rate);
  const Scalar m = Scalar(1) - x * x;
  const Vector3<Scalar> g = (own.value - x * other.value) / m;
  const Vector3<Scalar> g_rate = (own.rate - x_rate * other.value - x * other.rate + Scalar(2) * x * x_rate * g) / m;
  SpatialFunction<Scalar> f;
  f.jdot_v = dot(g_rate, omega);
  add_angular<Scalar>(f.jacobian[0], -g);
  add_angular(f.jacobian[1], g);
  return f;
}

template <class Scalar>
void coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                SpatialFunction<Scalar>& c) {
  const auto frame = joint_frames(joint, body);
  const SpatialDirection<Scalar> a = direction(frame[0], 0);
  const SpatialDirection<Scalar> e = direction(frame[1], 0);
  const Vector3<Scalar> omega = body[1].spin - body[0].spin;
  c = which == 0 ? angle_about(a, e, omega) : angle_about(e, a, omega);
  const Vector3<Scalar> seen = frame[1 - which].axes.col(0);
  const Vector3<Scalar> b_axis = frame[which].axes.col(1);
  const Vector3<Scalar> c_axis = frame[which].axes.col(2);
  const Scalar angle = arc_tangent(dot(seen, c_axis), dot(seen, b_axis));
  const Scalar start = at_start<Scalar>(joint, which);
  c.value = start + nearest_branch<Scalar>(which == 0 ? angle : -angle, near - start);
}

/// sin gamma below which the axes count as parallel, 0.06 degrees: gradients of the angles grow as 1 / sin gamma and
/// their rates as its square, which costs 20 of 53 bits here.
constexpr double least_sine = 0x1p-10;

FactoryError parallel_axes(const Vec3& first, const Vec3& second, double gamma) {
  std::ostringstream message;
  message << "the axes " << text(first) << " and " << text(second) << " are parallel: the angle between them is "
          << gamma * 57.29577951308232 << " degrees";
  return {"axis_second", message.str(),
          "a cross needs two directions, usually at a right angle; use revolute for one axis"};
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Made<Joint> made = joint_at_point(properties, site);
  if (std::holds_alternative<FactoryError>(made)) return made;
  const Made<Vec3> first = unit_direction(properties, "axis");
  if (const auto* error = std::get_if<FactoryError>(&first)) return *error;
  const Made<Vec3> second = unit_direction(properties, "axis_second");
  if (const auto* error = std::get_if<FactoryError>(&second)) return *error;
  const Vec3& a = std::get<Vec3>(first);
  const Vec3& e = std::get<Vec3>(second);
  const Vec3 normal = cross(a, e);
  const double gamma = arc_tangent(normal.norm(), a.dot(e));
  if (!(normal.norm() >= least_sine))
    return parallel_axes(properties.get<Vec3>("axis"), properties.get<Vec3>("axis_second"), gamma);
  const Vec3 c = normal.normalized();
  Matrix3 of_first, of_second;
  of_first << a, cross(c, a), c;
  of_second << e, cross(e, c), -c;
  Joint& joint = std::get<Joint>(made);
  joint.angle = gamma;
  joint.spatial.frame = {spatial_rotation(site.body[0]).transpose() * of_first,
                         spatial_rotation(site.body[1]).transpose() * of_second};
  return made;
}

constexpr FieldSpec properties[] = {spatial_axis_field,
                                    {.name = "axis_second",
                                     .type = FieldType::vector3,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "direction in world axes at the start, fixed in the second body"},
                                    spatial_at_field,
                                    spatial_at_first_field,
                                    spatial_at_second_field,
                                    spatial_on_first_field,
                                    spatial_on_second_field};

}  // namespace
}  // namespace spatial_universal

const JointType spatial_universal_joint{
    .spec = {.name = "universal",
             .summary = "a cross lets each body turn about an axis of its own",
             .arguments = {},
             .properties = spatial_universal::properties},
    .space = Space::spatial,
    .num_rows = 4,
    .row_dimension = {dimension::length, dimension::length, dimension::length, dimension::angle},
    .needs_angles = true,
    .holds_point = true,
    .num_coordinates = 2,
    .coordinate_spec = {{{"angle_first", dimension::angle}, {"angle_second", dimension::angle}}},
    .make = spatial_universal::make,
    .evaluate_spatial = spatial_universal::evaluate<double>,
    .evaluate_spatial_extended = spatial_universal::evaluate<long double>,
    .coordinate_spatial = spatial_universal::coordinate<double>,
    .coordinate_spatial_extended = spatial_universal::coordinate<long double>,
};

}  // namespace perpend
