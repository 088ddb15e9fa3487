// Uniform disk of radius r: area pi r^2, inertia m r^2 / 2.
#include <numbers>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace disk {
namespace {

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::disk, .size = Vec2(arguments.number("radius"), 0.0), .vertices = {}};
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
    .spec = {.name = "disk", .summary = "uniform disk", .arguments = disk::arguments, .properties = {}},
    .make = disk::make,
    .geometry = disk::geometry};

}  // namespace perpend
