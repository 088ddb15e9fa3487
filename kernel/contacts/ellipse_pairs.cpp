// Ellipse against half plane, ellipse and grown polygon B. For the last, F is the least of the separations F_v from its
// vertices, v being the least between the normals of its two edges: the maximum is at the normal of an edge, or of an
// F_v between two normals. F |n| is concave in n, h being convex, so F has one maximum where it is positive: with an
// edge that parts the bodies, at that edge or at one of its ends. Elsewhere it may be at any vertex, however deep the
// edges. As F_v |n| is below its tangent, at the normal before v,
//     F_v(n) <= n . g,   g = v - centre - s(normal before v),
// and vertices are left out for which that is no larger than what was found.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/contacts/ellipse_support.hpp"
#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/joints/point_motion.hpp"

namespace perpend {

namespace {

PlacedEllipse placed_ellipse(Outline shape, Placed motion) {
  return {.centre = {.motion = motion, .point = motion.position}, .semi = shape.size};
}

BodyPoint placed_vertex(const PlanarCore& core, int vertex) {
  return {.motion = core.motion(), .point = core.vertex(vertex), .radius = core.radius()};
}

struct BestEdge {
  double separation = -std::numeric_limits<double>::infinity();
  int index = -1;
};

BestEdge best_edge(const PlanarCore& core, const PlacedEllipse& ellipse) {
  BestEdge best;
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    if (!(edge.length > 0.0)) continue;
    const double separation = edge.normal.dot(ellipse.centre.point - edge.start) - ellipse.support(edge.normal).h;
    if (separation > best.separation) best = {separation, i};
  }
  return best;
}

ContactPoint at_vertex(const PlacedEllipse& ellipse, const PlanarCore& core, int vertex, const Vec2& n) {
  const int feature = feature_of(FeatureKind::vertex_vertex, 0, vertex);
  return two_ellipses(ellipse, {.centre = placed_vertex(core, vertex)}, n, feature);
}

/// A direction from the ellipse to the core, against the outward normal of an edge.
struct EdgeDirection {
  Vec2 n;
  Vec2 support;  // of the ellipse, from its centre

  EdgeDirection(const PlacedEllipse& ellipse, const CoreEdge& edge)
      : n(-edge.normal), support(ellipse.support(n).point) {}
};

/// The largest n . g between two directions.
double most_between(const Vec2& low, const Vec2& high, const Vec2& g) {
  if (cross(low, g) >= 0.0 && cross(g, high) >= 0.0) return g.norm();
  return std::max(low.dot(g), high.dot(g));
}

/// The contact with a vertex between the normals of its edges, where its separation is larger than `most`, which it
/// then is.
void raise_to_vertex(const PlacedEllipse& ellipse, const PlanarCore& core, int i, const EdgeDirection& before,
                     const EdgeDirection& after, double& most, std::optional<ContactPoint>& best) {
  const BodyPoint vertex = placed_vertex(core, i);
  const Vec2 d = vertex.point - ellipse.centre.point;
  if (most_between(before.n, after.n, d - before.support) <= most) return;
  if (most_between(before.n, after.n, d - after.support) <= most) return;
  const std::optional<Vec2> n = separating_direction(ellipse, vertex, before.n, after.n);
  if (!n) return;
  const ContactPoint point = at_vertex(ellipse, core, i, *n);
  if (point.gap + core.radius() <= most) return;
  most = point.gap + core.radius();
  best = point;
}

/// The contact with the best vertex, where that is better than the best edge.
std::optional<ContactPoint> best_vertex(const PlanarCore& core, const PlacedEllipse& ellipse, const BestEdge& found) {
  std::optional<ContactPoint> best;
  double most = found.separation;
  const CoreEdge edge = core.edge(found.index);
  if (found.separation > 0.0) {
    const EdgeDirection at(ellipse, edge);
    const double along = edge.direction.dot(ellipse.centre.point + at.support - edge.start);
    const int next = core.next(found.index);
    if (along < 0.0)
      raise_to_vertex(ellipse, core, found.index, {ellipse, core.edge(core.edge_before(found.index))}, at, most, best);
    else if (along > edge.length)
      raise_to_vertex(ellipse, core, next, at, {ellipse, core.edge(core.edge_after(next))}, most, best);
    return best;
  }
  EdgeDirection before(ellipse, core.edge(core.edge_before(0)));
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge next = core.edge(i);
    if (!(next.length > 0.0)) continue;
    const EdgeDirection after(ellipse, next);
    raise_to_vertex(ellipse, core, i, before, after, most, best);
    before = after;
  }
  return best;
}

}  // namespace

void find_halfplane_ellipse(Outline, Placed motion_a, Outline b, Placed motion_b, double margin,
                            ContactPoints& points) {
  const BodyLine line{.motion = motion_a, .point = motion_a.position, .normal = Vec2(-motion_a.sin, motion_a.cos)};
  add_within(line_and_ellipse(line, placed_ellipse(b, motion_b), feature_of(FeatureKind::edge_vertex, 0, 0)), margin,
             points);
}

void find_ellipse_ellipse(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin,
                          ContactPoints& points) {
  const PlacedEllipse ellipse_a = placed_ellipse(a, motion_a);
  const PlacedEllipse ellipse_b = placed_ellipse(b, motion_b);
  const Vec2 n = separating_direction(ellipse_a, ellipse_b).value_or(Vec2::UnitY());
  add_within(two_ellipses(ellipse_a, ellipse_b, n, 0), margin, points);
}

void find_ellipse_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlacedEllipse ellipse = placed_ellipse(a, motion_a);
  const PlanarCore core(b, motion_b);
  if (core.num_edges() == 0) {
    const std::optional<Vec2> n = separating_direction(ellipse, placed_vertex(core, 0));
    return add_within(at_vertex(ellipse, core, 0, n.value_or(Vec2::UnitY())), margin, points);
  }
  const BestEdge best = best_edge(core, ellipse);
  if (best.separation - core.radius() > margin) return;
  if (const std::optional<ContactPoint> corner = best_vertex(core, ellipse, best))
    return add_within(*corner, margin, points);
  const CoreEdge edge = core.edge(best.index);
  const BodyLine line{.motion = motion_b, .point = edge.start, .normal = edge.normal, .radius = core.radius()};
  ContactPoint point = line_and_ellipse(line, ellipse, feature_of(FeatureKind::vertex_edge, 0, best.index));
  swap_shapes(point);
  add_within(point, margin, points);
}

}  // namespace perpend
