// Rolling in space: a sphere stays on a plane of body 0 and does not slip. Rows in rolling_rows.hpp; with the centre e
// of the sphere in body 1 (e = 0 for its centre of mass), R its radius, n the normal of the plane:
//     r = R1 e - R n,   r_dot = omega1 x R1 e - R omega0 x n
//     1 holonomic row (height) [m], 2 non-holonomic rows (slip) [m/s]
#include "kernel/constraints/constraint_types.hpp"
#include "kernel/constraints/rolling_rows.hpp"
#include "kernel/constraints/rolling_site.hpp"

namespace perpend {

namespace spatial_rolling {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar, const Scalar*,
              SpatialRows<Scalar>& rows) {
  const Scalar radius(joint.radius);
  const SpatialPoint<Scalar> center = spatial_point(body[1], joint.spatial.anchor[1]);
  const SpatialDirection<Scalar> normal = direction(spatial_frame(body[0], joint.spatial.frame[0]), 0);
  ContactArm<Vector3<Scalar>> contact;
  contact.arm = center.arm - radius * normal.value;
  contact.rate = center.velocity - body[1].velocity - radius * normal.rate;
  set_rolling_rows(joint, body, contact, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const Body* ball = site.body[1];
  const bool is_round = ball != nullptr && ball->shape.kind == ShapeKind::sphere;
  return make_spatial_rolling(properties, site, is_round ? ball->shape.extent.x() : 0.0);
}

}  // namespace
}  // namespace spatial_rolling

const JointType spatial_rolling_constraint{
    .spec = {.name = "rolling",
             .summary = "the second body, a sphere, rolls without slipping on a plane of the first",
             .arguments = {},
             .properties = rolling_fields<FieldType::vector3>},
    .kind = JointKind::constraint,
    .space = Space::spatial,
    .num_rows = 3,
    .num_nonholonomic = 2,
    .row_dimension = {dimension::length, dimension::velocity, dimension::velocity},
    .needs_angles = true,
    .make = spatial_rolling::make,
    .evaluate_spatial = spatial_rolling::evaluate<double>,
    .evaluate_spatial_extended = spatial_rolling::evaluate<long double>,
};

}  // namespace perpend
