#include "kernel/shapes/shape_types.hpp"

#include <array>

namespace perpend {

std::span<const ShapeType> shape_types() {
  static const std::array<ShapeType, 9> rows{disk_shape,    rod_shape,       box_shape,   ellipse_shape, polygon_shape,
                                             capsule_shape, halfplane_shape, chain_shape, custom_shape};
  return rows;
}

}  // namespace perpend
