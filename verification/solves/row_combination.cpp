#include "verification/solves/row_combination.hpp"

namespace perpend {

Remainder enclose_remainder(const RowPattern& pattern, const std::vector<double>& values, const VectorX& y) {
  Remainder result{VectorX::Zero(pattern.num_columns())};
  Interval squares = 0.0;
  for (int c = 0; c < pattern.num_columns(); ++c) {
    Interval sum = 0.0;
    for (const auto& [value, row] : pattern.column(c)) sum = sum + Interval(values[value]) * Interval(y[row]);
    result.value[c] = 0.5 * (sum.lo + sum.hi);
    squares = squares + square(sum);
  }
  result.norm = sqrt(squares).hi;
  return result;
}

VectorX fit_combination(DelassusMatrix& matrix, const ConstraintRows& rows, int row) {
  const RowPattern& pattern = matrix.pattern();
  VectorX y = VectorX::Zero(rows.num_rows);
  y[row] = 1.0;
  std::vector<double> step(matrix.kept().size());
  for (int pass = 0; pass < 3; ++pass) {
    const VectorX remainder = enclose_remainder(pattern, rows.values, y).value;
    VectorX weighted(remainder.size());
    if (!matrix.root().divide(0, static_cast<int>(remainder.size()), remainder.data(), weighted.data())) return y;
    for (std::size_t k = 0; k < step.size(); ++k) {
      step[k] = 0.0;
      for (const auto& [value, column] : pattern.row(matrix.kept()[k]))
        step[k] += matrix.weighted()[value] * weighted[column];
    }
    matrix.cholesky().solve(step);
    for (std::size_t k = 0; k < step.size(); ++k) y[matrix.kept()[k]] -= step[k];
  }
  return y;
}

Interval row_norm(const RowPattern& pattern, const std::vector<double>& values, int row) {
  Interval squares = 0.0;
  for (const auto& [value, column] : pattern.row(row)) squares = squares + square(Interval(values[value]));
  return sqrt(squares);
}

}  // namespace perpend
