// A compound of space holds its parts as they are, each with the place and turn of its frame: in contact a part is a
// body of its own that moves with the whole one.
#include "kernel/shapes/spatial/compound.hpp"

#include <algorithm>

namespace perpend {

namespace {

double radius(const Shape& shape) {
  double radius = 0.0;
  for (const Shape& part : shape.parts) radius = std::max(radius, part.place.norm() + part.form->radius(part));
  return radius;
}

std::vector<std::vector<Vec3>> wires(const Shape& shape, int arc_points) {
  std::vector<std::vector<Vec3>> lines;
  for (const Shape& part : shape.parts)
    for (std::vector<Vec3>& line : part.form->wires(part, arc_points)) {
      for (Vec3& point : line) point = part.place + part.turn * point;
      lines.push_back(std::move(line));
    }
  return lines;
}

constexpr ShapeForm form{.kind = ShapeKind::compound, .name = "compound", .radius = radius, .wires = wires};

}  // namespace

bool can_be_solid_part(const Shape& shape) {
  return shape.form != nullptr && !is_wall(shape) && shape.form->wires != nullptr &&
         (shape.form->spatial_core != nullptr || shape.form->support != nullptr);
}

Shape make_solid_compound(std::vector<Shape> parts, const Vec3& centre) {
  for (Shape& part : parts) part.place -= centre;
  Shape shape;
  shape.kind = ShapeKind::compound;
  shape.form = &form;
  shape.parts = std::move(parts);
  return shape;
}

}  // namespace perpend
