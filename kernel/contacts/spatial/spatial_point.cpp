// Gaps g and their second derivatives at constant velocities v, omega. A material point has x' = v + omega x r and
// x'' = omega x (omega x r), a direction e of a body has e' = omega x e and e'' = omega x e'. R: sum of radii.
// Plane (p, n) and point b, p the foot of b, so that b - p = s n:
//     g = n . (b - p) - R,   g'' = n'' . (b - p) + 2 n' . (b' - p') + n . (b'' - p'')
// Two points, d = |b - a|, u = (b - a) / d, w = b' - a':
//     g = d - R,   g'' = (w . w - (u . w)^2) / d + u . (b'' - a'')
// Line (p, e) and point b, r = b - p, p the foot of b, so that e . r = 0; D = r - e (e . r), d = |D|, u = D / d:
//     D' = r' - e m,   m = e' . r + e . r',   u . D'' = u . r'' - 2 m u . e'
//     g = d - R,   g'' = (D' . D' - (u . D')^2) / d + u . D''
// Two lines (p, e), (q, f), N = e x f, r = q - p, k = |N|, both points on the common perpendicular, r = s N / k:
//     g = N . r / k - R,   F = N . r,   g'' = (F'' - 2 g' k' - s k'') / k,   g' = (F' - s k') / k
//     k' = N . N' / k,   k'' = (N' . N' + N . N'' - k'^2) / k
#include "kernel/contacts/spatial/spatial_point.hpp"

#include <cmath>

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

/// First and second derivative of a direction fixed in a body.
struct Turning {
  Vec3 first;
  Vec3 second;
};

Turning turning(const SpatialMotion<double>& motion, const Vec3& direction) {
  const Vec3 first = cross(motion.spin, direction);
  return {first, cross(motion.spin, first)};
}

/// Distance between two points without their radii, along u.
ContactPoint at_distance(const Vec3& a, double radius_a, const Vec3& b, double radius_b, double distance, const Vec3& u,
                         int feature) {
  ContactPoint result{.gap = distance - radius_a - radius_b, .normal = u, .feature = feature};
  result.witness = {a + radius_a * u, b - radius_b * u};
  return result;
}

/// Points of two lines on their common perpendicular.
std::array<Vec3, 2> nearest_points(const MovedLine& a, const MovedLine& b) {
  const Vec3 r = b.point - a.point;
  const double c = a.direction.dot(b.direction);
  const Vec3 normal = cross(a.direction, b.direction);
  const double along_a = a.direction.dot(r);
  const double along_b = b.direction.dot(r);
  const double k2 = normal.squaredNorm();
  return {a.point + (along_a - c * along_b) / k2 * a.direction, b.point + (c * along_a - along_b) / k2 * b.direction};
}

}  // namespace

Vec3 unit_across(const Vec3& direction) {
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(direction[axis]) < std::abs(direction[least])) least = axis;
  return (Vec3::Unit(least) - direction[least] * direction).normalized();
}

MaterialMotion material_motion(const SpatialMotion<double>& motion, const Vec3& point) {
  const Turning arm = turning(motion, point - motion.position);
  return {motion.velocity + arm.first, arm.second};
}

ContactPoint plane_and_point(const MovedPlane& a, const MovedPoint& b, int feature) {
  const Vec3& n = a.normal;
  const double s = n.dot(b.point - a.point);
  const Vec3 foot = b.point - s * n;
  const MaterialMotion of_a = material_motion(a.motion, foot);
  const MaterialMotion of_b = material_motion(b.motion, b.point);
  const Turning n_t = turning(a.motion, n);
  ContactPoint result = at_distance(foot, a.radius, b.point, b.radius, s, n, feature);
  result.convective = s * n_t.second.dot(n) + 2.0 * n_t.first.dot(of_b.velocity - of_a.velocity) +
                      n.dot(of_b.acceleration - of_a.acceleration);
  return result;
}

ContactPoint two_points(const MovedPoint& a, const MovedPoint& b, const Vec3& otherwise, int feature) {
  const Vec3 between = b.point - a.point;
  const double d = between.norm();
  const Vec3 u = d > 0.0 ? Vec3(between / d) : otherwise;
  const MaterialMotion of_a = material_motion(a.motion, a.point);
  const MaterialMotion of_b = material_motion(b.motion, b.point);
  ContactPoint result = at_distance(a.point, a.radius, b.point, b.radius, d, u, feature);
  result.convective = u.dot(of_b.acceleration - of_a.acceleration);
  if (d > 0.0) result.convective += cross(u, Vec3(of_b.velocity - of_a.velocity)).squaredNorm() / d;
  return result;
}

ContactPoint line_and_point(const MovedLine& a, const MovedPoint& b, const Vec3& otherwise, int feature) {
  const Vec3& e = a.direction;
  const Vec3 foot = a.point + e.dot(b.point - a.point) * e;
  const Vec3 r = b.point - foot;
  const double d = r.norm();
  const Vec3 u = d > 0.0 ? Vec3(r / d) : otherwise;
  const MaterialMotion of_a = material_motion(a.motion, foot);
  const MaterialMotion of_b = material_motion(b.motion, b.point);
  const Vec3 r_t = of_b.velocity - of_a.velocity;
  const Vec3 e_t = turning(a.motion, e).first;
  const double m = e_t.dot(r) + e.dot(r_t);
  ContactPoint result = at_distance(foot, a.radius, b.point, b.radius, d, u, feature);
  result.convective = u.dot(of_b.acceleration - of_a.acceleration) - 2.0 * m * u.dot(e_t);
  if (d > 0.0) result.convective += cross(u, Vec3(r_t - m * e)).squaredNorm() / d;
  return result;
}

ContactPoint two_lines(const MovedLine& a, const MovedLine& b, const Vec3& toward, int feature) {
  const double sign = toward.dot(cross(a.direction, b.direction)) < 0.0 ? -1.0 : 1.0;
  const Vec3 e = sign * a.direction;
  const Vec3& f = b.direction;
  const Vec3 normal = cross(e, f);
  const double k = normal.norm();
  const Vec3 n = normal / k;
  const std::array<Vec3, 2> at = nearest_points(a, b);
  const double s = n.dot(at[1] - at[0]);
  const MaterialMotion of_a = material_motion(a.motion, at[0]);
  const MaterialMotion of_b = material_motion(b.motion, at[1]);
  const Turning e_t = turning(a.motion, e);
  const Turning f_t = turning(b.motion, f);
  const Vec3 normal_t = cross(e_t.first, f) + cross(e, f_t.first);
  const Vec3 normal_tt = cross(e_t.second, f) + 2.0 * cross(e_t.first, f_t.first) + cross(e, f_t.second);
  const Vec3 r_t = of_b.velocity - of_a.velocity;
  const double k_t = n.dot(normal_t);
  const double k_tt = (normal_t.squaredNorm() + normal.dot(normal_tt) - k_t * k_t) / k;
  const double product_t = s * normal_t.dot(n) + normal.dot(r_t);
  const double product_tt =
      s * normal_tt.dot(n) + 2.0 * normal_t.dot(r_t) + normal.dot(of_b.acceleration - of_a.acceleration);
  const double gap_t = (product_t - s * k_t) / k;
  ContactPoint result = at_distance(at[0], a.radius, at[1], b.radius, s, n, feature);
  result.convective = (product_tt - 2.0 * gap_t * k_t - s * k_tt) / k;
  return result;
}

}  // namespace perpend
