// Uniform box, width w along x and height h along y: area w h, inertia m (w^2 + h^2) / 12.
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace box {
namespace {

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::box, .size = arguments.get<Vec2>("size"), .vertices = {}};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = shape.size.x() * shape.size.y(), .unit_inertia = shape.size.squaredNorm() / 12.0};
}

constexpr FieldSpec arguments[] = {{.name = "size",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "(width, height)",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace box

const ShapeType box_shape{
    .spec = {.name = "box", .summary = "uniform rectangle", .arguments = box::arguments, .properties = {}},
    .make = box::make,
    .geometry = box::geometry};

}  // namespace perpend
