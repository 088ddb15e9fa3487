// Gear: the angles of two wheels keep their ratio; each wheel needs a hinge of its own.
//     phi = theta1 - theta1(0) + ratio (theta0 - theta0(0))         1 row [rad],   ratio = r0 / r1
// External teeth turn the wheels opposite ways (ratio > 0), internal = true the same way: the sign of the ratio
// changes. The moments on the two wheels have the ratio too, not opposite values: what holds the hinges takes the
// difference.
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const std::array<BodyMotion<Scalar>, 2>& body, Scalar, JointRows<Scalar>& rows) {
  const Scalar ratio(joint.ratio);
  rows.phi[0] = body[1].angle + ratio * body[0].angle - Scalar(joint.angle);
  rows.jacobian[0][0] = {Scalar(0), Scalar(0), ratio};
  rows.jacobian[1][0] = {Scalar(0), Scalar(0), Scalar(1)};
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  const double ratio = properties.number("ratio");
  joint.ratio = properties.get_or("internal", false) ? -ratio : ratio;
  joint.angle = initial_angle(site.body[1]) + joint.ratio * initial_angle(site.body[0]);
  return joint;
}

constexpr FieldSpec properties[] = {{.name = "ratio",
                                     .type = FieldType::number,
                                     .dimension = dimension::none,
                                     .required = true,
                                     .doc = "turns of the second wheel for each turn of the first: radius of the first "
                                            "over radius of the second",
                                     .minimum = 0.0,
                                     .exclusive_minimum = true},
                                    {.name = "internal",
                                     .type = FieldType::flag,
                                     .doc = "whether the wheels turn the same way",
                                     .default_text = "false"}};

}  // namespace

const JointType gear_joint{
    .spec = {.name = "gear",
             .summary = "the angles of two wheels keep their ratio",
             .arguments = {},
             .properties = properties},
    .num_rows = 1,
    .row_dimension = {dimension::angle, {}, {}},
    .needs_angles = true,
    .make = make,
    .evaluate = evaluate<double>,
    .evaluate_extended = evaluate<long double>,
};

}  // namespace perpend
