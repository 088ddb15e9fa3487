// Weld: the two bodies keep their relative pose.
//     phi = (p1 - p0, theta1 - theta0 - angle)          3 rows [m, m, rad]
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"

namespace perpend {

namespace weld {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
  set_angle_row(joint, body, 2, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const auto points = required_anchors(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&points)) return *error;
  Joint joint;
  joint.anchor = std::get<0>(points);
  joint.angle = properties.number_or("angle", initial_angle(site.body[1]) - initial_angle(site.body[0]));
  return joint;
}

constexpr FieldSpec properties[] = {at_field,       at_first_field,  at_second_field,
                                    on_first_field, on_second_field, relative_angle_field};

}  // namespace
}  // namespace weld

const JointType weld_joint{
    .spec = {.name = "weld",
             .summary = "the bodies keep their relative pose",
             .arguments = {},
             .properties = weld::properties},
    .num_rows = 3,
    .row_dimension = {dimension::length, dimension::length, dimension::angle},
    .needs_angles = true,
    .holds_point = true,
    .make = weld::make,
    .evaluate = weld::evaluate<double>,
    .evaluate_extended = weld::evaluate<long double>,
};

}  // namespace perpend
