// Two cores in the order of their pair, contacts between their parts, and the search for the nearest of them.
#pragma once

#include "kernel/contacts/spatial/spatial_core.hpp"

namespace perpend {

struct CorePair {
  const SpatialCore& a;
  const SpatialCore& b;

  [[nodiscard]] const SpatialCore& core(int side) const { return side == 0 ? a : b; }
  [[nodiscard]] double radii() const { return a.radius() + b.radius(); }
  /// Scenes print coordinates to ten digits or so: a part that is outside another by less counts as on its border.
  [[nodiscard]] double tolerance() const { return 1e-9 * (a.size() + b.size() + radii()); }
};

/// Feature and point of a part of core(side) and one of the other, in the order of the pair. `of_first`: the kind where
/// side is 0.
[[nodiscard]] constexpr int in_order(int side, SpatialFeature of_first, SpatialFeature of_second, int own, int other) {
  return side == 0 ? feature_of(of_first, own, other) : feature_of(of_second, other, own);
}
[[nodiscard]] inline ContactPoint in_order(int side, ContactPoint point) {
  if (side == 1) swap_shapes(point);
  return point;
}

/// Vertex of the other core against a face, an edge, a vertex of core(side).
[[nodiscard]] ContactPoint face_and_vertex(const CorePair& pair, int side, int face, int vertex);
[[nodiscard]] ContactPoint edge_and_vertex(const CorePair& pair, int side, int edge, int vertex);
[[nodiscard]] ContactPoint two_vertices(const CorePair& pair, int vertex_a, int vertex_b);
/// Normal on the side of `toward`. Pre: the edges are not parallel.
[[nodiscard]] ContactPoint two_edges(const CorePair& pair, int edge_a, int edge_b, const Vec3& toward);

/// Segments with a smaller sine between them lie along each other, and each end that lies along the other one counts.
inline constexpr double lying_sine = 0.1;
/// Ends of edges[1 - side], one of core(1 - side), along edges[side]. Ends that lie on ends belong to side 0.
void add_ends(const CorePair& pair, const std::array<int, 2>& edges, int side, double margin, ContactPoints& points);

/// Where the common perpendicular meets two edges, as lengths from their starts; `sine` of the angle between them, 0:
/// parallel, the rest is then empty.
struct EdgeCrossing {
  double sine = 0.0;
  std::array<double, 2> at{0.0, 0.0};
  std::array<double, 2> length{0.0, 0.0};

  /// Both edges reach the crossing and continue for `reach`.
  [[nodiscard]] bool is_inside(double reach) const;
};
[[nodiscard]] EdgeCrossing edge_crossing(const CorePair& pair, int edge_a, int edge_b);

/// Edges with a smaller sine between them count as parallel: at 1e-6 ten digits of their common normal are left.
inline constexpr double least_sine = 1e-6;

/// How far a vertex lies outside the prism over a face, the largest of the distances from its sides.
[[nodiscard]] double distance_outside(const SpatialCore& core, int face, const Vec3& point);

/// The nearest vertices, edges and faces of two cores that are apart.
[[nodiscard]] ContactPoint nearest_parts(const CorePair& pair);

}  // namespace perpend
