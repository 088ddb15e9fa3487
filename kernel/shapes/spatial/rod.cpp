// Uniform thin rod of length L along x: inertia m L^2 / 12 across, as in the plane, and m r^2 / 2 about its axis. The
// m r^2 / 4 across that a solid cylinder has besides is left out; from r = L / sqrt(3) on no body has such an inertia.
#include <cmath>
#include <numbers>

#include "kernel/contacts/spatial/spatial_core.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"
#include "kernel/shapes/spatial/length_and_radius.hpp"

namespace perpend {

namespace spatial_rod {
namespace {

/// Round within its length: its core is shorter by the radius at either end.
void set_core(const Shape& shape, SolidCorners& core) {
  core.radius = shape.extent.y();
  core.half_length = shape.extent.x() / 2.0 - core.radius;
}

constexpr ShapeForm form{
    .kind = ShapeKind::rod,
    .name = "rod",
    .radius = [](const Shape& s) { return std::hypot(s.extent.x() / 2.0, s.extent.y()); },
    .wires = [](const Shape& s, int arc_points) { return tube_wires(s.extent.x(), s.extent.y(), arc_points); },
    .spatial_core = set_core};

bool is_thick(const Properties& arguments) {
  return !(arguments.number("radius") < 0.5 * arguments.number("length"));
}

FactoryError thick_rod() {
  return {"radius", "a rod is thinner than it is long: its radius is below half its length", "use a cylinder"};
}

Made<Shape> make(const Properties& arguments) {
  if (is_thick(arguments)) return thick_rod();
  return round_shape(form, arguments);
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  if (is_thick(arguments)) return thick_rod();
  const double length = arguments.number("length");
  const double r = arguments.number("radius");
  SpatialShapeType::Geometry result;
  result.volume = std::numbers::pi * r * r * length;
  result.unit_inertia = Vec3(r * r / 2.0, length * length / 12.0, length * length / 12.0);
  return result;
}

constexpr FieldSpec arguments[] = {round_length_field, round_radius_field};

}  // namespace
}  // namespace spatial_rod

const SpatialShapeType spatial_rod_shape{
    .spec = {.name = spatial_rod::form.name,
             .summary = "uniform thin rod along x; it touches with round ends, inside its length",
             .arguments = spatial_rod::arguments,
             .properties = {}},
    .make = spatial_rod::make,
    .geometry = spatial_rod::geometry,
    .form = &spatial_rod::form};

}  // namespace perpend
