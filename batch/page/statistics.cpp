#include "batch/page/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
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

SobolSums::SobolSums(std::size_t num_arguments)
    : num_arguments_(num_arguments), shared_(1 + num_resamples), of_arguments_((1 + num_resamples) * num_arguments) {}

namespace {

/// How often a resample has a row: by the distribution function of a Poisson variable of mean 1.
double poisson(std::mt19937_64& random) {
  constexpr double two_to_53 = 9007199254740992.0;
  const double share = static_cast<double>(random() >> 11) / two_to_53;
  double count = 0.0, term = 0.36787944117144233, sum = term;  // 1 / e
  // A term below 1e-17 no longer moves the sum, which is near 1 then.
  while (share >= sum && term > 1e-17) {
    count += 1.0;
    term /= count;
    sum += term;
  }
  return count;
}

}  // namespace

void SobolSums::add(std::size_t sample, double weight, std::span<const double> row) {
  const double a = row[0] - first_value_, b = row[1] - first_value_;
  Shared& shared = shared_[sample];
  shared.weight += weight;
  shared.values += weight * (a + b);
  shared.squares += weight * (a * a + b * b);
  for (std::size_t k = 0; k < num_arguments_; ++k) {
    OfArgument& sums = of_arguments_[sample * num_arguments_ + k];
    const double change = row[2 + k] - row[0];
    sums.change += weight * change;
    sums.product += weight * b * change;
    sums.square += weight * change * change;
  }
}

void SobolSums::take(std::span<const double> row) {
  if (size_++ == 0) first_value_ = row[0];
  add(0, 1.0, row);
  for (std::size_t i = 1; i <= num_resamples; ++i)
    if (const double weight = poisson(random_); weight > 0.0) add(i, weight, row);
}

/// Values are centred: the estimate of the first index does not depend on the mean, but its error does.
std::pair<double, double> SobolSums::indices_of(std::size_t sample, std::size_t argument) const {
  const auto& [weight, values, squares] = shared_[sample];
  const auto& [change, product, square] = of_arguments_[sample * num_arguments_ + argument];
  const double mean = 0.5 * values / weight, variance = 0.5 * squares / weight - mean * mean;
  return {(product - mean * change) / weight / variance, 0.5 * square / weight / variance};
}

std::vector<SobolIndices> SobolSums::indices() const {
  std::vector<SobolIndices> result(num_arguments_);
  for (std::size_t k = 0; k < result.size(); ++k) {
    std::tie(result[k].first, result[k].total) = indices_of(0, k);
    double first = 0.0, total = 0.0;
    for (std::size_t i = 1; i <= num_resamples; ++i) {
      const auto [one, other] = indices_of(i, k);
      first += (one - result[k].first) * (one - result[k].first) / static_cast<double>(num_resamples);
      total += (other - result[k].total) * (other - result[k].total) / static_cast<double>(num_resamples);
    }
    result[k].first_error = 2.0 * std::sqrt(first);
    result[k].total_error = 2.0 * std::sqrt(total);
  }
  return result;
}

}  // namespace perpend::batch
