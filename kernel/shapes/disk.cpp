// Uniform disk of radius r: area pi r^2, inertia m r^2 / 2.
#include <numbers>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace disk {
namespace {

std::vector<Vec2> outline(const Shape& shape, int arc_points) {
  std::vector<Vec2> line = ellipse_line(shape.size.x(), shape.size.x(), arc_points);
  line.emplace_back(0, 0);  // a spoke shows the turning
  return line;
}

constexpr ShapeForm form{.kind = ShapeKind::disk,
                         .name = "disk",
                         .radius = [](const Shape& s) { return s.size.x(); },
                         .outline = outline,
                         .planar_core = [](const Shape& s, PlanarCorners& core) { core.radius = s.size.x(); }};

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::disk, .size = Vec2(arguments.number("radius"), 0.0), .vertices = {}, .form = &form};
}

ShapeType::Geometry geometry(const Shape& shape) {
  const double r = shape.size.x();
  return {.area = std::numbers::pi * r * r, .unit_inertia = r * r / 2.0};
}

constexpr FieldSpec arguments[] = {{.name = "radius",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "radius",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace disk

const ShapeType disk_shape{
    .spec = {.name = disk::form.name, .summary = "uniform disk", .arguments = disk::arguments, .properties = {}},
    .make = disk::make,
    .geometry = disk::geometry,
    .form = &disk::form};

}  // namespace perpend
