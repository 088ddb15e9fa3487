// The mechanism in extended precision, index-reduced and dense: an independent route for the reference trajectory.
#pragma once

#include <optional>

#include "kernel/model.hpp"
#include "kernel/types.hpp"

namespace perpend {

using Extended = long double;
using ExtendedVector = Eigen::Matrix<Extended, Eigen::Dynamic, 1>;
using ExtendedMatrix = Eigen::Matrix<Extended, Eigen::Dynamic, Eigen::Dynamic>;

/// With A = J M^(-1/2) and the rank-revealing factorization A^T Pi = Q R: redundant rows need no special case.
class ExtendedDynamics {
 public:
  explicit ExtendedDynamics(const Model& model);

  /// a = M^-1 (f + J^T lambda) with J a = -Jdot_v - phi_tt: the accelerations of the constrained mechanism.
  void acceleration(Extended time, const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& a);

  /// Newton in the metric of M on phi(q) = 0 until it stops improving; then v becomes the nearest velocity with J v =
  /// 0. Returns the largest |phi| left, or NaN.
  Extended project(Extended time, ExtendedVector& q, ExtendedVector& v);

  /// Beyond this many coordinates the dense factorizations take minutes: such mechanisms have no reference.
  static constexpr int max_coordinates = 600;

 private:
  void evaluate(Extended time, const ExtendedVector& q, const ExtendedVector& v);
  /// The smallest x (in the metric of M) with J x = target, as far as the rows are consistent.
  void smallest_solution(const ExtendedVector& target, ExtendedVector& x);

  const Model& model_;
  ExtendedVector root_mass_;
  ExtendedMatrix scaled_rows_;  ///< (J M^(-1/2))^T, num_coordinates x num_rows
  ExtendedVector phi_;
  ExtendedVector jdot_v_;
  ExtendedVector force_;
  ExtendedVector target_;
  ExtendedVector x_;
};

}  // namespace perpend
