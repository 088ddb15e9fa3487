// A plane (p, n) and a body with the centre c and the support function h(n), s the support point of -n:
//     g = n . (c - p) - h,   g'' = n'' . (c - p) + 2 n' . (c' - p') - h''      (p' that of the plane's body)
// In axes of the body w = -n, and with Omega = omega_b - omega_a:
//     w' = w x Omega,   h' = s . w',   h'' = s . w'' + w' . H w'
// Ellipsoid, semi-axes A:        h = |A w|,              s = A^2 w / h,            H = (A^2 - s s^T) / h
// Circle about the axis a, r:    h = r k + a . w x_a,    k = |w - a (a . w)|,      H = r t t^T / k,   t = a x w / k
// The other points of a rim are those of the material that are there now; they have the motion of a point.
#include "kernel/contacts/spatial/round_solid.hpp"

#include <cmath>

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

SolidSupport ellipsoid_support(const Shape& shape, const SpatialMotion<double>& motion, const Vec3& direction) {
  const Vec3 w = motion.rotation.transpose() * direction;
  const Vec3 squared = shape.extent.cwiseAbs2();
  const double h = shape.extent.cwiseProduct(w).norm();
  const Vec3 s = squared.cwiseProduct(w) / h;
  const Matrix3 hessian = (Matrix3(squared.asDiagonal()) - s * s.transpose()) / h;
  return {h, motion.rotation * s, motion.rotation * hessian * motion.rotation.transpose()};
}

namespace {

/// Below this sine between axis and normal the direction of the lowest point is rounding: half of the digits of the
/// rotation are left.
constexpr double standing_sine = 1e-8;

/// The lowest point of a rim from its centre, unit; zero k: standing.
struct Lowest {
  double k;
  Vec3 direction;
};

Lowest lowest_of_rim(const SpatialMotion<double>& motion, const Vec3& normal) {
  const Vec3 axis = motion.rotation.col(0);
  const Vec3 down = axis * axis.dot(normal) - normal;
  const double k = down.norm();
  if (k < standing_sine) return {0.0, motion.rotation.col(1)};
  return {k, down / k};
}

/// Second derivative of the gap at a support point, all in world axes.
double support_convective(const MovedPlane& plane, const SpatialMotion<double>& motion, const SolidSupport& support) {
  const Vec3& n = plane.normal;
  const Vec3& omega = motion.spin;
  const Vec3 n_t = cross(plane.motion.spin, n);
  const Vec3 n_tt = cross(plane.motion.spin, n_t);
  // w = -R^T n: R w' = omega x n - n', R w'' = 2 omega x n' - n'' - omega x (omega x n).
  const Vec3 w_t = cross(omega, n) - n_t;
  const Vec3 w_tt = 2.0 * cross(omega, n_t) - n_tt - cross(omega, cross(omega, n));
  const double h_tt = support.point.dot(w_tt) + w_t.dot(support.hessian * w_t);
  return n_tt.dot(motion.position - plane.motion.position) + 2.0 * n_t.dot(motion.velocity - plane.motion.velocity) -
         h_tt;
}

ContactPoint at_support(const MovedPlane& plane, const SpatialMotion<double>& motion, const SolidSupport& support,
                        int feature) {
  const Vec3& n = plane.normal;
  const Vec3 lowest = motion.position + support.point;
  const double gap = n.dot(motion.position - plane.point) - support.h - plane.radius;
  ContactPoint result{.gap = gap, .normal = n, .feature = feature};
  result.witness = {lowest - gap * n, lowest};
  result.convective = support_convective(plane, motion, support);
  return result;
}

}  // namespace

ContactPoint plane_and_ellipsoid(const MovedPlane& plane, const Shape& shape, const SpatialMotion<double>& motion,
                                 int feature) {
  return at_support(plane, motion, ellipsoid_support(shape, motion, -plane.normal), feature);
}

ContactPoint plane_and_rim_point(const MovedPlane& plane, const Shape& shape, const SpatialMotion<double>& motion,
                                 int i, int feature) {
  const Vec3 axis = motion.rotation.col(0);
  const Vec3 centre = (i < 4 ? -0.5 : 0.5) * shape.extent.x() * axis;
  const double r = shape.extent.y();
  const Lowest lowest = lowest_of_rim(motion, plane.normal);
  const Vec3 quarter = cross(axis, lowest.direction);
  if (i % 4 == 0 && lowest.k > 0.0) {
    const Vec3 point = centre + r * lowest.direction;
    const SolidSupport support{-plane.normal.dot(point), point, r / lowest.k * quarter * quarter.transpose()};
    return at_support(plane, motion, support, feature);
  }
  const std::array<Vec3, 4> directions{lowest.direction, quarter, -lowest.direction, -quarter};
  const Vec3 point = motion.position + centre + r * directions[static_cast<std::size_t>(i % 4)];
  return plane_and_point(plane, {motion, point}, feature);
}

}  // namespace perpend
