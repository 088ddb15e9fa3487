// The two kinds of contact between straight outlines, with their gaps as exactly differentiable functions.
#pragma once

#include "kernel/contacts/contact_points.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// Names a place of a pair by its parts on both shapes: two vertices, or one vertex and one edge.
enum class FeatureKind { vertex_vertex, vertex_edge, edge_vertex };
[[nodiscard]] constexpr int feature_of(FeatureKind kind, int part_a, int part_b) {
  // 14 bits a part: the registry of shapes allows fewer vertices.
  return (static_cast<int>(kind) << 28) | (part_a << 14) | part_b;
}

/// A line fixed in a body, with the normal that points out of the solid.
struct BodyLine {
  const BodyMotion<double>& motion;
  Vec2 point;   ///< any point of the line, world [m]
  Vec2 normal;  ///< unit, world
  double radius = 0.0;
};

/// A point fixed in a body.
struct BodyPoint {
  const BodyMotion<double>& motion;
  Vec2 point;  ///< world [m]
  double radius = 0.0;
};

/// Shape 0 is the line's; shape 1 that of the point.
[[nodiscard]] ContactPoint line_and_point(const BodyLine& line, const BodyPoint& point, int feature);
/// In order of the arguments. Points that coincide have no direction: +y is taken.
[[nodiscard]] ContactPoint two_points(const BodyPoint& a, const BodyPoint& b, int feature);

[[nodiscard]] inline Vec3 in_plane(const Vec2& a) {
  return {a.x(), a.y(), 0.0};
}

}  // namespace perpend
