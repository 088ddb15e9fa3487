// The inside of a circle of radius R about the origin of the body, or of the part of it within an opening angle about
// its lowest point, (0, -R): a bowl, a drum, a rail. Everything outside of the circle is solid, without end, as
// behind a chain; there is nothing in the directions that the opening leaves out.
#include <cmath>
#include <limits>
#include <numbers>

#include "kernel/contacts/bounds.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace circular_arc {
namespace {

Bounds bounds_of(const Shape&, const BodyMotion<double>&) {
  const double infinity = std::numeric_limits<double>::infinity();
  return bounds_between(Vec2::Constant(-infinity), Vec2::Constant(infinity));
}

std::vector<Vec2> outline(const Shape& shape, int arc_points) {
  std::vector<Vec2> line;
  for (int i = 0; i <= arc_points; ++i) {
    const double angle = shape.size.y() * (2.0 * i / arc_points - 1.0) - std::numbers::pi / 2.0;
    line.emplace_back(shape.size.x() * std::cos(angle), shape.size.x() * std::sin(angle));
  }
  return line;
}

constexpr ShapeForm form{.kind = ShapeKind::arc,
                         .name = "arc",
                         .is_wall = true,
                         .radius = [](const Shape& s) { return s.size.x(); },
                         .outline = outline,
                         .planar_bounds = bounds_of};

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::arc;
  shape.form = &form;
  shape.size = {arguments.number("radius"), arguments.number_or("opening", 2.0 * std::numbers::pi) / 2.0};
  return shape;
}

ShapeType::Geometry geometry(const Shape&) {
  return {};
}

constexpr FieldSpec arguments[] = {{.name = "radius",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "of the circle about the origin of the body; inside it is free",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "opening",
                                    .dimension = dimension::angle,
                                    .doc = "angle that the arc spans about its lowest point, (0, -radius)",
                                    .default_text = "the whole circle",
                                    .minimum = 0.0,
                                    .maximum = 2.0 * std::numbers::pi,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace circular_arc

const ShapeType arc_shape{
    .spec = {.name = circular_arc::form.name,
             .summary = "the smooth inside of a circle: a bowl, a drum; only a fixed body has this shape",
             .arguments = circular_arc::arguments,
             .properties = {}},
    .make = circular_arc::make,
    .geometry = circular_arc::geometry,
    .form = &circular_arc::form};

}  // namespace perpend
