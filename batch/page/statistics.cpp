#include "batch/page/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>

#include "kernel/model/numbers/quantile.hpp"

namespace perpend::batch {

Quantiles::Quantiles(std::size_t size, const std::vector<double>& shares) : size_(size) {
  for (const double share : shares) {
    const double at = share * (static_cast<double>(size) - 1.0);
    Place& place = places_.emplace_back();
    if (size == 0) continue;
    place.below = static_cast<std::size_t>(at);
    place.above = std::min(place.below + 1, size - 1);
    place.part = at - static_cast<double>(place.below);
  }
}

void Quantiles::take(double value) {
  for (Place& place : places_) {
    if (taken_ == place.below) place.low = value;
    if (taken_ == place.above) place.high = value;
  }
  ++taken_;
}

double Quantiles::operator[](std::size_t i) const {
  const Place& place = places_[i];
  return quantile({place.low, place.high}, place.part);
}

void RankCorrelation::take(double rank, double other) {
  if (taken_ > first_tie_ && other != other_) {
    sums_ = with_open_ties();
    first_tie_ = taken_;
    tied_ = 0.0;
  }
  other_ = other;
  tied_ += rank - mean_;
  sums_.aa += (rank - mean_) * (rank - mean_);
  ++taken_;
}

RankCorrelation::Sums RankCorrelation::with_open_ties() const {
  if (taken_ == first_tie_) return sums_;
  const double b = 0.5 * static_cast<double>(first_tie_ + taken_ - 1) - mean_;
  return {
      .ab = sums_.ab + b * tied_, .aa = sums_.aa, .bb = sums_.bb + b * b * static_cast<double>(taken_ - first_tie_)};
}

double RankCorrelation::value() const {
  const auto [ab, aa, bb] = with_open_ties();
  return ab / std::sqrt(aa * bb);
}

void Turns::take(double value) {
  if (taken_ >= 2) turns_ += (last_ - before_) * (last_ - value) > 0.0 ? 1.0 : 0.0;
  before_ = last_;
  last_ = value;
  ++taken_;
}

bool Turns::look_random() const {
  constexpr std::size_t fewest = 20;
  if (taken_ < fewest) return false;
  const auto n = static_cast<double>(taken_);
  return turns_ >= 2.0 * (n - 2.0) / 3.0 - 3.0 * std::sqrt((16.0 * n - 29.0) / 90.0);
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
