// Classes of a matrix, and what they give to every right side: in doubles where these decide, else over the rationals.
#pragma once

#include <limits>
#include <string>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/arithmetic/rational.hpp"
#include "verification/certificate.hpp"

namespace perpend {

/// What is proved of A; each verdict is about the exact doubles.
struct LcpClassReport {
  bool is_symmetric = false;                     ///< bit for bit
  Verdict positive_definite = Verdict::not_run;  ///< x^T A x > 0: exactly one solution for each b
  Verdict semidefinite = Verdict::not_run;       ///< x^T A x >= 0: solvable wherever feasible
  Verdict h_plus = Verdict::not_run;             ///< H-matrix with positive diagonal: a P-matrix
  Verdict p_matrix = Verdict::not_run;           ///< every principal minor > 0: exactly one solution for each b
  Verdict copositive = Verdict::not_run;         ///< z^T A z >= 0 for z >= 0
  double lambda_min = std::numeric_limits<double>::quiet_NaN();  ///< lower bound of the symmetric part's eigenvalues
  std::string summary;  ///< "positive definite, P": what is proved, or "unknown"
};

/// Exact tests of P [TsatsomerosLi00] and of copositivity to n = `largest_exact`, of definiteness to 40.
[[nodiscard]] LcpClassReport classify(const SparseRows& a, int largest_exact = 12);

/// A + A^T.
[[nodiscard]] RationalRows symmetric_part(const RationalRows& a);

/// Every leading principal minor of <A> is positive, and so is the diagonal: the Z-matrix <A> is then an M-matrix.
[[nodiscard]] bool is_h_plus(const RationalRows& a);

/// Every principal minor is positive: a_11 > 0, and both the matrix without row and column 1 and its Schur complement
/// in a_11 are P [TsatsomerosLi00]. 2^n steps.
[[nodiscard]] bool is_p_matrix(const RationalRows& a);

/// z^T A z >= 0 for z >= 0, of a symmetric matrix: no principal submatrix has a negative determinant and an adjugate
/// without negative entries [Hadeler83]. 2^n inverses.
[[nodiscard]] bool is_copositive(const RationalRows& a);

}  // namespace perpend
