// Uniform capsule: a rectangle L x 2r between two half disks of radius r, along x.
//     area    = 2 r L + pi r^2
//     inertia = rectangle + disk, each half disk moved so that its flat side is L/2 from the centre:
//               rect (L^2 + 4 r^2)/12 + disk (r^2/2 + L^2/4 + 4 r L / (3 pi))
#include <cmath>
#include <numbers>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace capsule {
namespace {

/// Two half circles about (+-length/2, 0).
std::vector<Vec2> outline(const Shape& shape, int arc_points) {
  const double length = shape.size.x();
  const double radius = shape.size.y();
  std::vector<Vec2> line;
  for (int side : {1, -1})
    for (int i = 0; i <= arc_points / 2; ++i) {
      const double angle = std::numbers::pi * (2.0 * i / arc_points - 0.5) + (side > 0 ? 0.0 : std::numbers::pi);
      line.emplace_back(side * length / 2 + radius * std::cos(angle), radius * std::sin(angle));
    }
  line.push_back(Vec2(line.front()));
  return line;
}

void set_core(const Shape& shape, PlanarCorners& core) {
  core.set_segment(shape.size.x());
  core.radius = shape.size.y();
}

constexpr ShapeForm form{.kind = ShapeKind::capsule,
                         .name = "capsule",
                         .radius = [](const Shape& s) { return s.size.x() / 2.0 + s.size.y(); },
                         .outline = outline,
                         .planar_core = set_core};

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::capsule,
               .size = Vec2(arguments.number("length"), arguments.number("radius")),
               .vertices = {},
               .form = &form};
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

const ShapeType capsule_shape{.spec = {.name = capsule::form.name,
                                       .summary = "uniform capsule along x",
                                       .arguments = capsule::arguments,
                                       .properties = {}},
                              .make = capsule::make,
                              .geometry = capsule::geometry,
                              .form = &capsule::form};

}  // namespace perpend
