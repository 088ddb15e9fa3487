// Uniform ball of radius r: volume 4 pi r^3 / 3, inertia 2 m r^2 / 5 about every axis.
#include <numbers>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_sphere {
namespace {

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::sphere;
  shape.extent.x() = arguments.number("radius");
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const double r = arguments.number("radius");
  SpatialShapeType::Geometry result;
  result.volume = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  result.unit_inertia.setConstant(0.4 * r * r);
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "radius",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "radius",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_sphere

const SpatialShapeType spatial_sphere_shape{.spec = {.name = "sphere",
                                                     .summary = "uniform solid sphere",
                                                     .arguments = spatial_sphere::arguments,
                                                     .properties = {}},
                                            .make = spatial_sphere::make,
                                            .geometry = spatial_sphere::geometry};

}  // namespace perpend
