// Uniform convex hull of points. The frame of the body has its origin at the centroid and the axes of the points, so
// that the tensor may have products of inertia: with C the integral of x x^T about the centroid, m (tr(C) 1 - C) / V.
#include <string>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/model/hull_size.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/convex_hull.hpp"

namespace perpend {

namespace spatial_hull {
namespace {

double radius(const Shape& shape) {
  double radius = 0.0;
  for (const Vec3& point : shape.points) radius = std::max(radius, point.norm());
  return radius;
}

std::vector<std::vector<Vec3>> wires(const Shape& shape, int) {
  std::vector<std::vector<Vec3>> lines;
  for (std::size_t at = 0; at < shape.faces.size(); at += static_cast<std::size_t>(shape.faces[at]) + 1) {
    std::vector<Vec3>& line = lines.emplace_back();
    for (int i = 0; i <= shape.faces[at]; ++i) {
      const std::size_t corner = at + 1 + static_cast<std::size_t>(i % shape.faces[at]);
      line.push_back(shape.points[static_cast<std::size_t>(shape.faces[corner])]);
    }
  }
  return lines;
}

void set_core(const Shape& shape, SolidCorners& core) {
  core.points = shape.points;
  core.faces = shape.faces;
}

constexpr ShapeForm form{
    .kind = ShapeKind::hull, .name = "hull", .radius = radius, .wires = wires, .spatial_core = set_core};

struct Centred {
  ConvexHull hull;
  SolidMoments moments;
};

Made<Centred> centred(const Properties& arguments) {
  std::vector<Vec3> points = arguments.get<std::vector<Vec3>>("points");
  if (points.size() < 4)
    return FactoryError{"points", "a hull needs at least 4 points",
                        "write points: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)] m"};
  if (points.size() > max_hull_points)
    return FactoryError{
        "points",
        "a hull takes at most " + std::to_string(max_hull_points) + " points, found " + std::to_string(points.size()),
        "leave out points that are inside or almost in a face"};
  const Vec3 first = points.front();
  for (Vec3& point : points) point -= first;
  auto hull = convex_hull(points);
  if (!hull)
    return FactoryError{"points", "the hull of the points is not a solid",
                        "they lie in one plane, or some lie within 1e-9 of its size of a face or of each other"};
  Centred result{std::move(*hull), {}};
  const Vec3 centroid = solid_moments(result.hull).centroid;
  for (Vec3& point : result.hull.points) point -= centroid;
  result.moments = solid_moments(result.hull);
  return result;
}

Made<Shape> make(const Properties& arguments) {
  Made<Centred> made = centred(arguments);
  if (const auto* error = std::get_if<FactoryError>(&made)) return *error;
  Shape shape;
  shape.kind = ShapeKind::hull;
  shape.form = &form;
  shape.points = std::move(std::get<Centred>(made).hull.points);
  shape.faces = std::move(std::get<Centred>(made).hull.faces);
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const Made<Centred> made = centred(arguments);
  if (const auto* error = std::get_if<FactoryError>(&made)) return *error;
  const SolidMoments& moments = std::get<Centred>(made).moments;
  const Matrix3 c = moments.second / moments.volume;
  SpatialShapeType::Geometry result;
  result.volume = moments.volume;
  result.unit_inertia = Vec3(c(1, 1) + c(2, 2), c(2, 2) + c(0, 0), c(0, 0) + c(1, 1));
  result.unit_products = -Vec3(c(1, 2), c(2, 0), c(0, 1));
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "points",
                                    .type = FieldType::point3_list,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "at most 256; the body's frame is moved to the centroid of their hull"}};

}  // namespace
}  // namespace spatial_hull

const SpatialShapeType spatial_hull_shape{.spec = {.name = spatial_hull::form.name,
                                                   .summary = "uniform convex hull of points",
                                                   .arguments = spatial_hull::arguments,
                                                   .properties = {}},
                                          .make = spatial_hull::make,
                                          .geometry = spatial_hull::geometry,
                                          .form = &spatial_hull::form};

}  // namespace perpend
