#include "reports/page/thinning.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace perpend::reports {
namespace {

void keep_extremes(std::span<const double> values, std::size_t begin, std::size_t end, std::vector<std::size_t>& kept) {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::array<std::size_t, 3> found{none, none, none};  // smallest, largest, not finite
  for (std::size_t i = begin; i < end; ++i) {
    if (!std::isfinite(values[i])) {
      found[2] = found[2] == none ? i : found[2];
      continue;
    }
    if (found[0] == none || values[i] < values[found[0]]) found[0] = i;
    if (found[1] == none || values[i] > values[found[1]]) found[1] = i;
  }
  std::sort(found.begin(), found.end());
  for (const std::size_t i : found)
    if (i != none && (kept.empty() || kept.back() != i)) kept.push_back(i);
}

}  // namespace

std::vector<std::size_t> thinned_rows(std::span<const double> values, std::size_t limit) {
  const std::size_t size = values.size();
  std::vector<std::size_t> kept;
  if (size <= limit) {
    for (std::size_t i = 0; i < size; ++i) kept.push_back(i);
    return kept;
  }
  const std::size_t num_buckets = (limit - 2) / 3;
  kept.push_back(0);
  for (std::size_t bucket = 0; bucket < num_buckets; ++bucket)
    keep_extremes(values, 1 + bucket * (size - 2) / num_buckets, 1 + (bucket + 1) * (size - 2) / num_buckets, kept);
  kept.push_back(size - 1);
  return kept;
}

}  // namespace perpend::reports
