#include "verification/arithmetic/interval_matrix.hpp"

#include <utility>

namespace perpend {

namespace {

/// Distance from 0; negative when 0 is within.
double least_size(Interval x) {
  return std::max(x.lo, -x.hi);
}

}  // namespace

IntervalSolution eliminate(IntervalRows a, IntervalVector right) {
  const std::size_t n = right.size();
  IntervalSolution result{1, IntervalVector(n)};
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (!(least_size(a[i][k]) <= least_size(a[pivot][k]))) pivot = i;
    if (!(least_size(a[pivot][k]) > 0.0)) return {};
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      std::swap(right[pivot], right[k]);
      result.sign = -result.sign;
    }
    if (a[k][k].hi < 0.0) result.sign = -result.sign;
    for (std::size_t i = k + 1; i < n; ++i) {
      const Interval factor = a[i][k] / a[k][k];
      for (std::size_t j = k + 1; j < n; ++j) a[i][j] = a[i][j] - factor * a[k][j];
      right[i] = right[i] - factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) right[k] = right[k] - a[k][j] * result.x[j];
    result.x[k] = right[k] / a[k][k];
  }
  return result;
}

}  // namespace perpend
