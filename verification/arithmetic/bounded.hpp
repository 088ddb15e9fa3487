// A double with a bound of its error: |value - exact| <= error. A few multiplications an operation where an interval
// takes two directed roundings, and wider by a few roundings: for quantities that are looked at closely only where this
// does not decide. A NaN says that nothing is known, and never passes a comparison.
#pragma once

#include <cmath>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

namespace bounded {

/// Covers the roundings of a sum of up to six nonnegative terms.
inline constexpr double outward = 1.0 + 0x1p-48;
/// Above what a product, or a term of its error, can lose to underflow.
inline constexpr double underflow = 0x1p-1060;

}  // namespace bounded

/// Its operations are found by their arguments alone, so that doubles do not become one unasked.
struct Bounded {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();

  Bounded() = default;
  Bounded(double exact) : value(exact), error(0.0) {}  // NOLINT: a double is known exactly
  Bounded(double near, double bound) : value(near), error(bound) {}
  /// The middle, and the farther end.
  explicit Bounded(Interval interval)
      : value(middle(interval)), error(std::max(add_up(interval.hi, -value), add_up(value, -interval.lo))) {}

  [[nodiscard]] bool is_exact_zero() const { return value == 0.0 && error == 0.0; }
  [[nodiscard]] Interval interval() const { return {add_down(value, -error), add_up(value, error)}; }

  [[nodiscard]] friend Bounded operator-(Bounded a) { return {-a.value, a.error}; }
  /// A sum whose rounding error is below the smallest double is exact.
  [[nodiscard]] friend Bounded operator+(Bounded a, Bounded b) {
    const double sum = a.value + b.value;
    return {sum, (a.error + b.error + unit_roundoff * std::abs(sum)) * bounded::outward};
  }
  [[nodiscard]] friend Bounded operator-(Bounded a, Bounded b) { return a + -b; }
  [[nodiscard]] friend Bounded operator*(Bounded a, Bounded b) {
    if (a.is_exact_zero() || b.is_exact_zero()) return {a.value * b.value, 0.0 * (a.value + b.value)};
    const double product = a.value * b.value;
    const double error = std::abs(a.value) * b.error + (std::abs(b.value) + b.error) * a.error;
    return {product, (error + unit_roundoff * std::abs(product) + bounded::underflow) * bounded::outward};
  }
  /// As the product of an exact number, whose error is 0.
  [[nodiscard]] friend Bounded scale(double s, Bounded a) {
    if (s == 0.0 || a.is_exact_zero()) return {s * a.value, 0.0 * (s + a.value)};
    const double product = s * a.value;
    const double error = std::abs(s) * a.error + unit_roundoff * std::abs(product) + bounded::underflow;
    return {product, error * bounded::outward};
  }
  [[nodiscard]] friend Bounded square(Bounded a) { return a * a; }

  /// |a/b - q| |b| <= |a - a'| + |a'/b'| |b - b'| with a', b' the doubles and q near a'/b'. By intervals where a
  /// quotient underflows or overflows, b is so small that a product which underflows matters next to it, or its sign is
  /// hardly known.
  [[nodiscard]] friend Bounded operator/(Bounded a, Bounded b) {
    const double quotient = a.value / b.value, size = std::abs(quotient);
    const bool is_plain =
        size > 0x1p-500 && size < 0x1p500 && std::abs(b.value) > 0x1p-400 && std::abs(b.value) > 2.0 * b.error;
    if (!is_plain) return Bounded(a.interval() / b.interval());
    const double error = (a.error + size * b.error) / (std::abs(b.value) - b.error);
    return {quotient, (error + unit_roundoff * size + bounded::underflow) * bounded::outward};
  }

  /// With v the double and |a - v| <= v / 4: |sqrt(a) - sqrt(v)| = |a - v| / (sqrt(a) + sqrt(v)) <= 0.54 |a - v| /
  /// sqrt(v). By intervals where a is less sure, very small or very large.
  [[nodiscard]] friend Bounded sqrt(Bounded a) {
    if (!(a.value > 0x1p-500 && a.value < 0x1p500 && a.value >= 4.0 * a.error)) return Bounded(sqrt(a.interval()));
    const double root = std::sqrt(a.value);
    return {root, (0.54 * a.error / root + unit_roundoff * root) * bounded::outward};
  }

  // The rest by intervals.
  [[nodiscard]] friend Bounded cosine(Bounded a) { return Bounded(cosine(a.interval())); }
  [[nodiscard]] friend Bounded arc_tangent(Bounded y, Bounded x) {
    return Bounded(arc_tangent(y.interval(), x.interval()));
  }
  [[nodiscard]] friend Bounded nearest_branch(Bounded angle, Bounded near) {
    return Bounded(nearest_branch(angle.interval(), near.interval()));
  }
};

/// The least and the largest that |exact| can be; NaN where nothing is known.
[[nodiscard]] inline double least_modulus(Bounded a) {
  const double least = add_down(std::abs(a.value), -a.error);
  return least < 0.0 ? 0.0 : least;
}
[[nodiscard]] inline double largest_modulus(Bounded a) {
  return add_up(std::abs(a.value), a.error);
}

}  // namespace perpend
