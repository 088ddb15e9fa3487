// Unit quaternions and vectors of two bodies at once. Each lane rounds as the functions of rotation.hpp do.
#pragma once

#include <array>

#include "kernel/model/numbers/double_pair.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

using QuaternionPair = std::array<DoublePair, 4>;

/// `count` numbers that stand one after the other, of two bodies.
template <int count>
[[nodiscard]] inline std::array<DoublePair, count> in_lanes(const double* first, const double* second) {
  std::array<DoublePair, count> pair;
  for (int i = 0; i < count; ++i) pair[i] = DoublePair{first[i], second[i]};
  return pair;
}

/// The numbers of each lane back to where those of its body stand.
template <std::size_t count>
inline void scatter(const std::array<DoublePair, count>& pair, double* first, double* second) {
  for (std::size_t i = 0; i < count; ++i) {
    first[i] = pair[i][0];
    second[i] = pair[i][1];
  }
}

[[nodiscard]] inline QuaternionPair quaternion_product(const QuaternionPair& a, const QuaternionPair& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

[[nodiscard]] inline QuaternionPair quaternion_exponential(const std::array<DoublePair, 3>& turn) {
  const DoublePair squared = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2];
  const DoublePair angle = square_root(squared);
  const auto is_small = angle < small_turn;
  if (hold_both(is_small)) {
    const DoublePair s = 1.0 / 2.0 - squared / 48.0 + squared * squared / 3840.0;
    const DoublePair c = 1.0 - squared / 8.0 + squared * squared / 384.0;
    return {c, s * turn[0], s * turn[1], s * turn[2]};
  }
  if (holds_in_any(is_small)) {
    const auto of = [&](int lane) { return quaternion_exponential(Vec3(turn[0][lane], turn[1][lane], turn[2][lane])); };
    return in_lanes<4>(of(0).data(), of(1).data());
  }
  const SinCos<DoublePair> half = sin_cos(angle / 2.0);
  const DoublePair s = half.sin / angle;
  return {half.cos, s * turn[0], s * turn[1], s * turn[2]};
}

/// R by columns.
[[nodiscard]] inline std::array<DoublePair, 9> rotation_matrix(const QuaternionPair& q) {
  return {1.0 - 2.0 * (q[2] * q[2] + q[3] * q[3]), 2.0 * (q[1] * q[2] + q[0] * q[3]),
          2.0 * (q[1] * q[3] - q[0] * q[2]),       2.0 * (q[1] * q[2] - q[0] * q[3]),
          1.0 - 2.0 * (q[1] * q[1] + q[3] * q[3]), 2.0 * (q[2] * q[3] + q[0] * q[1]),
          2.0 * (q[1] * q[3] + q[0] * q[2]),       2.0 * (q[2] * q[3] - q[0] * q[1]),
          1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2])};
}

[[nodiscard]] inline QuaternionPair normalized(QuaternionPair q) {
  const DoublePair norm = square_root(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (DoublePair& entry : q) entry /= norm;
  return q;
}

}  // namespace perpend
