// A first guess a0 within 0.004 of the angle, then what is left by its tangent:
//     t = (y cos a0 - x sin a0) / (x cos a0 + y sin a0),   angle = a0 + atan t
// Error. sin a0 and cos a0 are off by at most 2^-52, which moves t, whose divisor is |(x, y)| to 1e-5, by sqrt(2)
// 2^-52; rounding the two products moves it by 2^-53; the last addition rounds an angle up to pi, 2^-52; all else acts
// on numbers below 0.004. Together below 2^-50. The guess needs no accuracy: sin_cos sees the same double. The series
// breaks off before t^11/11 < 2^-90.
#include "kernel/joints/spatial/arc_tangent.hpp"

#include <cmath>

#include "kernel/model/trigonometry.hpp"

namespace perpend {

namespace {

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
