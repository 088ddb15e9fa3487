// Positive definiteness of a dense symmetric matrix of doubles.
#pragma once

#include "kernel/model/types.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificate.hpp"

namespace perpend {

struct SpdReport {
  Verdict verdict = Verdict::not_run;  ///< of "A is positive definite"
  /// Proved lower bound of the smallest eigenvalue, also of an indefinite matrix; NaN when nothing is known.
  double lambda_min = std::numeric_limits<double>::quiet_NaN();
  VectorX witness{};  ///< when refuted: x with x^T A x < 0 (<= 0 from exact arithmetic)
  const char* reason = "";
};

/// Exact object: the doubles of A. A Cholesky factorization of fl(A - c I) that completes proves [Rump06]
///     lambda_min(A) >= c - delta,  delta = g trace(A - c I) + 4 n (2 n + max s_ii + 1) 2^-1074 + roundings of the
///     shift.
/// Refuted by a direction with x^T A x < 0, enclosed. O(n^3) times the sharpness wanted: for small matrices and for
/// tests.
[[nodiscard]] SpdReport certify_spd(const MatrixX& a);

/// Proved lower bound of the smallest eigenvalue by one factorization of fl(A - shift I) [Rump06]; NaN where that
/// breaks down. Pre: symmetric, finite, not empty.
[[nodiscard]] double bound_from_shift(const MatrixX& a, double shift);

/// The same question answered by an exact LDL^T over the rationals: never undecided for a finite symmetric matrix.
/// Numbers grow with n: meant for n up to about 40.
[[nodiscard]] SpdReport escalate_spd_exact(const MatrixX& a);

/// x^T A x, enclosed.
[[nodiscard]] Interval enclose_quadratic_form(const MatrixX& a, const VectorX& x);

}  // namespace perpend
