// Motion of a point, a direction and a frame fixed in a body in space. Shared by all spatial joints and forces.
//     p = x + R a,  p_dot = x_dot + omega x r,  p_ddot = x_ddot + alpha x r + omega x (omega x r),  r = R a
//     u = R e,      u_dot = omega x u,          u_ddot = alpha x u + omega x (omega x u)
#pragma once

#include "kernel/model/numbers/rotation.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

template <class Scalar>
[[nodiscard]] Scalar dot(const Vector3<Scalar>& a, const Vector3<Scalar>& b) {
  return a.x() * b.x() + a.y() * b.y() + a.z() * b.z();
}

template <class Scalar>
struct SpatialPoint {
  Vector3<Scalar> arm;  ///< r, from the centre of mass, world axes
  Vector3<Scalar> position;
  Vector3<Scalar> velocity;
  Vector3<Scalar> centripetal;  ///< omega x (omega x r): acceleration that is quadratic in the velocity
};

template <class Scalar>
[[nodiscard]] SpatialPoint<Scalar> spatial_point(const SpatialMotion<Scalar>& body, const Vec3& anchor) {
  SpatialPoint<Scalar> point;
  point.arm = body.rotation * anchor.cast<Scalar>();
  const Vector3<Scalar> rate = cross(body.spin, point.arm);
  point.position = body.position + point.arm;
  point.velocity = body.velocity + rate;
  point.centripetal = cross(body.spin, rate);
  return point;
}

/// A unit vector fixed in a body, world axes.
template <class Scalar>
struct SpatialDirection {
  Vector3<Scalar> value;
  Vector3<Scalar> rate;         ///< omega x u
  Vector3<Scalar> centripetal;  ///< omega x (omega x u)
};

/// Three of them: the columns a, b, c of a joint frame.
template <class Scalar>
struct SpatialFrame {
  Matrix33<Scalar> axes;
  Vector3<Scalar> spin;
};

/// `in_body`: the frame in the frame of the body.
template <class Scalar>
[[nodiscard]] SpatialFrame<Scalar> spatial_frame(const SpatialMotion<Scalar>& body, const Matrix3& in_body) {
  return {body.rotation * in_body.cast<Scalar>(), body.spin};
}

/// A direction `u` at present of a body that turns with `spin`.
template <class Scalar>
[[nodiscard]] SpatialDirection<Scalar> turning(const Vector3<Scalar>& spin, const Vector3<Scalar>& u) {
  const Vector3<Scalar> rate = cross(spin, u);
  return {u, rate, cross(spin, rate)};
}

/// Column `k` of the frame: 0, 1, 2 for a, b, c.
template <class Scalar>
[[nodiscard]] SpatialDirection<Scalar> direction(const SpatialFrame<Scalar>& frame, int k) {
  return turning<Scalar>(frame.spin, frame.axes.col(k));
}

/// The same without the other columns. `in_body`: the frame in the frame of the body.
template <class Scalar>
[[nodiscard]] SpatialDirection<Scalar> direction(const SpatialMotion<Scalar>& body, const Matrix3& in_body, int k) {
  return turning<Scalar>(body.spin, body.rotation * in_body.col(k).template cast<Scalar>());
}

}  // namespace perpend
