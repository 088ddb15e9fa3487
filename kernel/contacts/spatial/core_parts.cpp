#include "kernel/contacts/spatial/core_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/rotation.hpp"

namespace perpend {

namespace {

/// Some unit vector across `direction`, the same for the same bits.
Vec3 across(const Vec3& direction) {
  int least = 0;
  for (int axis = 1; axis < 3; ++axis)
    if (std::abs(direction[axis]) < std::abs(direction[least])) least = axis;
  return (Vec3::Unit(least) - direction[least] * direction).normalized();
}

int in_order(int side, SpatialFeature of_first, SpatialFeature of_second, int part, int vertex) {
  return side == 0 ? feature_of(of_first, part, vertex) : feature_of(of_second, vertex, part);
}

ContactPoint in_order(int side, ContactPoint point) {
  if (side == 1) swap_shapes(point);
  return point;
}

}  // namespace

ContactPoint face_and_vertex(const CorePair& pair, int side, int face, int vertex) {
  const int feature = in_order(side, SpatialFeature::face_vertex, SpatialFeature::vertex_face, face, vertex);
  return in_order(side,
                  plane_and_point(pair.core(side).moved_face(face), pair.core(1 - side).moved_vertex(vertex), feature));
}

ContactPoint edge_and_vertex(const CorePair& pair, int side, int edge, int vertex) {
  const int feature = in_order(side, SpatialFeature::edge_vertex, SpatialFeature::vertex_edge, edge, vertex);
  const MovedLine line = pair.core(side).moved_edge(edge);
  return in_order(side,
                  line_and_point(line, pair.core(1 - side).moved_vertex(vertex), across(line.direction), feature));
}

ContactPoint two_vertices(const CorePair& pair, int vertex_a, int vertex_b) {
  return two_points(pair.a.moved_vertex(vertex_a), pair.b.moved_vertex(vertex_b), Vec3::UnitZ(),
                    feature_of(SpatialFeature::vertex_vertex, vertex_a, vertex_b));
}

ContactPoint two_edges(const CorePair& pair, int edge_a, int edge_b, const Vec3& toward) {
  return two_lines(pair.a.moved_edge(edge_a), pair.b.moved_edge(edge_b), toward,
                   feature_of(SpatialFeature::edge_edge, edge_a, edge_b));
}

bool EdgeCrossing::is_inside(double reach) const {
  return sine >= least_sine && at[0] > reach && at[0] < length[0] - reach && at[1] > reach && at[1] < length[1] - reach;
}

EdgeCrossing edge_crossing(const CorePair& pair, int edge_a, int edge_b) {
  const Vec3 e = pair.a.edge_vector(edge_a);
  const Vec3 f = pair.b.edge_vector(edge_b);
  EdgeCrossing crossing{.length = {e.norm(), f.norm()}};
  const Vec3 u = e / crossing.length[0];
  const Vec3 w = f / crossing.length[1];
  crossing.sine = cross(u, w).norm();
  if (!(crossing.sine >= least_sine)) return crossing;
  const Vec3 r = pair.b.vertex(pair.b.edge(edge_b).ends[0]) - pair.a.vertex(pair.a.edge(edge_a).ends[0]);
  const double c = u.dot(w);
  const double k2 = crossing.sine * crossing.sine;
  crossing.at = {(u.dot(r) - c * w.dot(r)) / k2, (c * u.dot(r) - w.dot(r)) / k2};
  return crossing;
}

double beside_face(const SpatialCore& core, int face, const Vec3& point) {
  const CoreFace& f = core.face(face);
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < f.corners.size(); ++i) {
    const Vec3& from = core.vertex(f.corners[i]);
    const Vec3& to = core.vertex(f.corners[(i + 1) % f.corners.size()]);
    const Vec3 outward = cross(Vec3(to - from), f.normal).normalized();
    most = std::max(most, outward.dot(point - from));
  }
  return most;
}

namespace {

struct Nearest {
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
void search_vertices(const CorePair& pair, int side, Nearest& best) {
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
      if (height > 0.0 && height * height < best.squared && beside_face(core, i, point) < 0.0)
        best.offer(height * height, side == 0 ? SpatialFeature::face_vertex : SpatialFeature::vertex_face, side, i, j);
    }
  }
}

void search_edges(const CorePair& pair, Nearest& best) {
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
  Nearest best;
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
