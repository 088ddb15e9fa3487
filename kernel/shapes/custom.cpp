// A body known by its inertia alone.
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace custom {
namespace {

/// Nothing to draw; size.x() holds the inertia [kg m^2] for `geometry`.
Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::none, .size = Vec2(arguments.number("inertia"), 0.0), .vertices = {}};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = 0.0, .unit_inertia = 0.0, .inertia = shape.size.x()};
}

constexpr FieldSpec arguments[] = {{.name = "inertia",
                                    .dimension = dimension::inertia,
                                    .required = true,
                                    .doc = "about the centre of mass",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace custom

const ShapeType custom_shape{.spec = {.name = "custom",
                                      .summary = "a body known by its inertia",
                                      .arguments = custom::arguments,
                                      .properties = {}},
                             .make = custom::make,
                             .geometry = custom::geometry};

}  // namespace perpend
