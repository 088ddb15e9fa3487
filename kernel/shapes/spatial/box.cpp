// Uniform box with edges a, b, c along x, y, z: volume a b c, inertia about x m (b^2 + c^2) / 12, and so on.
#include <array>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_box {
namespace {

std::vector<std::vector<Vec3>> wires(const Shape& shape, int) {
  const Vec3 half = shape.extent / 2.0;
  const double x = half.x();
  const double y = half.y();
  const double z = half.z();
  std::vector<std::vector<Vec3>> lines;
  for (const double top : {-z, z})
    lines.push_back({{-x, -y, top}, {x, -y, top}, {x, y, top}, {-x, y, top}, {-x, -y, top}});
  for (const auto& [across, along] : {std::array{-x, -y}, std::array{x, -y}, std::array{x, y}, std::array{-x, y}})
    lines.push_back({{across, along, -z}, {across, along, z}});
  return lines;
}

/// Faces -x, x, -y, y, -z, z of a box whose corner i lies at x > 0 where bit 0 is set, y > 0: bit 1, z > 0: bit 2.
constexpr std::array<int, 30> faces{4, 0, 4, 6, 2, 4, 1, 3, 7, 5, 4, 0, 1, 5, 4,
                                    4, 2, 6, 7, 3, 4, 0, 2, 3, 1, 4, 4, 5, 7, 6};

void set_core(const Shape& shape, SolidCorners& core) {
  for (int i = 0; i < 8; ++i)
    core.own[i] = Vec3((i & 1) != 0 ? 0.5 : -0.5, (i & 2) != 0 ? 0.5 : -0.5, (i & 4) != 0 ? 0.5 : -0.5)
                      .cwiseProduct(shape.extent);
  core.points = core.own;
  core.faces = faces;
}

constexpr ShapeForm form{.kind = ShapeKind::box,
                         .name = "box",
                         .radius = [](const Shape& s) { return s.extent.norm() / 2.0; },
                         .wires = wires,
                         .spatial_core = set_core};

Made<Shape> make(const Properties& arguments) {
  Shape shape;
  shape.kind = ShapeKind::box;
  shape.form = &form;
  shape.extent = arguments.get<Vec3>("size");
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const Vec3 size = arguments.get<Vec3>("size");
  const Vec3 squared = size.cwiseAbs2();
  SpatialShapeType::Geometry result;
  result.volume = size.prod();
  result.unit_inertia = Vec3(squared.y() + squared.z(), squared.z() + squared.x(), squared.x() + squared.y()) / 12.0;
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "size",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::length,
                                    .required = true,
                                    .doc = "full lengths along x, y, z of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_box

const SpatialShapeType spatial_box_shape{.spec = {.name = spatial_box::form.name,
                                                  .summary = "uniform box",
                                                  .arguments = spatial_box::arguments,
                                                  .properties = {}},
                                         .make = spatial_box::make,
                                         .geometry = spatial_box::geometry,
                                         .form = &spatial_box::form};

}  // namespace perpend
