// One row of a system: what its terms sum to, enclosed, and how large they are.
#pragma once

#include "verification/arithmetic/interval.hpp"

namespace perpend {

struct RowSum {
  Interval value = 0.0;
  double size = 0.0;  ///< sum of |terms|, rounded: relative error at most gamma of the number of roundings
  double granted =
      0.0;  ///< what rounding of the rest of the problem may leave of it, as a scale in addition to the size

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
    granted += std::abs(a) * sum.granted;
  }
};

/// Worst row of a group so far: how far each value is from where it should be, against the scale of its row.
class RowGroup {
 public:
  /// `roundings`: of a scale, at most. `limit`: of an error against the size of its row.
  RowGroup(int roundings, double limit) : factor_(1.0 + gamma_bound(roundings + 8.0)), limit_(limit) {}

  /// `error` encloses what should be 0; a row without terms passes. `is_met`: the row is within the limit by its own
  /// size in another way.
  void judge(Interval error, double size, double granted, bool is_met = false) {
    const Interval amount = abs(error);
    if (amount.hi == 0.0) return;
    update(amount, size, granted, is_met);
    if (!(amount.hi <= largest_)) largest_ = std::isnan(largest_) ? largest_ : amount.hi;
  }

  /// A bound of a multiplier that is moved instead of its row, in the unit of the multiplier.
  void judge_moved(double distance, double size, double granted, bool is_met = false) {
    if (distance != 0.0) update(distance, size, granted, is_met);  // a NaN stays
  }

  /// Whether the limit is met without anything granted.
  [[nodiscard]] bool is_within(Interval error, double size) const {
    const double amount = abs(error).hi;
    return amount == 0.0 || amount / size * factor_ <= limit_;
  }

  [[nodiscard]] double upper() const { return upper_; }      ///< of the largest error against its scale
  [[nodiscard]] double lower() const { return lower_; }      ///< of the same
  [[nodiscard]] double largest() const { return largest_; }  ///< error in the unit of the group
  /// Errors that may be above the limit by the size of their row alone, on no row that is met in another way.
  [[nodiscard]] long num_granted() const { return num_granted_; }

 private:
  void update(Interval amount, double size, double granted, bool is_met) {
    const double scale = size + granted;
    const double upper = amount.hi / scale * factor_;
    const double lower = amount.lo / scale / factor_;
    if (!(upper <= upper_)) upper_ = std::isnan(upper_) ? upper_ : upper;
    if (lower > lower_) lower_ = lower;
    if (!is_met && !is_within(amount, size)) ++num_granted_;
  }
  double factor_;
  double limit_;
  long num_granted_ = 0;
  double upper_ = 0.0;
  double lower_ = 0.0;
  double largest_ = 0.0;
};

}  // namespace perpend
