// A point of a body that follows functions of time in world axes: with its position, as a drive, or with its velocity,
// as a constraint.
#pragma once

#include <string>

#include "kernel/drives/time_derivative.hpp"
#include "kernel/joints/joint_site.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"
#include "kernel/joints/spatial/spatial_site.hpp"

namespace perpend {

/// Row i: the rate of the point along world axis i. Returns its motion.
template <class Scalar>
PointMotion<Scalar> set_rows_of_point(const Joint& joint, const BodyMotion<Scalar>& body, JointRows<Scalar>& rows) {
  const PointMotion<Scalar> p = point_motion(body, joint.anchor[0]);
  for (int i = 0; i < 2; ++i)
    set_point_row(rows.jacobian[0][i], Vector2<Scalar>(Vector2<Scalar>::Unit(i)), p.arm, Scalar(1));
  return p;
}

template <class Scalar>
SpatialPoint<Scalar> set_rows_of_point(const Joint& joint, const SpatialMotion<Scalar>& body,
                                       SpatialRows<Scalar>& rows) {
  const SpatialPoint<Scalar> p = spatial_point(body, joint.spatial.anchor[0]);
  for (int i = 0; i < 3; ++i) {
    const Vector3<Scalar> axis = Vector3<Scalar>::Unit(i);
    const Vector3<Scalar> moment = cross(p.arm, axis);
    for (int j = 0; j < 3; ++j) {
      rows.jacobian[0][i][j] = axis[j];
      rows.jacobian[0][i][3 + j] = moment[j];
    }
  }
  return p;
}

/// The schema row of the point.
template <FieldType Point>
constexpr FieldSpec driven_point_field(std::string_view name) {
  return {.name = name,
          .type = Point,
          .dimension = dimension::length,
          .doc = "point of the body, world coordinates at the start",
          .default_text = "its centre of mass"};
}

/// The point stands in the field `point`, else it is the centre of the body; the functions in `functions`.
inline Made<Joint> make_driven_point(const Properties& properties, const JointSite& site, const char* point,
                                     const std::string& functions) {
  Joint joint;
  joint.anchor[0] = to_body_frame(site.body[0], properties.get_or(point, initial_position(site.body[0])));
  if (auto error = add_prescribed(properties.get<TimeVector>(functions), functions, joint)) return *error;
  return joint;
}

inline Made<Joint> make_spatial_driven_point(const Properties& properties, const JointSite& site, const char* point,
                                             const std::string& functions) {
  Joint joint;
  joint.spatial.anchor[0] = to_body_frame(site.body[0], properties.get_or(point, spatial_position(site.body[0])));
  if (auto error = add_prescribed(properties.get<TimeVector3>(functions), functions, joint)) return *error;
  return joint;
}

}  // namespace perpend
