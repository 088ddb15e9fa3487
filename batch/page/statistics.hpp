// What many values have in common.
#pragma once

#include <vector>

namespace perpend::batch {

/// Ranks from 0; equal values share theirs. No value is a NaN.
[[nodiscard]] std::vector<double> ranks(const std::vector<double>& values);

/// Spearman's rank correlation, from the ranks; NaN where one of them is constant. Pre: as many of each.
[[nodiscard]] double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

/// Whether the values in their order turn as often as independent draws do, within three standard deviations: two times
/// out of three, less about 4 sqrt(n / 90) [KendallStuart76]. False for fewer than 20 values.
[[nodiscard]] bool looks_random(const std::vector<double>& values);

/// Shares of the variance of f that come from one of its arguments: alone, and with all that it takes part in; and two
/// standard errors of both.
struct SobolIndices {
  double first = 0.0, first_error = 0.0;
  double total = 0.0, total_error = 0.0;
};

/// For each of d arguments, from rows f(A), f(B), f(A with the argument of B), ...: mean f(B) (f(AB) - f(A)) / V
/// [Saltelli10] and mean (f(A) - f(AB))^2 / 2 V [Jansen99]; errors by the bootstrap over rows. NaN where f is constant.
/// Pre: rows of d + 2 finite values.
[[nodiscard]] std::vector<SobolIndices> sobol_indices(const std::vector<std::vector<double>>& rows);

}  // namespace perpend::batch
