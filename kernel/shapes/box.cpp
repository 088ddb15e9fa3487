// Uniform box, width w along x and height h along y: area w h, inertia m (w^2 + h^2) / 12.
#include "kernel/contacts/planar_core.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace box {
namespace {

std::vector<Vec2> outline(const Shape& shape, int) {
  const double x = shape.size.x() / 2;
  const double y = shape.size.y() / 2;
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}, {-x, -y}};
}

/// Flat it is a segment or a point.
void set_core(const Shape& shape, PlanarCorners& core) {
  const Vec2 half = shape.size / 2.0;
  core.corners = {-half, Vec2(half.x(), -half.y()), half, Vec2(-half.x(), half.y())};
  core.count = 4;
  if (!(half.y() > 0.0)) core.count = half.x() > 0.0 ? 2 : 1;
  if (!(half.x() > 0.0) && half.y() > 0.0) {
    core.corners[1] = core.corners[2];
    core.count = 2;
  }
}

constexpr ShapeForm form{.kind = ShapeKind::box,
                         .name = "box",
                         .radius = [](const Shape& s) { return s.size.norm() / 2.0; },
                         .outline = outline,
                         .planar_core = set_core};

Made<Shape> make(const Properties& arguments) {
  return Shape{.kind = ShapeKind::box, .size = arguments.get<Vec2>("size"), .vertices = {}, .form = &form};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = shape.size.x() * shape.size.y(), .unit_inertia = shape.size.squaredNorm() / 12.0};
}

constexpr FieldSpec arguments[] = {{.name = "size",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "(width, height)",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace box

const ShapeType box_shape{
    .spec = {.name = box::form.name, .summary = "uniform rectangle", .arguments = box::arguments, .properties = {}},
    .make = box::make,
    .geometry = box::geometry,
    .form = &box::form};

}  // namespace perpend
