// A closed interval of reals with double ends. Every operation encloses the exact result; a NaN end says that nothing
// is known and never passes a comparison. Functions do not trust libm: what it returns is a guess, and the result is
// enclosed by arithmetic and by the proved bound of `sin_cos`.
#pragma once

#include <algorithm>
#include <cmath>

#include "verification/arithmetic/rounding.hpp"

namespace perpend {

struct Interval {
  double lo = std::numeric_limits<double>::quiet_NaN();
  double hi = std::numeric_limits<double>::quiet_NaN();

  Interval() = default;
  Interval(double point) : lo(point), hi(point) {}  // NOLINT: a double is an interval of one point
  Interval(double lower, double upper) : lo(lower), hi(upper) {}

  [[nodiscard]] bool is_known() const { return lo <= hi; }
  [[nodiscard]] bool contains(double x) const { return lo <= x && x <= hi; }
};

[[nodiscard]] inline bool is_zero(Interval a) {
  return a.lo == 0.0 && a.hi == 0.0;
}

/// A number of the interval near its middle.
[[nodiscard]] inline double middle(Interval a) {
  return a.lo == a.hi ? a.lo : 0.5 * a.lo + 0.5 * a.hi;
}

[[nodiscard]] inline Interval operator-(Interval a) {
  return {-a.hi, -a.lo};
}
[[nodiscard]] inline Interval operator+(Interval a, Interval b) {
  return {add_down(a.lo, b.lo), add_up(a.hi, b.hi)};
}
[[nodiscard]] inline Interval operator-(Interval a, Interval b) {
  return a + -b;
}
inline Interval& operator+=(Interval& a, Interval b) {
  return a = a + b;
}

/// Smallest and largest of four candidates; a NaN among them makes both NaN.
[[nodiscard]] inline Interval hull(const double (&down)[4], const double (&up)[4]) {
  Interval result{down[0], up[0]};
  for (int i = 0; i < 4; ++i) {
    if (std::isnan(down[i]) || std::isnan(up[i])) return {};
    result.lo = std::min(result.lo, down[i]);
    result.hi = std::max(result.hi, up[i]);
  }
  return result;
}

/// a >= 0: two products decide.
[[nodiscard]] inline Interval multiply_nonnegative(Interval a, Interval b) {
  return {multiply_down(b.lo >= 0.0 ? a.lo : a.hi, b.lo), multiply_up(b.hi >= 0.0 ? a.hi : a.lo, b.hi)};
}

[[nodiscard]] inline Interval operator*(Interval a, Interval b) {
  if (a.is_known() && b.is_known()) {
    if (a.lo >= 0.0) return multiply_nonnegative(a, b);
    if (b.lo >= 0.0) return multiply_nonnegative(b, a);
    if (a.hi <= 0.0) return -multiply_nonnegative(-a, b);
    if (b.hi <= 0.0) return -multiply_nonnegative(-b, a);
  }
  const double down[4] = {multiply_down(a.lo, b.lo), multiply_down(a.lo, b.hi), multiply_down(a.hi, b.lo),
                          multiply_down(a.hi, b.hi)};
  const double up[4] = {multiply_up(a.lo, b.lo), multiply_up(a.lo, b.hi), multiply_up(a.hi, b.lo),
                        multiply_up(a.hi, b.hi)};
  return hull(down, up);
}

/// By one exact number: half the work of the general product.
[[nodiscard]] inline Interval scale(double s, Interval a) {
  return s >= 0.0 ? Interval{multiply_down(s, a.lo), multiply_up(s, a.hi)}
                  : Interval{multiply_down(s, a.hi), multiply_up(s, a.lo)};
}

/// b > 0: signs of the ends of a say which quotients are the ends.
[[nodiscard]] inline Interval divide_by_positive(Interval a, Interval b) {
  return {divide_down(a.lo, a.lo >= 0.0 ? b.hi : b.lo), divide_up(a.hi, a.hi >= 0.0 ? b.lo : b.hi)};
}

/// Nothing is known about a quotient by an interval that contains zero.
[[nodiscard]] inline Interval operator/(Interval a, Interval b) {
  if (!a.is_known() || !b.is_known() || (b.lo <= 0.0 && b.hi >= 0.0)) return {};
  return b.lo > 0.0 ? divide_by_positive(a, b) : divide_by_positive(-a, -b);
}

[[nodiscard]] inline Interval abs(Interval a) {
  if (a.lo >= 0.0) return a;
  if (a.hi <= 0.0) return -a;
  return a.is_known() ? Interval{0.0, std::max(-a.lo, a.hi)} : Interval{};
}

[[nodiscard]] inline Interval square(Interval a) {
  const Interval b = abs(a);
  return {multiply_down(b.lo, b.lo), multiply_up(b.hi, b.hi)};
}

[[nodiscard]] inline Interval sqrt(Interval a) {
  return a.lo >= 0.0 ? Interval{sqrt_down(a.lo), sqrt_up(a.hi)} : Interval{};
}

[[nodiscard]] inline Interval min(Interval a, Interval b) {
  return a.is_known() && b.is_known() ? Interval{std::min(a.lo, b.lo), std::min(a.hi, b.hi)} : Interval{};
}

[[nodiscard]] inline Interval max(Interval a, Interval b) {
  return a.is_known() && b.is_known() ? Interval{std::max(a.lo, b.lo), std::max(a.hi, b.hi)} : Interval{};
}

/// Operations that expressions of claims and of scenes name alike; nothing is known of another one.
template <class Op>
[[nodiscard]] Interval arithmetic(Op op, Interval a, Interval b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::min:
      return min(a, b);
    case Op::max:
      return max(a, b);
    default:
      return {};
  }
}

/// 2 pi lies between these neighbouring doubles.
inline const Interval two_pi{0x1.921fb54442d18p+2, 0x1.921fb54442d19p+2};

/// |sin x - sin m| <= |x - m|; NaN beyond the largest argument of `sin_cos`.
[[nodiscard]] Interval sine(Interval x);
[[nodiscard]] Interval cosine(Interval x);

/// Angle of (x, y) in [-pi, pi], or beyond by less than half a turn where the interval lies across that cut. With a
/// guess theta, the rest is atan(s / c), s = y cos theta - x sin theta, c = x cos theta + y sin theta > 0, at most |s|
/// / c. Nothing is known when (0, 0) may be meant.
[[nodiscard]] Interval arc_tangent(Interval y, Interval x);

/// Taylor's sum after reduction by multiples of ln 2. Known for |x| <= 700.
[[nodiscard]] Interval exponential(Interval x);
/// With a guess y, log x = y + log t, t = x exp(-y), and 1 - 1/t <= log t <= t - 1.
[[nodiscard]] Interval logarithm(Interval x);
/// By multiplication for whole exponents up to 64, else exp(b log a) for a > 0.
[[nodiscard]] Interval power(Interval a, Interval b);

/// `angle` plus the whole turns that bring it within half a turn of `near`; nothing is known when two numbers of turns
/// may be meant.
[[nodiscard]] Interval nearest_branch(Interval angle, Interval near);

}  // namespace perpend
