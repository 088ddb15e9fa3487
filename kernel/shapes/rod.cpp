// Uniform thin rod of length L along its x axis: inertia m L^2 / 12.
#include "kernel/contacts/planar_core.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace rod {
namespace {

std::vector<Vec2> outline(const Shape& shape, int) {
  return {{-shape.size.x() / 2, 0}, {shape.size.x() / 2, 0}};
}

constexpr ShapeForm form{.kind = ShapeKind::rod,
                         .name = "rod",
                         .radius = [](const Shape& s) { return s.size.x() / 2.0; },
                         .outline = outline,
                         .planar_core = [](const Shape& s, PlanarCorners& core) { core.set_segment(s.size.x()); }};

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::rod, .size = Vec2(arguments.number("length"), 0.0), .vertices = {}, .form = &form};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = 0.0, .unit_inertia = shape.size.x() * shape.size.x() / 12.0};
}

constexpr FieldSpec arguments[] = {{.name = "length",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "length, along the x axis of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace rod

const ShapeType rod_shape{
    .spec = {.name = rod::form.name, .summary = "uniform thin rod", .arguments = rod::arguments, .properties = {}},
    .make = rod::make,
    .geometry = rod::geometry,
    .form = &rod::form};

}  // namespace perpend
