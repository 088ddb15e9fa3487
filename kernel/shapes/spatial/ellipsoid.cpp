// Uniform ellipsoid with semi-axes a, b, c: volume 4 pi a b c / 3, inertia about x m (b^2 + c^2) / 5, and so on.
#include <numbers>

#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace spatial_ellipsoid {
namespace {

Vec3 support(const Shape& shape, const Vec3& w) {
  const Vec3& semi = shape.extent;
  return semi.cwiseAbs2().cwiseProduct(w) / semi.cwiseProduct(w).norm();
}

constexpr ShapeForm form{.kind = ShapeKind::ellipsoid,
                         .name = "ellipsoid",
                         .radius = [](const Shape& s) { return s.extent.maxCoeff(); },
                         .wires = [](const Shape& s, int arc_points) { return ellipsoid_wires(s.extent, arc_points); },
                         .support = support};

Made<Vec3> semi_axes(const Properties& arguments) {
  const bool full = arguments.has("axes");
  if (full == arguments.has("semi_axes"))
    return FactoryError{full ? "semi_axes" : "", "an ellipsoid takes either axes or semi_axes",
                        "axes: full lengths; semi_axes: half of them"};
  return full ? Vec3(arguments.get<Vec3>("axes") / 2.0) : arguments.get<Vec3>("semi_axes");
}

Made<Shape> make(const Properties& arguments) {
  const Made<Vec3> semi = semi_axes(arguments);
  if (const auto* error = std::get_if<FactoryError>(&semi)) return *error;
  Shape shape;
  shape.kind = ShapeKind::ellipsoid;
  shape.form = &form;
  shape.extent = std::get<Vec3>(semi);
  return shape;
}

Made<SpatialShapeType::Geometry> geometry(const Properties& arguments) {
  const Made<Vec3> semi = semi_axes(arguments);
  if (const auto* error = std::get_if<FactoryError>(&semi)) return *error;
  const Vec3 squared = std::get<Vec3>(semi).cwiseAbs2();
  SpatialShapeType::Geometry result;
  result.volume = 4.0 / 3.0 * std::numbers::pi * std::get<Vec3>(semi).prod();
  result.unit_inertia = Vec3(squared.y() + squared.z(), squared.z() + squared.x(), squared.x() + squared.y()) / 5.0;
  return result;
}

constexpr FieldSpec arguments[] = {{.name = "axes",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::length,
                                    .doc = "full lengths along x, y, z of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "semi_axes",
                                    .type = FieldType::vector3,
                                    .dimension = dimension::length,
                                    .doc = "half lengths along x, y, z of the body",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace spatial_ellipsoid

const SpatialShapeType spatial_ellipsoid_shape{.spec = {.name = spatial_ellipsoid::form.name,
                                                        .summary = "uniform ellipsoid",
                                                        .arguments = spatial_ellipsoid::arguments,
                                                        .properties = {}},
                                               .make = spatial_ellipsoid::make,
                                               .geometry = spatial_ellipsoid::geometry,
                                               .form = &spatial_ellipsoid::form};

}  // namespace perpend
