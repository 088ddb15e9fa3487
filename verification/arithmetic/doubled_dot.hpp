// Dot products in doubled precision: Dot2 [OgitaRumpOishi05], one at a time or two side by side.
#pragma once

#include "kernel/model/numbers/double_pair.hpp"
#include "verification/arithmetic/double_quad.hpp"
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

#if defined(__x86_64__)
/// a b - p, rounded once.
[[nodiscard]] PERPEND_FUSED inline DoublePair fused_error(DoublePair a, DoublePair b, DoublePair p) {
  return _mm_fmsub_pd(a, b, p);
}
[[gnu::always_inline, nodiscard]] PERPEND_FUSED inline DoubleQuad fused_error(DoubleQuad a, DoubleQuad b,
                                                                              DoubleQuad p) {
  return _mm256_fmsub_pd(a, b, p);
}
#else
[[nodiscard]] inline DoublePair fused_error(DoublePair a, DoublePair b, DoublePair p) {
  return {std::fma(a[0], b[0], -p[0]), std::fma(a[1], b[1], -p[1])};
}
[[nodiscard]] inline DoubleQuad fused_error(DoubleQuad a, DoubleQuad b, DoubleQuad p) {
  return {std::fma(a[0], b[0], -p[0]), std::fma(a[1], b[1], -p[1]), std::fma(a[2], b[2], -p[2]),
          std::fma(a[3], b[3], -p[3])};
}
#endif

/// Two dots, whose sums are those of DoubledDot to the last bit: the error of a product is exact in both, here without
/// a fused operation, which the processors that the program is built for need not have. Unlike there, a factor above
/// 2^995 makes a NaN, and a product that underflows leaves no trace in the magnitude: `is_safe` is false after either.
class DoubledDotPair {
 public:
  /// What a factor of a product is given as.
  using Factor = SplitPair;

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

 protected:
  void add_part(DoublePair p, DoublePair error) {
    const DoublePair s = high_ + p;
    const DoublePair back = s - high_;
    low_ += ((high_ - (s - back)) + (p - back)) + error;
    high_ = s;
    magnitude_ += modulus(p);
  }

 private:
  DoublePair high_{};
  DoublePair low_{};
  DoublePair magnitude_{};
};

/// The same sums where `has_fused`, at half of the cost, of whole numbers. For functions with the same attribute.
class FusedDotPair : public DoubledDotPair {
 public:
  using Factor = DoublePair;
  using DoubledDotPair::DoubledDotPair;

  void add(DoublePair a) { add_part(a, DoublePair{}); }
  PERPEND_FUSED void add(DoublePair a, DoublePair b) {
    const DoublePair p = a * b;
    add_part(p, fused_error(a, b, p));
  }
};

/// Four of them, for functions with the same attribute that hold one in registers.
class FusedDotQuad {
 public:
  [[gnu::always_inline]] PERPEND_FUSED void start(DoubleQuad high, DoubleQuad low, DoubleQuad magnitude) {
    high_ = high;
    low_ = low;
    magnitude_ = magnitude;
  }
  [[gnu::always_inline]] PERPEND_FUSED void add(DoubleQuad a) { add_part(a, DoubleQuad{}); }
  [[gnu::always_inline]] PERPEND_FUSED void add(DoubleQuad a, DoubleQuad b) {
    const DoubleQuad p = a * b;
    add_part(p, fused_error(a, b, p));
  }
  /// Stores the sums and their magnitudes.
  [[gnu::always_inline]] PERPEND_FUSED void store(double* value, double* magnitude) const {
    set_quad(value, high_ + low_);
    set_quad(magnitude, magnitude_);
  }

 private:
  [[gnu::always_inline]] PERPEND_FUSED void add_part(DoubleQuad p, DoubleQuad error) {
    const DoubleQuad s = high_ + p;
    const DoubleQuad back = s - high_;
    low_ += ((high_ - (s - back)) + (p - back)) + error;
    high_ = s;
    magnitude_ += modulus(p);
  }
  DoubleQuad high_{};
  DoubleQuad low_{};
  DoubleQuad magnitude_{};
};

/// A product that underflows, or its error, is nothing next to it.
inline constexpr double least_safe_magnitude = 0x1p-900;

/// Whether a sum of DoubledDotPair is what DoubledDot finds.
[[nodiscard]] inline bool is_safe(const DoubledSum& sum) {
  return sum.magnitude > least_safe_magnitude && !std::isnan(sum.value);
}

}  // namespace perpend
