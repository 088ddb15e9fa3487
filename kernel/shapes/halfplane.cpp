// Everything behind a line. Its place is that of the body, which the language takes from the arguments: the shape
// itself has its unit normal, in world axes, and no size.
#include <limits>

#include "kernel/contacts/bounds.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace halfplane {
namespace {

Bounds bounds_of(const Shape&, const BodyMotion<double>&) {
  const double infinity = std::numeric_limits<double>::infinity();
  return bounds_between(Vec2::Constant(-infinity), Vec2::Constant(infinity));
}

constexpr ShapeForm form{.kind = ShapeKind::halfplane,
                         .name = "halfplane",
                         .is_wall = true,
                         .is_endless = true,
                         .radius = [](const Shape&) { return 0.0; },
                         .planar_bounds = bounds_of};

Made<Shape> make(const Properties& arguments) {
  if (arguments.get<Vec2>("normal").isZero(0.0))
    return FactoryError{"normal", "the normal has no direction", "write normal: (0, 1), out of what is solid"};
  Shape shape;
  shape.kind = ShapeKind::halfplane;
  shape.form = &form;
  shape.vertices = {arguments.get<Vec2>("normal").stableNormalized()};
  return shape;
}

ShapeType::Geometry geometry(const Shape&) {
  return {};
}

constexpr FieldSpec arguments[] = {{.name = "point",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "on the line"},
                                   {.name = "normal",
                                    .type = FieldType::vector,
                                    .required = true,
                                    .doc = "pointing out of the solid, of any length but 0"}};

}  // namespace
}  // namespace halfplane

const ShapeType halfplane_shape{.spec = {.name = halfplane::form.name,
                                         .summary = "everything behind a line; only a fixed body has this shape",
                                         .arguments = halfplane::arguments,
                                         .properties = {}},
                                .make = halfplane::make,
                                .geometry = halfplane::geometry,
                                .form = &halfplane::form};

}  // namespace perpend
