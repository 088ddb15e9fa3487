#include "verification/arithmetic/interval.hpp"

#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace {

/// A double inside and the largest distance of any point from it.
struct Ball {
  double middle;
  double radius;
};

Ball ball_of(Interval x) {
  const double middle = x.lo == x.hi ? x.lo : 0.5 * x.lo + 0.5 * x.hi;
  return {middle, std::max(add_up(x.hi, -middle), add_up(middle, -x.lo))};
}

/// Sine and cosine never leave [-1, 1]; a NaN stays.
Interval around(double value, double radius) {
  const double error = add_up(sin_cos_error_bound, radius);
  const Interval result{add_down(value, -error), add_up(value, error)};
  return result.is_known() ? Interval{std::max(result.lo, -1.0), std::min(result.hi, 1.0)} : Interval{};
}

/// exp of one double, |x| <= 700.
Interval exponential_at(double x) {
  if (!(std::abs(x) <= 700.0)) return {};
  const Interval ln2{0x1.62e42fefa39efp-1, 0x1.62e42fefa39f0p-1};
  const double turns = std::round(x * 0x1.71547652b82fep+0);
  const Interval r = Interval(x) - scale(turns, ln2);
  Interval sum = 1.0;
  for (int n = 17; n >= 1; --n) sum = Interval(1.0) + r * sum / Interval(n);
  // |r| <= 0.36: what the sum leaves out is at most 0.36^18 / 18! * 1.5 < 2^-70.
  sum = sum + Interval(-0x1p-70, 0x1p-70);
  return scale(std::ldexp(1.0, static_cast<int>(turns)), sum);
}

Interval logarithm_at(double x) {
  if (!(x > 0.0 && x < infinity)) return {};
  const double guess = std::log(x);
  const Interval t = Interval(x) * exponential_at(-guess);
  if (!(t.lo > 0.0)) return {};
  const Interval rest{(Interval(1.0) - Interval(1.0) / Interval(t.lo)).lo, (Interval(t.hi) - Interval(1.0)).hi};
  return Interval(guess) + rest;
}

Interval whole_power(Interval a, int n) {
  Interval result = 1.0;
  for (Interval factor = a; n > 0; n /= 2, factor = square(factor))
    if (n % 2 == 1) result = result * factor;
  return result;
}

}  // namespace

Interval sine(Interval x) {
  if (!x.is_known()) return {};
  const Ball ball = ball_of(x);
  return around(sin_cos(ball.middle).sin, ball.radius);
}

Interval cosine(Interval x) {
  if (!x.is_known()) return {};
  const Ball ball = ball_of(x);
  return around(sin_cos(ball.middle).cos, ball.radius);
}

Interval arc_tangent(Interval y, Interval x) {
  if (!x.is_known() || !y.is_known()) return {};
  const double guess = std::atan2(ball_of(y).middle, ball_of(x).middle);
  const Interval turned_sine = sine(guess);
  const Interval turned_cosine = cosine(guess);
  const Interval s = y * turned_cosine - x * turned_sine;
  const Interval c = x * turned_cosine + y * turned_sine;
  if (!s.is_known() || !(c.lo > 0.0)) return {};
  const double rest = divide_up(abs(s).hi, c.lo);
  return {add_down(guess, -rest), add_up(guess, rest)};
}

Interval exponential(Interval x) {
  return {exponential_at(x.lo).lo, exponential_at(x.hi).hi};
}

Interval logarithm(Interval x) {
  return {logarithm_at(x.lo).lo, logarithm_at(x.hi).hi};
}

Interval power(Interval a, Interval b) {
  constexpr double most = 64.0;
  if (b.lo == b.hi && std::floor(b.lo) == b.lo && std::abs(b.lo) <= most) {
    const int n = static_cast<int>(b.lo);
    const Interval result = whole_power(a, std::abs(n));
    return n < 0 ? Interval(1.0) / result : result;
  }
  if (b.lo == 0.5 && b.hi == 0.5) return sqrt(a);
  return a.lo > 0.0 ? exponential(b * logarithm(a)) : Interval{};
}

Interval nearest_branch(Interval angle, Interval near) {
  if (!angle.is_known() || !near.is_known()) return {};
  const double turns = std::round((ball_of(near).middle - ball_of(angle).middle) / two_pi.lo);
  if (!(std::abs(turns) < 0x1p50)) return {};
  const Interval result = angle + scale(turns, two_pi);
  return abs(result - near).hi < 0.5 * two_pi.lo ? result : Interval{};
}

}  // namespace perpend
