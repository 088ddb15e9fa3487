// Segments from vertex to vertex, solid on their right: ground, a bowl, a container. A closed chain ends where it
// starts; counter-clockwise it is a hole with solid all around it, clockwise a solid outline. Behind a segment the
// solid has no end: what passed through a wall or came around the end of one is in it, as deep as it is behind the
// nearest segment.
#include <fmt/format.h>
#include <algorithm>
#include <limits>

#include "kernel/contacts/bounds.hpp"
#include "kernel/joints/point_motion.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace chain {
namespace {

double radius(const Shape& shape) {
  double radius = 0.0;
  for (const Vec2& vertex : shape.vertices) radius = std::max(radius, vertex.norm());
  return radius;
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
Bounds bounds_of(const Shape& shape, const BodyMotion<double>& motion) {
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
  return bounds_between(low, high);
}

constexpr ShapeForm form{.kind = ShapeKind::chain,
                         .name = "chain",
                         .is_wall = true,
                         .radius = radius,
                         .outline = [](const Shape& s, int) { return s.vertices; },
                         .planar_bounds = bounds_of};

constexpr std::size_t most_vertices = 10000;

Made<Shape> make(const Properties& arguments) {
  std::vector<Vec2> vertices = arguments.get<std::vector<Vec2>>("vertices");
  const bool is_closed = arguments.get_or("closed", false);
  if (vertices.size() > most_vertices)
    return FactoryError{"vertices", fmt::format("a chain takes at most {} vertices", most_vertices),
                        "use fewer vertices"};
  if (is_closed && !vertices.empty() && vertices.front() != vertices.back()) vertices.push_back(vertices.front());
  const std::size_t fewest = is_closed ? 4 : 2;
  if (vertices.size() < fewest)
    return FactoryError{
        "vertices", fmt::format("a {}chain needs at least {} vertices", is_closed ? "closed " : "", is_closed ? 3 : 2),
        "write vertices: [(0, 1), (0, 0), (1, 0)] m"};
  for (std::size_t i = 1; i < vertices.size(); ++i)
    if (vertices[i] == vertices[i - 1])
      return FactoryError{"vertices", fmt::format("vertices {} and {} are one point", i, i + 1), "leave one out"};
  Shape shape;
  shape.kind = ShapeKind::chain;
  shape.form = &form;
  shape.vertices = std::move(vertices);
  return shape;
}

ShapeType::Geometry geometry(const Shape&) {
  return {};
}

constexpr FieldSpec arguments[] = {{.name = "vertices",
                                    .type = FieldType::point_list,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "in the frame of the body, in order; everything to the right of the way "
                                           "from one to the next is solid, without end"},
                                   {.name = "closed",
                                    .type = FieldType::flag,
                                    .doc = "whether a segment leads from the last vertex to the first",
                                    .default_text = "false"}};

}  // namespace
}  // namespace chain

const ShapeType chain_shape{.spec = {.name = chain::form.name,
                                     .summary = "segments, solid on their right; only a fixed body has this shape",
                                     .arguments = chain::arguments,
                                     .properties = {}},
                            .make = chain::make,
                            .geometry = chain::geometry,
                            .form = &chain::form};

}  // namespace perpend
