// Quantiles of values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace perpend {

/// The value below which a share of the values lies, between the two next to it linearly. Pre: sorted, not empty, share
/// in [0, 1].
[[nodiscard]] inline double quantile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const double part = at - static_cast<double>(below);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  // Between infinite values there is no difference to take a part of.
  if (part == 0.0 || std::isinf(sorted[below])) return sorted[below];
  return sorted[below] + part * (sorted[above] - sorted[below]);
}

}  // namespace perpend
