// The gap as a function of time, F(phi, t) at its maximum over phi:
//     g_ddot = F_tt - F_phit^2 / F_phiphi
//     F_tt   = n . d_ddot - omega_A^2 h_A'' - omega_B^2 h_B''
//     F_phit = perp(n) . d_dot + omega_A h_A'' + omega_B h_B''
// Against a line the direction turns with the line: g_ddot = that of the centre - h'' (omega_line - omega)^2.
//
// The maxima of F against a point (p, q), in the axes of the ellipse, a > b: F' = 0 where the point lies on the normal
// of the ellipse in x = a^2 p / (z + a^2), y = b^2 q / (z + b^2), n = (p / (z + a^2), q / (z + b^2)) but for its
// length, with G(z) = (a p / (z + a^2))^2 + (b q / (z + b^2))^2 = 1. By quadrants of n, with that of the point the
// first:
//     z > -b^2         the first quadrant; G falls from infinity to 0: one zero of F', the maximum over all n
//     z < -a^2         the third; G rises from 0 to infinity: one, the minimum over all n
//     -a^2 < z < -b^2  the fourth (where y changes its sign); G is convex: none or two zeros of F', one on either side
//                      of the least G, which is at n = m = ((p b^2)^(1/3), -(q a^2)^(1/3)) but for its length
// Where a < b it is the second quadrant and -m. A maximum and a minimum take turns, so that F has one maximum at most
// between neighbours of the four axes, m and -m.
#include "kernel/contacts/ellipse_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "kernel/joints/point_motion.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

namespace {

/// F and its derivatives at one direction.
struct Separation {
  double value = 0.0;
  double slope = 0.0;
  double bend = 0.0;  ///< -F''
};

Separation separation(const PlacedEllipse& a, const PlacedEllipse& b, const Vec2& n) {
  const Support of_a = a.support(n);
  const Support of_b = b.support(n);
  const Vec2 d = b.centre.point - a.centre.point;
  Separation result;
  result.value = n.dot(d) - of_a.h - of_b.h;
  result.slope = perp(n).dot(Vec2(d - of_a.point - of_b.point));
  result.bend = result.value + of_a.curvature_radius + of_b.curvature_radius;
  return result;
}

Vec2 between(const Vec2& low, const Vec2& high) {
  const Vec2 sum = low + high;
  // More than a third of a turn: the quarter turn lies between, and the sum would lose digits.
  return sum.squaredNorm() < 1.0 ? perp(low) : Vec2(sum.normalized());
}

/// Newton on F' inside the bracket, halved wherever a step leaves it or gains less than half.
Vec2 refine(const PlacedEllipse& a, const PlacedEllipse& b, Vec2 low, Vec2 high) {
  // A direction is known to the rounding of its components, and no bracket needs more halvings than that has bits;
  // as many again for the Newton steps between them.
  constexpr double rounding = 2.0 * std::numeric_limits<double>::epsilon();
  constexpr int most_steps = 128;
  Vec2 n = between(low, high);
  double last_step = 4.0;
  for (int i = 0; i < most_steps; ++i) {
    const Separation at = separation(a, b, n);
    if (at.slope == 0.0) break;
    (at.slope > 0.0 ? low : high) = n;
    const double step = at.slope / at.bend;
    const Vec2 turned = Vec2(n + step * perp(n)).normalized();
    const bool inside = cross(low, turned) >= 0.0 && cross(turned, high) >= 0.0;
    const bool good = at.bend > 0.0 && inside && std::abs(step) <= 0.5 * last_step;
    const Vec2 next = good ? turned : between(low, high);
    last_step = good ? std::abs(step) : (high - low).norm();
    const bool done = (next - n).norm() <= rounding;
    n = next;
    if (done) break;
  }
  return n;
}

/// Directions counter-clockwise, between neighbours of which F, of a point, has one maximum at most: the axes of the
/// ellipse, and the two directions of m, in the frame of its axes.
std::array<Vec2, 6> partings(const PlacedEllipse& ellipse, const Vec2& point) {
  const Vec2 x(ellipse.centre.motion.cos, ellipse.centre.motion.sin);
  const Vec2 y = perp(x);
  const Vec2 d = point - ellipse.centre.point;
  const Vec2& semi = ellipse.semi;
  Vec2 m(std::cbrt(x.dot(d) * semi.y() * semi.y()), -std::cbrt(y.dot(d) * semi.x() * semi.x()));
  if (!(m.squaredNorm() > 0.0)) m = Vec2::UnitX();
  m.normalize();
  if (m.x() < 0.0) m = -m;
  const Vec2 turned = m.x() * x + m.y() * y;
  if (m.y() >= 0.0) return {x, turned, y, -x, -turned, -y};
  return {x, y, -turned, -x, -y, turned};
}

/// The best maximum between neighbours of `directions`.
std::optional<Vec2> best_between(const PlacedEllipse& ellipse, const PlacedEllipse& point,
                                 std::span<const Vec2> directions) {
  std::optional<Vec2> best;
  double most = -std::numeric_limits<double>::infinity();
  Separation at_low = separation(ellipse, point, directions.front());
  for (std::size_t i = 1; i < directions.size(); ++i) {
    const Separation at_high = separation(ellipse, point, directions[i]);
    if (at_low.slope >= 0.0 && at_high.slope < 0.0) {
      const bool is_low = at_low.slope == 0.0 && at_low.bend > 0.0;
      const Vec2 n = is_low ? directions[i - 1] : refine(ellipse, point, directions[i - 1], directions[i]);
      const double value = separation(ellipse, point, n).value;
      if (value > most) {
        most = value;
        best = n;
      }
    }
    at_low = at_high;
  }
  return best;
}

struct Movement {
  Vec2 velocity;
  Vec2 acceleration;
};

Movement movement(const BodyPoint& point) {
  const Vec2 arm = point.point - point.motion.position;
  const double omega = point.motion.spin;
  return {point.motion.velocity + omega * perp(arm), -(omega * omega) * arm};
}

double bending(const Support& support) {
  return support.curvature_radius - support.h;
}

}  // namespace

Support PlacedEllipse::support(const Vec2& n) const {
  const double cos = centre.motion.cos;
  const double sin = centre.motion.sin;
  const Vec2 w(cos * n.x() + sin * n.y(), -sin * n.x() + cos * n.y());
  Support result{.h = std::hypot(semi.x() * w.x(), semi.y() * w.y())};
  if (!(result.h > 0.0)) return result;
  const Vec2 in_body(semi.x() * semi.x() * w.x() / result.h, semi.y() * semi.y() * w.y() / result.h);
  result.point = rotate(centre.motion, in_body);
  const double ratio = semi.x() / result.h * (semi.y() / result.h);
  result.curvature_radius = ratio * ratio * result.h;
  return result;
}

std::optional<Vec2> separating_direction(const PlacedEllipse& ellipse, const BodyPoint& point) {
  std::array<Vec2, 7> around;
  const std::array<Vec2, 6> parting = partings(ellipse, point.point);
  std::copy(parting.begin(), parting.end(), around.begin());
  around.back() = parting.front();
  return best_between(ellipse, {.centre = point}, around);
}

std::optional<Vec2> separating_direction(const PlacedEllipse& ellipse, const BodyPoint& point, const Vec2& low,
                                         const Vec2& high) {
  std::array<Vec2, 8> directions;
  std::size_t count = 0;
  directions[count++] = low;
  for (const Vec2& parting : partings(ellipse, point.point)) {
    if (!(cross(low, parting) > 0.0 && cross(parting, high) > 0.0)) continue;
    std::size_t place = count++;
    for (; place > 1 && cross(parting, directions[place - 1]) > 0.0; --place) directions[place] = directions[place - 1];
    directions[place] = parting;
  }
  directions[count++] = high;
  const PlacedEllipse tip{.centre = point};
  const std::optional<Vec2> best = best_between(ellipse, tip, std::span(directions).first(count));
  if (!best) return best;
  const double most = separation(ellipse, tip, *best).value;
  const bool is_best = most >= separation(ellipse, tip, low).value && most >= separation(ellipse, tip, high).value;
  return is_best ? best : std::nullopt;
}

std::optional<Vec2> separating_direction(const PlacedEllipse& a, const PlacedEllipse& b) {
  // Overlapping outlines have several maxima, two for each axis of either: a sixteenth of a turn tells them apart.
  constexpr int samples = 16;
  std::optional<Vec2> best;
  double most = -std::numeric_limits<double>::infinity();
  Vec2 low = Vec2::UnitX();
  double slope = separation(a, b, low).slope;
  for (int i = 1; i <= samples; ++i) {
    const SinCos<double> turn = sin_cos(2.0 * std::numbers::pi * i / samples);
    const Vec2 high(turn.cos, turn.sin);
    const double next_slope = separation(a, b, high).slope;
    if (slope >= 0.0 && next_slope < 0.0) {
      const Vec2 n = slope == 0.0 ? low : refine(a, b, low, high);
      const double value = separation(a, b, n).value;
      if (value > most) {
        most = value;
        best = n;
      }
    }
    low = high;
    slope = next_slope;
  }
  return best;
}

ContactPoint two_ellipses(const PlacedEllipse& a, const PlacedEllipse& b, const Vec2& n, int feature) {
  const Support of_a = a.support(n);
  const Support of_b = b.support(n);
  const Movement at_a = movement(a.centre);
  const Movement at_b = movement(b.centre);
  const double omega_a = a.centre.motion.spin;
  const double omega_b = b.centre.motion.spin;
  const double f = n.dot(b.centre.point - a.centre.point) - of_a.h - of_b.h;
  ContactPoint result{.gap = f - a.centre.radius - b.centre.radius, .normal = in_plane(n), .feature = feature};
  result.witness = {in_plane(a.centre.point + of_a.point + a.centre.radius * n),
                    in_plane(b.centre.point - of_b.point - b.centre.radius * n)};
  const double f_tt = n.dot(Vec2(at_b.acceleration - at_a.acceleration)) - omega_a * omega_a * bending(of_a) -
                      omega_b * omega_b * bending(of_b);
  const double f_phit =
      perp(n).dot(Vec2(at_b.velocity - at_a.velocity)) + omega_a * bending(of_a) + omega_b * bending(of_b);
  const double bend = f + of_a.curvature_radius + of_b.curvature_radius;
  result.convective = bend > 0.0 ? f_tt + f_phit * f_phit / bend : f_tt;
  return result;
}

ContactPoint line_and_ellipse(const BodyLine& line, const PlacedEllipse& ellipse, int feature) {
  const Support support = ellipse.support(line.normal);
  ContactPoint result = line_and_point(line, ellipse.centre, feature);
  result.gap -= support.h;
  const Vec2 lowest = ellipse.centre.point - support.point;
  const Vec2 foot = lowest - line.normal.dot(lowest - line.point) * line.normal;
  result.witness = {in_plane(foot + line.radius * line.normal), in_plane(lowest)};
  const double turning = line.motion.spin - ellipse.centre.motion.spin;
  result.convective -= bending(support) * turning * turning;
  return result;
}

}  // namespace perpend
