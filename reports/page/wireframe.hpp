// Bodies of space as lines, and a fixed view that puts them on paper.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "kernel/model/record.hpp"

namespace perpend::reports {

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
