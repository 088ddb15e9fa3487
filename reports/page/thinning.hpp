// Fewer points for the same picture.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace perpend::reports {

/// Indices, ascending and at most `limit` (which is at least 8), that keep the first and the last point, the smallest
/// and the largest value of each bucket, and a value that is not finite wherever a bucket has one, so that no peak and
/// no gap gets lost.
[[nodiscard]] std::vector<std::size_t> thinned_rows(std::span<const double> values, std::size_t limit);

}  // namespace perpend::reports
