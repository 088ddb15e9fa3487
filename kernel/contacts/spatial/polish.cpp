// Newton's method on the directions n in which the separation s(n) of a round solid and another one is stationary. The
// farthest points x of a along n and y of b along -n move by H_a dn and -H_b dn, and a corner stays:
//     (y - x) across n = (s 1 + H_a + H_b) dn
// An edge whose inside is nearest keeps n across itself; a face is the normal itself. A cylinder of axis a and radius r
// is the sum of a segment and a disk: its side is an edge along a, its ends are faces, and its rims move by
//     H = r t t^T / k,   k = |n - a (a . n)|,   t = a x n / k.
#include <cmath>

#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/contacts/spatial/round_solid.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

/// Independent differences of the corners that a nearest point is a mean of, unit.
struct Flat {
  int count = 0;
  std::array<Vec3, 2> along;

  void add(Vec3 edge, double size) {
    if (count == 2) return;
    if (count == 1) edge -= along[0] * along[0].dot(edge);
    // Differences below this are rounding of the same corner.
    if (edge.norm() > 1e-9 * size) along[count++] = edge.normalized();
  }
  void add(const ConvexSolid& solid, const std::array<Vec3, 4>& corners, int num_corners, double size) {
    const Vec3 axis = solid.motion().rotation.col(0);
    const bool is_cylinder = solid.shape().kind == ShapeKind::cylinder;
    for (int i = 1; i < num_corners; ++i) {
      const Vec3 edge = corners[i] - corners[0];
      if (solid.is_core()) add(edge, size);
      if (is_cylinder && std::abs(axis.dot(edge)) > 0.5 * solid.shape().extent.x()) add(axis, size);  // both ends
    }
  }
};

Matrix3 curvature(const ConvexSolid& solid, const Vec3& direction) {
  if (solid.shape().kind == ShapeKind::ellipsoid)
    return ellipsoid_support(solid.shape(), solid.motion(), direction).hessian;
  if (solid.shape().kind != ShapeKind::cylinder) return Matrix3::Zero();
  const Vec3 across = cross(Vec3(solid.motion().rotation.col(0)), direction);  // k t
  const double k = across.norm();
  if (!(k > 0.0)) return Matrix3::Zero();
  const Vec3 t = across / k;
  return solid.shape().extent.y() / k * t * t.transpose();
}

/// Change of n within the plane of u and t, or along t alone.
Vec3 newton_step(const ConvexSolid& a, const ConvexSolid& b, double s, const Vec3& n, const Vec3& u, const Vec3& t,
                 bool along_t) {
  const Vec3 between = b.farthest(-n) - a.farthest(n);
  const Matrix3 h = s * Matrix3::Identity() + curvature(a, n) + curvature(b, -n);
  const double tt = t.dot(h * t);
  if (along_t) return t.dot(between) / tt * t;
  const double uu = u.dot(h * u);
  const double ut = u.dot(h * t);
  const double det = uu * tt - ut * ut;
  const double p = u.dot(between);
  const double q = t.dot(between);
  return ((tt * p - ut * q) * u + (uu * q - ut * p) * t) / det;
}

}  // namespace

void polish(const ConvexSolid& a, const ConvexSolid& b, Separating& best) {
  const double size = a.size() + b.size();
  const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * size;
  Flat flat;
  flat.add(a, best.points.of_a, best.points.count, size);
  flat.add(b, best.points.of_b, best.points.count, size);
  const auto accept = [&](const Vec3& n) {
    const double s = separation(a, b, n);
    if (!(s >= best.separation - rounding)) return false;
    best.separation = s;
    best.normal = n;
    return true;
  };
  for (const ConvexSolid* solid : {&a, &b}) {
    if (solid->shape().kind != ShapeKind::cylinder) continue;
    const Vec3 axis = solid->motion().rotation.col(0);
    const bool is_end = cross(axis, best.normal).norm() < 1e-4;  // of a direction that is known to 1e-6
    if (is_end && accept(axis.dot(best.normal) < 0.0 ? Vec3(-axis) : axis)) return;
  }
  if (flat.count == 2) {
    const Vec3 normal = cross(flat.along[0], flat.along[1]).normalized();
    accept(normal.dot(best.normal) < 0.0 ? Vec3(-normal) : normal);
    return;
  }
  constexpr int most_rounds = 8;  // from 1e-6 two are enough
  for (int round = 0; round < most_rounds; ++round) {
    Vec3 n = best.normal;
    const Vec3 u = flat.count == 1 ? flat.along[0] : unit_across(n);
    if (flat.count == 1) n = (n - u * u.dot(n)).normalized();
    const Vec3 change = newton_step(a, b, best.separation, n, u, cross(n, u), flat.count == 1);
    if (!(change.norm() < 0.1) || !accept((n + change).normalized())) return;
    if (change.norm() < 4.0 * std::numeric_limits<double>::epsilon()) return;
  }
}

}  // namespace perpend
