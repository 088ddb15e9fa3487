#include "kernel/contacts/bounds.hpp"

#include <cmath>
#include <limits>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

Bounds around(const Vec2& low, const Vec2& high) {
  return {Vec3(low.x(), low.y(), 0.0), Vec3(high.x(), high.y(), 0.0)};
}

/// Half width of the ellipse with the semi-axes a, b along a world axis whose components on them are c, s.
double half_width(const Vec2& semi, double c, double s) {
  return std::hypot(semi.x() * c, semi.y() * s);
}

/// A closed chain that runs clockwise has its solid inside.
bool is_solid_outline(const std::vector<Vec2>& vertices) {
  if (vertices.size() < 4 || vertices.front() != vertices.back()) return false;
  double area = 0.0;  // twice, of the triangles about the first vertex
  for (std::size_t i = 1; i < vertices.size(); ++i)
    area += perp(Vec2(vertices[i - 1] - vertices[0])).dot(vertices[i] - vertices[0]);
  return area < 0.0;
}

/// What lies behind a segment is solid without end.
Bounds chain_bounds(const Shape& shape, const BodyMotion<double>& motion) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool has_back = !is_solid_outline(shape.vertices);
  Vec2 low = motion.position + rotate(motion, shape.vertices[0]);
  Vec2 high = low;
  Vec2 before = low;
  for (std::size_t i = 1; i < shape.vertices.size(); ++i) {
    const Vec2 vertex = motion.position + rotate(motion, shape.vertices[i]);
    low = low.cwiseMin(vertex);
    high = high.cwiseMax(vertex);
    const Vec2 front = perp(Vec2(vertex - before));
    before = vertex;
    for (int axis = 0; has_back && axis < 2; ++axis) {
      if (front[axis] > 0.0) low[axis] = -infinity;
      if (front[axis] < 0.0) high[axis] = infinity;
    }
  }
  return around(low, high);
}

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
  return around(low - radius, high + radius);
}

}  // namespace

Bounds planar_bounds(const Shape& shape, const BodyMotion<double>& motion) {
  const double infinity = std::numeric_limits<double>::infinity();
  switch (shape.kind) {
    case ShapeKind::halfplane:
      return around(Vec2::Constant(-infinity), Vec2::Constant(infinity));
    case ShapeKind::chain:
      return chain_bounds(shape, motion);
    case ShapeKind::ellipse: {
      const Vec2 half(half_width(shape.size, motion.cos, motion.sin), half_width(shape.size, motion.sin, motion.cos));
      return around(motion.position - half, motion.position + half);
    }
    default:
      return core_bounds(shape, motion);
  }
}

Bounds bounds(const Body& body, const BodyMotion<double>& motion) {
  return planar_bounds(body.shape, motion);
}

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
