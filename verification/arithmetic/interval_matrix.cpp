#include "verification/arithmetic/interval_matrix.hpp"

#include <algorithm>

namespace perpend {

namespace {

bool may_divide(Interval pivot) {
  return pivot.lo > 0.0 || pivot.hi < 0.0;
}

bool may_divide(Bounded pivot) {
  return std::abs(pivot.value) > pivot.error;
}

double middle(Bounded x) {
  return x.value;
}

bool is_zero(Bounded x) {
  return x.is_exact_zero();
}

/// row -= factor other, from `first` on.
template <class Number>
void subtract(std::span<Number> row, Number factor, std::span<const Number> other, std::size_t first) {
  for (std::size_t j = first; j < row.size(); ++j)
    if (!is_zero(other[j])) row[j] = row[j] - factor * other[j];
}

template <class Number>
bool eliminate(std::span<Number> rows, std::size_t n) {
  const std::size_t width = n == 0 ? 0 : rows.size() / n;
  const auto row = [&](std::size_t i) { return rows.subspan(i * width, width); };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(middle(row(i)[k])) > std::abs(middle(row(best)[k]))) best = i;
    const std::span<Number> pivot = row(k);
    if (best != k) std::swap_ranges(pivot.begin(), pivot.end(), row(best).begin());
    if (!may_divide(pivot[k])) return false;
    for (std::size_t i = k + 1; i < n; ++i) {
      const std::span<Number> below = row(i);
      if (!is_zero(below[k])) subtract<Number>(below, below[k] / pivot[k], pivot, k + 1);
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    const std::span<Number> x = row(k);
    for (std::size_t j = k + 1; j < n; ++j)
      if (!is_zero(x[j])) subtract<Number>(x, x[j], row(j), n);
    for (std::size_t j = n; j < width; ++j) x[j] = x[j] / x[k];
  }
  return true;
}

}  // namespace

bool solve_enclosed(std::span<Bounded> rows, std::size_t n) {
  return eliminate(rows, n);
}

IntervalRows solve_enclosed(const IntervalRows& a, IntervalRows right) {
  const std::size_t n = a.size();
  std::vector<Interval> rows;
  rows.reserve(n == 0 ? 0 : n * (n + right[0].size()));
  for (std::size_t i = 0; i < n; ++i) {
    rows.insert(rows.end(), a[i].begin(), a[i].end());
    rows.insert(rows.end(), right[i].begin(), right[i].end());
  }
  if (!eliminate(std::span(rows), n)) return {};
  const std::size_t width = n == 0 ? 0 : rows.size() / n;
  for (std::size_t i = 0; i < n; ++i) std::copy_n(rows.data() + i * width + n, right[i].size(), right[i].begin());
  return right;
}

bool is_positive_definite(const IntervalRows& a) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i)
    if (!(a[i][i].lo > 0.0)) return false;  // no pivot is above it
  IntervalRows twice(n, std::vector<Interval>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) twice[i][j] = a[i][j] + a[j][i];
  for (std::size_t k = 0; k < n; ++k) {
    if (!(twice[k][k].lo > 0.0)) return false;
    for (std::size_t i = k + 1; i < n; ++i)
      if (!is_zero(twice[i][k])) subtract<Interval>(twice[i], twice[i][k] / twice[k][k], twice[k], k + 1);
  }
  return true;
}

}  // namespace perpend
