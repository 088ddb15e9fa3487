// Rolling on an edge: the rim of a thin disk stays on a plane of body 0 and does not slip. Rows in rolling_rows.hpp.
// With a the axis of the disk, e its centre in body 1, R its radius and n the normal of the plane, the lowest point of
// the rim lies against the part u of n that is in the plane of the disk:
//     u = n - (n . a) a,   w = u / |u|,   |u| = sine of the angle between a and n
//     r = R1 e - R w,      w_dot = (u_dot - (w . u_dot) w) / |u|
//     u_dot = n_dot - (n_dot . a + n . a_dot) a - (n . a) a_dot
//     1 holonomic row (height = n . (x1 + R1 e - p0) - R |u|) [m], 2 non-holonomic rows (slip) [m/s]
// Singular where the disk lies flat (|u| = 0): no point of the rim is the lowest, and the rows are not numbers.
#include <cmath>

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/constraints/rolling_rows.hpp"
#include "kernel/constraints/rolling_site.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace spatial_rolling_disk {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  const Scalar radius(joint.radius);
  const SpatialPoint<Scalar> center = spatial_point(body[1], joint.spatial.anchor[1]);
  const SpatialDirection<Scalar> n = direction(spatial_frame(body[0], joint.spatial.frame[0]), 0);
  const SpatialDirection<Scalar> a = direction(spatial_frame(body[1], joint.spatial.frame[1]), 0);
  const Scalar cosine = dot(n.value, a.value);
  const Scalar cosine_rate = dot(n.rate, a.value) + dot(n.value, a.rate);
  const Vector3<Scalar> u = n.value - cosine * a.value;
  const Vector3<Scalar> u_rate = n.rate - cosine_rate * a.value - cosine * a.rate;
  const Scalar sine = std::sqrt(dot(u, u));
  const Vector3<Scalar> w = u / sine;
  const Vector3<Scalar> w_rate = (u_rate - dot(w, u_rate) * w) / sine;
  ContactArm<Vector3<Scalar>> contact;
  contact.arm = center.arm - radius * w;
  contact.rate = center.velocity - body[1].velocity - radius * w_rate;
  set_rolling_rows(joint, body, contact, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const Body* disk = site.body[1];
  const bool is_round = disk != nullptr && disk->shape.kind == ShapeKind::cylinder;
  Made<Joint> made = make_spatial_rolling(properties, site, is_round ? disk->shape.extent.y() : 0.0);
  if (std::holds_alternative<FactoryError>(made)) return made;
  Joint& joint = std::get<Joint>(made);
  const Matrix3 turn = spatial_rotation(disk);
  Made<Vec3> axis = Vec3(turn.col(0));
  if (properties.has("axis")) axis = unit_direction(properties, "axis");
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  joint.spatial.frame[1] = turn.transpose() * frame_about(std::get<Vec3>(axis));
  const Vec3 normal = spatial_rotation(site.body[0]) * joint.spatial.frame[0].col(0);
  // |u| is computed with an error of some 2^-52: below 2^-26 its square says nothing any more.
  if (!(cross<double>(normal, std::get<Vec3>(axis)).norm() > 0x1p-26))
    return FactoryError{properties.has("axis") ? "axis" : "",
                        "the disk '" + disk->name +
                            "' lies flat at the start, where no point of its rim "
                            "is the lowest",
                        "tilt it: its axis must not be the normal of the plane"};
  return made;
}

constexpr std::array<FieldSpec, 5> properties{
    rolling_fields<FieldType::vector3>[0], rolling_fields<FieldType::vector3>[1], rolling_fields<FieldType::vector3>[2],
    rolling_fields<FieldType::vector3>[3], FieldSpec {
      .name = "axis", .type = FieldType::vector3, .dimension = dimension::none,
      .doc = "axis of the disk, world axes at the start; fixed in it",
      .default_text = "x of the body, along which a cylinder lies"
    }};

}  // namespace
}  // namespace spatial_rolling_disk

const JointType spatial_rolling_disk_constraint{
    .spec = {.name = "rolling_disk",
             .summary = "the rim of the second body, a thin disk, rolls without slipping on a plane of the first",
             .arguments = {},
             .properties = spatial_rolling_disk::properties},
    .kind = JointKind::constraint,
    .space = Space::spatial,
    .num_rows = 3,
    .num_nonholonomic = 2,
    .row_dimension = {dimension::length, dimension::velocity, dimension::velocity},
    .needs_angles = true,
    .make = spatial_rolling_disk::make,
    .evaluate_spatial = spatial_rolling_disk::evaluate<double>,
    .evaluate_spatial_extended = spatial_rolling_disk::evaluate<long double>,
};

}  // namespace perpend
