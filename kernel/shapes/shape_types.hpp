// The registries of body shapes: outline, area or volume, and inertia of a uniform body.
#pragma once

#include <span>

#include "kernel/model/scene/vocabulary.hpp"

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
extern const ShapeType arc_shape;
extern const ShapeType custom_shape;

[[nodiscard]] std::span<const SpatialShapeType> spatial_shape_types();

extern const SpatialShapeType spatial_sphere_shape;
extern const SpatialShapeType spatial_box_shape;
extern const SpatialShapeType spatial_rod_shape;
extern const SpatialShapeType spatial_capsule_shape;
extern const SpatialShapeType spatial_cylinder_shape;
extern const SpatialShapeType spatial_ellipsoid_shape;
extern const SpatialShapeType spatial_hull_shape;
extern const SpatialShapeType spatial_halfspace_shape;
extern const SpatialShapeType spatial_bowl_shape;
extern const SpatialShapeType spatial_custom_shape;

}  // namespace perpend
