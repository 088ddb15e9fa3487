// Matrices that questions about W are asked of.
#pragma once

#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

/// A symmetric matrix below the symmetric part of A: half of A + A^T rounded, and the diagonal lowered by twice what
/// rounding may have added to its row. A diagonal entry that is not written stays 0.
[[nodiscard]] SparseRows below_symmetric_part(const SparseRows& a);

/// A plus `shift` times the unit matrix, rounded down.
[[nodiscard]] SparseRows with_diagonal(const SparseRows& a, double shift);

/// A symmetric matrix below G^T G: the product rounded, and its diagonal lowered by what rounding may have added.
[[nodiscard]] SparseRows below_gram(const SparseRows& g);

/// Entries and the places of those that are written.
[[nodiscard]] bool is_symmetric(const SparseRows& a);

/// Square, with entries off the diagonal, all of them above it or all below.
[[nodiscard]] bool is_one_triangle(const SparseRows& a);
/// The symmetric matrix that has this triangle.
[[nodiscard]] SparseRows whole_of_triangle(const SparseRows& a);

/// In the plane, with z = (r_N, b_+, b_-, s) of each contact and r_T = b_+ - b_-:
///     u_N,   u_T + s,   -u_T + s,   mu r_N - b_+ - b_-    perp z,
/// whose entries are those of W and mu, and their opposites. [StewartTrinkle96]
struct PlaneLcp {
  SparseRows a;
  VectorX b;
};
[[nodiscard]] PlaneLcp plane_lcp(const VectorX& mu, const SparseRows& w, const VectorX& q);

}  // namespace perpend
