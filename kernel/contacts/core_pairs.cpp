// Grown polygons among themselves and over a half plane. Two of them, A and B, radii R in sum: the axis of least
// penetration is the outward normal n of an edge of either with the largest separation
//     s = min over vertices b of n . (b - p),
// and when s <= 0 the cores overlap by -s: no motion shorter than that takes them apart. With e the edge of that axis
// and f the edge of the other polygon that faces it, the contact is the interval in which the shadow of f on the line
// of e meets e. An end of that interval that belongs to f is a vertex of f against e, with the normal of e; one that
// belongs to e is a vertex of e against f, with the normal of f. So each gap is a differentiable function of the
// positions, and its gradient is exact. Where the nearest parts are two vertices, no edge tells the distance: all
// vertices and edges near enough are compared.
#include <cmath>
#include <limits>
#include <optional>

#include "kernel/contacts/planar_core.hpp"
#include "kernel/contacts/planar_pairs.hpp"
#include "kernel/contacts/planar_point.hpp"

namespace perpend {

namespace {

struct Axis {
  double separation = -std::numeric_limits<double>::infinity();
  int edge = -1;
  int vertex = 0;  ///< of the other core: lowest along the normal
};

/// Edges of `a` against vertices of `b`.
Axis best_axis(const PlanarCore& a, const PlanarCore& b) {
  Axis best;
  for (int i = 0; i < a.num_edges(); ++i) {
    const CoreEdge edge = a.edge(i);
    if (!(edge.length > 0.0)) continue;
    const int vertex = b.lowest(edge.normal);
    const double separation = edge.normal.dot(b.vertex(vertex) - edge.start);
    if (separation > best.separation) best = {separation, i, vertex};
  }
  return best;
}

/// A segment is a box without width: its ends separate too, from what lies on its own line.
double separation_by_ends(const PlanarCore& a, const PlanarCore& b) {
  if (a.num_vertices() != 2) return -std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < 2; ++i) {
    const CoreEdge edge = a.edge(i);
    largest = std::max(largest, edge.direction.dot(b.vertex(b.lowest(edge.direction)) - edge.start) - edge.length);
  }
  return largest;
}

/// Both cores in the order of the pair, and which of them has the edge at hand.
struct Pair {
  const PlanarCore& a;
  const PlanarCore& b;

  [[nodiscard]] const PlanarCore& core(int side) const { return side == 0 ? a : b; }
  [[nodiscard]] double radii() const { return a.radius() + b.radius(); }
};

BodyPoint corner(const PlanarCore& core, int vertex) {
  return {.motion = core.motion(), .point = core.vertex(vertex), .radius = core.radius()};
}

ContactPoint at_edge(const Pair& pair, int side, int edge, int vertex) {
  const PlanarCore& core = pair.core(side);
  const CoreEdge line = core.edge(edge);
  const BodyLine body_line{
      .motion = core.motion(), .point = line.start, .normal = line.normal, .radius = core.radius()};
  const int feature = side == 0 ? feature_of(FeatureKind::edge_vertex, edge, vertex)
                                : feature_of(FeatureKind::vertex_edge, vertex, edge);
  ContactPoint point = line_and_point(body_line, corner(pair.core(1 - side), vertex), feature);
  if (side == 1) swap_shapes(point);
  return point;
}

ContactPoint at_vertices(const Pair& pair, int vertex_a, int vertex_b) {
  return two_points(corner(pair.a, vertex_a), corner(pair.b, vertex_b),
                    feature_of(FeatureKind::vertex_vertex, vertex_a, vertex_b));
}

/// What is known of the nearest parts of two cores that lie apart.
struct Nearest {
  double squared = std::numeric_limits<double>::infinity();
  int side = -1;  ///< whose edge; -1: two vertices
  std::array<int, 2> part{0, 0};
};

/// Edges of pair.core(side) against the vertices of the other.
void search_edges(const Pair& pair, int side, Nearest& best) {
  const PlanarCore& core = pair.core(side);
  const PlanarCore& other = pair.core(1 - side);
  for (int i = 0; i < core.num_edges(); ++i) {
    const CoreEdge edge = core.edge(i);
    for (int j = 0; j < other.num_vertices(); ++j) {
      const Vec2 from_start = other.vertex(j) - edge.start;
      const double along = edge.direction.dot(from_start);
      const double height = edge.normal.dot(from_start);
      const bool is_over_edge = along > 0.0 && along < edge.length;
      if (is_over_edge && height < 0.0) continue;  // the other side of a segment, or of a polygon
      const double beyond = std::max(along - edge.length, std::max(-along, 0.0));
      const double squared = height * height + beyond * beyond;
      if (squared >= best.squared) continue;
      const int vertex = along > 0.0 ? core.next(i) : i;
      best = {squared, is_over_edge ? side : -1, {}};
      best.part[side] = is_over_edge ? i : vertex;
      best.part[1 - side] = j;
    }
  }
}

ContactPoint nearest_parts(const Pair& pair) {
  Nearest best;
  search_edges(pair, 0, best);
  search_edges(pair, 1, best);
  if (best.side < 0) return at_vertices(pair, best.part[0], best.part[1]);
  return at_edge(pair, best.side, best.part[best.side], best.part[1 - best.side]);
}

/// One end of the interval between edge e of `side` and edge f of the other: of f where its vertex `w` at position
/// `along_w` lies along e, else of e with its vertex `p`. Nothing where the nearest parts are two vertices.
std::optional<ContactPoint> interval_end(const Pair& pair, int side, int e, int f, int w, bool w_projects_on_e, int p) {
  if (w_projects_on_e) return at_edge(pair, side, e, w);
  const CoreEdge facing = pair.core(1 - side).edge(f);
  const double along = facing.direction.dot(pair.core(side).vertex(p) - facing.start);
  if (along < 0.0 || along > facing.length) return std::nullopt;
  return at_edge(pair, 1 - side, f, p);
}

/// Contact of the edge of `axis`, which belongs to core(side), with what faces it. `apart`: the cores do not overlap.
void find_at_axis(const Pair& pair, int side, const Axis& axis, bool apart, double margin, ContactPoints& points) {
  const PlanarCore& core = pair.core(side);
  const PlanarCore& other = pair.core(1 - side);
  const CoreEdge e = core.edge(axis.edge);
  const bool has_edge = other.num_edges() > 0;
  const int f = has_edge ? other.facing_edge(axis.vertex, e.normal) : 0;
  std::array<int, 2> ends{f, has_edge ? other.next(f) : f};
  const auto along = [&](int vertex) { return e.direction.dot(other.vertex(vertex) - e.start); };
  std::array<double, 2> at{along(ends[0]), along(ends[1])};
  if (at[0] > at[1]) {
    std::swap(ends[0], ends[1]);
    std::swap(at[0], at[1]);
  }
  const bool meet = at[0] <= e.length && at[1] >= 0.0;
  if (!meet) {
    add_within(apart ? nearest_parts(pair) : at_edge(pair, side, axis.edge, axis.vertex), margin, points);
    return;
  }
  const std::size_t first = points.size();
  const auto low = interval_end(pair, side, axis.edge, f, ends[0], at[0] >= 0.0, axis.edge);
  const auto high = interval_end(pair, side, axis.edge, f, ends[1], at[1] <= e.length, core.next(axis.edge));
  if (low) add_within(*low, margin, points);
  if (high && has_edge) add_within(*high, margin, points);
  if (low && high) return;
  const ContactPoint other_end = apart ? nearest_parts(pair) : at_edge(pair, side, axis.edge, axis.vertex);
  if (points.size() == first || points.back().feature != other_end.feature) add_within(other_end, margin, points);
}

}  // namespace

void find_core_core(Outline a, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlanarCore core_a(a, motion_a);
  const PlanarCore core_b(b, motion_b);
  const Pair pair{core_a, core_b};
  if (core_a.num_edges() == 0 && core_b.num_edges() == 0) return add_within(at_vertices(pair, 0, 0), margin, points);
  const Axis of_a = best_axis(core_a, core_b);
  const Axis of_b = best_axis(core_b, core_a);
  const int side = of_a.separation >= of_b.separation ? 0 : 1;
  const Axis& axis = side == 0 ? of_a : of_b;
  const double separation =
      std::max(axis.separation, std::max(separation_by_ends(core_a, core_b), separation_by_ends(core_b, core_a)));
  // Nearest parts are at least as far apart as any axis separates.
  if (separation - pair.radii() > margin) return;
  find_at_axis(pair, side, axis, separation > 0.0, margin, points);
}

/// Half plane against a grown polygon: its lowest vertex and the lower neighbour of that, each with
///     g = n . (b - p) - R.
/// Both together keep the edge between them, and with it the body, out of the half plane.
void find_halfplane_core(Outline, Placed motion_a, Outline b, Placed motion_b, double margin, ContactPoints& points) {
  const PlanarCore core(b, motion_b);
  const Vec2 n(-motion_a.sin, motion_a.cos);
  const BodyLine line{.motion = motion_a, .point = motion_a.position, .normal = n};
  const auto add = [&](int vertex) {
    const BodyPoint corner{.motion = motion_b, .point = core.vertex(vertex), .radius = core.radius()};
    const ContactPoint point = line_and_point(line, corner, feature_of(FeatureKind::edge_vertex, 0, vertex));
    if (point.gap <= margin) points.push_back(point);
  };
  const int lowest = core.lowest(n);
  add(lowest);
  if (core.num_edges() == 0) return;
  add(core.facing_neighbor(lowest, n));
}

}  // namespace perpend
