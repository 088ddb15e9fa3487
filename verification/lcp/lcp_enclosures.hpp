// Enclosures of true solutions of an LCP from the complementary point y, slack and its error e.
#pragma once

#include "verification/lcp/lcp.hpp"

namespace perpend {

/// Strict complementarity: the equations of the active rows solved with a verified bound, all signs strict.
/// A an H-matrix with positive diagonal: v > 0 and <A> v >= t > 0 give |y - z*| <= max_i(|e_i|/t_i) v.
/// Positive definite: |y - z*|_2 <= |e|_2 / lambda_min(sym A), degenerate pairs included.
void append_enclosures(const SparseRows& a, const VectorX& b, const LcpEffort& effort, LcpCertificate& certificate);

/// v > 0 and t > 0 with <A> v >= t, proved; false when no such v was found. <A>: the diagonal less the size of the
/// rest.
[[nodiscard]] bool find_dominance(const SparseRows& a, VectorX& v, VectorX& t);

/// A lower bound of the eigenvalues of (A + A^T)/2; NaN when nothing is known.
[[nodiscard]] double lowest_symmetric_eigenvalue(const MatrixX& a);

/// The same within about 1 % where it is positive, else NaN: two or three factorizations.
[[nodiscard]] double positive_eigenvalue_bound(const MatrixX& a);

}  // namespace perpend
