// Shapes that bound where bodies move, and where they are.
#include <cmath>

#include "dsl/analysis/analyze_shapes.hpp"

namespace perpend::dsl {

namespace {

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

bool is_wall(ShapeKind kind) {
  return kind == ShapeKind::chain || is_placed_by_arguments(kind);
}

bool is_placed_by_arguments(ShapeKind kind) {
  return kind == ShapeKind::halfplane || kind == ShapeKind::halfspace;
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
