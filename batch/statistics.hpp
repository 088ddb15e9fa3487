// What many values have in common.
#pragma once

#include <vector>

namespace perpend::batch {

/// The value below which a share of the values lies, between the two next to it linearly. Pre: sorted, not empty, share
/// in [0, 1].
[[nodiscard]] double quantile(const std::vector<double>& sorted, double share);

/// Ranks from 0; equal values share theirs. No value is a NaN.
[[nodiscard]] std::vector<double> ranks(const std::vector<double>& values);

/// Spearman's rank correlation, from the ranks; NaN where one of them is constant. Pre: as many of each.
[[nodiscard]] double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace perpend::batch
