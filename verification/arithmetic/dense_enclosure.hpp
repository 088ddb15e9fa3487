// Enclosures of the solution of a small dense linear system.
#pragma once

#include <memory>
#include <vector>

#include "kernel/model/types.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

/// R near A^-1 by elimination with the largest pivot of each column: rounded, nothing is claimed of it. Empty when a
/// pivot is 0 or not finite.
[[nodiscard]] MatrixX approximate_inverse(const MatrixX& a);

/// R = X_U X_L P near A^-1, and beta >= ||I - R A||_inf: below 1, A is regular and
///     |A^-1 r| <= |R r| + beta/(1 - beta) ||R r||_inf.
/// Keeps a reference to A.
class VerifiedFactors {
 public:
  explicit VerifiedFactors(const MatrixX& a);
  ~VerifiedFactors();
  VerifiedFactors(const VerifiedFactors&) = delete;
  VerifiedFactors& operator=(const VerifiedFactors&) = delete;

  /// Proved.
  [[nodiscard]] bool is_regular() const { return beta_ < 1.0; }
  /// A^-1 r of every r in `right`: a rounded solution and the bound of what it leaves. Empty when nothing is proved.
  [[nodiscard]] std::vector<Interval> solve(const std::vector<Interval>& right) const;
  /// Bounds of |A^-1 r|, both ways; empty when nothing is proved.
  [[nodiscard]] std::vector<Interval> sizes(const std::vector<Interval>& right) const;
  /// The upper ones alone.
  [[nodiscard]] VectorX bound(const std::vector<Interval>& right) const;

 private:
  class Factors;
  const MatrixX& a_;
  std::unique_ptr<Factors> factors_;
  double beta_ = std::numeric_limits<double>::quiet_NaN();
};

/// x with A x = r: true of every r in `right`. Empty when that proves nothing; otherwise A is regular.
[[nodiscard]] std::vector<Interval> enclose_solution(const MatrixX& a, const std::vector<Interval>& right);

}  // namespace perpend
