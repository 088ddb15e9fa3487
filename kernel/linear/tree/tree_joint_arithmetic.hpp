// What one joint of a tree does to the inertia of the body that it carries: see tree_factor.hpp. All of it is compiled
// into passes over the tree.
#pragma once

#include "kernel/linear/block_arithmetic.hpp"
#include "kernel/linear/tree/spatial_arithmetic.hpp"
#include "kernel/linear/tree/tree_joint.hpp"
#include "kernel/linear/tree/tree_layout.hpp"

namespace perpend {

namespace tree_joints {

using namespace spatial_lanes;

/// n+ and the directions s about which the rows leave the body free. False where the rows are nearly dependent: their
/// last pivots, by Gram's determinants, are what block_arithmetic asks of one.
template <int num_turning>
inline bool find_directions(TreeJoint<num_turning>& joint) {
  constexpr double least = block_arithmetic::pivot_tolerance;
  const auto n = [&](int i) { return joint.turning[i].row; };
  if constexpr (num_turning == 0) {
    const ThreeLanes ones = in_all(1.0);
    repeat<3>([&]<int i>() { joint.free[i].motion.angular = only<i>(ones); });
    return true;
  } else if constexpr (num_turning == 1) {
    const double square = dot(n(0), n(0));
    joint.turning[0].dual = n(0) * in_all(1.0 / square);
    // Across the axis that is furthest from n.
    const ThreeLanes size = modulus(n(0));
    const ThreeLanes ones = in_all(1.0);
    const bool is_x = size[0] <= size[1] && size[0] <= size[2];
    const ThreeLanes axis = is_x ? only<0>(ones) : size[1] <= size[2] ? only<1>(ones) : only<2>(ones);
    joint.free[0].motion.angular = cross(n(0), axis);
    joint.free[1].motion.angular = cross(n(0), joint.free[0].motion.angular);
    return square > 0.0;
  } else if constexpr (num_turning == 2) {
    const ThreeLanes s = cross(n(0), n(1));
    const double square = dot(s, s);
    const ThreeLanes inverse = in_all(1.0 / square);
    joint.free[0].motion.angular = s;
    joint.turning[0].dual = cross(n(1), s) * inverse;
    joint.turning[1].dual = cross(s, n(0)) * inverse;
    return square > least * (dot(n(0), n(0)) * dot(n(1), n(1)));
  } else {
    const ThreeLanes first = cross(n(1), n(2));
    const double determinant = dot(n(0), first);
    const ThreeLanes inverse = in_all(1.0 / determinant);
    joint.turning[0].dual = first * inverse;
    joint.turning[1].dual = cross(n(2), n(0)) * inverse;
    joint.turning[2].dual = cross(n(0), n(1)) * inverse;
    return determinant * determinant > least * (dot(n(0), n(0)) * dot(n(1), n(1)) * dot(n(2), n(2)));
  }
}

/// What J says about the joint. False where its rows do not turn both bodies alike.
template <int num_turning>
inline bool read_rows(const TreeLayout::Body& body, const double* jacobian, TreeJoint<num_turning>& joint) {
  constexpr int width = 6;
  const auto arm_of = [](const double* j) { return three(j[width + 5], j[2 * width + 3], j[4]); };
  const double* own = jacobian + body.values;
  const ThreeLanes sign = in_all(body.sign);
  joint.arm = sign * arm_of(own);
  repeat<num_turning>([&]<int i>() { joint.turning[i].row = three_at(own + (3 + i) * width + 3); });
  joint.parent_arm = ThreeLanes{};
  if (body.parent < 0) return true;
  const double* other = jacobian + body.parent_values;
  joint.parent_arm = -sign * arm_of(other);
  ThreeMask are_opposite = sign == sign;
  repeat<num_turning>([&]<int i>() { are_opposite &= joint.turning[i].row == -three_at(other + (3 + i) * width + 3); });
  return holds(are_opposite);
}

/// A x.
inline SpatialVector product(const ArticulatedInertia& a, const SpatialVector& x) {
  const auto lanes = [&](auto of) {
    const auto linear = [&](int j) { return of(a[j]) * in_all(x.linear[j]); };
    const auto angular = [&](int j) { return of(a[j + 3]) * in_all(x.angular[j]); };
    // Sums that need not wait for each other.
    return (linear(0) + linear(1)) + (linear(2) + angular(0)) + (angular(1) + angular(2));
  };
  return {.linear = lanes([](const SpatialVector& column) { return column.linear; }),
          .angular = lanes([](const SpatialVector& column) { return column.angular; })};
}

/// A x for a motion that turns nothing.
inline SpatialVector product(const ArticulatedInertia& a, ThreeLanes v) {
  const auto lanes = [&](auto of) {
    return (of(a[0]) * in_all(v[0]) + of(a[1]) * in_all(v[1])) + of(a[2]) * in_all(v[2]);
  };
  return {.linear = lanes([](const SpatialVector& column) { return column.linear; }),
          .angular = lanes([](const SpatialVector& column) { return column.angular; })};
}

/// X^T f.
inline SpatialVector carried(ThreeLanes d, const SpatialVector& f) {
  return {.linear = f.linear, .angular = f.angular + cross(d, f.linear)};
}

/// The directions of the joint, whose axes are known, in A. False where a pivot keeps fewer than 17 of its 53 bits:
/// `lost` has the squares by which sums along the six axes of the body were larger before its children took their
/// share.
template <int num_turning>
inline bool release(const ArticulatedInertia& a, const SpatialVector& lost, TreeJoint<num_turning>& joint) {
  bool is_kept = true;
  const ThreeLanes d = joint.parent_arm - joint.arm;
  repeat<TreeJoint<num_turning>::num_free>([&]<int i>() {
    FreeDirection& free = joint.free[i];
    SpatialVector s{.linear = cross(joint.arm, free.motion.angular), .angular = free.motion.angular};
    SpatialVector momentum = product(a, s);
    repeat<i>([&]<int j>() {
      FreeDirection& former = joint.free[j];
      const double coupling = dot(former.momentum, s);
      former.coupling[i - 1 - j] = coupling;
      subtract_product(coupling * former.inverse, former.momentum, momentum);
    });
    const double pivot = dot(s, momentum);
    // |sum of s_i s_j V_i V_j / D| is at most the square of the sum of |s_i V_i| / sqrt D, and that six times the
    // squares.
    const double most_lost = 6.0 * (sum(s.linear * s.linear * lost.linear) + sum(s.angular * s.angular * lost.angular));
    is_kept = is_kept && pivot > block_arithmetic::weak_tolerance * most_lost && pivot > 0.0;
    free.motion.linear = s.linear;
    free.momentum = momentum;
    free.carried = carried(d, momentum);
    free.inverse = 1.0 / pivot;
  });
  return is_kept;
}

/// X^T A X with X = [1, -[d]x; 0, 1].
inline void shift(ThreeLanes d, ArticulatedInertia& a) {
  repeat<3>([&]<int j>() {
    constexpr int next = (j + 1) % 3, last = (j + 2) % 3;
    const ThreeLanes ahead = in_all(d[next]), behind = in_all(d[last]);
    a[3 + j].linear += ahead * a[last].linear - behind * a[next].linear;
    a[3 + j].angular += ahead * a[last].angular - behind * a[next].angular;
  });
  repeat<6>([&]<int j>() { a[j] = carried(d, a[j]); });
}

/// A -= V V^T / D, whose diagonal `lost` gains.
inline void subtract_square(const FreeDirection& free, ArticulatedInertia& a, SpatialVector& lost) {
  const SpatialVector& v = free.carried;
  const SpatialVector scaled{.linear = v.linear * in_all(free.inverse), .angular = v.angular * in_all(free.inverse)};
  repeat<3>([&]<int j>() {
    subtract_product(v.linear[j], scaled, a[j]);
    subtract_product(v.angular[j], scaled, a[j + 3]);
  });
  lost.linear += v.linear * scaled.linear;
  lost.angular += v.angular * scaled.angular;
}

}  // namespace tree_joints

}  // namespace perpend
