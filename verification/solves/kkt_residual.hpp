// How well a Solution solves its Problem, proved from the data alone.
#pragma once

#include <span>
#include <vector>

#include "kernel/model/problem.hpp"
#include "verification/certificates.hpp"
#include "verification/solves/kkt_sums.hpp"
#include "verification/solves/row_judge.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Exact object: the doubles M, J, E, motion, target of the Problem and x, multiplier of the Solution.
/// Claim: for each row i of A z = b, |b - A z|_i <= omega (|A| |z| + |b|)_i with omega <= `kkt_backward_error_limit`;
/// then z solves exactly a system perturbed by at most omega in each number [OettliPrager64]. Rows whose terms all
/// vanish to rounding compared with the rest of the solution are measured against their coefficients times the largest
/// unknown instead [Higham02]. Rows with bounded multipliers are left to `ComplementarityCertifier`.
class KktResidualCertifier {
 public:
  explicit KktResidualCertifier(const ConstraintRows& layout);

  /// bounds: backward error, largest motion residual, largest constraint residual, worst row (motion rows first), rows
  /// measured instead.
  [[nodiscard]] Certificate certify(const Problem& problem, const Solution& solution);
  /// The same of all rows but those named: less than this kind of certificate says, see KeptRowsCertifier.
  [[nodiscard]] Certificate certify_without(const Problem& problem, const Solution& solution,
                                            std::span<const int> rows);

 private:
  RowPattern pattern_;
  KktSums sums_;
  RowJudge unused_judge_;       ///< of the rows of this layout
  std::vector<double> ratios_;  ///< of rows, and room for one more
};

/// sqrt(u): at least half of the digits of the data are honoured. A backward stable solver gives about u; what loses
/// more than half of the digits is a wrong factorization, not rounding.
inline constexpr double kkt_backward_error_limit = 0x1.6a09e667f3bcdp-27;

}  // namespace perpend
