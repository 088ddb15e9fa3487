// A vertex b of one body, an edge of the other through p with the unit normal n = n(theta_a), radii R in sum.
//     g      = n . (b - p) - R
//     g_dot  = omega_a perp(n) . (b - p) + n . (b_dot - p_dot)
//     g_ddot = -omega_a^2 n . (b - p) + 2 omega_a perp(n) . (b_dot - p_dot) + n . (b_ddot - p_ddot)
// with p the foot of b, so that b - p = s n, and b_ddot = -omega_b^2 r_b when the velocities are constant.
// Two vertices a, b: with d = |b - a|, u = (b - a) / d, w = b_dot - a_dot,
//     g = d - R,   g_dot = u . w,   g_ddot = (w . w - (u . w)^2) / d + u . (b_ddot - a_ddot).
#include "kernel/contacts/planar_point.hpp"

#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

struct Material {
  Vec2 velocity;
  Vec2 acceleration;  ///< at constant velocities of the body
};

Material material(const BodyMotion<double>& motion, const Vec2& point) {
  const Vec2 arm = point - motion.position;
  return {motion.velocity + motion.spin * perp(arm), -(motion.spin * motion.spin) * arm};
}

}  // namespace

ContactPoint line_and_point(const BodyLine& line, const BodyPoint& point, int feature) {
  const Vec2& n = line.normal;
  const double s = n.dot(point.point - line.point);
  const Vec2 foot = point.point - s * n;
  const Material on_line = material(line.motion, foot);
  const Material on_point = material(point.motion, point.point);
  const double omega = line.motion.spin;
  ContactPoint result{.gap = s - line.radius - point.radius, .normal = in_plane(n), .feature = feature};
  result.witness = {in_plane(foot + line.radius * n), in_plane(point.point - point.radius * n)};
  result.convective = -omega * omega * s + 2.0 * omega * perp(n).dot(on_point.velocity - on_line.velocity) +
                      n.dot(on_point.acceleration - on_line.acceleration);
  return result;
}

ContactPoint two_points(const BodyPoint& a, const BodyPoint& b, int feature) {
  const Vec2 between = b.point - a.point;
  const double d = between.norm();
  const Vec2 u = d > 0.0 ? Vec2(between / d) : Vec2(Vec2::UnitY());
  const Material on_a = material(a.motion, a.point);
  const Material on_b = material(b.motion, b.point);
  const double across = perp(u).dot(on_b.velocity - on_a.velocity);
  ContactPoint result{.gap = d - a.radius - b.radius, .normal = in_plane(u), .feature = feature};
  result.witness = {in_plane(a.point + a.radius * u), in_plane(b.point - b.radius * u)};
  result.convective = u.dot(on_b.acceleration - on_a.acceleration);
  if (d > 0.0) result.convective += across * across / d;
  return result;
}

}  // namespace perpend
