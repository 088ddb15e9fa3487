// What many values have in common: of values that come one after the other, none is kept.
#pragma once

#include <cstddef>
#include <random>
#include <span>
#include <utility>
#include <vector>

namespace perpend::batch {

/// Quantiles of values that come in ascending order, as perpend::quantile has them of a vector.
class Quantiles {
 public:
  Quantiles(std::size_t size, const std::vector<double>& shares);
  void take(double value);
  [[nodiscard]] std::size_t size() const { return size_; }
  /// In the order of the shares. Pre: `size` values were taken, and one at least.
  [[nodiscard]] double operator[](std::size_t i) const;

 private:
  struct Place {
    std::size_t below = 0, above = 0;
    double part = 0.0;  ///< of the way from the value at `below` to that at `above`
    double low = 0.0, high = 0.0;
  };
  std::size_t size_, taken_ = 0;
  std::vector<Place> places_;
};

/// Spearman's rank correlation.
class RankCorrelation {
 public:
  explicit RankCorrelation(std::size_t size) : mean_(0.5 * (static_cast<double>(size) - 1.0)) {}
  /// The rank of one value, from 0, where equal ones share theirs, and the other value. Pre: the other values ascend.
  void take(double rank, double other);
  /// After all of them; NaN where one of both is constant.
  [[nodiscard]] double value() const;

 private:
  // Products of ranks are quarters: of fewer than 3e5 values their sums are exact, in any order.
  struct Sums {
    double ab = 0.0, aa = 0.0, bb = 0.0;
  };
  [[nodiscard]] Sums with_open_ties() const;
  double mean_;
  Sums sums_;
  std::size_t taken_ = 0, first_tie_ = 0;
  double other_ = 0.0, tied_ = 0.0;  // of the open ties: their value, and the sum of the ranks of the others
};

/// How often values in their order turn.
class Turns {
 public:
  void take(double value);
  /// As often as independent draws do, within three standard deviations: two times out of three, less about
  /// 4 sqrt(n / 90) [KendallStuart76]. False for fewer than 20 values.
  [[nodiscard]] bool look_random() const;

 private:
  std::size_t taken_ = 0;
  double last_ = 0.0, before_ = 0.0;
  double turns_ = 0.0;
};

/// Shares of the variance of f that come from one of its arguments: alone, and with all that it takes part in; and two
/// standard errors of both.
struct SobolIndices {
  double first = 0.0, first_error = 0.0;
  double total = 0.0, total_error = 0.0;
};

/// For each of d arguments, from rows f(A), f(B), f(A with the argument of B), ...: mean f(B) (f(AB) - f(A)) / V
/// [Saltelli10] and mean (f(A) - f(AB))^2 / 2 V [Jansen99]. Errors by the bootstrap over rows, each of which a resample
/// has as often as a Poisson variable of mean 1 says [Chamandy12], so that no row has to be kept.
class SobolSums {
 public:
  explicit SobolSums(std::size_t num_arguments);
  /// Pre: d + 2 finite values.
  void take(std::span<const double> row);
  /// Rows that were taken.
  [[nodiscard]] std::size_t size() const { return size_; }
  /// NaN where f is constant.
  [[nodiscard]] std::vector<SobolIndices> indices() const;

 private:
  static constexpr std::size_t num_resamples = 200;
  /// Sums over rows with their weights, of values from which the first one is taken.
  struct Shared {
    double weight = 0.0, values = 0.0, squares = 0.0;
  };
  struct OfArgument {
    double change = 0.0, product = 0.0, square = 0.0;  // of f(AB) - f(A): itself, times f(B), times itself
  };
  void add(std::size_t sample, double weight, std::span<const double> row);
  [[nodiscard]] std::pair<double, double> indices_of(std::size_t sample, std::size_t argument) const;
  std::size_t num_arguments_, size_ = 0;
  double first_value_ = 0.0;
  std::mt19937_64 random_{1};  // the same on every machine
  // All rows, then each resample.
  std::vector<Shared> shared_;
  std::vector<OfArgument> of_arguments_;
};

}  // namespace perpend::batch
