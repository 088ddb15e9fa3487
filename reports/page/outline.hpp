// What is drawn of a body: in the plane the outline of its shape as a line through points, in space its edges and
// rings, in the body frame.
#pragma once

#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "kernel/model/scene/record.hpp"

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

// Bodies of space as lines, and a fixed view that puts them on paper.

using Point3 = std::array<double, 3>;
using Line3 = std::vector<Point3>;

/// Edges of a box, rings and seams of what is round, faces of a hull as closed lines counter-clockwise from outside, in
/// the body frame [m]. A body without an outline, and one without an end: empty.
[[nodiscard]] std::vector<Line3> wireframe(const Shape& shape);

/// What is drawn of a half space: a net in its plane as large as the motion over it. In the body frame, whose z is the
/// normal: over the feet of all moving bodies in the first, the middle and the last frame of each run. Without any: a
/// square metre.
[[nodiscard]] std::vector<Line3> wall_net(const ExperimentRecord& record, std::size_t body);

/// What scenes call the shape, "sphere", "box" and so on; "none" for what is drawn as a dot.
[[nodiscard]] std::string_view solid_name(const Shape& shape);

/// From the body frame to the world, pose x, y, z [m], quaternion w, x, y, z; brought to unit length.
[[nodiscard]] Point3 placed(const Point3& point, const std::array<float, 7>& pose);

/// Across and up in the page's first view: from azimuth -60 and elevation 22 degrees, without perspective.
[[nodiscard]] std::array<double, 2> projected(const Point3& point);

}  // namespace perpend::reports
