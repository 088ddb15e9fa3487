// Body 1 touches a plane (in the plane: a line) of body 0 and does not slip. With x the centres of mass, c the point of
// contact, r = c - x1 and s the velocity of slip:
//     s      = v1 + omega1 x r - v0 - omega0 x (c - x0)
//     height   phi = n . (c - p0), p0 on the plane, n its normal: c is the lowest point, so to first order it moves as
//              a point fixed in body 1, and d phi / dt = n . s
//     no slip  t . s = 0 for each tangent t: non-holonomic
//     Jdot v = d_dot . s + d . (omega1 x r_dot - omega0 x (c_dot - v0)) for the directions d = n, t, all fixed in body
//     0
// What differs from body to body is r and its rate. Bilateral: what rolls cannot lift off.
#pragma once

#include "kernel/joints/point_motion.hpp"
#include "kernel/joints/spatial/spatial_point.hpp"

namespace perpend {

/// r and r_dot, world axes.
template <class Vector>
struct ContactArm {
  Vector arm;
  Vector rate;
};

/// Rows 0 (height along `normal`) and 1 (slip along the tangent that has the normal on its left).
template <class Scalar>
void set_rolling_rows(const Joint& joint, const PlanarMotions<Scalar>& body, const ContactArm<Vector2<Scalar>>& contact,
                      JointRows<Scalar>& rows) {
  const PointMotion<Scalar> p0 = point_motion(body[0], joint.anchor[0]);
  const Vector2<Scalar> normal = rotate(body[0], joint.axis);
  const Vector2<Scalar> c = body[1].position + contact.arm;
  const Vector2<Scalar> arm0 = c - body[0].position;
  const Vector2<Scalar> arm0_rate = body[1].velocity + contact.rate - body[0].velocity;
  const Vector2<Scalar> slip =
      body[1].velocity + body[1].spin * perp(contact.arm) - body[0].velocity - body[0].spin * perp(arm0);
  const Vector2<Scalar> quadratic = body[1].spin * perp(contact.rate) - body[0].spin * perp(arm0_rate);
  for (int i = 0; i < 2; ++i) {
    const Vector2<Scalar> d = i == 0 ? normal : Vector2<Scalar>(-perp(normal));
    set_point_row(rows.jacobian[0][i], d, arm0, Scalar(-1));
    set_point_row(rows.jacobian[1][i], d, contact.arm, Scalar(1));
    rows.jdot_v[i] = body[0].spin * dot(perp(d), slip) + dot(d, quadratic);
  }
  rows.phi[0] = dot(normal, Vector2<Scalar>(c - p0.position));
}

/// Rows 0 (height along column 0 of the frame of body 0), 1 and 2 (slip along columns 1 and 2).
template <class Scalar>
void set_rolling_rows(const Joint& joint, const SpatialMotions<Scalar>& body,
                      const ContactArm<Vector3<Scalar>>& contact, SpatialRows<Scalar>& rows) {
  const SpatialPoint<Scalar> p0 = spatial_point(body[0], joint.spatial.anchor[0]);
  const SpatialFrame<Scalar> frame = spatial_frame(body[0], joint.spatial.frame[0]);
  const Vector3<Scalar> c = body[1].position + contact.arm;
  const Vector3<Scalar> arm0 = c - body[0].position;
  const Vector3<Scalar> arm0_rate = body[1].velocity + contact.rate - body[0].velocity;
  const Vector3<Scalar> slip =
      body[1].velocity + cross(body[1].spin, contact.arm) - body[0].velocity - cross(body[0].spin, arm0);
  const Vector3<Scalar> quadratic = cross(body[1].spin, contact.rate) - cross(body[0].spin, arm0_rate);
  for (int i = 0; i < 3; ++i) {
    const SpatialDirection<Scalar> d = direction(frame, i);
    const Vector3<Scalar> moment0 = cross(arm0, d.value);
    const Vector3<Scalar> moment1 = cross(contact.arm, d.value);
    for (int j = 0; j < 3; ++j) {
      rows.jacobian[0][i][j] = -d.value[j];
      rows.jacobian[0][i][3 + j] = -moment0[j];
      rows.jacobian[1][i][j] = d.value[j];
      rows.jacobian[1][i][3 + j] = moment1[j];
    }
    rows.jdot_v[i] = dot(d.rate, slip) + dot(d.value, quadratic);
  }
  rows.phi[0] = dot(direction(frame, 0).value, Vector3<Scalar>(c - p0.position));
}

}  // namespace perpend
