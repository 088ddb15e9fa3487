#include "kernel/shapes/shape_types.hpp"

#include <array>

namespace perpend {

std::span<const ShapeType> shape_types() {
  static const std::array<ShapeType, 10> rows{disk_shape,    rod_shape,       box_shape,   ellipse_shape, polygon_shape,
                                              capsule_shape, halfplane_shape, chain_shape, arc_shape,     custom_shape};
  return rows;
}

std::span<const SpatialShapeType> spatial_shape_types() {
  static const std::array<SpatialShapeType, 10> rows{
      spatial_sphere_shape,   spatial_box_shape,       spatial_rod_shape,  spatial_capsule_shape,
      spatial_cylinder_shape, spatial_ellipsoid_shape, spatial_hull_shape, spatial_halfspace_shape,
      spatial_bowl_shape,     spatial_custom_shape};
  return rows;
}

}  // namespace perpend
