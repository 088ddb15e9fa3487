// A compound holds its parts as polygons with a radius around them, in the frame of the body: the core of each shape,
// moved there. A disk is one corner with a radius, a capsule two.
#include "kernel/shapes/compound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/planar_core.hpp"

namespace perpend {

namespace {

double part_radius(const Shape& part) {
  double radius = 0.0;
  for (const Vec2& vertex : part.vertices) radius = std::max(radius, vertex.norm());
  return radius + part.size.x();
}

/// Around the corners at the radius, an arc at each; closed.
std::vector<Vec2> part_outline(const Shape& part, int arc_points) {
  const std::size_t n = part.vertices.size();
  const double radius = part.size.x();
  std::vector<Vec2> line;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2& corner = part.vertices[i];
    if (radius == 0.0) {
      line.push_back(corner);
      continue;
    }
    const Vec2 in = corner - part.vertices[(i + n - 1) % n];
    const Vec2 out = part.vertices[(i + 1) % n] - corner;
    const double from = n == 1 ? 0.0 : std::atan2(-in.x(), in.y());
    double turn = n == 1 ? 2.0 * std::numbers::pi : std::atan2(-out.x(), out.y()) - from;
    while (turn <= 0.0) turn += 2.0 * std::numbers::pi;
    const int pieces = std::max(1, static_cast<int>(std::ceil(arc_points * turn / (2.0 * std::numbers::pi))));
    for (int k = 0; k <= pieces; ++k) {
      const double angle = from + turn * k / pieces;
      line.push_back(corner + radius * Vec2(std::cos(angle), std::sin(angle)));
    }
  }
  line.push_back(line.front());
  return line;
}

constexpr ShapeForm part_form{.kind = ShapeKind::polygon,
                              .name = "part",
                              .radius = part_radius,
                              .outline = part_outline,
                              .planar_core = [](const Shape& part, PlanarCorners& core) {
                                core.outline = part.vertices.data();
                                core.count = static_cast<int>(part.vertices.size());
                                core.radius = part.size.x();
                              }};

double radius(const Shape& shape) {
  double radius = 0.0;
  for (const Shape& part : shape.parts) radius = std::max(radius, part_radius(part));
  return radius;
}

/// One part after the other; the lines between them lie in the body or near it.
std::vector<Vec2> outline(const Shape& shape, int arc_points) {
  std::vector<Vec2> line;
  for (const Shape& part : shape.parts) {
    const std::vector<Vec2> own = part_outline(part, arc_points);
    line.insert(line.end(), own.begin(), own.end());
  }
  return line;
}

Bounds bounds_of(const Shape& shape, const BodyMotion<double>& motion) {
  Bounds box = planar_bounds(shape.parts.front(), motion);
  for (const Shape& part : shape.parts) {
    const Bounds own = planar_bounds(part, motion);
    box.low = box.low.cwiseMin(own.low);
    box.high = box.high.cwiseMax(own.high);
  }
  return box;
}

constexpr ShapeForm form{
    .kind = ShapeKind::compound, .name = "compound", .radius = radius, .outline = outline, .planar_bounds = bounds_of};

}  // namespace

bool can_be_part(const Shape& shape) {
  return shape.form != nullptr && shape.form->planar_core != nullptr;
}

Shape place_part(const Shape& shape, const Vec2& at, double angle) {
  PlanarCorners core;
  shape.form->planar_core(shape, core);
  const Vec2 along(std::cos(angle), std::sin(angle));
  Shape part{.kind = ShapeKind::polygon, .size = Vec2(core.radius, 0.0), .vertices = {}, .form = &part_form};
  for (int i = 0; i < core.count; ++i) {
    const Vec2 corner = core.outline != nullptr ? core.outline[i] : core.count > 1 ? core.corners[i] : Vec2(0.0, 0.0);
    part.vertices.emplace_back(at.x() + along.x() * corner.x() - along.y() * corner.y(),
                               at.y() + along.y() * corner.x() + along.x() * corner.y());
  }
  return part;
}

Shape make_compound(std::vector<Shape> parts, const Vec2& centre) {
  for (Shape& part : parts)
    for (Vec2& vertex : part.vertices) vertex -= centre;
  Shape shape;
  shape.kind = ShapeKind::compound;
  shape.form = &form;
  shape.parts = std::move(parts);
  return shape;
}

}  // namespace perpend
