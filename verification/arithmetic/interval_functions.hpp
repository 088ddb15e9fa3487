// Functions of intervals, in addition to the arithmetic. None trusts libm: what it returns is a guess, and the result
// is enclosed by arithmetic and by the proved bound of `sin_cos`.
#pragma once

#include "verification/arithmetic/interval.hpp"

namespace perpend {

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
