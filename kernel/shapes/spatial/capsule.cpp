// Uniform capsule along x: a cylinder L x r and two half balls of radius r, each with its flat side L/2 from the
// centre.
//     volume          = pi r^2 L + 4 pi r^3 / 3
//     moment about x  = cylinder r^2 / 2 + ball 2 r^2 / 5
//     moment across   = cylinder (L^2/12 + r^2/4) + ball (2 r^2/5 + L^2/4 + 3 L r / 8)
// since the centroid of a half ball lies 3 r / 8 from its flat side.
#include <numbers>

#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/length_and_radius.hpp"

namespace perpend {

namespace spatial_capsule {
namespace {

Made<Shape> make(const Properties& arguments) {
  return round_shape(ShapeKind::capsule, arguments);
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const double length = arguments.number("length");
  const double r = arguments.number("radius");
  const double cylinder = std::numbers::pi * r * r * length;
  const double ball = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  const double along = cylinder * r * r / 2.0 + ball * 0.4 * r * r;
  const double across = cylinder * (length * length / 12.0 + r * r / 4.0) +
                        ball * (0.4 * r * r + length * length / 4.0 + 0.375 * length * r);
  SpatialShapeType::Geometry result;
  result.volume = cylinder + ball;
  result.unit_inertia = Vec3(along, across, across) / result.volume;
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "length",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "between the centres of the half balls, along the x axis of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   round_radius_field};

}  // namespace
}  // namespace spatial_capsule

const SpatialShapeType spatial_capsule_shape{.spec = {.name = "capsule",
                                                      .summary = "uniform capsule along x",
                                                      .arguments = spatial_capsule::arguments,
                                                      .properties = {}},
                                             .make = spatial_capsule::make,
                                             .geometry = spatial_capsule::geometry};

}  // namespace perpend
