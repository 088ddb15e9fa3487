// Argument reduction x = k pi/2 + r + r_low by Cody and Waite in three parts, then Taylor sums with a compensated last
// step. Error of the result: reduction below 2^-66, series below 2^-62, roundings of the tail below 2^-55 (it is at
// most a quarter of the head), final addition at most 2^-54 (values below 1): together below 2^-53; the stated bound is
// twice that.
#include "kernel/model/numbers/trigonometry.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace perpend {

namespace {

// pi/2 = p1 + p2 + p3. p1 and p2 have 22 significant bits, so that k p1 and k p2 are exact for |k| < 2^30; p3 is the
// rest rounded to double. What is missing is below 2^-103.
constexpr double p1 = 0x1.921fbp+0;
constexpr double p2 = 0x1.5110bp-22;
constexpr double p3 = 0x1.18469898cc517p-44;

/// Taylor sums on |r| <= pi/4 + tiny: the first omitted terms, (pi/4)^19/19! and (pi/4)^18/18!, are below 2^-62.
template <class Number>
inline Number sine_series(Number r, Number r_low) {
  const Number s = r * r;
  Number sum = (1.0 / 355687428096000.0) * s - 1.0 / 1307674368000.0;
  sum = sum * s + 1.0 / 6227020800.0;
  sum = sum * s - 1.0 / 39916800.0;
  sum = sum * s + 1.0 / 362880.0;
  sum = sum * s - 1.0 / 5040.0;
  sum = sum * s + 1.0 / 120.0;
  sum = sum * s - 1.0 / 6.0;
  return r + (r_low * (1.0 - 0.5 * s) + r * (s * sum));
}

template <class Number>
inline Number cosine_series(Number r, Number r_low) {
  const Number s = r * r;
  Number sum = (1.0 / 20922789888000.0) * s - 1.0 / 87178291200.0;
  sum = sum * s + 1.0 / 479001600.0;
  sum = sum * s - 1.0 / 3628800.0;
  sum = sum * s + 1.0 / 40320.0;
  sum = sum * s - 1.0 / 720.0;
  sum = sum * s + 1.0 / 24.0;
  const Number half = 0.5 * s;
  const Number head = 1.0 - half;
  const Number head_error = (1.0 - head) - half;
  return head + (head_error + (s * s * sum - r * r_low));
}

/// Sine and cosine of r + r_low = x - k pi/2.
template <class Number>
inline SinCos<Number> sin_cos_of_rest(Number x, Number k) {
  // x - k p1 is exact (both are multiples of the smaller last place, the difference is short); k p2 is exact; the error
  // of the next subtraction is kept by Knuth's TwoSum.
  const Number a = x - k * p1;
  const Number b = k * p2;
  const Number high = a - b;
  const Number back = high - a;
  const Number low = (a - (high - back)) - (b + back);
  const Number tail = low - k * p3;
  const Number r = high + tail;
  const Number r_low = (high - r) + tail;
  return {sine_series(r, r_low), cosine_series(r, r_low)};
}

constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

// The angle: a first guess a0 within 0.004 of the angle, then what is left by its tangent:
//     t = (y cos a0 - x sin a0) / (x cos a0 + y sin a0),   angle = a0 + atan t
// Error. sin a0 and cos a0 are off by at most 2^-52, which moves t, whose divisor is |(x, y)| to 1e-5, by sqrt(2)
// 2^-52; rounding the two products moves it by 2^-53; the last addition rounds an angle up to pi, 2^-52; all else acts
// on numbers below 0.004. Together below 2^-50. The guess needs no accuracy: sin_cos sees the same double. The series
// breaks off before t^11/11 < 2^-90.
constexpr double pi = 3.141592653589793;

double first_guess(double y, double x) {
  const double near_axis = std::abs(y) < std::abs(x) ? std::abs(x) : std::abs(y);
  const double far_axis = std::abs(y) < std::abs(x) ? std::abs(y) : std::abs(x);
  const double r = far_axis / near_axis;
  // r pi/4 is right at 0 and 1; the quadratic bump between is fitted, and leaves 0.0038 at most.
  double guess = r * (pi / 4.0 + 0.273 * (1.0 - r));
  if (std::abs(y) > std::abs(x)) guess = pi / 2.0 - guess;
  if (x < 0.0) guess = pi - guess;
  return y < 0.0 ? -guess : guess;
}

}  // namespace

SinCos<double> sin_cos(double x) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (!(std::abs(x) <= sin_cos_max_argument)) return {nan, nan};
  const double k = std::floor(x * two_over_pi + 0.5);
  const auto [sine, cosine] = sin_cos_of_rest(x, k);
  switch (static_cast<long long>(k) & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

SinCos<DoublePair> sin_cos(DoublePair x) {
  if (!hold_both(modulus(x) <= sin_cos_max_argument)) {
    const SinCos<double> first = sin_cos(x[0]);
    const SinCos<double> second = sin_cos(x[1]);
    return {DoublePair{first.sin, second.sin}, DoublePair{first.cos, second.cos}};
  }
  using Bits = std::int64_t __attribute__((vector_size(2 * sizeof(double))));
  const DoublePair scaled = x * two_over_pi + 0.5;
  const Bits towards_zero{static_cast<std::int64_t>(scaled[0]), static_cast<std::int64_t>(scaled[1])};
  const DoublePair whole{static_cast<double>(towards_zero[0]), static_cast<double>(towards_zero[1])};
  const Bits is_above = whole > scaled;  // -1 there
  const auto [sine, cosine] = sin_cos_of_rest(x, whole - (DoublePair)(is_above & (Bits)in_both(1.0)));
  // Quarter turns: odd ones exchange the two; the sine is negative after two, the cosine after one and two.
  const Bits quarters = towards_zero + is_above;
  const Bits is_odd = -(quarters & 1);
  const auto with_sign = [](Bits value, Bits turns) { return (DoublePair)(value ^ ((turns & 2) << 62)); };
  return {with_sign(((Bits)sine & ~is_odd) | ((Bits)cosine & is_odd), quarters),
          with_sign(((Bits)cosine & ~is_odd) | ((Bits)sine & is_odd), quarters + 1)};
}

SinCos<long double> sin_cos(long double x) {
  return {std::sin(x), std::cos(x)};
}

double arc_tangent(double y, double x) {
  const double guess = first_guess(y, x);
  const SinCos<double> a = sin_cos(guess);
  const double t = (y * a.cos - x * a.sin) / (x * a.cos + y * a.sin);
  const double s = t * t;
  return guess + t * (1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s / 9.0))));
}

long double arc_tangent(long double y, long double x) {
  return std::atan2(y, x);
}

}  // namespace perpend
