// Rounded Q R of dense matrices by Householder's reflections: guesses, of which nothing is claimed.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Columns of A in the order in which Householder's QR takes them, the largest remainder first.
[[nodiscard]] std::vector<int> pivot_order(const MatrixX& a);
/// Columns that are linearly independent, by the customary threshold.
[[nodiscard]] int rounded_rank(const MatrixX& a);
/// Orthonormal vectors, as columns, that are orthogonal to those of A. Pre: the columns of A are independent.
[[nodiscard]] MatrixX orthogonal_complement(const MatrixX& a);
/// X of least ||A X - B||. Pre: the columns of A are independent.
[[nodiscard]] MatrixX least_squares(const MatrixX& a, const MatrixX& b);

}  // namespace perpend
