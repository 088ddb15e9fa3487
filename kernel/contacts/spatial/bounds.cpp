#include "kernel/contacts/bounds.hpp"

#include <limits>

#include "kernel/contacts/spatial/convex_solid.hpp"

namespace perpend {

Bounds bounds(const Body& body, const SpatialMotion<double>& motion) {
  if (body.shape.kind == ShapeKind::halfspace) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  }
  const ConvexSolid solid(body.shape, motion);
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = solid.farthest(-Vec3::Unit(axis))[axis] - solid.radius();
    box.high[axis] = solid.farthest(Vec3::Unit(axis))[axis] + solid.radius();
  }
  return box;
}

}  // namespace perpend
