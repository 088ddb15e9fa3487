// Parts of cylinders, and the nearest point compared with others.
#pragma once

#include <algorithm>
#include <cmath>

#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/round_solid.hpp"

namespace perpend {

/// A cylinder lies or stands while its axis is within 0.2 rad of the plane or of the normal of the contact.
inline constexpr double lying = 0.2;
inline constexpr double standing = 0.98;

/// The end of a cylinder that looks along n: 0 at -x, 1 at x of the body.
[[nodiscard]] inline int end_towards(const ConvexSolid& cylinder, const Vec3& n) {
  return n.dot(cylinder.motion().rotation.col(0)) < 0.0 ? 0 : 1;
}

[[nodiscard]] inline MovedPlane end_plane(const ConvexSolid& cylinder, int end) {
  const Vec3 axis = (end == 0 ? -1.0 : 1.0) * cylinder.motion().rotation.col(0);
  const Vec3 centre = cylinder.motion().position + 0.5 * cylinder.shape().extent.x() * axis;
  return {cylinder.motion(), centre, axis};
}

[[nodiscard]] inline double from_axis(const ConvexSolid& cylinder, const Vec3& point) {
  const Vec3 axis = cylinder.motion().rotation.col(0);
  const Vec3 arm = point - cylinder.motion().position;
  return (arm - axis * axis.dot(arm)).norm();
}

inline constexpr int nearest_feature = feature_of(SpatialFeature::smooth, 0, 0);

/// Whether one of the points from `first` on is as near as the nearest one.
[[nodiscard]] inline bool is_as_near(const ContactPoint& nearest, double tolerance, std::size_t first,
                                     const ContactPoints& points) {
  return std::any_of(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(),
                     [&](const ContactPoint& point) { return std::abs(point.gap - nearest.gap) <= tolerance; });
}
/// Adds the nearest point unless one of those from `first` on is as near.
inline void add_nearest(const ContactPoint& nearest, double tolerance, std::size_t first, double margin,
                        ContactPoints& points) {
  if (!is_as_near(nearest, tolerance, first, points)) add_within(nearest, margin, points);
}

}  // namespace perpend
