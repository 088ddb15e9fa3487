// Rows that several joints are made of.
#pragma once

#include "kernel/joints/point_motion.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Rows 0 and 1: phi = p1 - p0, with the columns (-1, -perp(r0)), (1, perp(r1)) of each.
template <class Scalar>
void set_coincidence_rows(const Joint& joint, const PlanarMotions<Scalar>& body, JointRows<Scalar>& rows) {
  // As point_motion, without the velocities, which these rows do not need.
  const Vector2<Scalar> r0 = rotate(body[0], joint.anchor[0]);
  const Vector2<Scalar> r1 = rotate(body[1], joint.anchor[1]);
  const Scalar w0 = -(body[0].spin * body[0].spin);
  const Scalar w1 = -(body[1].spin * body[1].spin);
  const Scalar zero(0);
  const Scalar one(1);
  rows.jacobian[0][0] = {-one, zero, r0.y()};
  rows.jacobian[0][1] = {zero, -one, -r0.x()};
  rows.jacobian[1][0] = {one, zero, -r1.y()};
  rows.jacobian[1][1] = {zero, one, r1.x()};
  for (int i = 0; i < 2; ++i) {
    rows.phi[i] = (body[1].position[i] + r1[i]) - (body[0].position[i] + r0[i]);
    rows.jdot_v[i] = w1 * r1[i] - w0 * r0[i];
  }
}

/// Row i: phi = theta1 - theta0 - angle.
template <class Scalar>
void set_angle_row(const Joint& joint, const PlanarMotions<Scalar>& body, int i, JointRows<Scalar>& rows) {
  rows.phi[i] = body[1].angle - body[0].angle - Scalar(joint.angle);
  rows.jacobian[0][i] = {Scalar(0), Scalar(0), Scalar(-1)};
  rows.jacobian[1][i] = {Scalar(0), Scalar(0), Scalar(1)};
  rows.jdot_v[i] = Scalar(0);
}

/// Row i: phi = n . d with d = p1 - p0 and n = perp(R0 axis) turning with body 0.
///     d/dt (n . d)  = n . d_dot - omega0 u . d                              since n_dot = -omega0 u, u = R0 axis
///     Jdot v        = n . (d_ddot)_quadratic - 2 omega0 u . d_dot - omega0^2 n . d
template <class Scalar>
void set_offset_row(const Joint& joint, const PlanarMotions<Scalar>& body, int i, JointRows<Scalar>& rows) {
  const PointMotion<Scalar> p0 = point_motion(body[0], joint.anchor[0]);
  const PointMotion<Scalar> p1 = point_motion(body[1], joint.anchor[1]);
  const Vector2<Scalar> u = rotate(body[0], joint.axis);
  const Vector2<Scalar> n = perp(u);
  const Vector2<Scalar> d = p1.position - p0.position;
  const Vector2<Scalar> d_dot = p1.velocity - p0.velocity;
  const Vector2<Scalar> centripetal = p1.centripetal - p0.centripetal;
  const Scalar omega = body[0].spin;
  rows.phi[i] = dot(n, d);
  set_point_row(rows.jacobian[0][i], n, p0.arm, Scalar(-1));
  rows.jacobian[0][i][2] -= dot(u, d);
  set_point_row(rows.jacobian[1][i], n, p1.arm, Scalar(1));
  rows.jdot_v[i] = dot(n, centripetal) - Scalar(2) * omega * dot(u, d_dot) - omega * omega * dot(n, d);
}

}  // namespace perpend
