// The registry of planar body shapes: outline, area and inertia of a uniform body.
#pragma once

#include <span>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const ShapeType> shape_types();

extern const ShapeType disk_shape;
extern const ShapeType rod_shape;
extern const ShapeType box_shape;
extern const ShapeType ellipse_shape;
extern const ShapeType polygon_shape;
extern const ShapeType capsule_shape;
extern const ShapeType halfplane_shape;
extern const ShapeType chain_shape;
extern const ShapeType custom_shape;

}  // namespace perpend
