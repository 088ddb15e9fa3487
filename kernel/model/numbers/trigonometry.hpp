// sin, cos and the angle of a direction with the same bits on every machine and with a stated error bound: libm
// promises neither.
#pragma once

#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

template <class Scalar>
struct SinCos {
  Scalar sin;
  Scalar cos;
};

/// sin and cos of x [rad]. Error of each at most `sin_cos_error_bound` for |x| <= `sin_cos_max_argument`; NaN beyond,
/// and for NaN and infinities. Only additions and multiplications of doubles, so the result does not depend on the
/// machine.
[[nodiscard]] SinCos<double> sin_cos(double x);

/// Two angles at once, with the same bits.
[[nodiscard]] SinCos<DoublePair> sin_cos(DoublePair x);

/// From libm in extended precision: for the reference trajectory, which is not golden.
[[nodiscard]] SinCos<long double> sin_cos(long double x);

/// Absolute. Derived in trigonometry.cpp, checked against MPFR in the tests.
inline constexpr double sin_cos_error_bound = 2.2204460492503131e-16;  // 2^-52

/// Beyond this many radians the argument reduction has too few bits (2^30).
inline constexpr double sin_cos_max_argument = 1073741824.0;

/// Angle of (cos, sin) = (x, y) / |(x, y)|, in [-pi, pi]. Absolute error at most `arc_tangent_error_bound`; NaN for
/// (0, 0) and where an argument is not finite. Pre: x^2 + y^2 neither over- nor underflows.
[[nodiscard]] double arc_tangent(double y, double x);

/// From libm in extended precision: for the reference trajectory, which is not golden.
[[nodiscard]] long double arc_tangent(long double y, long double x);

/// Derived in trigonometry.cpp, 2^-50.
inline constexpr double arc_tangent_error_bound = 8.8817841970012523e-16;

}  // namespace perpend
