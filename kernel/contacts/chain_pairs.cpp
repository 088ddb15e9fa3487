// Chain against a grown polygon and against an ellipse. Segments: the lowest vertex along the normal and its lower
// neighbour, as for a half plane (of the ellipse its support point). Convex vertices of the chain: against the edge of
// the polygon that faces them, or against its nearest vertex. Against an ellipse the separation F(n) from the vertex
// has its maximum among the normals of the vertex: with x the lowest point of the ellipse along n,
//     F' = perp(n) . (x - vertex),
// which at the normal of the segment before is minus how far x lies beyond the end of that segment, and at the normal
// of the segment after how far x lies before its start. So where x projects on neither segment F' falls through 0
// between their normals, and a corner that is in the ellipse always has a contact.
// The same F = min n . (x - vertex) of a polygon that a vertex has come through, and has left again: the two overlap
// where F < 0 for all normals of the vertex, and the largest F is the shortest way out of the corner. Between the
// normals of the segments F < 0 has a maximum only where -n is the normal of an edge with the foot of the vertex on it.
#include <algorithm>
#include <limits>

#include "kernel/contacts/bounds.hpp"
#include "kernel/contacts/chain_line.hpp"
#include "kernel/contacts/ellipse_support.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

/// Whether the segment from p to q comes within `margin` of the box.
bool is_near(const Bounds& box, const Vec2& p, const Vec2& q, double margin) {
  for (int axis = 0; axis < 2; ++axis)
    if (std::min(p[axis], q[axis]) - box.high[axis] > margin || box.low[axis] - std::max(p[axis], q[axis]) > margin)
      return false;
  return true;
}

/// Whether a part of the box lies behind the line from p to q: there the chain is solid, however far.
bool is_behind(const Bounds& box, const Vec2& p, const Vec2& q) {
  const Vec2 front = perp(Vec2(q - p));
  const Vec2 rearmost(front.x() > 0.0 ? box.low.x() : box.high.x(), front.y() > 0.0 ? box.low.y() : box.high.y());
  return front.dot(rearmost - p) < 0.0;
}

BodyPoint corner_of(const PlanarCore& core, int vertex) {
  return {.motion = core.motion(), .point = core.vertex(vertex), .radius = core.radius()};
}

void add_at_segment(const ChainLine& chain, int i, const PlanarCore& core, double margin, ContactPoints& points) {
  const CoreEdge segment = chain.segment(i);
  const BodyLine line{.motion = chain.motion(), .point = segment.start, .normal = segment.normal};
  const auto add_vertex = [&](int vertex) {
    const BodyPoint corner = corner_of(core, vertex);
    const ContactPoint point = line_and_point(line, corner, feature_of(FeatureKind::edge_vertex, i, vertex));
    if (point.gap <= margin && chain.touches(i, corner.point, margin)) points.push_back(point);
  };
  const int lowest = core.lowest(segment.normal);
  add_vertex(lowest);
  if (core.num_edges() == 0) return;
  add_vertex(core.facing_neighbor(lowest, segment.normal));
}

/// The lowest vertex over a segment on which it lies, where `touches` leaves it out.
void add_lowest(const ChainLine& chain, int i, const PlanarCore& core, double margin, ContactPoints& points) {
  const CoreEdge segment = chain.segment(i);
  const int lowest = core.lowest(segment.normal);
  const BodyPoint corner = corner_of(core, lowest);
  const double along = locate(segment, corner.point).along;
  if (along < 0.0 || along > segment.length || chain.touches(i, corner.point, margin)) return;
  const BodyLine line{.motion = chain.motion(), .point = segment.start, .normal = segment.normal};
  const ContactPoint added = line_and_point(line, corner, feature_of(FeatureKind::edge_vertex, i, lowest));
  // Both ends of the segment may have pierced the polygon.
  const auto is_same = [&](const ContactPoint& point) {
    return point.feature == added.feature && point.gap == added.gap && point.witness == added.witness;
  };
  if (std::none_of(points.begin(), points.end(), is_same)) points.push_back(added);
}

/// What of a polygon is nearest to a vertex of the chain.
struct FacingPart {
  bool inside = true;  ///< the vertex lies in the polygon
  int edge = -1;       ///< nearest edge that faces the vertex, where the foot lies on it; -1: none
  double height = -std::numeric_limits<double>::infinity();  ///< over that edge
  int vertex = 0;                                            ///< nearest vertex
};

FacingPart facing_part(const ChainLine& chain, int vertex, const PlanarCore& core) {
  const Vec2 point = chain.vertex(vertex);
  const Vec2 middle = chain.middle(vertex);
  FacingPart part;
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < core.num_vertices(); ++i) {
    const double squared = (core.vertex(i) - point).squaredNorm();
    if (squared < least) part.vertex = i;
    least = std::min(least, squared);
  }
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    const double height = edge.normal.dot(point - edge.start);
    if (height > 0.0) part.inside = false;
    const double along = edge.direction.dot(point - edge.start);
    if (along < 0.0 || along > edge.length || edge.normal.dot(middle) >= 0.0 || height <= part.height) continue;
    part.edge = i;
    part.height = height;
  }
  if (core.num_edges() < 3) part.inside = false;
  return part;
}

/// A segment has no inside: whether a convex vertex of the chain has come through it. Straight below the vertex,
/// against the middle of its normals, lies the solid of its corner, and then there the segment.
bool is_pierced(const PlanarCore& core, const FacingPart& part, const ChainLine& chain, int vertex) {
  if (core.num_edges() != 2) return false;
  if (part.height >= -chain.rounding()) return true;  // on it
  const CoreEdge edge = core.edge(part.edge);
  const Vec2 middle = chain.middle(vertex);
  const Vec2 below = chain.vertex(vertex) - part.height / edge.normal.dot(middle) * middle;
  const double along = edge.direction.dot(below - edge.start);
  return along >= 0.0 && along <= edge.length && chain.holds(below);
}

/// Where a polygon begins straight below a convex vertex that is not in it, against the middle of its normals.
std::optional<Vec2> point_below(const PlanarCore& core, const ChainLine& chain, int vertex) {
  const Vec2 tip = chain.vertex(vertex);
  const Vec2 down = -chain.middle(vertex).normalized();
  double first = 0.0;
  double last = std::numeric_limits<double>::infinity();
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    const double height = edge.normal.dot(tip - edge.start);
    const double rate = edge.normal.dot(down);
    if (rate == 0.0 && height > 0.0) return std::nullopt;
    if (rate < 0.0) first = std::max(first, height / -rate);
    if (rate > 0.0) last = std::min(last, -height / rate);
    if (first > last) return std::nullopt;
  }
  return tip + first * down;
}

void add_vertex_edge(const ChainLine& chain, int vertex, const PlanarCore& core, int i, double margin,
                     ContactPoints& points) {
  const CoreEdge edge = core.edge(i);
  const BodyLine line{.motion = core.motion(), .point = edge.start, .normal = edge.normal, .radius = core.radius()};
  const BodyPoint tip{.motion = chain.motion(), .point = chain.vertex(vertex)};
  ContactPoint point = line_and_point(line, tip, feature_of(FeatureKind::vertex_edge, vertex, i));
  swap_shapes(point);
  add_within(point, margin, points);
}

/// A polygon that a convex vertex has come through entirely, and has left again on its far side: the contact of the
/// largest F, at an edge or at one of the segments. Says whether it is.
bool add_pierced(const ChainLine& chain, int vertex, const PlanarCore& core, double margin, ContactPoints& points) {
  if (core.num_edges() < 3) return false;
  const std::optional<Vec2> below = point_below(core, chain, vertex);
  if (!below) return false;
  const auto height = [&](int i) {
    const CoreEdge segment = chain.segment(i);
    return locate(segment, core.vertex(core.lowest(segment.normal))).height;
  };
  const Vec2 tip = chain.vertex(vertex);
  double highest = -std::numeric_limits<double>::infinity();
  int segment = -1;
  for (const int i : {chain.before(vertex), chain.after(vertex)})
    if (i >= 0 && chain.segment(i).length > 0.0 && height(i) > highest) {
      segment = i;
      highest = height(i);
    }
  int pierced = -1;
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    const Projection at = locate(edge, tip);
    if (at.along < 0.0 || at.along > edge.length || at.height < highest || !chain.faces(vertex, -edge.normal)) continue;
    pierced = i;
    highest = at.height;
  }
  if ((*below - tip).norm() > chain.rounding() && !chain.holds(vertex, *below, highest, height)) return false;
  if (pierced >= 0)
    add_vertex_edge(chain, vertex, core, pierced, margin, points);
  else if (segment >= 0)
    add_lowest(chain, segment, core, margin, points);
  return true;
}

void add_at_vertex(const ChainLine& chain, int vertex, const PlanarCore& core, double margin, ContactPoints& points) {
  if (chain.corner(vertex) != ChainLine::Corner::convex) return;
  const FacingPart part = facing_part(chain, vertex, core);
  if (part.edge >= 0 && (part.inside || part.height >= 0.0 || is_pierced(core, part, chain, vertex)))
    return add_vertex_edge(chain, vertex, core, part.edge, margin, points);
  if (part.inside || add_pierced(chain, vertex, core, margin, points)) return;
  const BodyPoint tip{.motion = chain.motion(), .point = chain.vertex(vertex)};
  const BodyPoint corner = corner_of(core, part.vertex);
  if (!chain.faces(vertex, corner.point - tip.point)) return;
  add_within(two_points(tip, corner, feature_of(FeatureKind::vertex_vertex, vertex, part.vertex)), margin, points);
}

/// The direction in which a convex vertex touches the ellipse. From within the ellipse the shortest way may lead out
/// behind the chain: then the shortest in front of it.
std::optional<Vec2> touching_direction(const ChainLine& chain, int vertex, const BodyPoint& tip,
                                       const PlacedEllipse& ellipse) {
  const auto back = [](const std::optional<Vec2>& n) { return n ? std::optional<Vec2>(-*n) : std::nullopt; };
  const std::optional<Vec2> n = back(separating_direction(ellipse, tip));
  if (n && chain.faces(vertex, *n)) return n;
  if (n && two_ellipses({.centre = tip}, ellipse, *n, 0).gap > 0.0) return std::nullopt;
  const auto [low, high] = chain.normals(vertex);
  return back(separating_direction(ellipse, tip, -low, -high));
}

/// Calls `at_segment(i)` and `at_vertex(i)` for every part of the chain that is near the box, or has it behind itself:
/// a vertex, behind both of its segments.
template <class AtSegment, class AtVertex>
void for_each_near(const ChainLine& chain, const Bounds& box, double margin, const AtSegment& at_segment,
                   const AtVertex& at_vertex) {
  const auto has_behind = [&](int i) { return i < 0 || is_behind(box, chain.vertex(i), chain.vertex(i + 1)); };
  for (int i = 0; i < chain.num_segments(); ++i)
    if (has_behind(i) || is_near(box, chain.vertex(i), chain.vertex(i + 1), margin)) at_segment(i);
  for (int i = 0; i < chain.num_vertices(); ++i)
    if (is_near(box, chain.vertex(i), chain.vertex(i), margin) ||
        (has_behind(chain.before(i)) && has_behind(chain.after(i))))
      at_vertex(i);
}

}  // namespace

void find_chain_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const ChainLine chain(a, motion_a);
  const PlanarCore core(b, motion_b);
  for_each_near(
      chain, planar_bounds(b, motion_b), margin,
      [&](int segment) { add_at_segment(chain, segment, core, margin, points); },
      [&](int vertex) { add_at_vertex(chain, vertex, core, margin, points); });
}

void find_chain_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const ChainLine chain(a, motion_a);
  const PlacedEllipse ellipse{.centre = {.motion = motion_b, .point = motion_b.position}, .semi = b.size};
  const auto height = [&](int i) {
    const CoreEdge segment = chain.segment(i);
    return locate(segment, ellipse.centre.point).height - ellipse.support(segment.normal).h;
  };
  const auto at_segment = [&](int i) {
    const CoreEdge segment = chain.segment(i);
    const BodyLine line{.motion = motion_a, .point = segment.start, .normal = segment.normal};
    const ContactPoint point = line_and_ellipse(line, ellipse, feature_of(FeatureKind::edge_vertex, i, 0));
    const Vec2 lowest(point.witness[1].x(), point.witness[1].y());
    if (point.gap <= margin && chain.touches(i, lowest, margin, height)) points.push_back(point);
  };
  const auto at_vertex = [&](int i) {
    if (chain.corner(i) != ChainLine::Corner::convex) return;
    const BodyPoint tip{.motion = motion_a, .point = chain.vertex(i)};
    const std::optional<Vec2> n = touching_direction(chain, i, tip, ellipse);
    if (n)
      add_within(two_ellipses({.centre = tip}, ellipse, *n, feature_of(FeatureKind::vertex_vertex, i, 0)), margin,
                 points);
  };
  for_each_near(chain, planar_bounds(b, motion_b), margin, at_segment, at_vertex);
}

}  // namespace perpend
