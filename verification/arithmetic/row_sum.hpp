// One row of a system: what its terms sum to, enclosed, and how large they are.
#pragma once

#include "verification/arithmetic/interval.hpp"

namespace perpend {

struct RowSum {
  Interval value = 0.0;
  double size = 0.0;  ///< sum of |terms|, rounded: relative error at most gamma of the number of roundings

  void add(double a) {
    value = value + a;
    size += std::abs(a);
  }
  void add(double a, double x) {
    if (a == 0.0 || x == 0.0) return add(a * x);  // a NaN stays
    value = value + scale(a, x);
    size += std::abs(a * x);
  }
  void add(double a, const RowSum& sum) {
    value = value + scale(a, sum.value);
    size += std::abs(a) * sum.size;
  }
};

/// Worst row of a group so far: how far each value is from where it should be, against the scale of its row.
class RowGroup {
 public:
  /// `roundings`: of a scale, at most.
  explicit RowGroup(int roundings) : factor_(1.0 + gamma_bound(roundings + 8.0)) {}

  /// `error` encloses what should be 0; a row without terms passes.
  void judge(Interval error, double scale) {
    const Interval size = abs(error);
    if (size.hi == 0.0) return;
    update(size.lo / scale / factor_, size.hi / scale * factor_);
    if (!(size.hi <= largest_)) largest_ = std::isnan(largest_) ? largest_ : size.hi;
  }

  /// A change relative to the number that it changes, as a quotient of rounded doubles.
  void judge_ratio(double ratio) { update(ratio / factor_, ratio * factor_); }

  [[nodiscard]] double upper() const { return upper_; }      ///< of the largest error against its scale
  [[nodiscard]] double lower() const { return lower_; }      ///< of the same
  [[nodiscard]] double largest() const { return largest_; }  ///< error in the unit of the group

 private:
  void update(double lower, double upper) {
    if (!(upper <= upper_)) upper_ = std::isnan(upper_) ? upper_ : upper;
    if (lower > lower_) lower_ = lower;
  }
  double factor_;
  double upper_ = 0.0;
  double lower_ = 0.0;
  double largest_ = 0.0;
};

}  // namespace perpend
