// Uniform solid cylinder of length L and radius r along x: volume pi r^2 L, inertia m r^2 / 2 about x and
// m (L^2 / 12 + r^2 / 4) across.
#include <numbers>

#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/length_and_radius.hpp"

namespace perpend {

namespace spatial_cylinder {
namespace {

Made<Shape> make(const Properties& arguments) {
  return round_shape(ShapeKind::cylinder, arguments);
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const double length = arguments.number("length");
  const double r = arguments.number("radius");
  const double across = length * length / 12.0 + r * r / 4.0;
  SpatialShapeType::Geometry result;
  result.volume = std::numbers::pi * r * r * length;
  result.unit_inertia = Vec3(r * r / 2.0, across, across);
  return result;
}

constexpr FieldSpec arguments[] = {round_length_field, round_radius_field};

}  // namespace
}  // namespace spatial_cylinder

const SpatialShapeType spatial_cylinder_shape{.spec = {.name = "cylinder",
                                                       .summary = "uniform solid cylinder along x",
                                                       .arguments = spatial_cylinder::arguments,
                                                       .properties = {}},
                                              .make = spatial_cylinder::make,
                                              .geometry = spatial_cylinder::geometry};

}  // namespace perpend
