#include "verification/solves/row_combination.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/doubled_dot.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend {

namespace {

/// y^T J and the sizes of its terms, column by column, in doubled precision.
std::vector<DoubledSum> combine(const RowPattern& pattern, const std::vector<double>& values, const VectorX& y) {
  std::vector<DoubledSum> sums;
  sums.reserve(pattern.num_columns());
  for (int c = 0; c < pattern.num_columns(); ++c) {
    DoubledDot dot;
    for (const auto& [value, row] : pattern.column(c))
      if (y[row] != 0.0) dot.add(values[value], y[row]);
    sums.push_back(dot.sum());
  }
  return sums;
}

}  // namespace

double bound_remainder(const RowPattern& pattern, const std::vector<double>& values, const VectorX& y) {
  const double gamma = gamma_bound(pattern.longest());
  const double spread = gamma * gamma * (1.0 + gamma_bound(pattern.longest() + 4));  // magnitudes are rounded, too
  double squares = 0.0;
  for (const DoubledSum& sum : combine(pattern, values, y)) {
    if (sum.magnitude == 0.0) continue;
    const double found = add_up(std::abs(sum.value), add_up(multiply_up(spread, sum.magnitude), underflow_allowance));
    const double largest = multiply_up(found, 1.0 + 4.0 * unit_roundoff);  // |exact| (1 - u) <= |found|
    squares = add_up(squares, multiply_up(largest, largest));
  }
  return sqrt_up(squares);
}

VectorX fit_combination(DelassusMatrix& matrix, const ConstraintRows& rows, int row) {
  const RowPattern& pattern = matrix.pattern();
  VectorX y = VectorX::Zero(rows.num_rows);
  y[row] = 1.0;
  VectorX remainder(pattern.num_columns());
  std::vector<double> step(matrix.kept().size());
  for (int pass = 0; pass < 3; ++pass) {
    const std::vector<DoubledSum> sums = combine(pattern, rows.values, y);
    for (int c = 0; c < pattern.num_columns(); ++c) remainder[c] = sums[c].value;
    matrix.multiply_weighted(remainder, step);
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
