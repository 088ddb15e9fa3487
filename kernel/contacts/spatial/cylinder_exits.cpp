// Ways out of an overlap of a cylinder, of axis a, radius r and half length L about c, with a core: a polytope, a
// segment or a point. The differences y - x of their points are a convex solid M around the origin, and s(n) is by how
// much the origin lies outside of its supporting plane across n. The shortest way out ends at the nearest point of the
// border of M, where a ball inside M touches it: no corner or edge of M, but within one of the smooth parts that
// faces, edges, vertices and ends, side and rims make. There s is stationary, so that these normals hold the best one:
//     face of the core, end of the cylinder     their normals, offered before
//     side and edge e                           +- a x e
//     side and vertex v                         v - c across a
//     rim and edge e                            n across e, see below
// Each n is judged by s(n) itself: whether its part is there needs no question. Along an edge a rim looks like an
// ellipse with the semi-axes r along u = a x e / |a x e| and q r along e x u, q = |a . e|. With w from the centre of
// the rim to the edge in these axes, n ~ (q cos p, sin p) is at rest where
//     G(p) = w_1 - q w_2 cot p - r (1 - q^2) cos p = 0,   G' = q w_2 / sin^2 p + r (1 - q^2) sin p,
// and s is largest there where G rises: for w_2 >= 0 once for p from 0 to pi, the side on which the rim is; else where
// sin^3 p > -q w_2 / (r (1 - q^2)) or nowhere. For cylinders against each other n is sought for each of them with the
// axis of the other one as an edge, and where rim meets rim by ascents.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

struct Cylinder {
  explicit Cylinder(const ConvexSolid& solid)
      : centre(solid.motion().position),
        axis(solid.motion().rotation.col(0)),
        half_length(0.5 * solid.shape().extent.x()),
        radius(solid.shape().extent.y()) {}

  /// Largest n . x.
  [[nodiscard]] double reach(const Vec3& n) const {
    const double along = n.dot(axis);
    return n.dot(centre) + half_length * std::abs(along) + radius * (n - along * axis).norm();
  }

  [[nodiscard]] Vec3 farthest(const Vec3& n) const {
    const double along = n.dot(axis);
    return centre + std::copysign(half_length, along) * axis + radius * Vec3(n - along * axis).stableNormalized();
  }

  Vec3 centre;
  Vec3 axis;
  double half_length;
  double radius;
};

/// What the best direction may be replaced by.
class Exits {
 public:
  Exits(const ConvexSolid& cylinder, const ConvexSolid& other, double sign, double least, Separating& best)
      : cylinder_(cylinder), other_(&other), sign_(sign), least_(least), best_(&best) {}

  void offer_edges() const;
  void offer_vertices() const;
  void offer_rims() const;

 private:
  /// n from the cylinder to the other solid.
  void offer(const Vec3& n) const;
  void offer_rim(const Vec3& centre, const Vec3& on_edge, const Vec3& u, const Vec3& v, double q) const;

  [[nodiscard]] const SpatialCore& core() const { return other_->core(); }

  Cylinder cylinder_;
  const ConvexSolid* other_;
  double sign_;
  double least_;
  Separating* best_;
};

void Exits::offer(const Vec3& n) const {
  if (!(n.squaredNorm() > 0.5)) return;  // a unit vector, or what could not be made one
  const double known = std::max(best_->separation, least_);
  const double reach = cylinder_.reach(n);
  double lowest = std::numeric_limits<double>::infinity();
  if (!other_->is_core()) lowest = -Cylinder(*other_).reach(-n);
  // Most directions are given up at one of the first vertices.
  for (int i = 0; other_->is_core() && i < core().num_vertices() && lowest - reach > known; ++i)
    lowest = std::min(lowest, n.dot(core().vertex(i)));
  if (!(lowest - reach > known)) return;
  best_->separation = lowest - reach;
  best_->normal = sign_ * n;
}

void Exits::offer_vertices() const {
  for (int i = 0; i < core().num_vertices(); ++i) {
    const Vec3 from_centre = core().vertex(i) - cylinder_.centre;
    const Vec3 across = from_centre - cylinder_.axis * cylinder_.axis.dot(from_centre);
    if (across.squaredNorm() > 0.0) offer(across.normalized());
  }
}

/// The root of F(t) = w_1 s - q w_2 t - d s t, s = sqrt(1 - t^2), t = cos p, between two bounds, at which F falls from
/// positive to negative: Newton's method within them, on F/s.
double falling_root(double w1, double qw2, double d, double low, double high) {
  constexpr int most_rounds = 60;  // of bisection; Newton's method needs five or so
  double t = 0.5 * (low + high);
  for (int round = 0; round < most_rounds; ++round) {
    const double s = std::sqrt(1.0 - t * t);
    const double value = w1 - qw2 * t / s - d * t;
    (value > 0.0 ? low : high) = t;
    const double slope = -qw2 / (s * s * s) - d;
    const double next = t - value / slope;
    const double last = t;
    t = next > low && next < high ? next : 0.5 * (low + high);
    if (std::abs(t - last) <= 4.0 * std::numeric_limits<double>::epsilon()) break;
  }
  return t;
}

/// v: on the side of the rim.
void Exits::offer_rim(const Vec3& centre, const Vec3& on_edge, const Vec3& u, const Vec3& v, double q) const {
  const Vec3 w = on_edge - centre;
  const double w1 = u.dot(w);
  const double qw2 = q * v.dot(w);
  const double d = cylinder_.radius * (1.0 - q * q);
  double bound = 1.0;
  if (qw2 < 0.0) {
    const double sine = std::cbrt(-qw2 / d);
    if (!(sine < 1.0)) return;
    bound = std::sqrt(1.0 - sine * sine);
    const double at_bound = qw2 * bound / sine + d * bound;
    if (!(std::abs(w1) < at_bound)) return;
  }
  const double t = falling_root(w1, qw2, d, -bound, bound);
  // At the end of the rim across the edge both vanish where the edge is parallel to the end; u is offered elsewhere.
  offer((q * t * u + std::sqrt(1.0 - t * t) * v).normalized());
}

void Exits::offer_edges() const {
  for (int i = 0; i < core().num_edges(); ++i) {
    const Vec3 e = core().edge_vector(i).normalized();
    const Vec3 across = cross(cylinder_.axis, e);
    const double sine = across.norm();
    if (!(sine >= least_sine)) continue;  // the vertices are left
    const Vec3 u = across / sine;
    offer(u);
    offer(-u);
    const Vec3& on_edge = core().vertex(core().edge(i).ends[0]);
    Vec3 v = cross(e, u);
    if (v.dot(cylinder_.axis) < 0.0) v = -v;
    for (const double side : {-1.0, 1.0})
      offer_rim(cylinder_.centre + side * cylinder_.half_length * cylinder_.axis, on_edge, u, side * v,
                std::abs(cylinder_.axis.dot(e)));
  }
}

/// Where a rim is nearest to a rim there is no formula: from the middle of each of the eight parts into which the
/// planes across both axes and their common plane divide the directions, along the gradient y - x of s.
void Exits::offer_rims() const {
  constexpr int most_rounds = 40;
  const Cylinder other(*other_);
  const auto separation_along = [&](const Vec3& n) { return -other.reach(-n) - cylinder_.reach(n); };
  const Vec3 across = cross(cylinder_.axis, other.axis);
  const Vec3 m = across.norm() >= least_sine ? Vec3(across.normalized()) : unit_across(cylinder_.axis);
  for (int part = 0; part < 8; ++part) {
    const auto signed_by = [&](int bit, const Vec3& v) { return Vec3((part & 1 << bit) != 0 ? -v : v); };
    Vec3 n = (signed_by(0, cylinder_.axis) + signed_by(1, other.axis) + signed_by(2, m)).normalized();
    double s = separation_along(n);
    double width = 0.3;  // [rad]
    for (int round = 0; round < most_rounds && width > 1e-5; ++round) {
      const Vec3 between = other.farthest(-n) - cylinder_.farthest(n);
      const Vec3 rise = between - n * n.dot(between);
      if (!(rise.squaredNorm() > 0.0)) break;
      const Vec3 next = (n + width * rise.normalized()).normalized();
      const double there = separation_along(next);
      width *= there > s ? 1.5 : 0.4;
      if (!(there > s)) continue;
      s = there;
      n = next;
    }
    offer(n);
  }
}

}  // namespace

bool offer_cylinder_exits(const ConvexSolid& a, const ConvexSolid& b, Separating& best) {
  const double before = best.separation;
  const double least = before + 1e-9 * (a.size() + b.size());
  for (const auto& [cylinder, other, sign] : {std::tuple(&a, &b, 1.0), std::tuple(&b, &a, -1.0)}) {
    if (cylinder->shape().kind != ShapeKind::cylinder || other->shape().kind == ShapeKind::ellipsoid) continue;
    const Exits exits(*cylinder, *other, sign, least, best);
    exits.offer_vertices();
    exits.offer_edges();
    if (cylinder == &a && !other->is_core()) exits.offer_rims();
  }
  return best.separation > before;
}

}  // namespace perpend
