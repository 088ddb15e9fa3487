// The worst backward error among rows whose residuals are known in doubled precision.
#pragma once

#include <algorithm>

#include "verification/arithmetic/doubled_dot.hpp"

namespace perpend {

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

  /// Judges two neighbouring rows at once. False, and nothing is judged, where one of them is not safe, not finite or
  /// not within the limit by its own size, which `judge` looks into.
  [[nodiscard]] bool judge_two(const DoubledSumOf<DoublePair>& sum, int row, double& worst_residual) {
    const DoublePair value = modulus(sum.value);
    const DoublePair error = in_both(residual_factor_) * sum.magnitude + in_both(underflow_allowance);
    const DoublePair upper = (value + error) * in_both(1.0 + 16.0 * unit_roundoff);
    const DoublePair lower = value * in_both(1.0 - 16.0 * unit_roundoff) - error * in_both(1.0 + 16.0 * unit_roundoff);
    // Most rows of most solves change nothing, which takes no division.
    const double most = std::min(upper_, limit_);
    if (hold_both((upper * in_both(ratio_factor_ * margin) < in_both(most) * sum.magnitude) &
                  (lower * in_both(margin) <= in_both(lower_) * sum.magnitude) & (upper <= in_both(worst_residual))))
      return true;
    const bool is_met = hold_both((upper * in_both(ratio_factor_) <= in_both(limit_) * sum.magnitude) &
                                  (sum.magnitude > in_both(least_safe_magnitude)));
    if (!is_met) return false;
    const DoublePair ratio = upper / sum.magnitude * in_both(ratio_factor_);
    const DoublePair least = lower / sum.magnitude / in_both(ratio_factor_);
    for (int lane = 0; lane < 2; ++lane) {
      if (ratio[lane] > upper_) {
        upper_ = ratio[lane];
        row_ = row + lane;
      }
      lower_ = std::max(lower_, least[lane]);
      worst_residual = std::max(worst_residual, upper[lane]);
    }
    return true;
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
