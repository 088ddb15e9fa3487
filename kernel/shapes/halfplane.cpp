// Everything behind a line. Its place is that of the body, which the language takes from the arguments: the shape
// itself has its unit normal, in world axes, and no size.
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace halfplane {
namespace {

Made<Shape> make(const Properties& arguments) {
  if (arguments.get<Vec2>("normal").isZero(0.0))
    return FactoryError{"normal", "the normal has no direction", "write normal: (0, 1), out of what is solid"};
  Shape shape;
  shape.kind = ShapeKind::halfplane;
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

const ShapeType halfplane_shape{.spec = {.name = "halfplane",
                                         .summary = "everything behind a line; only a fixed body has this shape",
                                         .arguments = halfplane::arguments,
                                         .properties = {}},
                                .make = halfplane::make,
                                .geometry = halfplane::geometry};

}  // namespace perpend
