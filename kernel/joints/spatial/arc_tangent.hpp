// The angle of a direction, with the same bits on every machine: std::atan2 does not promise that.
#pragma once

namespace perpend {

/// Angle of (cos, sin) = (x, y) / |(x, y)|, in [-pi, pi]. Absolute error at most `arc_tangent_error_bound`; NaN for
/// (0, 0) and where an argument is not finite. Pre: x^2 + y^2 neither over- nor underflows.
[[nodiscard]] double arc_tangent(double y, double x);

/// From libm in extended precision: for the reference trajectory, which is not golden.
[[nodiscard]] long double arc_tangent(long double y, long double x);

/// Derived in arc_tangent.cpp, 2^-50.
inline constexpr double arc_tangent_error_bound = 8.8817841970012523e-16;

}  // namespace perpend
