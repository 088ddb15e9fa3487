// P-matrices of any size, read off their blocks, their symmetric part or a diagonal scaling.
#pragma once

#include <vector>

#include "kernel/model/contacts/lcp.hpp"
#include "verification/certificate.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// The strongly connected components of the graph of A, where row i points to column j when a_ij != 0 [Tarjan72]: in
/// their order A is block triangular, and every principal minor is a product of principal minors of the blocks.
[[nodiscard]] std::vector<std::vector<int>> strong_components(const SparseRows& a);

/// A in the rows and columns named, which increase.
[[nodiscard]] SparseRows principal_rows(const SparseRows& a, const std::vector<int>& rows);

/// A + A^T positive definite, by a factorization in doubles that knows of their rounding; false: not shown.
[[nodiscard]] bool is_definite_sum(const SparseRows& a);

/// Each block on its own: definite, H+, or its minors in exact numbers, for up to `largest_exact` rows. Refuted: a
/// block has a minor that is not positive.
[[nodiscard]] Verdict p_by_blocks(const SparseRows& a, int largest_exact);

/// D > 0 diagonal with D A + A^T D positive definite, which makes A a P-matrix; empty when none was found. First by the
/// Cayley transform of A, for an inverse and a factorization, then by a search in powers of two.
[[nodiscard]] VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort);

}  // namespace perpend
