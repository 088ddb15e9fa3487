// Drive point_position: a point of a body follows a function of time in world coordinates.
//     phi    = p0 - f(t)                                2 or 3 rows, world axes [m]
//     phi_t  = -f'(t),   Jdot v = (p0_ddot)_quadratic - f''(t)
#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/driven_point.hpp"

namespace perpend {

namespace point_position {
namespace {

template <class Motions, class Scalar, class Rows>
void follow(const Joint& joint, const Motions& body, Scalar time, Rows& rows) {
  const auto p = set_rows_of_point(joint, body[0], rows);
  for (int i = 0; i < p.position.size(); ++i) {
    rows.phi[i] = p.position[i] - prescribed(joint.drive[i], time);
    rows.phi_t[i] = -prescribed(joint.drive_rate[i], time);
    rows.jdot_v[i] = p.centripetal[i] - prescribed(joint.drive_acceleration[i], time);
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
  for (const TimeFunction& f : properties.get<TimeVector>("value"))
    if (auto error = find_corner(f, "value")) return *error;
  return make_driven_point(properties, site, "at", "value");
}

Made<Joint> make_spatial(const Properties& properties, const JointSite& site) {
  for (const TimeFunction& f : properties.get<TimeVector3>("value"))
    if (auto error = find_corner(f, "value")) return *error;
  return make_spatial_driven_point(properties, site, "at", "value");
}

template <FieldType Point, FieldType Functions>
constexpr FieldSpec fields[] = {
    driven_point_field<Point>("at"),
    {.name = "value",
     .type = Functions,
     .dimension = dimension::length,
     .required = true,
     .doc = "where the point is, world coordinates as functions of t and of positions of others",
     .is_law = true}};

constexpr TypeSpec spec(std::span<const FieldSpec> properties) {
  return {.name = "point_position",
          .summary = "a point of a body follows a function",
          .arguments = {},
          .properties = properties};
}

}  // namespace
}  // namespace point_position

const JointType point_position_drive{
    .spec = point_position::spec(point_position::fields<FieldType::vector, FieldType::time_vector>),
    .kind = JointKind::drive,
    .num_rows = 2,
    .row_dimension = {dimension::length, dimension::length},
    .num_bodies = 1,
    .make = point_position::make,
    .evaluate = point_position::evaluate<double>,
    .evaluate_extended = point_position::evaluate<long double>};

const JointType spatial_point_position_drive{
    .spec = point_position::spec(point_position::fields<FieldType::vector3, FieldType::time_vector3>),
    .kind = JointKind::drive,
    .space = Space::spatial,
    .num_rows = 3,
    .row_dimension = {dimension::length, dimension::length, dimension::length},
    .num_bodies = 1,
    .make = point_position::make_spatial,
    .evaluate_spatial = point_position::evaluate_spatial<double>,
    .evaluate_spatial_extended = point_position::evaluate_spatial<long double>};

}  // namespace perpend
