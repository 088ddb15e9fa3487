// Limits and dry friction of one solve: multipliers within their bounds, and what they leave of their rows.
#pragma once

#include "kernel/model/problem.hpp"
#include "verification/certificates.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Whether the multiplier of this row has a bound.
[[nodiscard]] inline bool is_bounded(const Problem& problem, int row) {
  return problem.lower.size() != 0 && !(problem.lower[row] == -std::numeric_limits<double>::infinity() &&
                                        problem.upper[row] == std::numeric_limits<double>::infinity());
}

/// Exact object: the doubles of a Problem with bounds and of its Solution. Claim, for each bounded row with
/// w = J x + E multiplier - target:
///     lower <= multiplier <= upper                                       exactly
///     lower < multiplier < upper:   |w| <= omega (|J| |x| + |E multiplier| + |target|)
///     multiplier = lower < upper:   w >= -omega (...)
///     multiplier = upper > lower:   w <=  omega (...)
/// with omega <= `kkt_backward_error_limit`; rows that are rounding of the rest are measured as by
/// KktResidualCertifier. For the others, x and multiplier solve exactly a complementarity problem whose J, E and target
/// are perturbed by at most omega in each number [OettliPrager64] (C0 of an LCP). Nothing is claimed of w where lower =
/// upper.
class ComplementarityCertifier {
 public:
  explicit ComplementarityCertifier(const ConstraintRows& layout) : pattern_(layout) {}

  /// bounds: omega of the rows between their bounds, omega of those at a bound, largest violation of a bound, worst
  /// row, rows granted as rounding. Allocates nothing.
  [[nodiscard]] Certificate certify(const Problem& problem, const Solution& solution) const;

 private:
  RowPattern pattern_;
};

}  // namespace perpend
