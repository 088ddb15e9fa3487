// The outline of a body as a line through points, in the body frame.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/model.hpp"

namespace perpend::reports {

/// Closed when the first point is the last. A point or nothing: empty.
[[nodiscard]] std::vector<std::array<double, 2>> outline(const Shape& shape);

/// From the body frame to the world, pose x, y [m], theta [rad].
[[nodiscard]] std::array<double, 2> placed(const std::array<double, 2>& point, const std::array<float, 3>& pose);

}  // namespace perpend::reports
