#include "kernel/contacts/bounds.hpp"

#include <limits>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

Bounds core_bounds(const Shape& shape, const BodyMotion<double>& motion) {
  const PlanarCore core(shape, motion);
  Vec2 low = core.vertex(0);
  Vec2 high = low;
  for (int i = 1; i < core.num_vertices(); ++i) {
    const Vec2 vertex = core.vertex(i);
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
  }
  const Vec2 radius = Vec2::Constant(core.radius());
  return bounds_between(low - radius, high + radius);
}

Bounds solid_bounds(const Shape& shape, const SpatialMotion<double>& motion) {
  Bounds box;
  if (shape.kind == ShapeKind::compound) {
    box = {Vec3::Constant(std::numeric_limits<double>::infinity()),
           Vec3::Constant(-std::numeric_limits<double>::infinity())};
    for (const Shape& part : shape.parts) {
      SpatialMotion<double> moved;
      moved.position = motion.position + motion.rotation * part.place;
      moved.rotation = motion.rotation * part.turn;
      const Bounds own = solid_bounds(part, moved);
      box.low = box.low.cwiseMin(own.low);
      box.high = box.high.cwiseMax(own.high);
    }
    return box;
  }
  const ConvexSolid solid(shape, motion);
  for (int axis = 0; axis < 3; ++axis) {
    box.low[axis] = solid.farthest(-Vec3::Unit(axis))[axis] - solid.radius();
    box.high[axis] = solid.farthest(Vec3::Unit(axis))[axis] + solid.radius();
  }
  return box;
}

}  // namespace

Bounds bounds_between(const Vec2& low, const Vec2& high) {
  return {Vec3(low.x(), low.y(), 0.0), Vec3(high.x(), high.y(), 0.0)};
}

Bounds planar_bounds(const Shape& shape, const BodyMotion<double>& motion) {
  const bool has_own = shape.form != nullptr && shape.form->planar_bounds != nullptr;
  return has_own ? shape.form->planar_bounds(shape, motion) : core_bounds(shape, motion);
}

Bounds bounds(const Body& body, const BodyMotion<double>& motion) {
  return planar_bounds(body.shape, motion);
}

Bounds bounds(const Body& body, const SpatialMotion<double>& motion) {
  if (is_wall(body.shape)) {
    const double infinity = std::numeric_limits<double>::infinity();
    return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
  }
  return solid_bounds(body.shape, motion);
}

}  // namespace perpend
