// Revolute joint: one point of each body coincides.
//     phi    = p1 - p0                                  2 rows, world axes [m]
//     J v    = p1_dot - p0_dot
//     Jdot v = -omega1^2 r1 + omega0^2 r0
// Coordinate: angle = theta1 - theta0 - (theta1 - theta0)(0) [rad], counter-clockwise, unwrapped.
#include "kernel/joints/coordinate_fields.hpp"
#include "kernel/joints/joint_rows.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/joint_types.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace revolute {
namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar, JointRows<Scalar>& rows) {
  set_coincidence_rows(joint, body, rows);
}

template <class Scalar>
void coordinate(const Joint& joint, const PlanarMotions<Scalar>& body, int, CoordinateValue<Scalar, 3>& value) {
  value.value = body[1].angle - body[0].angle - Scalar(joint.angle) + Scalar(joint.element[0].at_start);
  value.jacobian[0] = {Scalar(0), Scalar(0), Scalar(-1)};
  value.jacobian[1] = {Scalar(0), Scalar(0), Scalar(1)};
  value.jdot_v = Scalar(0);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  const auto points = required_anchors(properties, site);
  if (const auto* error = std::get_if<FactoryError>(&points)) return *error;
  if (const auto error = angle_of_particle(properties, revolute_joint, site)) return *error;
  Joint joint;
  joint.angle = initial_angle(site.body[1]) - initial_angle(site.body[0]);
  joint.anchor = std::get<0>(points);
  return joint;
}

constexpr FieldSpec properties[] = {at_field, at_first_field, at_second_field, on_first_field, on_second_field};

}  // namespace
}  // namespace revolute

const JointType revolute_joint{
    .spec = {.name = "revolute",
             .summary = "one point of each body coincides",
             .arguments = {},
             .properties = revolute::properties},
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::length, {}},
    .needs_angles = false,
    .holds_point = true,
    .guide = Guide::axis,
    .num_coordinates = 1,
    .coordinate_spec = {{{"angle", dimension::angle}, {}}},
    .make = revolute::make,
    .evaluate = revolute::evaluate<double>,
    .evaluate_extended = revolute::evaluate<long double>,
    .coordinate = revolute::coordinate<double>,
    .coordinate_extended = revolute::coordinate<long double>,
};

}  // namespace perpend
