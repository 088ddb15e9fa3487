// Contact between a point, a line and a plane, each fixed in a body: their gaps as exactly differentiable functions.
#pragma once

#include "kernel/contacts/contact_points.hpp"

namespace perpend {

/// Names a place of a pair by its parts on both shapes.
enum class SpatialFeature {
  vertex_vertex,
  vertex_edge,
  edge_vertex,
  edge_edge,
  vertex_face,
  face_vertex,
  smooth,
  edge_face,
  face_edge,
};
[[nodiscard]] constexpr int feature_of(SpatialFeature kind, int part_a, int part_b) {
  // 12 bits a part: a hull of n points has at most 3 n - 6 edges.
  return (static_cast<int>(kind) << 24) | (part_a << 12) | part_b;
}

/// A point that moves with a body.
struct MovedPoint {
  const SpatialMotion<double>& motion;
  Vec3 point;  ///< world [m]
  double radius = 0.0;
};

/// A line that moves with a body.
struct MovedLine {
  const SpatialMotion<double>& motion;
  Vec3 point;      ///< any of it, world [m]
  Vec3 direction;  ///< unit, world
  double radius = 0.0;
};

/// A plane that moves with a body.
struct MovedPlane {
  const SpatialMotion<double>& motion;
  Vec3 point;   ///< any of it, world [m]
  Vec3 normal;  ///< unit, world, out of the solid
  double radius = 0.0;
};

/// Shape 0 is that of the first argument. Where the two coincide there is no direction: `otherwise` is taken, unit.
[[nodiscard]] ContactPoint plane_and_point(const MovedPlane& a, const MovedPoint& b, int feature);
[[nodiscard]] ContactPoint line_and_point(const MovedLine& a, const MovedPoint& b, const Vec3& otherwise, int feature);
[[nodiscard]] ContactPoint two_points(const MovedPoint& a, const MovedPoint& b, const Vec3& otherwise, int feature);
/// Pre: the lines are not parallel. The normal is the common perpendicular on the side of `toward`; the gap is negative
/// where b has passed a.
[[nodiscard]] ContactPoint two_lines(const MovedLine& a, const MovedLine& b, const Vec3& toward, int feature);

/// Some unit vector across a unit direction, the same for the same bits.
[[nodiscard]] Vec3 unit_across(const Vec3& direction);

/// Velocity of the point of a body that is at `point` now, and its acceleration at constant velocities.
struct MaterialMotion {
  Vec3 velocity;
  Vec3 acceleration;
};
[[nodiscard]] MaterialMotion material_motion(const SpatialMotion<double>& motion, const Vec3& point);

}  // namespace perpend
