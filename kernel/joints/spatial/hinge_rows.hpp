// The rows of a hinge in double precision, two vectors at once: b0 and c0, which turn with body 0, and a1 and the arm
// of p1, which turn with body 1. Each lane rounds as `set_coincidence_rows` and `set_axis_rows` do.
#pragma once

#include "kernel/joints/spatial/spatial_rows.hpp"
#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

/// Two vectors, one in each lane.
struct VectorPair {
  DoublePair x;
  DoublePair y;
  DoublePair z;
};

[[nodiscard]] inline VectorPair in_lanes(const Vec3& first, const Vec3& second) {
  return {DoublePair{first[0], second[0]}, DoublePair{first[1], second[1]}, DoublePair{first[2], second[2]}};
}
[[nodiscard]] inline VectorPair in_both(const Vec3& a) {
  return {in_both(a[0]), in_both(a[1]), in_both(a[2])};
}
[[nodiscard]] inline VectorPair second_in_both(const VectorPair& a) {
  return {DoublePair{a.x[1], a.x[1]}, DoublePair{a.y[1], a.y[1]}, DoublePair{a.z[1], a.z[1]}};
}

[[nodiscard]] inline VectorPair cross(const VectorPair& a, const VectorPair& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
[[nodiscard]] inline DoublePair dot(const VectorPair& a, const VectorPair& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// R a, in the order in which Eigen sums it, the first two rows at once.
[[nodiscard]] inline Vec3 product(const Matrix3& r, const double* a) {
  const auto rows = [&](int column) { return pair_at(r.data() + 3 * column) * in_both(a[column]); };
  const DoublePair first = rows(0) + (rows(1) + rows(2));
  return {first[0], first[1], r(2, 0) * a[0] + (r(2, 1) * a[1] + r(2, 2) * a[2])};
}

/// Two vectors of a body that turns, with their first and quadratic second derivatives.
struct DirectionPair {
  VectorPair value;
  VectorPair rate;
  VectorPair centripetal;
};

[[nodiscard]] inline DirectionPair turning(const Vec3& spin, const Vec3& first, const Vec3& second) {
  const VectorPair omega = in_both(spin);
  const VectorPair value = in_lanes(first, second);
  const VectorPair rate = cross(omega, value);
  return {value, rate, cross(omega, rate)};
}

/// Number `k` of each lane is that of the rows i and i + 1.
inline void set_rows(int i, int column, DoublePair entries, std::array<std::array<double, 6>, 6>& jacobian) {
  jacobian[i][column] = entries[0];
  jacobian[i + 1][column] = entries[1];
}

/// Rows 0 to 4: phi = (p1 - p0, b0 . a1, c0 . a1).
inline void set_hinge_rows(const Joint& joint, const SpatialMotions<double>& body, SpatialRows<double>& rows) {
  const auto axis = [&](int side, int k) {
    return product(body[side].rotation, joint.spatial.frame[side].data() + 3 * k);
  };
  const Vec3 r = product(body[0].rotation, joint.spatial.anchor[0].data());
  const Vec3 s = product(body[1].rotation, joint.spatial.anchor[1].data());
  const DirectionPair second = turning(body[1].spin, s, axis(1, 0));
  const Vec3 centripetal = turning<double>(body[0].spin, r).centripetal;
  rows.jacobian[0][0] = {-1.0, 0.0, 0.0, 0.0, -r.z(), r.y()};
  rows.jacobian[0][1] = {0.0, -1.0, 0.0, r.z(), 0.0, -r.x()};
  rows.jacobian[0][2] = {0.0, 0.0, -1.0, -r.y(), r.x(), 0.0};
  rows.jacobian[1][0] = {1.0, 0.0, 0.0, 0.0, s.z(), -s.y()};
  rows.jacobian[1][1] = {0.0, 1.0, 0.0, -s.z(), 0.0, s.x()};
  rows.jacobian[1][2] = {0.0, 0.0, 1.0, s.y(), -s.x(), 0.0};
  for (int i = 0; i < 3; ++i) rows.phi[i] = (body[1].position[i] + s[i]) - (body[0].position[i] + r[i]);
  rows.jdot_v[0] = second.centripetal.x[0] - centripetal[0];
  rows.jdot_v[1] = second.centripetal.y[0] - centripetal[1];
  rows.jdot_v[2] = second.centripetal.z[0] - centripetal[2];

  const DirectionPair u = turning(body[0].spin, axis(0, 1), axis(0, 2));
  const VectorPair w = second_in_both(second.value);
  const DoublePair value = dot(u.value, w);
  const DoublePair jdot_v = dot(u.centripetal, w) + in_both(2.0) * dot(u.rate, second_in_both(second.rate)) +
                            dot(u.value, second_in_both(second.centripetal));
  set_pair(rows.phi.data() + 3, value);
  set_pair(rows.jdot_v.data() + 3, jdot_v);
  // w x u = -u x w bit by bit, once zeros have lost their sign.
  const VectorPair gradient = cross(u.value, w);
  const DoublePair zero{};
  set_rows(3, 3, zero + gradient.x, rows.jacobian[0]);
  set_rows(3, 4, zero + gradient.y, rows.jacobian[0]);
  set_rows(3, 5, zero + gradient.z, rows.jacobian[0]);
  set_rows(3, 3, zero - gradient.x, rows.jacobian[1]);
  set_rows(3, 4, zero - gradient.y, rows.jacobian[1]);
  set_rows(3, 5, zero - gradient.z, rows.jacobian[1]);
}

}  // namespace perpend
