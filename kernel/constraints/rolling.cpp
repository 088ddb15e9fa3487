// Rolling in the plane: a disk stays on a line of body 0 and does not slip. Rows in rolling_rows.hpp; with the centre e
// of the disk in body 1 (e = 0 for its centre of mass), R its radius, n the normal of the line:
//     r = R1 e - R n,   r_dot = omega1 perp(R1 e) - R omega0 perp(n)
//     1 holonomic row (height) [m], 1 non-holonomic row (slip) [m/s]
#include "kernel/constraints/constraint_types.hpp"
#include "kernel/constraints/rolling_rows.hpp"
#include "kernel/constraints/rolling_site.hpp"

namespace perpend {

namespace rolling {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  const Scalar radius(joint.radius);
  const Vector2<Scalar> center = rotate(body[1], joint.anchor[1]);
  const Vector2<Scalar> normal = rotate(body[0], joint.axis);
  ContactArm<Vector2<Scalar>> contact;
  contact.arm = center - radius * normal;
  contact.rate = body[1].spin * perp(center) - (radius * body[0].spin) * perp(normal);
  set_rolling_rows(joint, body, contact, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const Body* disk = site.body[1];
  const bool is_round = disk != nullptr && disk->shape.kind == ShapeKind::disk;
  return make_rolling(properties, site, is_round ? disk->shape.size.x() : 0.0);
}

}  // namespace
}  // namespace rolling

const JointType rolling_constraint{
    .spec = {.name = "rolling",
             .summary = "the second body, a disk, rolls without slipping on a line of the first",
             .arguments = {},
             .properties = rolling_fields<FieldType::vector>},
    .kind = JointKind::constraint,
    .num_rows = 2,
    .num_nonholonomic = 1,
    .row_dimension = {dimension::length, dimension::velocity},
    .needs_angles = true,
    .make = rolling::make,
    .evaluate = rolling::evaluate<double>,
    .evaluate_extended = rolling::evaluate<long double>,
};

}  // namespace perpend
