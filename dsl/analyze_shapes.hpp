// Shapes of bodies in either space.
#pragma once

#include <optional>

#include "dsl/analysis.hpp"

namespace perpend::dsl {

/// A shape with what follows from it.
struct MadeShape {
  Shape shape;
  std::span<const FieldSpec> properties;  ///< that bodies of this shape take
  double content = 0.0;                   ///< area [m^2] or volume [m^3]; 0: density makes no sense
  ShapeType::Geometry planar;
  SpatialShapeType::Geometry spatial;
};

[[nodiscard]] std::optional<MadeShape> read_shape(Analysis& a, const Expression& value);

}  // namespace perpend::dsl
