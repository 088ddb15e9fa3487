// Uniform ellipse with semi-axes a and b: area pi a b, inertia m (a^2 + b^2) / 4.
#include <cmath>
#include <numbers>

#include "kernel/contacts/bounds.hpp"
#include "kernel/shapes/arcs.hpp"
#include "kernel/shapes/shape_types.hpp"

namespace perpend {

namespace ellipse {
namespace {

/// Half width along a world axis whose components on the semi-axes are c, s.
double half_width(const Vec2& semi, double c, double s) {
  return std::hypot(semi.x() * c, semi.y() * s);
}

Bounds bounds_of(const Shape& shape, const BodyMotion<double>& motion) {
  const Vec2 half(half_width(shape.size, motion.cos, motion.sin), half_width(shape.size, motion.sin, motion.cos));
  return bounds_between(motion.position - half, motion.position + half);
}

constexpr ShapeForm form{
    .kind = ShapeKind::ellipse,
    .name = "ellipse",
    .radius = [](const Shape& s) { return s.size.maxCoeff(); },
    .outline = [](const Shape& s, int arc_points) { return ellipse_line(s.size.x(), s.size.y(), arc_points); },
    .planar_bounds = bounds_of};

Made<Shape> make(const Properties& arguments) {
  const bool full = arguments.has("axes");
  if (full == arguments.has("semi_axes"))
    return FactoryError{full ? "semi_axes" : "", "an ellipse takes either axes or semi_axes",
                        "axes: full lengths; semi_axes: half of them"};
  const Vec2 semi = full ? Vec2(arguments.get<Vec2>("axes") / 2.0) : arguments.get<Vec2>("semi_axes");
  return Shape{.kind = ShapeKind::ellipse, .size = semi, .vertices = {}, .form = &form};
}

ShapeType::Geometry geometry(const Shape& shape) {
  return {.area = std::numbers::pi * shape.size.x() * shape.size.y(), .unit_inertia = shape.size.squaredNorm() / 4.0};
}

constexpr FieldSpec arguments[] = {{.name = "axes",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .doc = "full lengths along x and y",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true},
                                   {.name = "semi_axes",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .doc = "half lengths along x and y",
                                    .minimum = 0.0,
                                    .exclusive_minimum = true}};

}  // namespace
}  // namespace ellipse

const ShapeType ellipse_shape{.spec = {.name = ellipse::form.name,
                                       .summary = "uniform ellipse",
                                       .arguments = ellipse::arguments,
                                       .properties = {}},
                              .make = ellipse::make,
                              .geometry = ellipse::geometry,
                              .form = &ellipse::form};

}  // namespace perpend
