#include "verification/arithmetic/interval_matrix.hpp"

#include <utility>

namespace perpend {

namespace {

bool may_divide(Interval pivot) {
  return pivot.lo > 0.0 || pivot.hi < 0.0;
}

/// row -= factor other, from `first` on.
void subtract(std::vector<Interval>& row, Interval factor, const std::vector<Interval>& other, std::size_t first) {
  for (std::size_t j = first; j < row.size(); ++j)
    if (!is_zero(other[j])) row[j] = row[j] - factor * other[j];
}

}  // namespace

IntervalRows solve_enclosed(IntervalRows a, IntervalRows right) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(middle(a[i][k])) > std::abs(middle(a[best][k]))) best = i;
    std::swap(a[k], a[best]);
    std::swap(right[k], right[best]);
    if (!may_divide(a[k][k])) return {};
    for (std::size_t i = k + 1; i < n; ++i) {
      if (is_zero(a[i][k])) continue;
      const Interval factor = a[i][k] / a[k][k];
      subtract(a[i], factor, a[k], k + 1);
      subtract(right[i], factor, right[k], 0);
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j)
      if (!is_zero(a[k][j])) subtract(right[k], a[k][j], right[j], 0);
    for (Interval& x : right[k]) x = x / a[k][k];
  }
  return right;
}

bool is_positive_definite(const IntervalRows& a) {
  const std::size_t n = a.size();
  IntervalRows twice(n, std::vector<Interval>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) twice[i][j] = a[i][j] + a[j][i];
  for (std::size_t k = 0; k < n; ++k) {
    if (!(twice[k][k].lo > 0.0)) return false;
    for (std::size_t i = k + 1; i < n; ++i)
      if (!is_zero(twice[i][k])) subtract(twice[i], twice[i][k] / twice[k][k], twice[k], k + 1);
  }
  return true;
}

}  // namespace perpend
