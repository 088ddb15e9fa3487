// What is done with motions and forces in space. Lanes round as if they were alone, and sums across them have one
// order.
#pragma once

#include <algorithm>

#include "kernel/linear/tree/tree_joint.hpp"
#include "kernel/model/numbers/four_lanes.hpp"
#include "kernel/model/numbers/repeat.hpp"

namespace perpend {

namespace spatial_lanes {

using namespace four_lanes;

using ThreeMask = decltype(ThreeLanes{} < ThreeLanes{});

/// The last lane is any number: the third again costs nothing.
[[nodiscard]] inline ThreeLanes three(double x, double y, double z) {
  return ThreeLanes{x, y, z, z};
}

[[nodiscard]] inline ThreeLanes three_at(const double* first) {
  return three(first[0], first[1], first[2]);
}

inline void set_three(double* first, ThreeLanes a) {
  repeat<3>([&]<int i>() { first[i] = a[i]; });
}

[[nodiscard]] inline SpatialVector six_at(const double* first) {
  return {three_at(first), three_at(first + 3)};
}

/// One of three numbers, and zeros.
template <int lane>
[[nodiscard]] inline ThreeLanes only(ThreeLanes a) {
  const ThreeLanes zero{};
  return __builtin_shufflevector(a, zero, lane == 0 ? 0 : 4, lane == 1 ? 1 : 5, lane == 2 ? 2 : 6, 7);
}

/// (y, z, x).
[[nodiscard]] inline ThreeLanes turned(ThreeLanes a) {
  return __builtin_shufflevector(a, a, 1, 2, 0, 3);
}

[[nodiscard]] inline ThreeLanes cross(ThreeLanes a, ThreeLanes b) {
  return turned(a * turned(b) - turned(a) * b);
}

/// The sum of the moduli of the terms of a x b.
[[nodiscard]] inline ThreeLanes cross_magnitude(ThreeLanes a, ThreeLanes b) {
  const ThreeLanes one = modulus(a);
  const ThreeLanes other = modulus(b);
  return turned(one * turned(other) + turned(one) * other);
}

[[nodiscard]] inline double sum(ThreeLanes a) {
  return (a[0] + a[1]) + a[2];
}

[[nodiscard]] inline double largest(ThreeLanes a) {
  return std::max(std::max(a[0], a[1]), a[2]);
}

/// The largest modulus.
[[nodiscard]] inline double largest(const SpatialVector& a) {
  return std::max(largest(modulus(a.linear)), largest(modulus(a.angular)));
}

[[nodiscard]] inline double dot(ThreeLanes a, ThreeLanes b) {
  return sum(a * b);
}

[[nodiscard]] inline double dot(const SpatialVector& a, const SpatialVector& b) {
  return sum(a.linear * b.linear + a.angular * b.angular);
}

inline void add(const SpatialVector& b, SpatialVector& a) {
  a.linear += b.linear;
  a.angular += b.angular;
}

inline void add_product(double factor, const SpatialVector& b, SpatialVector& a) {
  a.linear += in_all(factor) * b.linear;
  a.angular += in_all(factor) * b.angular;
}

inline void subtract(const SpatialVector& b, SpatialVector& a) {
  a.linear -= b.linear;
  a.angular -= b.angular;
}

inline void subtract_product(double factor, const SpatialVector& b, SpatialVector& a) {
  a.linear -= in_all(factor) * b.linear;
  a.angular -= in_all(factor) * b.angular;
}

[[nodiscard]] inline bool holds(ThreeMask mask) {
  return (mask[0] & mask[1] & mask[2]) != 0;
}

}  // namespace spatial_lanes

}  // namespace perpend
