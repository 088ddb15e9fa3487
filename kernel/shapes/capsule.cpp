// Uniform capsule: a rectangle L x 2r between two half disks of radius r, along x.
//     area    = 2 r L + pi r^2
//     inertia = rectangle + disk, each half disk moved so that its flat side is L/2 from the centre:
//               rect (L^2 + 4 r^2)/12 + disk (r^2/2 + L^2/4 + 4 r L / (3 pi))
#include <numbers>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace capsule {
namespace {

Made<Shape> make(const Properties& arguments) {
  return Shape{
      .kind = ShapeKind::capsule, .size = Vec2(arguments.number("length"), arguments.number("radius")), .vertices = {}};
}

ShapeType::Geometry geometry(const Shape& shape) {
  const double length = shape.size.x();
  const double r = shape.size.y();
  const double rectangle = 2.0 * r * length;
  const double disk = std::numbers::pi * r * r;
  const double moment = rectangle * (length * length + 4.0 * r * r) / 12.0 +
                        disk * (r * r / 2.0 + length * length / 4.0 + 4.0 * r * length / (3.0 * std::numbers::pi));
  return {.area = rectangle + disk, .unit_inertia = moment / (rectangle + disk)};
}

constexpr FieldSpec arguments[] = {{.name = "length",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "between the centres of the half disks",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "radius",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "of the half disks",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace capsule

const ShapeType capsule_shape{.spec = {.name = "capsule",
                                       .summary = "uniform capsule along x",
                                       .arguments = capsule::arguments,
                                       .properties = {}},
                              .make = capsule::make,
                              .geometry = capsule::geometry};

}  // namespace perpend
