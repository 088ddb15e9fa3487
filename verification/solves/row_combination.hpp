// A row of J as a combination of others, with an enclosure of what is missing.
// Combinations of rows that vanish exactly.
#pragma once

#include <span>
#include <vector>

#include "verification/arithmetic/interval.hpp"
#include "verification/solves/delassus_matrix.hpp"
#include "verification/solves/row_pattern.hpp"

namespace perpend {

/// Upper bound of the Euclidean length of y^T J; NaN where a number is not finite.
[[nodiscard]] double bound_remainder(const RowPattern& pattern, const std::vector<double>& values, const VectorX& y);

/// y with 1 for the row and coefficients of the rows kept in `matrix` with least || y^T J || in the metric of M^-1,
/// refined twice. Nothing is claimed of it: `bound_remainder` says how good it is. Pre: `matrix` is formed and
/// factorized.
[[nodiscard]] VectorX fit_combination(DelassusMatrix& matrix, const ConstraintRows& rows, int row);

/// Euclidean length.
[[nodiscard]] Interval row_norm(const RowPattern& pattern, const std::vector<double>& values, int row);

/// Whether y^T J = 0 exactly, column by column. y has one number a row of J.
[[nodiscard]] bool annihilates(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y);

/// Rounds y, scaled by one of its entries, to short numbers; true when the result annihilates J exactly. Rows that are
/// copies, sums or differences of others are found so; general dependence is not.
[[nodiscard]] bool round_to_annihilator(const RowPattern& pattern, const std::vector<double>& values,
                                        std::span<const double> y, std::span<double> rounded);

}  // namespace perpend
