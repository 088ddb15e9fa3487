// Uniform box with edges a, b, c along x, y, z: volume a b c, inertia about x m (b^2 + c^2) / 12, and so on.
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_box {
namespace {

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.extent = arguments.get<Vec3>("size");
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const Vec3 size = arguments.get<Vec3>("size");
  const Vec3 squared = size.cwiseAbs2();
  SpatialShapeType::Geometry result;
  result.volume = size.prod();
  result.unit_inertia = Vec3(squared.y() + squared.z(), squared.z() + squared.x(), squared.x() + squared.y()) / 12.0;
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "size",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "full lengths along x, y, z of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_box

const SpatialShapeType spatial_box_shape{
    .spec = {.name = "box", .summary = "uniform box", .arguments = spatial_box::arguments, .properties = {}},
    .make = spatial_box::make,
    .geometry = spatial_box::geometry};

}  // namespace perpend
