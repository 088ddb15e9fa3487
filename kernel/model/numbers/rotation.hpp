// Unit quaternions (w, x, y, z), body to world, in any arithmetic.
#pragma once

#include <cmath>

#include "kernel/model/numbers/trigonometry.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

template <class Scalar>
[[nodiscard]] Vector3<Scalar> cross(const Vector3<Scalar>& a, const Vector3<Scalar>& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x()};
}

/// Hamilton's product a b: first b, then a.
template <class Scalar>
[[nodiscard]] Vector4<Scalar> quaternion_product(const Vector4<Scalar>& a, const Vector4<Scalar>& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

/// R of a unit quaternion, as a polynomial of degree 2 in its entries (no division by |q|^2).
template <class Scalar>
[[nodiscard]] Matrix33<Scalar> rotation_matrix(const Vector4<Scalar>& q) {
  const Scalar one(1);
  const Scalar two(2);
  Matrix33<Scalar> r;  // entry by entry: Eigen's list of entries is a call each where it is not inlined
  r(0, 0) = one - two * (q[2] * q[2] + q[3] * q[3]);
  r(0, 1) = two * (q[1] * q[2] - q[0] * q[3]);
  r(0, 2) = two * (q[1] * q[3] + q[0] * q[2]);
  r(1, 0) = two * (q[1] * q[2] + q[0] * q[3]);
  r(1, 1) = one - two * (q[1] * q[1] + q[3] * q[3]);
  r(1, 2) = two * (q[2] * q[3] - q[0] * q[1]);
  r(2, 0) = two * (q[1] * q[3] - q[0] * q[2]);
  r(2, 1) = two * (q[2] * q[3] + q[0] * q[1]);
  r(2, 2) = one - two * (q[1] * q[1] + q[2] * q[2]);
  return r;
}

/// Rate of the quaternion of a body that turns with angular velocity omega (world axes): (0, omega) q / 2.
/// [Hong06] (4)-(5), there for body axes.
template <class Scalar>
[[nodiscard]] Vector4<Scalar> quaternion_rate(const Vector4<Scalar>& q, const Vector3<Scalar>& omega) {
  const Vector4<Scalar> pure(Scalar(0), omega.x(), omega.y(), omega.z());
  return quaternion_product(pure, q) / Scalar(2);
}

/// sin(x/2)/x = 1/2 - x^2/48 + x^4/3840: below this angle the next term is under 2^-77 of the first.
inline constexpr double small_turn = 0x1p-10;

/// exp(rotation vector / 2) for a rotation vector in world axes [rad].
template <class Scalar>
[[nodiscard]] Vector4<Scalar> quaternion_exponential(const Vector3<Scalar>& turn) {
  const Scalar squared = turn.x() * turn.x() + turn.y() * turn.y() + turn.z() * turn.z();
  const Scalar angle = std::sqrt(squared);
  if (angle < Scalar(small_turn)) {
    const Scalar s = Scalar(1) / Scalar(2) - squared / Scalar(48) + squared * squared / Scalar(3840);
    const Scalar c = Scalar(1) - squared / Scalar(8) + squared * squared / Scalar(384);
    return {c, s * turn.x(), s * turn.y(), s * turn.z()};
  }
  const SinCos<Scalar> half = sin_cos(angle / Scalar(2));
  const Scalar s = half.sin / angle;
  return {half.cos, s * turn.x(), s * turn.y(), s * turn.z()};
}

template <class Scalar>
[[nodiscard]] Vector4<Scalar> normalized(const Vector4<Scalar>& q) {
  const Scalar norm = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return q / norm;
}

}  // namespace perpend
