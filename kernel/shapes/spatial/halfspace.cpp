// Everything behind a plane. Its place is that of the body, which the language takes from the arguments: the shape
// itself has its unit normal, in world axes, and no size.
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_halfspace {
namespace {

constexpr ShapeForm form{
    .kind = ShapeKind::halfspace, .name = "halfspace", .is_wall = true, .is_endless = true, .radius = [](const Shape&) {
      return 0.0;
    }};

Made<Shape> make(const Properties& arguments) {
  if (arguments.get<Vec3>("normal").isZero(0.0))
    return FactoryError{"normal", "the normal has no direction", "write normal: (0, 0, 1), out of what is solid"};
  Shape shape;
  shape.kind = ShapeKind::halfspace;
  shape.form = &form;
  shape.points = {arguments.get<Vec3>("normal").stableNormalized()};
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties&) {
  return SpatialShapeType::Geometry{};
}

constexpr FieldSpec arguments[] = {{.name = "point",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "on the plane"},
                                   {.name = "normal",
                                    .type = FieldType::vector3,
                                    .required = true,
                                    .doc = "pointing out of the solid, of any length but 0"}};

}  // namespace
}  // namespace spatial_halfspace

const SpatialShapeType spatial_halfspace_shape{
    .spec = {.name = spatial_halfspace::form.name,
             .summary = "everything behind a plane; only a fixed body has this shape",
             .arguments = spatial_halfspace::arguments,
             .properties = {}},
    .make = spatial_halfspace::make,
    .geometry = spatial_halfspace::geometry,
    .form = &spatial_halfspace::form};

}  // namespace perpend
