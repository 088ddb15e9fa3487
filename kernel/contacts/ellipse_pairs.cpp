// Ellipse against half plane, ellipse and grown polygon B. For the last, the edge with the largest separation from the
// ellipse is the contact where the support point of the ellipse lies within its length; else the maximum of the
// separation is at the vertex on that side, among the directions between the normals of its two edges.
#include <cmath>
#include <limits>

#include "kernel/contacts/ellipse_support.hpp"
#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"

namespace perpend {

namespace {

PlacedEllipse placed_ellipse(Outline shape, Placed motion) {
  return {.centre = {.motion = motion, .point = motion.position}, .semi = shape.size};
}

PlacedEllipse placed_vertex(const PlanarCore& core, int vertex) {
  return {.centre = {.motion = core.motion(), .point = core.vertex(vertex), .radius = core.radius()}};
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

void add_vertex(const PlacedEllipse& ellipse, const PlanarCore& core, int vertex, const Vec2& n, double margin,
                ContactPoints& points) {
  add_within(two_ellipses(ellipse, placed_vertex(core, vertex), n, feature_of(FeatureKind::vertex_vertex, 0, vertex)),
             margin, points);
}

/// The direction points from the ellipse to the core, against the outward normals of the core. The separation rises
/// from the normal of the best edge, or that is the best direction but for rounding.
void add_end_of_edge(const PlacedEllipse& ellipse, const PlanarCore& core, int vertex, const CoreEdge& best,
                     double margin, ContactPoints& points) {
  const Vec2 low = -core.edge(core.edge_before(vertex)).normal;
  const Vec2 high = -core.edge(core.edge_after(vertex)).normal;
  const std::optional<Vec2> n = separating_direction(ellipse, placed_vertex(core, vertex), low, high);
  add_vertex(ellipse, core, vertex, n.value_or(-best.normal), margin, points);
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
    return add_vertex(ellipse, core, 0, n.value_or(Vec2::UnitY()), margin, points);
  }
  const BestEdge best = best_edge(core, ellipse);
  if (best.separation - core.radius() > margin) return;
  const CoreEdge edge = core.edge(best.index);
  const Vec2 lowest = ellipse.centre.point - ellipse.support(edge.normal).point;
  const double along = edge.direction.dot(lowest - edge.start);
  if (along < 0.0) return add_end_of_edge(ellipse, core, best.index, edge, margin, points);
  if (along > edge.length) return add_end_of_edge(ellipse, core, core.next(best.index), edge, margin, points);
  const BodyLine line{.motion = motion_b, .point = edge.start, .normal = edge.normal, .radius = core.radius()};
  ContactPoint point = line_and_ellipse(line, ellipse, feature_of(FeatureKind::vertex_edge, 0, best.index));
  swap_shapes(point);
  add_within(point, margin, points);
}

}  // namespace perpend
