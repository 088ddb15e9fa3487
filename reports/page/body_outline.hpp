// What is drawn of a planar body: the outline of its shape, or, of one known by its inertia alone, what its joints
// hold.
#pragma once

#include <array>
#include <vector>

#include "kernel/model/record.hpp"

namespace perpend::reports {

/// In the body frame; closed when the first point is the last. A body without shape: the convex hull of its centre of
/// mass and of the points that hinges, welds and distances hold, which is a line where there is one such point. A
/// half plane: its edge as far as bodies come near it. A particle, and a body with nothing to draw: empty.
[[nodiscard]] std::vector<std::array<double, 2>> body_outline(const ExperimentRecord& record, std::size_t body);

}  // namespace perpend::reports
