// Convex hull of a few points in space.
#pragma once

#include <optional>
#include <vector>

#include "kernel/model/types.hpp"

namespace perpend {

struct ConvexHull {
  std::vector<Vec3> points;  ///< its corners, in the order given
  std::vector<int> faces;    ///< as Shape::faces
};

/// Nothing where the points lie in a plane, or where some are so near to a face, an edge or each other (1e-9 of the
/// size) that it is open whether they are corners. Pre: at most max_hull_points, all finite.
[[nodiscard]] std::optional<ConvexHull> convex_hull(const std::vector<Vec3>& points);

/// Moments of the solid within, at density 1; moments about the origin.
struct SolidMoments {
  double volume = 0.0;
  Vec3 centroid = Vec3::Zero();
  Matrix3 second = Matrix3::Zero();  ///< integral of x x^T
};
[[nodiscard]] SolidMoments solid_moments(const ConvexHull& hull);

}  // namespace perpend
