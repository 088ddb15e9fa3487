// Distance joint: two points keep their distance L. d = p1 - p0, l = |d|, u = d / l.
//     form = length      phi = l - L                     J v = u . d_dot
//                        Jdot v = u . (d_ddot)_quadratic + (|d_dot|^2 - (u . d_dot)^2) / l
//     form = quadratic   phi = (d . d - L^2) / (2 L)     J v = d . d_dot / L
//                        Jdot v = (d . (d_ddot)_quadratic + |d_dot|^2) / L
// 1 row [m]. The two agree to first order at phi = 0; the quadratic one is smooth at d = 0 and exactly quadratic for
// particles.
#include "kernel/joints/spatial/spatial_joint_types.hpp"
#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  const Vector3<Scalar> d = p[1].position - p[0].position;
  const Vector3<Scalar> d_dot = p[1].velocity - p[0].velocity;
  const Scalar held(joint.length);
  const Scalar length = joint.quadratic ? held : std::sqrt(dot(d, d));
  const Vector3<Scalar> u = d / length;
  const Scalar rate = dot(u, d_dot);
  const Scalar along = joint.quadratic ? Scalar(0) : rate * rate;
  SpatialFunction<Scalar> f = offset_in_world(u, p[0], p[1]);
  f.value = joint.quadratic ? (dot(d, d) - held * held) / (Scalar(2) * held) : length - held;
  f.jdot_v += (dot(d_dot, d_dot) - along) / length;
  set_row(0, f, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const std::array<Vec3, 2> point = spatial_points(properties, site);
  const double now = (point[1] - point[0]).norm();
  Joint joint = joint_with_anchors(properties, site);
  joint.length = properties.number_or("length", now);
  joint.quadratic = properties.get_or<std::string>("form", "length") == "quadratic";
  if (!(joint.length > 0.0))
    return FactoryError{"length", "the two points coincide, so there is no distance to hold",
                        "give at_first and at_second apart, or join the points with ball"};
  if (!joint.quadratic && !(now > 0.0))
    return FactoryError{"", "the two points coincide at the start, where a distance has no direction",
                        "move them apart, or write form = quadratic"};
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "length",
                                     .type = FieldType::number,
                                     .dimension = dimension::length,
                                     .doc = "distance to hold",
                                     .default_text = "the distance at the start",
                                     .minimum = 0.0,
                                     .exclusive_minimum = true},
                                    {.name = "form",
                                     .type = FieldType::choice,
                                     .doc = "the function that is held at zero",
                                     .default_text = "length",
                                     .choices = "length|quadratic"},
                                    spatial_at_first_field,
                                    spatial_at_second_field};

}  // namespace

const JointType spatial_distance_joint{
    .spec = {.name = "distance",
             .summary = "two points keep their distance",
             .arguments = {},
             .properties = properties},
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::length},
    .needs_angles = false,
    .make = make,
    .evaluate_spatial = evaluate<double>,
    .evaluate_spatial_extended = evaluate<long double>,
};

}  // namespace perpend
