// Gear: the angles of two wheels against the carrier of their axes keep their ratio; each wheel needs a hinge of its
// own.
//     phi = (theta1 - theta_c) + ratio (theta0 - theta_c) - its value at the start     1 row [rad],   ratio = r0 / r1
// External teeth turn the wheels opposite ways (ratio > 0), internal = true the same way: the sign of the ratio
// changes. The moments on the two wheels have the ratio too, not opposite values: the carrier takes the difference.
// A carrier that turns makes an epicyclic train: (omega1 - omega_c) / (omega0 - omega_c) = -ratio, Willis' equation.
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"

namespace perpend {

namespace gear {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  const Scalar ratio(joint.ratio);
  const Scalar held = body[2].angle;
  rows.phi[0] = (body[1].angle - held) + ratio * (body[0].angle - held) - Scalar(joint.angle);
  rows.jacobian[0][0] = {Scalar(0), Scalar(0), ratio};
  rows.jacobian[1][0] = {Scalar(0), Scalar(0), Scalar(1)};
  rows.jacobian[2][0] = {Scalar(0), Scalar(0), -(Scalar(1) + ratio)};
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  const double ratio = properties.number("ratio");
  joint.ratio = properties.get_or("internal", false) ? -ratio : ratio;
  const double held = initial_angle(site.carrier);
  joint.angle = (initial_angle(site.body[1]) - held) + joint.ratio * (initial_angle(site.body[0]) - held);
  return joint;
}

constexpr FieldSpec properties[] = {gear_ratio_field,
                                    {.name = "internal",
                                     .type = FieldType::flag,
                                     .doc = "whether the wheels turn the same way, seen from the carrier",
                                     .default_text = "false"},
                                    carrier_field};

}  // namespace
}  // namespace gear

const JointType gear_joint{
    .spec = {.name = "gear",
             .summary = "the angles of two wheels against the carrier of their axes keep their ratio",
             .arguments = {},
             .properties = gear::properties},
    .num_rows = 1,
    .row_dimension = {dimension::angle, {}, {}},
    .needs_angles = true,
    .guided = {Guide::axis, Guide::axis},
    .make = gear::make,
    .evaluate = gear::evaluate<double>,
    .evaluate_extended = gear::evaluate<long double>,
};

}  // namespace perpend
