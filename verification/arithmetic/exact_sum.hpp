// Is a sum of products of doubles exactly zero? An expansion: doubles that do not overlap and whose sum is exact
// [Knuth97].
#pragma once

#include <array>

#include "verification/arithmetic/rounding.hpp"

namespace perpend {

/// Fixed room, so that it never allocates; what does not fit, overflows or underflows makes it unknown.
class ExactSum {
 public:
  void add(double x) {
    int kept = 0;
    for (int i = 0; i < size_; ++i) {
      const auto [s, e] = two_sum(x, part_[i]);
      if (e != 0.0) part_[kept++] = e;
      x = s;
    }
    size_ = kept;
    if (x == 0.0) return;
    if (size_ == capacity || !(std::abs(x) < 0x1p1020)) {
      is_known_ = false;
      return;
    }
    part_[size_++] = x;
  }

  void add_product(double a, double b) {
    if (a == 0.0 || b == 0.0) return;
    const auto [p, e] = two_product(a, b);
    if (!is_mid_range(p)) is_known_ = false;
    add(e);
    add(p);
  }

  /// Proved: false also when unknown.
  [[nodiscard]] bool is_zero() const { return is_known_ && size_ == 0; }

 private:
  static constexpr int capacity = 64;  // 40 parts of 53 bits cover the whole range of exponents
  std::array<double, capacity> part_{};
  int size_ = 0;
  bool is_known_ = true;
};

}  // namespace perpend
