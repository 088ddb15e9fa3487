// Shapes of bodies in either space.
#pragma once

#include <optional>

#include "dsl/analysis/analysis.hpp"

namespace perpend::dsl {

/// A shape with what follows from it.
struct MadeShape {
  Shape shape;
  std::span<const FieldSpec> properties;  ///< that bodies of this shape take
  double content = 0.0;                   ///< area [m^2] or volume [m^3]; 0: density makes no sense
  ShapeType::Geometry planar;
  SpatialShapeType::Geometry spatial;
  /// Halfplane and halfspace: where they are; z is 0 in the plane.
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();    ///< unit
  int reflex_vertex = 0;         ///< see BodyNote
  Vec2 centroid = Vec2::Zero();  ///< of a polygon, in the frame in which its vertices were given
};

[[nodiscard]] std::optional<MadeShape> read_shape(Analysis& a, const Expression& value);

/// Puts the body where the arguments of its halfplane or halfspace say.
void place_wall(const MadeShape& shape, Space space, Body& body);
/// The first vertex of a polygon, from 1, at which it turns inwards; 0: it is convex.
[[nodiscard]] int find_reflex_vertex(std::span<const Vec2> vertices);

}  // namespace perpend::dsl
