// What is true of small problems, in exact arithmetic that the statements do not use: determinants by FLINT, and
// projections of Fourier and Motzkin in rationals of Boost. Exact object: the doubles.
#pragma once

#include "kernel/model/types.hpp"

namespace perpend {

/// Sylvester's criterion: all leading principal minors are positive. Pre: symmetric.
[[nodiscard]] bool is_positive_definite_exactly(const MatrixX& a);

/// All 2^n - 1 principal minors are positive.
[[nodiscard]] bool is_p_matrix_exactly(const MatrixX& a);

/// det(J J^T) != 0, which by Cauchy and Binet is a sum of squares of minors.
[[nodiscard]] bool has_full_row_rank_exactly(const MatrixX& j);

/// Solutions of LCP(A, b): a number, or `infinitely_many`. For n up to about 4.
[[nodiscard]] long count_solutions_exactly(const MatrixX& a, const VectorX& b);

}  // namespace perpend
