#include "verification/solves/annihilator.hpp"

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/exact_sum.hpp"

namespace perpend {

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
