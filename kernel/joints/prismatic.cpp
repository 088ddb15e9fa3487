// Prismatic joint: body 1 slides along an axis fixed in body 0 without turning against it.
//     phi = (n . (p1 - p0), theta1 - theta0 - angle)    2 rows [m, rad],   n = perp(R0 axis)
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const std::array<BodyMotion<Scalar>, 2>& body, Scalar, JointRows<Scalar>& rows) {
  set_offset_row(joint, body, 0, rows);
  set_angle_row(joint, body, 1, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  joint.anchor = anchors(properties, site);
  const auto axis = unit_axis(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&axis)) return *error;
  joint.axis = std::get<Vec2>(axis);
  joint.angle = properties.number_or("angle", initial_angle(site.body[1]) - initial_angle(site.body[0]));
  return joint;
}

constexpr FieldSpec properties[] = {axis_field, at_field, at_first_field, at_second_field, relative_angle_field};

}  // namespace

const JointType prismatic_joint{
    .spec = {.name = "prismatic",
             .summary = "the second body slides along an axis of the first without turning against it",
             .arguments = {},
             .properties = properties},
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::angle, {}},
    .needs_angles = true,
    .make = make,
    .evaluate = evaluate<double>,
    .evaluate_extended = evaluate<long double>,
};

}  // namespace perpend
