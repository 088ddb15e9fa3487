#include "dsl/analysis/analyze_shapes.hpp"

#include <cmath>

namespace perpend::dsl {

namespace {

/// Checked arguments of a shape; nothing after an error.
std::optional<FieldSet> read_arguments(Analysis& a, const TypeCall& call, const TypeSpec& spec) {
  FieldSet arguments(a.evaluator(), spec.name);
  read_named_arguments(arguments, a.evaluator(), call.arguments, spec.name, spec.arguments, spec.properties);
  arguments.check_required(spec.arguments, call.name_span);
  return arguments.is_good() ? std::optional(std::move(arguments)) : std::nullopt;
}

/// What a factory made, or nothing and its error.
template <class T>
std::optional<T> take(Made<T> made, const FieldSet& arguments, Span span) {
  if (auto* good = std::get_if<T>(&made)) return std::move(*good);
  arguments.report(std::get<FactoryError>(made), span);
  return std::nullopt;
}

Vec2 mean_of(const std::vector<Vec2>& points) {
  Vec2 sum = Vec2::Zero();
  for (const Vec2& point : points) sum += point;
  return sum / static_cast<double>(points.size());
}

std::optional<MadeShape> read_planar(Analysis& a, const TypeCall& call) {
  const ShapeType* type = find_row(a, a.vocabulary.shapes, call, "shape", a.vocabulary.spatial_shapes);
  const auto arguments = type != nullptr ? read_arguments(a, call, type->spec) : std::nullopt;
  if (!arguments) return std::nullopt;
  auto shape = take(type->make(arguments->properties()), *arguments, call.name_span);
  if (!shape) return std::nullopt;
  MadeShape made;
  made.shape = std::move(*shape);
  made.properties = type->spec.properties;
  made.planar = type->geometry(made.shape);
  made.content = made.planar.area;
  if (made.shape.kind == ShapeKind::polygon) {
    const auto& given = arguments->properties().get<std::vector<Vec2>>("vertices");
    made.reflex_vertex = find_reflex_vertex(given);
    made.centroid = mean_of(given) - mean_of(made.shape.vertices);
  }
  if (is_endless(made.shape)) {
    made.point.head<2>() = arguments->properties().get<Vec2>("point");
    made.normal.head<2>() = arguments->properties().get<Vec2>("normal").stableNormalized();
  }
  return made;
}

std::optional<MadeShape> read_spatial(Analysis& a, const TypeCall& call) {
  const SpatialShapeType* type = find_row(a, a.vocabulary.spatial_shapes, call, "shape", a.vocabulary.shapes);
  const auto arguments = type != nullptr ? read_arguments(a, call, type->spec) : std::nullopt;
  if (!arguments) return std::nullopt;
  auto shape = take(type->make(arguments->properties()), *arguments, call.name_span);
  if (!shape) return std::nullopt;
  auto geometry = take(type->geometry(arguments->properties()), *arguments, call.name_span);
  if (!geometry) return std::nullopt;
  MadeShape made;
  made.shape = std::move(*shape);
  made.properties = type->spec.properties;
  made.content = geometry->volume;
  made.spatial = *geometry;
  if (is_endless(made.shape)) {
    made.point = arguments->properties().get<Vec3>("point");
    made.normal = arguments->properties().get<Vec3>("normal").stableNormalized();
  }
  return made;
}

/// The turn about an axis perpendicular to z that brings z to the unit vector n, as a unit quaternion (w, x, y, z). Of
/// its half angle a/2 the larger of sine and cosine comes from n_z = cos a, so that nothing cancels.
Vec4 turn_of_z(const Vec3& n) {
  const double sine = std::hypot(n.x(), n.y());
  if (sine == 0.0) return n.z() > 0.0 ? Vec4(Vec4::UnitX()) : Vec4(Vec4::UnitY());
  double half_cosine = std::sqrt((1.0 + std::abs(n.z())) / 2.0);
  double half_sine = sine / (2.0 * half_cosine);
  if (n.z() < 0.0) std::swap(half_cosine, half_sine);
  return {half_cosine, -n.y() / sine * half_sine, n.x() / sine * half_sine, 0.0};
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

}  // namespace

std::optional<MadeShape> read_shape(Analysis& a, const Expression& value) {
  const auto call = read_type_call(a, value, "shape");
  if (!call) return std::nullopt;
  return a.is_spatial() ? read_spatial(a, *call) : read_planar(a, *call);
}

void place_wall(const MadeShape& shape, Space space, Body& body) {
  const Vec3& n = shape.normal;
  if (space == Space::spatial) {
    body.spatial.position = shape.point;
    body.spatial.rotation = turn_of_z(n);
    return;
  }
  body.position = shape.point.head<2>();
  body.angle = n.x() == 0.0 && n.y() > 0.0 ? 0.0 : std::atan2(-n.x(), n.y());  // y of the body is n
}

int find_reflex_vertex(std::span<const Vec2> vertices) {
  // Scenes print coordinates to ten digits or so: a smaller turn is that of a straight edge.
  constexpr double least_turn = 1e-9;
  const std::size_t n = vertices.size();
  double area = 0.0;  // twice, of the triangles about the first vertex
  for (std::size_t i = 0; i < n; ++i) area += cross(vertices[i] - vertices[0], vertices[(i + 1) % n] - vertices[0]);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 before = vertices[i] - vertices[(i + n - 1) % n];
    const Vec2 after = vertices[(i + 1) % n] - vertices[i];
    const double turn = cross(before, after) * (area < 0.0 ? -1.0 : 1.0);
    if (turn < -least_turn * before.norm() * after.norm()) return static_cast<int>(i) + 1;
  }
  return 0;
}

}  // namespace perpend::dsl
