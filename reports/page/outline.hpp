// What is drawn of a planar body: the outline of its shape as a line through points, in the body frame.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "kernel/model/record.hpp"

namespace perpend::reports {

/// Between the parts of a compound: a line ends before it, and the next one begins after it.
inline constexpr std::array<double, 2> lifted_pen{std::numeric_limits<double>::quiet_NaN(),
                                                  std::numeric_limits<double>::quiet_NaN()};

/// Closed when the first point is the last. A point or nothing: empty.
[[nodiscard]] std::vector<std::array<double, 2>> outline(const Shape& shape);

/// What is drawn of a body: closed when the first point is the last. A body that is known by its inertia alone: the
/// convex hull of its centre of mass and of the points that hinges, welds and distances hold, which is a line where
/// there is one such point. A half plane: its edge as far as bodies come near it. A particle, and a body with nothing
/// to draw: empty.
[[nodiscard]] std::vector<std::array<double, 2>> body_outline(const ExperimentRecord& record, std::size_t body);

/// From the body frame to the world, pose x, y [m], theta [rad].
[[nodiscard]] std::array<double, 2> placed(const std::array<double, 2>& point, const std::array<float, 3>& pose);

}  // namespace perpend::reports
