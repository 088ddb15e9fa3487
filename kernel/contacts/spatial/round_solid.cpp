// A plane (p, n) and a body with the centre c and the support function h(n), s the support point of -n:
//     g = n . (c - p) - h,   g'' = n'' . (c - p) + 2 n' . (c' - p') - h''      (p' that of the plane's body)
// In axes of the body w = -n, and with Omega = omega_b - omega_a:
//     w' = w x Omega,   h' = s . w',   h'' = s . w'' + w' . H w'
// Ellipsoid, semi-axes A:        h = |A w|,              s = A^2 w / h,            H = (A^2 - s s^T) / h
// Circle about the axis a, r:    h = r k + a . w x_a,    k = |w - a (a . w)|,      H = r t t^T / k,   t = a x w / k
// The other points of a rim are those of the material that are there now; they have the motion of a point. Where a rim
// is flat on the plane but for rounding, the direction of its lowest point is any: points that went with it would turn
// under a body at rest, which then tips over the side of their square, on and on. Fixed points bear it, as they do a
// prism; the lowest point of a rim that leans by k is lower than the nearest of them by r k (1 - cos d), d between
// them.
#include "kernel/contacts/spatial/round_solid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

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

/// Up to this sine a rim counts as flat on the plane: soft contacts let a body at rest lean so far.
constexpr double flat_sine = 1e-2;
/// Beyond this one it may roll: a fixed point a little ahead of the lowest would touch before its time, by
/// r k a^2 / 2 where the rim turns by a in a step. The fixed point that is nearest then makes way for the lowest.
constexpr double rolling_sine = 1e-4;
/// A lowest point that is lower than a fixed one by less than this share of the radius is as low: scenes print
/// coordinates to ten digits or so.
constexpr double as_low = 1e-9;
/// Points of a rim that go with its lowest.
constexpr int num_moving = 4;
/// Directions of the fixed points in y and z of the body.
constexpr double eighth = std::numbers::sqrt2 / 2.0;
const std::array<Vec2, 8> fixed_directions{Vec2(1.0, 0.0),        Vec2(eighth, eighth), Vec2(0.0, 1.0),
                                           Vec2(-eighth, eighth), Vec2(-1.0, 0.0),      Vec2(-eighth, -eighth),
                                           Vec2(0.0, -1.0),       Vec2(eighth, -eighth)};

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

RimPoints rim_points(const Vec3& normal, const SpatialMotion<double>& motion) {
  const Lowest lowest = lowest_of_rim(motion, normal);
  const bool is_flat = lowest.k < flat_sine;
  const bool may_roll = lowest.k > rolling_sine;
  const Vec2 in_body = (motion.rotation.transpose() * lowest.direction).tail<2>();
  const auto* nearest =
      std::max_element(fixed_directions.begin(), fixed_directions.end(),
                       [&](const Vec2& one, const Vec2& other) { return one.dot(in_body) < other.dot(in_body); });
  const int nearest_point = num_moving + static_cast<int>(nearest - fixed_directions.begin());
  const int from = is_flat ? num_moving : 1;
  const int to = is_flat ? num_rim_points : num_moving;
  RimPoints result;
  for (const int rim : {0, num_rim_points}) {
    if (may_roll || lowest.k * (1.0 - nearest->dot(in_body)) > as_low) result.points[result.count++] = rim;
    for (int i = from; i < to; ++i)
      if (!may_roll || i != nearest_point) result.points[result.count++] = rim + i;
  }
  return result;
}

ContactPoint plane_and_rim_point(const MovedPlane& plane, const Shape& shape, const SpatialMotion<double>& motion,
                                 int i, int feature) {
  const Vec3 axis = motion.rotation.col(0);
  const Vec3 centre = (i < num_rim_points ? -0.5 : 0.5) * shape.extent.x() * axis;
  const double r = shape.extent.y();
  const int of_rim = i % num_rim_points;
  if (of_rim >= num_moving) {
    const Vec2& direction = fixed_directions[static_cast<std::size_t>(of_rim - num_moving)];
    const Vec3 arm = motion.rotation * Vec3(0.0, r * direction.x(), r * direction.y());
    return plane_and_point(plane, {motion, motion.position + centre + arm}, feature);
  }
  const Lowest lowest = lowest_of_rim(motion, plane.normal);
  const Vec3 quarter = cross(axis, lowest.direction);
  if (of_rim == 0 && lowest.k > 0.0) {
    const Vec3 point = centre + r * lowest.direction;
    const SolidSupport support{-plane.normal.dot(point), point, r / lowest.k * quarter * quarter.transpose()};
    return at_support(plane, motion, support, feature);
  }
  const std::array<Vec3, 4> directions{lowest.direction, quarter, -lowest.direction, -quarter};
  const Vec3 point = motion.position + centre + r * directions[static_cast<std::size_t>(of_rim)];
  return plane_and_point(plane, {motion, point}, feature);
}

}  // namespace perpend
