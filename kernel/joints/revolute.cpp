// Revolute joint: one point of each body coincides.
//     phi    = p1 - p0                                  2 rows, world axes [m]
//     J v    = p1_dot - p0_dot
//     Jdot v = -omega1^2 r1 + omega0^2 r0
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const std::array<BodyMotion<Scalar>, 2>& body, Scalar, JointRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const auto points = required_anchors(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&points)) return *error;
  Joint joint;
  joint.anchor = std::get<0>(points);
  return joint;
}

constexpr FieldSpec properties[] = {at_field, at_first_field, at_second_field};

}  // namespace

const JointType revolute_joint{
    .spec = {.name = "revolute",
             .summary = "one point of each body coincides",
             .arguments = {},
             .properties = properties},
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::length, {}},
    .needs_angles = false,
    .make = make,
    .evaluate = evaluate<double>,
    .evaluate_extended = evaluate<long double>,
};

}  // namespace perpend
