// Building blocks of every bound here: round to nearest only, error-free transformations, one step outward.
//     TwoSum      a + b = s + e exactly                [Knuth97]
//     TwoProduct  a b = p + e exactly, e by fma        [OgitaRumpOishi05]
// Both hold for finite results; TwoProduct also wants |p| >= 2^-969, or the last bits of e fall below the smallest
// double.
// Every bound assumes IEEE 754 doubles, round to nearest and gradual underflow. One library that was built to flush
// small numbers changes that for the whole process, so the program asks before it certifies.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "kernel/model/types.hpp"

namespace perpend {

inline constexpr double unit_roundoff = 0x1p-53;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The next double above x, as std::nextafter but inline. NaN and +infinity stay.
[[nodiscard]] inline double next_up(double x) {
  if (!(x < infinity)) return x;
  if (x == 0.0) return std::numeric_limits<double>::denorm_min();
  const auto bits = std::bit_cast<std::int64_t>(x);
  return std::bit_cast<double>(x > 0.0 ? bits + 1 : bits - 1);
}

[[nodiscard]] inline double next_down(double x) {
  return -next_up(-x);
}

/// s + e with s = fl(s + e).
struct ExactPair {
  double value;
  double error;
};

[[nodiscard]] inline ExactPair two_sum(double a, double b) {
  const double s = a + b;
  const double back = s - a;
  return {s, (a - (s - back)) + (b - back)};
}

[[nodiscard]] inline ExactPair two_product(double a, double b) {
  const double p = a * b;
  return {p, std::fma(a, b, -p)};
}

/// Whether error-free transformations of a result this large neither overflow inside nor lose bits to underflow.
[[nodiscard]] inline bool is_mid_range(double x) {
  return std::abs(x) > 0x1p-960 && std::abs(x) < 0x1p1020;
}

/// The largest double not above a + b: the sign of the rounding error tells whether one step down is needed.
[[nodiscard]] inline double add_down(double a, double b) {
  const auto [s, e] = two_sum(a, b);
  return std::abs(s) < 0x1p1020 && e >= 0.0 ? s : next_down(s);
}

[[nodiscard]] inline double multiply_down(double a, double b) {
  const double p = a * b;
  if (is_mid_range(p)) return std::fma(a, b, -p) >= 0.0 ? p : next_down(p);
  return a == 0.0 || b == 0.0 ? p : next_down(p);
}

/// fma(-q, b, a) is the exact remainder for a mid-range quotient; it has the sign of (a/b - q) b.
[[nodiscard]] inline double divide_down(double a, double b) {
  const double q = a / b;
  if (a == 0.0 || (is_mid_range(q) && is_mid_range(a))) {
    const double remainder = std::fma(-q, b, a);
    return remainder == 0.0 || (remainder > 0.0) == (b > 0.0) ? q : next_down(q);
  }
  return next_down(q);
}

[[nodiscard]] inline double sqrt_down(double x) {
  const double s = std::sqrt(x);
  if (x == 0.0 || (is_mid_range(x) && std::fma(-s, s, x) >= 0.0)) return s;
  return next_down(s);
}

[[nodiscard]] inline double add_up(double a, double b) {
  return -add_down(-a, -b);
}
[[nodiscard]] inline double multiply_up(double a, double b) {
  return -multiply_down(-a, b);
}
[[nodiscard]] inline double divide_up(double a, double b) {
  return -divide_down(-a, b);
}
[[nodiscard]] inline double sqrt_up(double x) {
  const double s = std::sqrt(x);
  if (x == 0.0 || (is_mid_range(x) && std::fma(-s, s, x) <= 0.0)) return s;
  return next_up(s);
}

/// Upper bound of gamma_k = k u / (1 - k u): three roundings, covered by the last factor. Pre: 0 <= k < 2^40.
[[nodiscard]] inline double gamma_bound(double k) {
  const double ku = k * unit_roundoff;
  return ku / (1.0 - ku) * (1.0 + 4.0 * unit_roundoff);
}

/// Is a sum of products of doubles exactly zero? An expansion: doubles that do not overlap and whose sum is exact
/// [Knuth97]. Fixed room, so that it never allocates; what does not fit, overflows or underflows makes it unknown.
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

/// What is wrong with the arithmetic of this thread, or nullopt.
[[nodiscard]] std::optional<std::string> check_floating_environment();

}  // namespace perpend
