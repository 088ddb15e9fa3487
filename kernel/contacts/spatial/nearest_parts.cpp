// Every vertex against every edge and face of the other core, every edge against every edge.
#include <limits>

#include "kernel/contacts/spatial/core_parts.hpp"

namespace perpend {

namespace {

struct NearestParts {
  double squared = std::numeric_limits<double>::infinity();
  SpatialFeature kind = SpatialFeature::vertex_vertex;
  std::array<int, 2> part{0, 0};

  void offer(double candidate, SpatialFeature candidate_kind, int side, int own, int other) {
    if (!(candidate < squared)) return;
    squared = candidate;
    kind = candidate_kind;
    part[side] = own;
    part[1 - side] = other;
  }
};

/// Edges and faces of core(side) against the vertices of the other.
void search_vertices(const CorePair& pair, int side, NearestParts& best) {
  const SpatialCore& core = pair.core(side);
  const SpatialCore& other = pair.core(1 - side);
  for (int j = 0; j < other.num_vertices(); ++j) {
    const Vec3& point = other.vertex(j);
    for (int i = 0; i < core.num_edges(); ++i) {
      const auto& [from, to] = core.edge(i).ends;
      const Vec3 edge = core.edge_vector(i);
      const double t = edge.dot(point - core.vertex(from)) / edge.squaredNorm();
      if (t > 0.0 && t < 1.0)
        best.offer((point - core.vertex(from) - t * edge).squaredNorm(),
                   side == 0 ? SpatialFeature::edge_vertex : SpatialFeature::vertex_edge, side, i, j);
      else
        best.offer((point - core.vertex(t > 0.0 ? to : from)).squaredNorm(), SpatialFeature::vertex_vertex, side,
                   t > 0.0 ? to : from, j);
    }
    for (int i = 0; i < core.num_faces(); ++i) {
      const double height = core.face(i).normal.dot(point - core.face_point(i));
      if (height > 0.0 && height * height < best.squared && distance_outside(core, i, point) < 0.0)
        best.offer(height * height, side == 0 ? SpatialFeature::face_vertex : SpatialFeature::vertex_face, side, i, j);
    }
  }
}

void search_edges(const CorePair& pair, NearestParts& best) {
  for (int i = 0; i < pair.a.num_edges(); ++i)
    for (int j = 0; j < pair.b.num_edges(); ++j) {
      const EdgeCrossing crossing = edge_crossing(pair, i, j);
      if (!crossing.is_inside(0.0)) continue;
      const Vec3 on_a =
          pair.a.vertex(pair.a.edge(i).ends[0]) + crossing.at[0] / crossing.length[0] * pair.a.edge_vector(i);
      const Vec3 on_b =
          pair.b.vertex(pair.b.edge(j).ends[0]) + crossing.at[1] / crossing.length[1] * pair.b.edge_vector(j);
      best.offer((on_b - on_a).squaredNorm(), SpatialFeature::edge_edge, 0, i, j);
    }
}

/// From a to b, at the nearest parts of two edges.
Vec3 between_edges(const CorePair& pair, int i, int j) {
  const EdgeCrossing crossing = edge_crossing(pair, i, j);
  return pair.b.vertex(pair.b.edge(j).ends[0]) + crossing.at[1] * pair.b.edge_vector(j).normalized() -
         pair.a.vertex(pair.a.edge(i).ends[0]) - crossing.at[0] * pair.a.edge_vector(i).normalized();
}

}  // namespace

ContactPoint nearest_parts(const CorePair& pair) {
  NearestParts best;
  search_vertices(pair, 0, best);
  search_vertices(pair, 1, best);
  search_edges(pair, best);
  const auto& [a, b] = best.part;
  switch (best.kind) {
    case SpatialFeature::vertex_edge:
      return edge_and_vertex(pair, 1, b, a);
    case SpatialFeature::edge_vertex:
      return edge_and_vertex(pair, 0, a, b);
    case SpatialFeature::edge_edge:
      return two_edges(pair, a, b, between_edges(pair, a, b));
    case SpatialFeature::vertex_face:
      return face_and_vertex(pair, 1, b, a);
    case SpatialFeature::face_vertex:
      return face_and_vertex(pair, 0, a, b);
    default:
      return two_vertices(pair, a, b);
  }
}

}  // namespace perpend
