// The separation of a and b along a unit n,
//     s(n) = min over y in b of n . y - max over x in a of n . x,
// has its largest value where they are nearest, or, where they overlap, where the way out is shortest. From some n move
// b along n until s(n) = delta > 0: the direction m of its nearest points to a then has
//     s(m) + (delta - s(n)) n . m >= delta,   so that s(m) >= s(n):
// the separation rises until n is at rest. delta starts at a tenth of the sizes, so that the direction is as exact for
// bodies that touch as for those apart, and shrinks while n moves: at a corner of radius rho an error of n shrinks by
// delta / (delta + rho) a round. n starts at the best of the faces, axes and sides of both. Between solids in
// each other that may be a way out which is shorter than those about it alone: cylinders then try all the others
// (cylinder_exits.cpp), ellipsoids do not.
// Second derivative of the gap at constant velocities: its second difference over a time in which bodies turn by
// 1e-4 rad and move by 1e-4 of their size; rounding 1e-16 / 1e-8 and truncation 1e-8 are then alike.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/contacts/spatial/convex_solid.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

void offer(const ConvexSolid& a, const ConvexSolid& b, const Vec3& n, Separating& best) {
  const double s = separation(a, b, n);
  if (!(s > best.separation)) return;
  best.separation = s;
  best.normal = n;
}

Separating first_guess(const ConvexSolid& a, const ConvexSolid& b) {
  Separating best;
  const Vec3 between = b.motion().position - a.motion().position;
  if (between.squaredNorm() > 0.0) offer(a, b, between.normalized(), best);
  for (int i = 0; i < a.num_directions(); ++i) offer(a, b, a.direction(i), best);
  for (int i = 0; i < b.num_directions(); ++i) offer(a, b, -b.direction(i), best);
  // Out through the side of what is round about its axis.
  for (const ConvexSolid* solid : {&a, &b}) {
    const Vec3 axis = solid->motion().rotation.col(0);
    const Vec3 across = between - axis * axis.dot(between);
    if (solid->core().num_faces() == 0 && across.squaredNorm() > 0.0) offer(a, b, across.normalized(), best);
  }
  return best;
}

void improve(const ConvexSolid& a, const ConvexSolid& b, Separating& best) {
  constexpr int most_rounds = 100;
  const double size = a.size() + b.size();
  const double rounding = 4.0 * std::numeric_limits<double>::epsilon() * size;
  double delta = 0.1 * size;
  for (int round = 0; round < most_rounds; ++round) {
    const Vec3 shift = std::max(0.0, delta - best.separation) * best.normal;
    best.points = nearest_points(a, b, shift);
    const Vec3 v = best.points.on_b + shift - best.points.on_a;
    const double before = best.separation;
    offer(a, b, v.normalized(), best);
    if (best.separation > before + rounding) {
      delta = std::max(delta / 2.0, 1e-4 * size);
      continue;
    }
    if (delta <= 1e-3 * size || best.separation > delta) break;
    delta = 1e-3 * size;
  }
  polish(a, b, best);
}

SpatialMotion<double> moved(const SpatialMotion<double>& motion, double t) {
  SpatialMotion<double> result = motion;
  result.position += t * motion.velocity;
  result.rotation = rotation_matrix(quaternion_exponential<double>(t * motion.spin)) * motion.rotation;
  return result;
}

double separation_after(const ConvexSolid& a, const ConvexSolid& b, const Vec3& near, double t) {
  const SpatialMotion<double> motion_a = moved(a.motion(), t);
  const SpatialMotion<double> motion_b = moved(b.motion(), t);
  const ConvexSolid moved_a(a.shape(), motion_a);
  const ConvexSolid moved_b(b.shape(), motion_b);
  Separating best;
  offer(moved_a, moved_b, near, best);
  improve(moved_a, moved_b, best);
  return best.separation;
}

double convective(const ConvexSolid& a, const ConvexSolid& b, const Separating& now) {
  const double speed = (b.motion().velocity - a.motion().velocity).norm() / (a.size() + b.size());
  const double rate = a.motion().spin.norm() + b.motion().spin.norm() + speed;
  if (!(rate > 0.0)) return 0.0;
  const double t = 1e-4 / rate;
  return (separation_after(a, b, now.normal, t) - 2.0 * now.separation + separation_after(a, b, now.normal, -t)) /
         (t * t);
}

}  // namespace

double separation(const ConvexSolid& a, const ConvexSolid& b, const Vec3& n) {
  return n.dot(b.farthest(-n) - a.farthest(n));
}

Vec3 ConvexSolid::farthest(const Vec3& direction) const {
  if (is_core()) return core_.vertex(core_.farthest(direction));
  return motion_->position +
         motion_->rotation * shape_->form->support(*shape_, motion_->rotation.transpose() * direction);
}

double ConvexSolid::size() const {
  return is_core() ? core_.size() + core_.radius() : shape_->form->radius(*shape_);
}

Vec3 ConvexSolid::direction(int i) const {
  if (core_.num_faces() > 0) return core_.face(i).normal;
  return (i % 2 == 0 ? 1.0 : -1.0) * motion_->rotation.col(i / 2);
}

ContactPoint convex_contact(const ConvexSolid& a, const ConvexSolid& b, double margin, int feature) {
  // What is shallower cannot be overstated by more than the tolerance of all parts.
  const double overlap = 1e-9 * (a.size() + b.size());
  Separating best = first_guess(a, b);
  improve(a, b, best);
  if (best.separation < -overlap && offer_cylinder_exits(a, b, best)) improve(a, b, best);
  const Vec3& n = best.normal;
  ContactPoint result{.gap = best.separation - a.radius() - b.radius(), .normal = n, .feature = feature};
  // Both points are on one line along n but for rounding. An ellipsoid has one point there, which n tells best.
  Vec3 middle = 0.5 * (best.points.on_a + best.points.on_b);
  if (a.shape().kind == ShapeKind::ellipsoid)
    middle = a.farthest(n);
  else if (b.shape().kind == ShapeKind::ellipsoid)
    middle = b.farthest(-n);
  result.witness[0] = middle + (n.dot(a.farthest(n) - middle) + a.radius()) * n;
  result.witness[1] = result.witness[0] + result.gap * n;
  if (result.gap <= margin) result.convective = convective(a, b, best);
  return result;
}

}  // namespace perpend
