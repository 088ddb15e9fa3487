// Uniform ellipse with semi-axes a and b: area pi a b, inertia m (a^2 + b^2) / 4.
#include <numbers>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace ellipse {
namespace {

Made<Shape> make(const Properties& arguments) {
  const bool full = arguments.has("axes");
  if (full == arguments.has("semi_axes"))
    return FactoryError{full ? "semi_axes" : "", "an ellipse takes either axes or semi_axes",
                        "axes: full lengths; semi_axes: half of them"};
  const Vec2 semi = full ? Vec2(arguments.get<Vec2>("axes") / 2.0) : arguments.get<Vec2>("semi_axes");
  return Shape{.kind = ShapeKind::ellipse, .size = semi, .vertices = {}};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = std::numbers::pi * shape.size.x() * shape.size.y(), .unit_inertia = shape.size.squaredNorm() / 4.0};
}

constexpr FieldSpec arguments[] = {{.name = "axes",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .doc = "full lengths along x and y",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "semi_axes",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .doc = "half lengths along x and y",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace ellipse

const ShapeType ellipse_shape{
    .spec = {.name = "ellipse", .summary = "uniform ellipse", .arguments = ellipse::arguments, .properties = {}},
    .make = ellipse::make,
    .geometry = ellipse::geometry};

}  // namespace perpend
