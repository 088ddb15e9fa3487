// Lines through points of what is round, for the outlines of shapes.
#pragma once

#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

/// Closed; the first point lies on x.
[[nodiscard]] std::vector<Vec2> ellipse_line(double a, double b, int arc_points);

/// centre + a cos + b sin over [from, to] in turns.
[[nodiscard]] std::vector<Vec3> arc(const Vec3& centre, const Vec3& a, const Vec3& b, int arc_points, double from = 0.0,
                                    double to = 1.0);
/// Three rings of an ellipsoid with these semi-axes.
[[nodiscard]] std::vector<std::vector<Vec3>> ellipsoid_wires(const Vec3& semi, int arc_points);
/// Two rings and four seams along x; without a radius a line.
[[nodiscard]] std::vector<std::vector<Vec3>> tube_wires(double length, double radius, int arc_points);

}  // namespace perpend
