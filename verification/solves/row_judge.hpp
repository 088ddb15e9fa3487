// The worst backward error among rows whose residuals are known in doubled precision.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "verification/arithmetic/doubled_dot.hpp"

namespace perpend {

/// What rows sum to: one for each row, and room for another.
struct DoubledSums {
  explicit DoubledSums(int size) : value(size + 1, 0.0), magnitude(size + 1, 0.0) {}
  [[nodiscard]] DoubledSum of(int row) const { return {value[row], magnitude[row]}; }
  [[nodiscard]] DoubledSumOf<DoublePair> of_two(int row) const {
    return {pair_at(&value[row]), pair_at(&magnitude[row])};
  }
  /// One row in both lanes.
  [[nodiscard]] DoubledSumOf<DoublePair> twice(int row) const { return {in_both(value[row]), in_both(magnitude[row])}; }
  std::vector<double> value, magnitude;
};

/// Worst row so far. The factors hold for every row, since `terms` is the length of the longest.
class RowJudge {
 public:
  /// `terms`: of the longest row, as products.
  RowJudge(int terms, double cancelled, double limit)
      : residual_factor_(gamma_bound(terms) * gamma_bound(terms) * (1.0 + gamma_bound(terms + 8))),
        ratio_factor_(1.0 + gamma_bound(terms + 8)),
        cancelled_(cancelled),
        limit_(limit) {}

  /// `row_scale()` is asked only for a row that fails: its coefficients times the largest unknowns, plus |b|.
  template <class Scale>
  void judge(const DoubledSum& sum, int row, double& worst_residual, Scale row_scale) {
    judge_value(sum.magnitude, std::abs(sum.value), row, worst_residual, row_scale);
  }

  /// Judges those of `sums` that are safe, finite and within the limit by their own size, some at a time. Post: their
  /// `ratios` are above 0; those of the others, which `judge` looks into, are 0. Both are counted from `first_row`.
  /// Returns whether none is left. What a row within the limit is at least decides nothing.
  [[nodiscard]] bool judge_met(const DoubledSums& sums, int count, int first_row, double& worst_residual,
                               std::span<double> ratios) {
    Met met;
    count > 3 && has_fused() ? judge_fused(sums, count, ratios.data(), met)
                             : judge_pairs(sums, 0, count, ratios.data(), met);
    worst_residual = std::max(worst_residual, met.largest_residual);
    if (met.largest > upper_) {
      upper_ = met.largest;
      const auto at = std::find(ratios.begin(), ratios.begin() + count, met.largest);
      row_ = first_row + static_cast<int>(at - ratios.begin());
    }
    return met.all;
  }

  /// As `judge`, for sum >= 0 (sign = 1) or sum <= 0 (sign = -1): only what is missing counts.
  template <class Scale>
  void judge_sign(const DoubledSum& sum, double sign, int row, double& worst_residual, Scale row_scale) {
    const double missing = -sign * sum.value;
    judge_value(sum.magnitude, missing < 0.0 ? 0.0 : missing, row, worst_residual, row_scale);  // a NaN stays
  }

  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] int row() const { return row_; }
  /// Rows above the limit by their own size, measured as rounding of the rest.
  [[nodiscard]] long num_granted() const { return num_granted_; }

 private:
  /// The rows that `judge_met` has judged.
  struct Met {
    double largest = 0.0;  ///< ratio
    double largest_residual = 0.0;
    bool all = true;
  };

  /// Those from `first` on.
  [[gnu::always_inline]] void judge_pairs(const DoubledSums& sums, int first, int count, double* ratios,
                                          Met& met) const {
    DoublePair most{}, most_residual{};
    auto all_met = most == most;
    for (int i = first; i < count; i += 2) {
      const DoubledSumOf<DoublePair> sum = i + 1 < count ? sums.of_two(i) : sums.twice(i);
      const DoublePair error = in_both(residual_factor_) * sum.magnitude + in_both(underflow_allowance);
      const DoublePair upper = (modulus(sum.value) + error) * in_both(margin);
      const auto is_met = (upper * in_both(ratio_factor_) <= in_both(limit_) * sum.magnitude) &
                          (sum.magnitude > in_both(least_safe_magnitude));
      const DoublePair ratio = is_met ? upper / sum.magnitude * in_both(ratio_factor_) : DoublePair{};
      const DoublePair residual = is_met ? upper : DoublePair{};
      most = ratio > most ? ratio : most;
      most_residual = residual > most_residual ? residual : most_residual;
      all_met &= is_met;
      set_pair(&ratios[i], ratio);
    }
    met.largest = std::max({met.largest, most[0], most[1]});
    met.largest_residual = std::max({met.largest_residual, most_residual[0], most_residual[1]});
    met.all = met.all && hold_both(all_met);
  }

  /// The same, four at a time while there are four.
  PERPEND_FUSED void judge_fused(const DoubledSums& sums, int count, double* ratios, Met& met) const {
    DoubleQuad most{}, most_residual{};
    auto all_met = most == most;
    int i = 0;
    for (; i + 3 < count; i += 4) {
      const DoubleQuad magnitude = quad_at(&sums.magnitude[i]);
      const DoubleQuad error = in_all(residual_factor_) * magnitude + in_all(underflow_allowance);
      const DoubleQuad upper = (modulus(quad_at(&sums.value[i])) + error) * in_all(margin);
      const auto is_met =
          (upper * in_all(ratio_factor_) <= in_all(limit_) * magnitude) & (magnitude > in_all(least_safe_magnitude));
      const DoubleQuad ratio = is_met ? upper / magnitude * in_all(ratio_factor_) : DoubleQuad{};
      const DoubleQuad residual = is_met ? upper : DoubleQuad{};
      most = ratio > most ? ratio : most;
      most_residual = residual > most_residual ? residual : most_residual;
      all_met &= is_met;
      set_quad(&ratios[i], ratio);
    }
    met.largest = std::max({most[0], most[1], most[2], most[3]});
    met.largest_residual = std::max({most_residual[0], most_residual[1], most_residual[2], most_residual[3]});
    met.all = (all_met[0] & all_met[1] & all_met[2] & all_met[3]) != 0;
    if (i < count) judge_pairs(sums, i, count, ratios, met);
  }

  template <class Scale>
  void judge_value(double magnitude, double value, int row, double& worst_residual, Scale row_scale) {
    if (magnitude == 0.0) return;  // every term is exactly zero
    const double error = residual_factor_ * magnitude + underflow_allowance;
    const double upper = (value + error) * (1.0 + 16.0 * unit_roundoff);
    const double lower = value * (1.0 - 16.0 * unit_roundoff) - error * (1.0 + 16.0 * unit_roundoff);
    double scale = magnitude;
    if (!(upper * ratio_factor_ <= limit_ * magnitude)) {
      const double coefficients = row_scale();
      if (coefficients < infinity && magnitude <= cancelled_ * coefficients) {
        scale += coefficients;
        ++num_granted_;
      }
    }
    update(upper, lower, scale, row);
    worst_residual = std::isnan(upper) ? upper : upper > worst_residual ? upper : worst_residual;
  }

  /// Divides only where a product does not show that another row is worse; its roundings are covered by the margin.
  void update(double upper, double lower, double scale, int row) {
    if (lower * margin > lower_ * scale) lower_ = std::max(lower_, lower / scale / ratio_factor_);
    if (std::isnan(upper_) || upper * ratio_factor_ * margin < upper_ * scale) return;
    const double ratio = upper / scale * ratio_factor_;
    if (ratio <= upper_) return;
    upper_ = ratio;
    row_ = row;
  }
  static constexpr double margin = 1.0 + 16.0 * unit_roundoff;  ///< of comparisons that avoid a division
  double residual_factor_, ratio_factor_, cancelled_, limit_;
  double upper_ = 0.0;
  double lower_ = 0.0;
  int row_ = 0;
  long num_granted_ = 0;
};

}  // namespace perpend
