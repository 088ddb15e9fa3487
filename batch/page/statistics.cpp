#include "batch/page/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

namespace perpend::batch {

std::vector<double> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t k = i; k < end; ++k) result[order[k]] = 0.5 * static_cast<double>(i + end - 1);
    i = end;
  }
  return result;
}

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean = 0.5 * (static_cast<double>(a.size()) - 1.0);
  double ab = 0.0, aa = 0.0, bb = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean) * (b[i] - mean);
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
  }
  return ab / std::sqrt(aa * bb);
}

bool looks_random(const std::vector<double>& values) {
  constexpr std::size_t fewest = 20;
  if (values.size() < fewest) return false;
  double turns = 0.0;
  for (std::size_t i = 1; i + 1 < values.size(); ++i)
    turns += (values[i] - values[i - 1]) * (values[i] - values[i + 1]) > 0.0 ? 1.0 : 0.0;
  const auto n = static_cast<double>(values.size());
  return turns >= 2.0 * (n - 2.0) / 3.0 - 3.0 * std::sqrt((16.0 * n - 29.0) / 90.0);
}

namespace {

/// First and total index of one argument, over the rows chosen. Values are centred: the estimate of the first index
/// does not depend on the mean, but its error does.
std::pair<double, double> indices_of(const std::vector<std::vector<double>>& rows,
                                     const std::vector<std::size_t>& chosen, std::size_t argument) {
  const auto n = static_cast<double>(chosen.size());
  double mean = 0.0, variance = 0.0, first = 0.0, total = 0.0;
  for (const std::size_t i : chosen) mean += 0.5 * (rows[i][0] + rows[i][1]) / n;
  for (const std::size_t i : chosen) {
    const double a = rows[i][0] - mean, b = rows[i][1] - mean, ab = rows[i][2 + argument] - mean;
    variance += 0.5 * (a * a + b * b) / n;
    first += b * (ab - a) / n;
    total += 0.5 * (a - ab) * (a - ab) / n;
  }
  return {first / variance, total / variance};
}

}  // namespace

std::vector<SobolIndices> sobol_indices(const std::vector<std::vector<double>>& rows) {
  constexpr int num_resamples = 200;
  std::vector<std::size_t> all(rows.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<SobolIndices> result(rows.front().size() - 2);
  for (std::size_t k = 0; k < result.size(); ++k) std::tie(result[k].first, result[k].total) = indices_of(rows, all, k);
  // The same resamples on every machine: the generator's numbers are defined, distributions are not.
  std::mt19937_64 random(1);
  std::vector<std::size_t> chosen(rows.size());
  std::vector<std::vector<std::pair<double, double>>> resampled(result.size());
  for (int i = 0; i < num_resamples; ++i) {
    for (std::size_t& one : chosen) one = static_cast<std::size_t>(random() % rows.size());
    for (std::size_t k = 0; k < result.size(); ++k) resampled[k].push_back(indices_of(rows, chosen, k));
  }
  for (std::size_t k = 0; k < result.size(); ++k) {
    double first = 0.0, total = 0.0;
    for (const auto& [one, other] : resampled[k]) {
      first += (one - result[k].first) * (one - result[k].first) / num_resamples;
      total += (other - result[k].total) * (other - result[k].total) / num_resamples;
    }
    result[k].first_error = 2.0 * std::sqrt(first);
    result[k].total_error = 2.0 * std::sqrt(total);
  }
  return result;
}

}  // namespace perpend::batch
