// The inside of a sphere of radius R about the origin of the body, or of the part of it within an opening angle about
// its lowest point, (0, 0, -R). Everything outside of the sphere is solid, without end; there is nothing in the
// directions that the opening leaves out.
#include <cmath>
#include <numbers>

#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_bowl {
namespace {

/// The rim, or nothing of a whole sphere, circles below it and arcs through the lowest point.
std::vector<std::vector<Vec3>> wires(const Shape& shape, int arc_points) {
  constexpr int num_circles = 4, num_arcs = 4;
  const double radius = shape.extent.x(), half_opening = shape.extent.y();
  const auto at = [&](double polar, double around) {
    return Vec3(radius * std::sin(polar) * std::cos(around), radius * std::sin(polar) * std::sin(around),
                -radius * std::cos(polar));
  };
  std::vector<std::vector<Vec3>> lines;
  for (int k = 1; k <= num_circles; ++k) {
    std::vector<Vec3>& circle = lines.emplace_back();
    for (int i = 0; i <= arc_points; ++i)
      circle.push_back(at(half_opening * k / num_circles, 2.0 * std::numbers::pi * i / arc_points));
  }
  for (int k = 0; k < num_arcs; ++k) {
    std::vector<Vec3>& arc = lines.emplace_back();
    for (int i = 0; i <= arc_points; ++i)
      arc.push_back(at(half_opening * (2.0 * i / arc_points - 1.0), std::numbers::pi * k / num_arcs));
  }
  return lines;
}

constexpr ShapeForm form{.kind = ShapeKind::bowl,
                         .name = "bowl",
                         .is_wall = true,
                         .radius = [](const Shape& s) { return s.extent.x(); },
                         .wires = wires};

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::bowl;
  shape.form = &form;
  shape.extent = {arguments.number("radius"), arguments.number_or("opening", 2.0 * std::numbers::pi) / 2.0, 0.0};
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties&) {
  return SpatialShapeType::Geometry{};
}

constexpr FieldSpec arguments[] = {{.name = "radius",
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "of the sphere about the origin of the body; inside it is free",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "opening",
                                    .dimension = dimension::angle,
                                    .doc = "angle that the bowl spans about its lowest point, (0, 0, -radius)",
                                    .default_text = "the whole sphere",
                                    .minimum = 0.0,
                                    .maximum = 2.0 * std::numbers::pi,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_bowl

const SpatialShapeType spatial_bowl_shape{
    .spec = {.name = spatial_bowl::form.name,
             .summary = "the smooth inside of a sphere; only a fixed body has this shape",
             .arguments = spatial_bowl::arguments,
             .properties = {}},
    .make = spatial_bowl::make,
    .geometry = spatial_bowl::geometry,
    .form = &spatial_bowl::form};

}  // namespace perpend
