// A grown polygon and what is solid behind an arc: the part outside of a circle of radius R and within its opening,
// which ends at two corners and, from these outward, at two straight lines along the radius.
// The circle is convex from inside, so that the vertices of the polygon come nearest to it: with c a vertex, r the
// radius around it, d = c - centre and u = d / |d|,
//     g = R - r - |d|,   n = -u,   g_dot = -u . w,   g_ddot = -(w . w - (u . w)^2) / |d| - u . (c_ddot - centre_ddot)
// with w = c_dot - centre_dot: the gap between two vertices with the opposite sign, see planar_point.cpp. A rotation of
// the arc rotates only its ends. Beyond an end the line is nearest to a vertex farther out than its corner, and the
// corner to what is farther in: a polygon that rolls over an end keeps its gap and normal.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/contacts/planar_point.hpp"

namespace perpend {

namespace {

/// One end of an arc, world axes.
struct ArcEnd {
  Vec2 outward;  ///< unit, along the radius
  Vec2 beyond;   ///< unit, across it and away from the arc: the normal of the line
  Vec2 corner;
};

/// The place of an arc: its lowest point is in the direction of -y of the body.
class PlacedArc {
 public:
  PlacedArc(const Shape& arc, const BodyMotion<double>& motion)
      : motion_(motion), radius_(arc.size.x()), half_opening_(arc.size.y()) {
    const double sine = std::sin(half_opening_), cosine = std::cos(half_opening_);
    const Vec2 down(motion.sin, -motion.cos), right(motion.cos, motion.sin);
    for (const int side : {0, 1}) {
      const double sign = side == 0 ? -1.0 : 1.0;
      const Vec2 outward = cosine * down + sign * sine * right;
      ends_[static_cast<std::size_t>(side)] = {.outward = outward,
                                               .beyond = cosine * sign * right - sine * down,
                                               .corner = motion.position + radius_ * outward};
    }
  }

  [[nodiscard]] bool has_ends() const { return half_opening_ < std::numbers::pi; }
  [[nodiscard]] const ArcEnd& end(int side) const { return ends_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const BodyMotion<double>& motion() const { return motion_; }

  /// Angle about the lowest point, positive towards end 1.
  [[nodiscard]] double angle_of(const Vec2& d) const {
    const Vec2 down(motion_.sin, -motion_.cos);
    return std::atan2(down.x() * d.y() - down.y() * d.x(), down.dot(d));
  }
  [[nodiscard]] bool is_within(double angle) const { return std::abs(angle) <= half_opening_; }

  [[nodiscard]] ContactPoint circle_and_vertex(const PlanarCore& core, int i) const;
  [[nodiscard]] ContactPoint line_and_vertex(int side, const PlanarCore& core, int i) const;

 private:
  const BodyMotion<double>& motion_;
  double radius_;
  double half_opening_;
  std::array<ArcEnd, 2> ends_;
};

// Parts of the arc in features: the circle, the two lines, the two corners.
constexpr int circle_part = 0;
constexpr int line_part = 1;
constexpr int corner_part = 3;

ContactPoint PlacedArc::circle_and_vertex(const PlanarCore& core, int i) const {
  const Vec2 vertex = core.vertex(i);
  const ContactPoint apart =
      two_points({.motion = motion_, .point = motion_.position}, {.motion = core.motion(), .point = vertex},
                 feature_of(FeatureKind::edge_vertex, circle_part, i));
  ContactPoint point = apart;
  const Vec3 u = apart.normal;
  point.gap = radius_ - core.radius() - apart.gap;
  point.normal = -u;
  point.witness = {in_plane(motion_.position) + radius_ * u, in_plane(vertex) + core.radius() * u};
  point.convective = -apart.convective;
  return point;
}

ContactPoint PlacedArc::line_and_vertex(int side, const PlanarCore& core, int i) const {
  return line_and_point({.motion = motion_, .point = end(side).corner, .normal = end(side).beyond},
                        {.motion = core.motion(), .point = core.vertex(i), .radius = core.radius()},
                        feature_of(FeatureKind::edge_vertex, line_part + side, i));
}

/// The line of the end that is nearest to a vertex, where the vertex is farther out than its corner.
std::optional<ContactPoint> nearest_line(const PlacedArc& arc, const PlanarCore& core, int i, double angle) {
  const int side = angle > 0.0 ? 1 : 0;
  const ArcEnd& end = arc.end(side);
  if (!arc.has_ends() || !(end.outward.dot(core.vertex(i) - end.corner) > 0.0)) return std::nullopt;
  return arc.line_and_vertex(side, core, i);
}

/// A corner where it is what comes nearest to the core: its normal is between those of the circle and of the line.
void add_corner(const PlacedArc& arc, int side, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  static const Shape a_point{};
  BodyMotion<double> at_corner = arc.motion();
  at_corner.position = arc.end(side).corner;
  const auto first = std::ssize(points);
  find_core_core(a_point, at_corner, b, motion_b, margin, points);
  const auto is_of_another_part = [&](const ContactPoint& point) {
    const Vec2 normal = point.normal.head<2>();
    return !(normal.dot(arc.end(side).beyond) > 0.0 && normal.dot(arc.end(side).outward) <= 0.0);
  };
  points.erase(std::remove_if(points.begin() + first, points.end(), is_of_another_part), points.end());
  for (auto i = points.begin() + first; i != points.end(); ++i) i->feature += (corner_part + side) << 14;
}

}  // namespace

void find_arc_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlacedArc arc(a, motion_a);
  const PlanarCore core(b, motion_b);
  for (int i = 0; i < core.num_vertices(); ++i) {
    const double angle = arc.angle_of(core.vertex(i) - motion_a.position);
    const std::optional<ContactPoint> line = nearest_line(arc, core, i, angle);
    if (arc.is_within(angle)) {
      // Inside of the solid the shorter way out counts.
      const ContactPoint circle = arc.circle_and_vertex(core, i);
      add_within(line && line->gap > circle.gap ? *line : circle, margin, points);
    } else if (line) {
      add_within(*line, margin, points);
    }
  }
  if (!arc.has_ends()) return;
  for (const int side : {0, 1}) add_corner(arc, side, b, motion_b, margin, points);
}

}  // namespace perpend
