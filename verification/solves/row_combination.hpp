// A row of J as a combination of others, with an enclosure of what is missing.
#pragma once

#include "verification/arithmetic/interval.hpp"
#include "verification/solves/delassus_matrix.hpp"

namespace perpend {

struct Remainder {
  VectorX value;      ///< y^T J, rounded
  double norm = 0.0;  ///< Euclidean, upper bound
};

[[nodiscard]] Remainder enclose_remainder(const RowPattern& pattern, const std::vector<double>& values,
                                          const VectorX& y);

/// y with 1 for the row and coefficients of the rows kept in `matrix` with least || y^T J || in the metric of M^-1,
/// refined twice. Nothing is claimed of it: `enclose_remainder` says how good it is. Pre: `matrix` is formed and
/// factorized.
[[nodiscard]] VectorX fit_combination(DelassusMatrix& matrix, const ConstraintRows& rows, int row);

/// Euclidean length.
[[nodiscard]] Interval row_norm(const RowPattern& pattern, const std::vector<double>& values, int row);

}  // namespace perpend
