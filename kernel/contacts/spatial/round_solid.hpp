// Points of cylinders and ellipsoids that face a plane, with their second derivatives.
#pragma once

#include "kernel/contacts/spatial/spatial_point.hpp"

namespace perpend {

/// Support function at a unit direction, relative to the centre, world axes.
struct SolidSupport {
  double h;         ///< largest direction . x
  Vec3 point;       ///< where it is
  Matrix3 hessian;  ///< how the point moves with the direction
};
[[nodiscard]] SolidSupport ellipsoid_support(const Shape& shape, const SpatialMotion<double>& motion,
                                             const Vec3& direction);

/// Shape 0 is the plane's. The farthest point of the ellipsoid behind the plane.
[[nodiscard]] ContactPoint plane_and_ellipsoid(const MovedPlane& plane, const Shape& shape,
                                               const SpatialMotion<double>& motion, int feature);

/// Points of a rim that may touch a plane: its lowest one; three a quarter turn from one to the next, from that on, of
/// a rim that leans; and eight fixed in the body, from y on, of a rim that is nearly flat on the plane.
inline constexpr int num_rim_points = 12;

/// The points of both rims that count about a plane. The lowest of a flat one is left out where a fixed one is as low,
/// and the fixed one beside the lowest where the rim may roll.
struct RimPoints {
  std::array<int, 18> points{};
  int count = 0;

  [[nodiscard]] const int* begin() const { return points.data(); }
  [[nodiscard]] const int* end() const { return points.data() + count; }
};
[[nodiscard]] RimPoints rim_points(const Vec3& normal, const SpatialMotion<double>& motion);

/// Point i is of rim i / num_rim_points, 0: at -x of the body; of each rim the first is the lowest. A standing cylinder
/// has no lowest point: then y of the body counts as such.
[[nodiscard]] ContactPoint plane_and_rim_point(const MovedPlane& plane, const Shape& shape,
                                               const SpatialMotion<double>& motion, int i, int feature);

}  // namespace perpend
