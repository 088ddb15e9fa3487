// Distance joint: two points keep their distance L. d = p1 - p0, l = |d|, u = d / l.
//     form = length      phi = l - L                     J v = u . d_dot
//                        Jdot v = u . (d_ddot)_quadratic + (|d_dot|^2 - (u . d_dot)^2) / l
//     form = quadratic   phi = (d . d - L^2) / (2 L)     J v = d . d_dot / L
//                        Jdot v = (d . (d_ddot)_quadratic + |d_dot|^2) / L
// L may be a function of time where form = length: phi_t = -L', and Jdot v gains -L''. What it adds as a law of the
// state stands in kernel/dynamics/law_rows.hpp. 1 row [m]. The two agree to first order at phi = 0; the quadratic one
// is smooth at d = 0 and exactly quadratic for particles.
#include <cmath>

#include "kernel/drives/time_derivative.hpp"
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace distance {
namespace {

template <class Scalar>
Scalar length_at(const Joint& joint, Scalar time) {
  return joint.drive.empty() ? Scalar(joint.length) : prescribed(joint.drive[0], time);
}

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar time, JointRows<Scalar>& rows) {
  const PointMotion<Scalar> p0 = point_motion(body[0], joint.anchor[0]);
  const PointMotion<Scalar> p1 = point_motion(body[1], joint.anchor[1]);
  const Vector2<Scalar> d = p1.position - p0.position;
  const Vector2<Scalar> d_dot = p1.velocity - p0.velocity;
  const Vector2<Scalar> centripetal = p1.centripetal - p0.centripetal;
  const Scalar held = length_at(joint, time);
  const Scalar length = joint.quadratic ? held : std::sqrt(dot(d, d));
  const Vector2<Scalar> direction = d / length;
  const Scalar rate = dot(direction, d_dot);
  rows.phi[0] = joint.quadratic ? (dot(d, d) - held * held) / (Scalar(2) * held) : length - held;
  set_point_row(rows.jacobian[0][0], direction, p0.arm, Scalar(-1));
  set_point_row(rows.jacobian[1][0], direction, p1.arm, Scalar(1));
  const Scalar along = joint.quadratic ? Scalar(0) : rate * rate;
  rows.jdot_v[0] = dot(direction, centripetal) + (dot(d_dot, d_dot) - along) / length;
  if (joint.drive.empty()) return;
  rows.phi_t[0] = -prescribed(joint.drive_rate[0], time);
  rows.jdot_v[0] -= prescribed(joint.drive_acceleration[0], time);
}

template <class Scalar>
void evaluate_spatial(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar time, const Scalar*,
                      SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  const Vector3<Scalar> d = p[1].position - p[0].position;
  const Vector3<Scalar> d_dot = p[1].velocity - p[0].velocity;
  const Scalar held = length_at(joint, time);
  const Scalar length = joint.quadratic ? held : std::sqrt(dot(d, d));
  const Vector3<Scalar> u = d / length;
  const Scalar rate = dot(u, d_dot);
  const Scalar along = joint.quadratic ? Scalar(0) : rate * rate;
  SpatialFunction<Scalar> f = offset_in_world(u, p[0], p[1]);
  f.value = joint.quadratic ? (dot(d, d) - held * held) / (Scalar(2) * held) : length - held;
  f.jdot_v += (dot(d_dot, d_dot) - along) / length;
  set_row(0, f, rows);
  if (joint.drive.empty()) return;
  rows.phi_t[0] = -prescribed(joint.drive_rate[0], time);
  rows.jdot_v[0] -= prescribed(joint.drive_acceleration[0], time);
}

/// `now`: the distance at the start. `coincide`: the joint that holds two points together.
Made<Joint> hold(Joint joint, const Properties& properties, double now, const std::string& coincide) {
  joint.quadratic = properties.get_or<std::string>("form", "length") == "quadratic";
  const TimeFunction length = properties.get_or("length", TimeFunction(now));
  joint.length = length.is_law() ? now : length(0.0);
  if (!length.is_constant()) {
    if (joint.quadratic)
      return FactoryError{"form", "a length that changes is not held by the quadratic form", "leave form out"};
    if (auto error = find_corner(length, "length")) return *error;
    if (auto error = add_prescribed(length, "length", joint)) return *error;
  }
  if (properties.has("length") && !(joint.length > 0.0))
    return FactoryError{"length", "a distance that is held is above 0", "join points that coincide with " + coincide};
  if (!(joint.length > 0.0))
    return FactoryError{"length", "the two points coincide, so there is no distance to hold",
                        "give at_first and at_second apart, or join the points with " + coincide};
  if (!joint.quadratic && !(now > 0.0))
    return FactoryError{"", "the two points coincide at the start, where a distance has no direction",
                        "move them apart, or write form = quadratic"};
  return joint;
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const std::array<Vec2, 2> point = planar_points(properties, site);
  Joint joint;
  joint.anchor = anchors(properties, site);
  return hold(std::move(joint), properties, (point[1] - point[0]).norm(), "revolute");
}

Made<Joint> make_spatial(const Properties& properties, const JointSite& site) {
  const std::array<Vec3, 2> point = spatial_points(properties, site);
  return hold(joint_with_anchors(properties, site), properties, (point[1] - point[0]).norm(), "ball");
}

template <bool is_spatial>
constexpr FieldSpec properties[] = {
    {.name = "length",
     .type = FieldType::time_number,
     .dimension = dimension::length,
     .doc = "distance to hold, above 0; a rope that is wound up is a function of t, or of "
            "the angle of its drum",
     .default_text = "the distance at the start",
     .is_law = true},
    {.name = "form",
     .type = FieldType::choice,
     .doc = "the function that is held at zero",
     .default_text = "length",
     .choices = "length|quadratic"},
    is_spatial ? spatial_at_first_field : at_first_field,
    is_spatial ? spatial_at_second_field : at_second_field,
    is_spatial ? spatial_on_first_field : on_first_field,
    is_spatial ? spatial_on_second_field : on_second_field};

constexpr TypeSpec spec(std::span<const FieldSpec> properties) {
  return {.name = "distance", .summary = "two points keep their distance", .arguments = {}, .properties = properties};
}

}  // namespace
}  // namespace distance

const JointType distance_joint{
    .spec = distance::spec(distance::properties<false>),
    .num_rows = 1,
    .row_dimension = {dimension::length, {}, {}},
    .needs_angles = false,
    .make = distance::make,
    .evaluate = distance::evaluate<double>,
    .evaluate_extended = distance::evaluate<long double>,
};

const JointType spatial_distance_joint{
    .spec = distance::spec(distance::properties<true>),
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::length},
    .needs_angles = false,
    .make = distance::make_spatial,
    .evaluate_spatial = distance::evaluate_spatial<double>,
    .evaluate_spatial_extended = distance::evaluate_spatial<long double>,
};

}  // namespace perpend
