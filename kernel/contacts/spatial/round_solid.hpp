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

/// Four points of each rim of a cylinder: the lowest, and those a quarter turn from one to the next. A standing
/// cylinder has no lowest point: then y of the body counts as such.
inline constexpr int num_rim_points = 8;
/// Point i is of rim i / 4, 0: at -x of the body; of each rim the first is the lowest.
[[nodiscard]] ContactPoint plane_and_rim_point(const MovedPlane& plane, const Shape& shape,
                                               const SpatialMotion<double>& motion, int i, int feature);

}  // namespace perpend
