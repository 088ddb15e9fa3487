// The largest convex hull in space.
#pragma once

namespace perpend {

/// Corners of a hull. Contact keeps room for them on the stack, looks at each pair of edges of two hulls, and names an
/// edge by 12 bits, which would do for 1,366 corners.
inline constexpr int max_hull_points = 256;

}  // namespace perpend
