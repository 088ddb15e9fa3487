// Uniform simple polygon, by Green's theorem over its edges a -> b with c = a x b:
//     area = sum c / 2,   centroid = sum (a + b) c / (6 area),   polar moment about the origin = sum c (a.a + a.b +
//     b.b) / 12
#include <fmt/format.h>

#include <algorithm>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace polygon {
namespace {

double radius(const Shape& shape) {
  double radius = 0.0;
  for (const Vec2& vertex : shape.vertices) radius = std::max(radius, vertex.norm());
  return radius;
}

std::vector<Vec2> outline(const Shape& shape, int) {
  std::vector<Vec2> line = shape.vertices;
  line.push_back(shape.vertices.front());
  return line;
}

void set_core(const Shape& shape, PlanarCorners& core) {
  core.outline = shape.vertices.data();
  core.count = static_cast<int>(shape.vertices.size());
}

constexpr ShapeForm form{
    .kind = ShapeKind::polygon, .name = "polygon", .radius = radius, .outline = outline, .planar_core = set_core};

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

struct Moments {
  double area = 0.0;
  Vec2 centroid = Vec2::Zero();
  double polar = 0.0;  ///< about the origin [m^4]
};

Moments moments(const std::vector<Vec2>& vertices) {
  Moments sum;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2& a = vertices[i];
    const Vec2& b = vertices[(i + 1) % vertices.size()];
    const double c = cross(a, b);
    sum.area += c / 2.0;
    sum.centroid += (a + b) * c / 6.0;
    sum.polar += c * (a.squaredNorm() + a.dot(b) + b.squaredNorm()) / 12.0;
  }
  sum.centroid /= sum.area;
  return sum;
}

bool segments_cross(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
  return cross(b - a, c - a) * cross(b - a, d - a) < 0.0 && cross(d - c, a - c) * cross(d - c, b - c) < 0.0;
}

bool is_simple(const std::vector<Vec2>& vertices) {
  const std::size_t n = vertices.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      if (segments_cross(vertices[i], vertices[(i + 1) % n], vertices[j], vertices[(j + 1) % n])) return false;
  return true;
}

Made<Shape> make(const Properties& arguments) {
  std::vector<Vec2> vertices = arguments.get<std::vector<Vec2>>("vertices");
  if (vertices.size() < 3)
    return FactoryError{"vertices", "a polygon needs at least 3 vertices",
                        "write vertices: [(0, 0), (1, 0), (0, 1)] m"};
  if (vertices.size() > 1000)
    return FactoryError{"vertices", "a polygon takes at most 1000 vertices", "use fewer vertices"};
  for (std::size_t j = 1; j < vertices.size(); ++j)
    for (std::size_t i = 0; i < j; ++i)
      if (vertices[i] == vertices[j])
        return FactoryError{"vertices", fmt::format("vertices {} and {} are one point", i + 1, j + 1),
                            "leave one out; a polygon closes by itself"};
  if (!is_simple(vertices))
    return FactoryError{"vertices", "the edges of the polygon cross", "list the vertices in order"};
  if (moments(vertices).area < 0.0) std::reverse(vertices.begin(), vertices.end());
  const Moments about_origin = moments(vertices);
  if (!(about_origin.area > 0.0))
    return FactoryError{"vertices", "the polygon has no area", "its vertices lie on one line"};
  for (Vec2& vertex : vertices) vertex -= about_origin.centroid;
  return Shape{.kind = ShapeKind::polygon, .size = Vec2::Zero(), .vertices = std::move(vertices), .form = &form};
}

ShapeType::Geometry geometry(const Shape& shape) {
  const Moments about_centroid = moments(shape.vertices);
  return {.area = about_centroid.area, .unit_inertia = about_centroid.polar / about_centroid.area};
}

constexpr FieldSpec arguments[] = {{.name = "vertices",
                                    .type = FieldType::point_list,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "outline, either sense; the body's frame is moved to the centroid"}};

}  // namespace
}  // namespace polygon

const ShapeType polygon_shape{.spec = {.name = polygon::form.name,
                                       .summary = "uniform simple polygon",
                                       .arguments = polygon::arguments,
                                       .properties = {}},
                              .make = polygon::make,
                              .geometry = polygon::geometry,
                              .form = &polygon::form};

}  // namespace perpend
