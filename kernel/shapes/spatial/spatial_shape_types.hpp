// The registry of body shapes in space: outline, volume and inertia of a uniform body.
#pragma once

#include <span>

#include "kernel/model/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const SpatialShapeType> spatial_shape_types();

extern const SpatialShapeType spatial_sphere_shape;
extern const SpatialShapeType spatial_box_shape;
extern const SpatialShapeType spatial_rod_shape;
extern const SpatialShapeType spatial_capsule_shape;
extern const SpatialShapeType spatial_cylinder_shape;
extern const SpatialShapeType spatial_ellipsoid_shape;
extern const SpatialShapeType spatial_hull_shape;
extern const SpatialShapeType spatial_halfspace_shape;
extern const SpatialShapeType spatial_custom_shape;

}  // namespace perpend
