// Uniform solid cylinder of length L and radius r along x: volume pi r^2 L, inertia m r^2 / 2 about x and
// m (L^2 / 12 + r^2 / 4) across.
#include <cmath>
#include <numbers>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/length_and_radius.hpp"

namespace perpend {

namespace spatial_cylinder {
namespace {

/// The segment of its axis, grown by its radius, which it is where its side touches.
void set_core(const Shape& shape, SolidCorners& core) {
  core.radius = shape.extent.y();
  core.half_length = shape.extent.x() / 2.0;
}

Vec3 support(const Shape& shape, const Vec3& w) {
  const double across = std::hypot(w.y(), w.z());
  const double r = across > 0.0 ? shape.extent.y() / across : 0.0;
  return {std::copysign(0.5 * shape.extent.x(), w.x()), r * w.y(), r * w.z()};
}

constexpr ShapeForm form{
    .kind = ShapeKind::cylinder,
    .name = "cylinder",
    .radius = [](const Shape& s) { return std::hypot(s.extent.x() / 2.0, s.extent.y()); },
    .wires = [](const Shape& s, int arc_points) { return tube_wires(s.extent.x(), s.extent.y(), arc_points); },
    .spatial_core = set_core,
    .support = support};

Made<Shape> make(const Properties& arguments) {
  return round_shape(form, arguments);
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

const SpatialShapeType spatial_cylinder_shape{.spec = {.name = spatial_cylinder::form.name,
                                                       .summary = "uniform solid cylinder along x",
                                                       .arguments = spatial_cylinder::arguments,
                                                       .properties = {}},
                                              .make = spatial_cylinder::make,
                                              .geometry = spatial_cylinder::geometry,
                                              .form = &spatial_cylinder::form};

}  // namespace perpend
