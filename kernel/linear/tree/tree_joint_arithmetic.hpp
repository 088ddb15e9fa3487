// What one joint of a tree does to the inertia of the body that it carries: see tree_factor.hpp. All of it is compiled
// into passes over the tree.
#pragma once

#include <cmath>
#include <limits>

#include "kernel/linear/block_arithmetic.hpp"
#include "kernel/linear/row_check.hpp"
#include "kernel/linear/tree/spatial_arithmetic.hpp"
#include "kernel/linear/tree/tree_joint.hpp"
#include "kernel/linear/tree/tree_layout.hpp"
#include "kernel/model/mass_matrix.hpp"

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

/// M of a body from its diagonal and the entries next to it. False where it is not positive definite.
inline bool read_inertia(const double* own, const InertiaBlock& block, BodyInertia& inertia) {
  inertia.masses = three_at(own);
  inertia.turning[0] = three(own[3], block.xy, block.xz);
  inertia.turning[1] = three(block.xy, own[4], block.yz);
  inertia.turning[2] = three(block.xz, block.yz, own[5]);
  inertia.inverse_masses = in_all(1.0) / inertia.masses;
  double* inverse = inertia.inverse_pivots;
  double* lower = inertia.lower;
  inverse[0] = 1.0 / own[3];
  lower[0] = block.xy * inverse[0];
  lower[1] = block.xz * inverse[0];
  const double second = own[4] - lower[0] * block.xy;
  const double below = block.yz - lower[0] * block.xz;
  inverse[1] = 1.0 / second;
  lower[2] = below * inverse[1];
  const double third = own[5] - (lower[1] * block.xz + lower[2] * below);
  inverse[2] = 1.0 / third;
  return holds(inertia.masses > ThreeLanes{}) &&
         holds(inertia.masses < in_all(std::numeric_limits<double>::infinity())) && own[3] > 0.0 && second > 0.0 &&
         third > 0.0;
}

/// M^-1 f.
inline SpatialVector free_motion(const BodyInertia& inertia, const SpatialVector& f) {
  const double* inverse = inertia.inverse_pivots;
  const double* lower = inertia.lower;
  const double y0 = f.angular[0];
  const double y1 = f.angular[1] - lower[0] * y0;
  const double y2 = f.angular[2] - (lower[1] * y0 + lower[2] * y1);
  const double w2 = y2 * inverse[2];
  const double w1 = y1 * inverse[1] - lower[2] * w2;
  const double w0 = y0 * inverse[0] - (lower[0] * w1 + lower[1] * w2);
  return {.linear = f.linear * inertia.inverse_masses, .angular = three(w0, w1, w2)};
}

/// M x.
inline SpatialVector product(const BodyInertia& inertia, const SpatialVector& x) {
  const auto turning = [&](int j) { return inertia.turning[j] * in_all(x.angular[j]); };
  return {.linear = inertia.masses * x.linear, .angular = (turning(0) + turning(1)) + turning(2)};
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

/// Whether the motions of a body and of its carrier meet the rows of the joint, whose targets stand at `t`: the
/// residual of each is small compared with the moduli of its terms, or these vanish next to the motion of the body.
template <int num_turning>
inline ThreeMask are_rows_met(const TreeJoint<num_turning>& joint, double sign, const SpatialVector& x,
                              const SpatialVector& carrier, const double* t, double vanishing_share) {
  const ThreeLanes share = in_all(refined_share);
  const ThreeLanes point = (carrier.linear + in_all(sign) * three_at(t)) + cross(carrier.angular, joint.parent_arm);
  // A row whose terms vanish next to the motion of its body says 0 = 0.
  const auto vanish = [&](ThreeLanes terms, double coefficients) {
    return terms <= in_all(vanishing_share * coefficients * largest(x));
  };
  const ThreeLanes missed = (x.linear - point) + cross(x.angular, joint.arm);
  const ThreeLanes terms = modulus(x.linear) + cross_magnitude(x.angular, joint.arm);
  ThreeMask is_met = modulus(missed) <= share * terms;
  if (!holds(is_met)) {
    const ThreeLanes others = modulus(carrier.linear) + cross_magnitude(carrier.angular, joint.parent_arm);
    is_met |= vanish(terms + (others + modulus(three_at(t))), 1.0);
  }
  ThreeMask are_met = is_met;
  repeat<num_turning>([&]<int i>() {
    const ThreeLanes row = joint.turning[i].row;
    const ThreeLanes own = row * x.angular;
    const ThreeLanes other = row * carrier.angular;
    const double turn = sum(modulus(own)) + std::abs(t[3 + i]);
    is_met = in_all(std::abs((sum(own) - sum(other)) - t[3 + i])) <= share * in_all(turn);
    if (!holds(is_met)) is_met |= vanish(in_all(turn + sum(modulus(other))), sum(modulus(row)));
    are_met &= is_met;
  });
  return are_met;
}

/// False where A is not positive definite.
inline bool factorize_floating(const ArticulatedInertia& a, FloatingFactor& factor) {
  double diagonal[6];
  repeat<6>([&]<int i>() {
    set_three(factor.lower.data() + i * 6, a[i].linear);
    set_three(factor.lower.data() + i * 6 + 3, a[i].angular);
    diagonal[i] = factor.lower[i * 7];
  });
  return block_arithmetic::factorize_diagonal<6, double>(factor.lower.data(), factor.inverse.data(), diagonal);
}

/// A^-1 p.
inline SpatialVector solve(const FloatingFactor& factor, const SpatialVector& p) {
  double y[6];
  set_three(y, p.linear);
  set_three(y + 3, p.angular);
  repeat<6>([&]<int i>() { repeat<i>([&]<int j>() { y[i] -= factor.lower[i * 6 + j] * y[j]; }); });
  repeat<6>([&]<int i>() { y[i] *= factor.inverse[i]; });
  repeat<6>([&]<int from_last>() {
    constexpr int i = 5 - from_last;
    repeat<from_last>([&]<int l>() { y[i] -= factor.lower[(i + 1 + l) * 6 + i] * y[i + 1 + l]; });
  });
  return six_at(y);
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
