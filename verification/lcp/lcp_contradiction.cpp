// Farkas: y with y_i >= 0 but in equations, (A^T y)_j <= 0 in the columns and b^T y < 0 contradicts the rows, for
//     0 <= y^T w = z^T A^T y + b^T y < 0.
// To guess it the least z0 >= 0 with w + z0 d >= 0 is sought by the simplex method, where each w is raised by `margin`
// of what it sums. Its coefficients in the rows are y if it stays above 0, and the sums of y then keep from 0 by that
// margin of what they sum, which rounding and intervals leave intact.
#include "verification/lcp/lcp_contradiction.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Far above rounding, and half of the digits of the data are honoured.
constexpr double margin = 0x1p-26;
/// What is a smaller share of the largest in its row is taken for rounding.
constexpr double noise = 0x1p-40;

}  // namespace

bool ContradictionSearch::contradicts(unsigned columns, unsigned equations) {
  set_rows(columns, equations);
  if (!minimize()) return false;
  set_weights();
  return is_proved(equations);
}

void ContradictionSearch::set_rows(unsigned columns, unsigned equations) {
  columns_.clear();
  numbers_.clear();
  lcp_row_.clear();
  sign_.clear();
  for (int j = 0; j < lcp_.size(); ++j)
    if (has(columns, j)) columns_.push_back(j);
  width_ = columns_.size() + 2;
  numbers_.reserve(2 * lcp_.b.size() * width_);
  for (int i = 0; i < lcp_.size(); ++i) {
    add_row(i, 1.0);
    if (has(equations, i)) add_row(i, -1.0);
  }
  const int num_rows = static_cast<int>(lcp_row_.size());
  basic_.clear();
  nonbasic_.clear();
  for (int i = 0; i < num_rows; ++i) basic_.push_back(i);
  for (int j = 0; j < static_cast<int>(columns_.size()) + 1; ++j) nonbasic_.push_back(num_rows + j);
}

void ContradictionSearch::add_row(int lcp_row, double sign) {
  const std::size_t first = numbers_.size();
  numbers_.resize(first + width_);
  double* const out = numbers_.data() + first;
  double size = 0.0;
  const auto raised = [&](Interval x) {
    const double number = sign * middle(x);
    size = std::max(size, std::abs(number));
    return number + margin * std::abs(number);
  };
  const std::vector<Interval>& coefficients = lcp_.a[lcp_row];
  for (std::size_t k = 0; k < columns_.size(); ++k) out[k] = raised(coefficients[columns_[k]]);
  out[width_ - 1] = raised(lcp_.b[lcp_row]);
  out[width_ - 2] = size;
  lcp_row_.push_back(lcp_row);
  sign_.push_back(sign);
}

/// Whether z0 cannot fall to 0.
bool ContradictionSearch::minimize() {
  const std::size_t last = width_ - 1;
  const int z0 = nonbasic_.back();
  int lowest = -1;
  double least = 0.0;
  for (std::size_t i = 0; i < basic_.size(); ++i) {
    const double size = row(i)[last - 1], z0_there = size > 0.0 ? row(i)[last] / size : 0.0;
    if (z0_there < least) {
      least = z0_there;
      lowest = static_cast<int>(i);
    }
  }
  if (lowest < 0) return false;
  pivot(lowest, static_cast<int>(last) - 1);
  // Small problems take fewer.
  for (std::size_t left = 4 * (basic_.size() + width_); left > 0; --left) {
    const auto place = static_cast<std::size_t>(std::find(basic_.begin(), basic_.end(), z0) - basic_.begin());
    if (place == basic_.size()) return false;
    const int column = falling_column(place);
    if (column < 0) return row(place)[last] > 0.0;
    const int leaving = leaving_row(column);
    if (leaving < 0) return false;
    pivot(leaving, column);
  }
  return false;
}

/// Along which z0 falls fastest; -1: along none.
int ContradictionSearch::falling_column(std::size_t z0) const {
  const std::span<const double> slopes = row(z0).first(width_ - 1);
  double largest = 0.0;
  for (const double slope : slopes) largest = std::max(largest, std::abs(slope));
  const auto least = std::min_element(slopes.begin(), slopes.end());
  return *least < -noise * largest ? static_cast<int>(least - slopes.begin()) : -1;
}

/// The first to fall to 0; -1: none falls.
int ContradictionSearch::leaving_row(int column) const {
  int best = -1;
  double least = 0.0;
  for (std::size_t i = 0; i < basic_.size(); ++i) {
    const double slope = row(i)[static_cast<std::size_t>(column)];
    if (!(slope < 0.0)) continue;
    const double way = -std::max(row(i)[width_ - 1], 0.0) / slope;
    if (best >= 0 && !(way < least)) continue;
    best = static_cast<int>(i);
    least = way;
  }
  return best;
}

void ContradictionSearch::pivot(int pivot_row, int column) {
  const auto c = static_cast<std::size_t>(column);
  const std::span<double> chosen = row(static_cast<std::size_t>(pivot_row));
  const double factor = -1.0 / chosen[c];
  for (double& x : chosen) x *= factor;
  chosen[c] = -factor;
  for (std::size_t i = 0; i < basic_.size(); ++i) {
    const std::span<double> other = row(i);
    const double slope = other[c];
    if (static_cast<int>(i) == pivot_row || slope == 0.0) continue;
    other[c] = 0.0;
    for (std::size_t j = 0; j < width_; ++j) other[j] += slope * chosen[j];
  }
  std::swap(basic_[static_cast<std::size_t>(pivot_row)], nonbasic_[c]);
}

/// The coefficients of the rows in z0, which is basic.
void ContradictionSearch::set_weights() {
  const int num_rows = static_cast<int>(lcp_row_.size());
  const int z0 = num_rows + static_cast<int>(columns_.size());
  const auto place = static_cast<std::size_t>(std::find(basic_.begin(), basic_.end(), z0) - basic_.begin());
  weight_.assign(static_cast<std::size_t>(lcp_.size()), 0.0);
  for (std::size_t j = 0; j + 1 < width_; ++j)
    if (nonbasic_[j] < num_rows) {
      const auto i = static_cast<std::size_t>(nonbasic_[j]);
      weight_[static_cast<std::size_t>(lcp_row_[i])] += sign_[i] * std::max(row(place)[j], 0.0);
    }
}

bool ContradictionSearch::is_proved(unsigned equations) const {
  const auto sum = [&](const auto& number_in) {
    Interval result = 0.0;
    for (int i = 0; i < lcp_.size(); ++i)
      if (weight_[i] != 0.0) result += scale(weight_[i], number_in(i));
    return result;
  };
  for (int i = 0; i < lcp_.size(); ++i)
    if (!has(equations, i) && !(weight_[i] >= 0.0)) return false;
  return std::all_of(columns_.begin(), columns_.end(),
                     [&](int j) { return sum([&](int i) { return lcp_.a[i][j]; }).hi <= 0.0; }) &&
         sum([&](int i) { return lcp_.b[i]; }).hi < 0.0;
}

bool is_contradictory(const EnclosedLcp& lcp) {
  return lcp.size() < 32 && ContradictionSearch(lcp).contradicts((1U << lcp.size()) - 1U, 0U);
}

}  // namespace perpend
