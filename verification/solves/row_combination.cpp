#include "verification/solves/row_combination.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rounding.hpp"

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

bool annihilates(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y) {
  for (int c = 0; c < pattern.num_columns(); ++c) {
    ExactSum sum;
    for (const auto& [value, row] : pattern.column(c)) sum.add_product(values[value], y[row]);
    if (!sum.is_zero()) return false;
  }
  return true;
}

bool round_to_annihilator(const RowPattern& pattern, const std::vector<double>& values, std::span<const double> y,
                          std::span<double> rounded) {
  constexpr double grid = 4096.0;      // numbers of twelve bits behind the point: 1, 1/2, 3, ...
  constexpr double negligible = 1e-6;  // far above the rounding of y, far below any coefficient of a mechanism
  constexpr int most_units = 8;        // entries tried as the unit; a joint's dependence has few
  double largest = 0.0;
  for (const double x : y) largest = std::max(largest, std::abs(x));
  if (!(largest > 0.0) || !std::isfinite(largest)) return false;
  int tried = 0;
  for (const double unit : y) {
    if (std::abs(unit) <= negligible * largest || tried == most_units) continue;
    ++tried;
    for (std::size_t i = 0; i < y.size(); ++i) rounded[i] = std::round(y[i] / unit * grid) / grid;
    if (annihilates(pattern, values, rounded)) return true;
  }
  return false;
}

}  // namespace perpend
