// Drive point_position: a point of a body follows a function of time in world coordinates.
//     phi    = p0 - f(t)                                2 or 3 rows, world axes [m]
//     phi_t  = -f'(t),   Jdot v = (p0_ddot)_quadratic - f''(t)
#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/prescribed_functions.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

namespace {

template <class Scalar>
void evaluate(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar time, JointRows<Scalar>& rows) {
  const PointMotion<Scalar> p = point_motion(body[0], joint.anchor[0]);
  for (int i = 0; i < 2; ++i) {
    rows.phi[i] = p.position[i] - joint.drive[i](time);
    rows.phi_t[i] = -joint.drive_rate[i](time);
    rows.jdot_v[i] = p.centripetal[i] - joint.drive_acceleration[i](time);
    const Vector2<Scalar> axis = Vector2<Scalar>::Unit(i);
    set_point_row(rows.jacobian[0][i], axis, p.arm, Scalar(1));
  }
}

template <class Scalar>
void evaluate_spatial(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar time, const Scalar*,
                      SpatialRows<Scalar>& rows) {
  const SpatialPoint<Scalar> p = spatial_point(body[0], joint.spatial.anchor[0]);
  for (int i = 0; i < 3; ++i) {
    rows.phi[i] = p.position[i] - joint.drive[i](time);
    rows.phi_t[i] = -joint.drive_rate[i](time);
    rows.jdot_v[i] = p.centripetal[i] - joint.drive_acceleration[i](time);
    const Vector3<Scalar> axis = Vector3<Scalar>::Unit(i);
    const Vector3<Scalar> moment = cross(p.arm, axis);
    for (int j = 0; j < 3; ++j) {
      rows.jacobian[0][i][j] = axis[j];
      rows.jacobian[0][i][3 + j] = moment[j];
    }
  }
}

Made<Joint> make(const Properties& properties, const JointSite& site) {
  Joint joint;
  joint.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", initial_position(site.body[0])));
  if (auto error = add_prescribed(properties.get<TimeVector>("value"), "value", joint)) return *error;
  return joint;
}

Made<Joint> make_spatial(const Properties& properties, const JointSite& site) {
  Joint joint;
  joint.spatial.anchor[0] = to_body_frame(site.body[0], properties.get_or("at", spatial_position(site.body[0])));
  if (auto error = add_prescribed(properties.get<TimeVector3>("value"), "value", joint)) return *error;
  return joint;
}

template <FieldType Point, FieldType Functions>
constexpr FieldSpec fields[] = {{.name = "at",
                                 .type = Point,
                                 .dimension = dimension::length,
                                 .doc = "point of the body, world coordinates at the start",
                                 .default_text = "its centre of mass"},
                                {.name = "value",
                                 .type = Functions,
                                 .dimension = dimension::length,
                                 .required = true,
                                 .doc = "where the point is, world coordinates as functions of t"}};

constexpr TypeSpec spec(std::span<const FieldSpec> properties) {
  return {.name = "point_position",
          .summary = "a point of a body follows a function of time",
          .arguments = {},
          .properties = properties};
}

}  // namespace

const JointType point_position_drive{.spec = spec(fields<FieldType::vector, FieldType::time_vector>),
                                     .kind = JointKind::drive,
                                     .num_rows = 2,
                                     .row_dimension = {dimension::length, dimension::length},
                                     .num_bodies = 1,
                                     .make = make,
                                     .evaluate = evaluate<double>,
                                     .evaluate_extended = evaluate<long double>};

const JointType spatial_point_position_drive{.spec = spec(fields<FieldType::vector3, FieldType::time_vector3>),
                                             .kind = JointKind::drive,
                                             .space = Space::spatial,
                                             .num_rows = 3,
                                             .row_dimension = {dimension::length, dimension::length, dimension::length},
                                             .num_bodies = 1,
                                             .make = make_spatial,
                                             .evaluate_spatial = evaluate_spatial<double>,
                                             .evaluate_spatial_extended = evaluate_spatial<long double>};

}  // namespace perpend
