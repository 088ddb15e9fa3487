// Dot products in doubled precision: Dot2 [OgitaRumpOishi05], one at a time or two side by side.
#pragma once

#include "kernel/model/numbers/double_pair.hpp"
#include "verification/arithmetic/rounding.hpp"

namespace perpend {

/// Far below anything that matters and far above the total of all underflows of a row (terms times 2^-1074).
inline constexpr double underflow_allowance = 0x1p-1000;

/// What a dot product came to, or two of them. |value - exact| <= u |exact| + gamma_n^2 magnitude.
template <class Number>
struct DoubledSumOf {
  Number value{};
  Number magnitude{};  ///< fl(sum |a b|): relative error at most gamma_n
};
using DoubledSum = DoubledSumOf<double>;

class DoubledDot {
 public:
  void add(double a, double b) {
    const double p = a * b;
    if (p == 0.0) {
      if (a != 0.0 && b != 0.0) magnitude_ += underflow_allowance;  // not a zero: keeps the row from passing as exact
      return;
    }
    add_part(p, std::fma(a, b, -p));
  }
  void add(double a) {
    if (a != 0.0) add_part(a, 0.0);
  }
  [[nodiscard]] DoubledSum sum() const { return {high_ + low_, magnitude_}; }

 private:
  void add_part(double p, double error) {
    const auto [s, e] = two_sum(high_, p);
    high_ = s;
    low_ += e + error;
    magnitude_ += std::abs(p);
  }
  double high_ = 0.0;
  double low_ = 0.0;
  double magnitude_ = 0.0;
};

/// A number as the sum of two of 26 bits each [Dekker71].
struct SplitPair {
  DoublePair value, high, low;

  explicit SplitPair(DoublePair a) : value(a) {
    const DoublePair spread = a * 0x1.000002p+27;  // 2^27 + 1
    high = spread - (spread - a);
    low = a - high;
  }
};

/// Two dots, whose sums are those of DoubledDot to the last bit: the error of a product is exact in both, here without
/// a fused operation, which the processors that the program is built for need not have. Unlike there, a factor above
/// 2^995 makes a NaN, and a product that underflows leaves no trace in the magnitude: `is_safe` is false after either.
class DoubledDotPair {
 public:
  DoubledDotPair() = default;
  DoubledDotPair(DoublePair high, DoublePair low, DoublePair magnitude)
      : high_(high), low_(low), magnitude_(magnitude) {}

  void add(DoublePair a) { add_part(a, DoublePair{}); }
  void add(const SplitPair& a, const SplitPair& b) {
    const DoublePair p = a.value * b.value;
    add_part(p, ((a.high * b.high - p) + a.high * b.low + a.low * b.high) + a.low * b.low);
  }
  [[nodiscard]] DoubledSumOf<DoublePair> sum() const { return {high_ + low_, magnitude_}; }

  [[nodiscard]] DoublePair high() const { return high_; }
  [[nodiscard]] DoublePair low() const { return low_; }
  [[nodiscard]] DoublePair magnitude() const { return magnitude_; }

 private:
  void add_part(DoublePair p, DoublePair error) {
    const DoublePair s = high_ + p;
    const DoublePair back = s - high_;
    low_ += ((high_ - (s - back)) + (p - back)) + error;
    high_ = s;
    magnitude_ += modulus(p);
  }
  DoublePair high_{};
  DoublePair low_{};
  DoublePair magnitude_{};
};

/// Whether a sum of DoubledDotPair is what DoubledDot finds.
[[nodiscard]] inline bool is_safe(const DoubledSum& sum) {
  constexpr double least = 0x1p-900;  // a product that underflows, or its error, is nothing next to it
  return sum.magnitude > least && !std::isnan(sum.value);
}

}  // namespace perpend
