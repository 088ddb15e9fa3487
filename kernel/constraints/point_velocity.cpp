// Point velocity: a point of a body has a prescribed velocity, a function of time in world axes.
//     N v = p0_dot,   v0 = v(t)                         2 or 3 non-holonomic rows [m/s]
//     phi_t = -v(t),  Jdot v = (p0_ddot)_quadratic - v'(t)
#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/driven_point.hpp"

namespace perpend {

namespace point_velocity {
namespace {

template <class Motions, class Scalar, class Rows>
void follow(const Joint& joint, const Motions& body, Scalar time, Rows& rows) {
  const auto p = set_rows_of_point(joint, body[0], rows);
  for (int i = 0; i < p.position.size(); ++i) {
    rows.phi_t[i] = -prescribed(joint.drive[i], time);
    rows.jdot_v[i] = p.centripetal[i] - prescribed(joint.drive_rate[i], time);
  }
}

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar time, JointRows<Scalar>& rows) {
  follow(joint, body, time, rows);
}

template <class Scalar>
void evaluate_spatial(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar time, const Scalar*,
                      SpatialRows<Scalar>& rows) {
  follow(joint, body, time, rows);
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  return make_driven_point(properties, site, "point", "v");
}

Made<Joint> make_spatial(const Properties& properties, const JointSite& site) {
  return make_spatial_driven_point(properties, site, "point", "v");
}

template <FieldType Point, FieldType Functions>
constexpr FieldSpec fields[] = {driven_point_field<Point>("point"),
                                {.name = "v",
                                 .type = Functions,
                                 .dimension = dimension::velocity,
                                 .required = true,
                                 .doc = "its velocity, world axes, may use t and signals of the state",
                                 .is_law = true}};

constexpr TypeSpec spec(std::span<const FieldSpec> arguments) {
  return {.name = "point_velocity",
          .summary = "a point of a body has a prescribed velocity",
          .arguments = arguments,
          .properties = {}};
}

}  // namespace
}  // namespace point_velocity

const JointType point_velocity_constraint{
    .spec = point_velocity::spec(point_velocity::fields<FieldType::vector, FieldType::time_vector>),
    .kind = JointKind::constraint,
    .num_rows = 2,
    .num_nonholonomic = 2,
    .row_dimension = {dimension::velocity, dimension::velocity},
    .num_bodies = 1,
    .make = point_velocity::make,
    .evaluate = point_velocity::evaluate<double>,
    .evaluate_extended = point_velocity::evaluate<long double>};

const JointType spatial_point_velocity_constraint{
    .spec = point_velocity::spec(point_velocity::fields<FieldType::vector3, FieldType::time_vector3>),
    .kind = JointKind::constraint,
    .space = Space::spatial,
    .num_rows = 3,
    .num_nonholonomic = 3,
    .row_dimension = {dimension::velocity, dimension::velocity, dimension::velocity},
    .num_bodies = 1,
    .make = point_velocity::make_spatial,
    .evaluate_spatial = point_velocity::evaluate_spatial<double>,
    .evaluate_spatial_extended = point_velocity::evaluate_spatial<long double>};

}  // namespace perpend
