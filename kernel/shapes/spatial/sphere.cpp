// Uniform ball of radius r: volume 4 pi r^3 / 3, inertia 2 m r^2 / 5 about every axis.
#include <numbers>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_sphere {
namespace {

constexpr ShapeForm form{
    .kind = ShapeKind::sphere,
    .name = "sphere",
    .radius = [](const Shape& s) { return s.extent.x(); },
    .wires = [](const Shape& s, int arc_points) { return ellipsoid_wires(Vec3::Constant(s.extent.x()), arc_points); },
    .spatial_core = [](const Shape& s, SolidCorners& core) { core.radius = s.extent.x(); }};

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::sphere;
  shape.form = &form;
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

const SpatialShapeType spatial_sphere_shape{.spec = {.name = spatial_sphere::form.name,
                                                     .summary = "uniform solid sphere",
                                                     .arguments = spatial_sphere::arguments,
                                                     .properties = {}},
                                            .make = spatial_sphere::make,
                                            .geometry = spatial_sphere::geometry,
                                            .form = &spatial_sphere::form};

}  // namespace perpend
