// Uniform capsule along x: a cylinder L x r and two half balls of radius r, each with its flat side L/2 from the
// centre.
//     volume          = pi r^2 L + 4 pi r^3 / 3
//     moment about x  = cylinder r^2 / 2 + ball 2 r^2 / 5
//     moment across   = cylinder (L^2/12 + r^2/4) + ball (2 r^2/5 + L^2/4 + 3 L r / 8)
// since the centroid of a half ball lies 3 r / 8 from its flat side.
#include <numbers>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/length_and_radius.hpp"

namespace perpend {

namespace spatial_capsule {
namespace {

std::vector<std::vector<Vec3>> wires(const Shape& shape, int arc_points) {
  const double length = shape.extent.x();
  const double radius = shape.extent.y();
  std::vector<std::vector<Vec3>> lines = tube_wires(length, radius, arc_points);
  for (const double side : {-1.0, 1.0})
    for (const Vec3& across : {Vec3(0, radius, 0), Vec3(0, 0, radius)})
      lines.push_back(arc({side * length / 2, 0, 0}, {side * radius, 0, 0}, across, arc_points, -0.25, 0.25));
  return lines;
}

void set_core(const Shape& shape, SolidCorners& core) {
  core.radius = shape.extent.y();
  core.half_length = shape.extent.x() / 2.0;
}

constexpr ShapeForm form{.kind = ShapeKind::capsule,
                         .name = "capsule",
                         .radius = [](const Shape& s) { return s.extent.x() / 2.0 + s.extent.y(); },
                         .wires = wires,
                         .spatial_core = set_core};

Made<Shape> make(const Properties& arguments) {
  return round_shape(form, arguments);
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

const SpatialShapeType spatial_capsule_shape{.spec = {.name = spatial_capsule::form.name,
                                                      .summary = "uniform capsule along x",
                                                      .arguments = spatial_capsule::arguments,
                                                      .properties = {}},
                                             .make = spatial_capsule::make,
                                             .geometry = spatial_capsule::geometry,
                                             .form = &spatial_capsule::form};

}  // namespace perpend
