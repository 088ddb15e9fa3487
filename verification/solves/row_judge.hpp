// Residuals of single rows in doubled precision, and the worst backward error among them.
#pragma once

#include "verification/arithmetic/rounding.hpp"

namespace perpend {

/// Far below anything that matters and far above the total of all underflows of a row (terms times 2^-1074).
inline constexpr double underflow_allowance = 0x1p-1000;

/// Dot2 [OgitaRumpOishi05]: |value - exact| <= u |exact| + gamma_n^2 sum |a b|.
class DoubledDot {
 public:
  void add(double a, double b) {
    const auto [p, e] = two_product(a, b);
    if (p == 0.0) {
      if (a != 0.0 && b != 0.0) magnitude_ += underflow_allowance;  // not a zero: keeps the row from passing as exact
      return;
    }
    add_part(p);
    low_ += e;
  }
  void add(double a) {
    if (a != 0.0) add_part(a);
  }
  [[nodiscard]] double value() const { return high_ + low_; }
  /// fl(sum |a b|): relative error at most gamma_n.
  [[nodiscard]] double magnitude() const { return magnitude_; }

 private:
  void add_part(double p) {
    const auto [s, e] = two_sum(high_, p);
    high_ = s;
    low_ += e;
    magnitude_ += std::abs(p);
  }
  double high_ = 0.0;
  double low_ = 0.0;
  double magnitude_ = 0.0;
};

/// Worst row so far. The factors hold for every row, since `terms` is the length of the longest.
class RowJudge {
 public:
  /// Dot2's bound is stated for n products whose two errors are added in one go; here they enter one after the other,
  /// which doubles the additions of the low part: hence 2 n.
  RowJudge(int terms, double cancelled, double limit)
      : residual_factor_(gamma_bound(2 * terms) * gamma_bound(2 * terms) * (1.0 + gamma_bound(terms + 8))),
        ratio_factor_(1.0 + gamma_bound(terms + 8)),
        cancelled_(cancelled),
        limit_(limit) {}

  /// `row_scale()` is asked only for a row that fails: its coefficients times the largest unknowns, plus |b|.
  template <class Scale>
  void judge(const DoubledDot& dot, int row, double& worst_residual, Scale row_scale) {
    judge_value(dot, std::abs(dot.value()), row, worst_residual, row_scale);
  }

  /// The same for sum >= 0 (sign = 1) or sum <= 0 (sign = -1): only what is missing counts.
  template <class Scale>
  void judge_sign(const DoubledDot& dot, double sign, int row, double& worst_residual, Scale row_scale) {
    const double missing = -sign * dot.value();
    judge_value(dot, missing < 0.0 ? 0.0 : missing, row, worst_residual, row_scale);  // a NaN stays
  }

  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] int row() const { return row_; }
  /// Rows above the limit by their own size, measured as rounding of the rest.
  [[nodiscard]] long num_granted() const { return num_granted_; }

 private:
  template <class Scale>
  void judge_value(const DoubledDot& dot, double value, int row, double& worst_residual, Scale row_scale) {
    const double magnitude = dot.magnitude();
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
    update(upper / scale * ratio_factor_, lower / scale / ratio_factor_, row);
    worst_residual = std::isnan(upper) ? upper : upper > worst_residual ? upper : worst_residual;
  }

  void update(double upper, double lower, int row) {
    if (lower > lower_) lower_ = lower;
    if (std::isnan(upper_) || upper <= upper_) return;
    upper_ = upper;
    row_ = row;
  }
  double residual_factor_, ratio_factor_, cancelled_, limit_;
  double upper_ = 0.0;
  double lower_ = 0.0;
  int row_ = 0;
  long num_granted_ = 0;
};

}  // namespace perpend
