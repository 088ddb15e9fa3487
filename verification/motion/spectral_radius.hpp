// Stability of one step of a method on a linearized mechanism, decided in exact arithmetic from the structure of the
// update.
#pragma once

#include <string>

#include "kernel/model/linear_system.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificates.hpp"

namespace perpend {

struct StabilityReport {
  Verdict stable = Verdict::not_run;                        ///< rho <= 1
  Interval rho;                                             ///< spectral radius of the whole update, enclosed
  double trace = std::numeric_limits<double>::quiet_NaN();  ///< of the constrained block, to nearest
  double determinant = std::numeric_limits<double>::quiet_NaN();
  bool power_bounded = false;    ///< constrained part; the free part drifts as free flight does
  bool nilpotent = false;        ///< constrained part: trace and determinant exactly 0
  bool strictly_stable = false;  ///< constrained part: rho < 1
  /// "nilpotent", "contracting", "power bounded", "defective", "unstable", "undecided", or "none" when it has no
  /// dimension.
  std::string constrained_class = "none";
  /// "defective" without forces; with forces that depend on the state "bounded by 1", "unstable" or "undecided".
  std::string free_class = "none";
  bool is_by_forces = false;  ///< these decide: the constrained part alone is stable
  std::string reason;

  [[nodiscard]] Certificate certificate() const;
};

/// Exact object: X = F(P) of kernel/model/linear_system.hpp with the exact coefficients of `update` at the step `h`,
/// all taken as the decimal numbers that the scene gives (`exact_decimal`). X is similar to `free_dimension` copies of
/// F(0) and `constrained_dimension` copies of F(1) [Hong06]; with t = trace and d = determinant of a block, rho <= 1
/// iff |d| <= 1 and |t| <= 1 + d, rho < 1 iff both are strict [Jury64]. Neither depends on the h of the off-diagonal
/// entries. With compliant rows the inequalities are proved for every eigenvalue of P in [0, 1].
[[nodiscard]] StabilityReport certify_update(const LinearUpdate& update, double h, int free_dimension,
                                             int constrained_dimension);

}  // namespace perpend
