// Shapes made by hand, with the form of their row.
#pragma once

#include "kernel/shapes/shape_types.hpp"

namespace perpend::test {

/// Null for points, and for bodies without an outline.
template <class Types>
const ShapeForm* form_of(const Types& types, ShapeKind kind) {
  for (const auto& type : types)
    if (type.form != nullptr && type.form->kind == kind) return type.form;
  return nullptr;
}

/// The same shape as one of the plane.
inline Shape with_planar_form(Shape shape) {
  shape.form = form_of(shape_types(), shape.kind);
  return shape;
}
inline Shape with_planar_form(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  return with_planar_form(shape);
}

/// The same shape as one of space.
inline Shape with_spatial_form(Shape shape) {
  shape.form = form_of(spatial_shape_types(), shape.kind);
  return shape;
}
inline Shape with_spatial_form(ShapeKind kind) {
  Shape shape;
  shape.kind = kind;
  return with_spatial_form(shape);
}

}  // namespace perpend::test
