#include "kernel/contacts/spatial/core_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

ContactPoint face_and_vertex(const CorePair& pair, int side, int face, int vertex) {
  const int feature = in_order(side, SpatialFeature::face_vertex, SpatialFeature::vertex_face, face, vertex);
  return in_order(side,
                  plane_and_point(pair.core(side).moved_face(face), pair.core(1 - side).moved_vertex(vertex), feature));
}

ContactPoint edge_and_vertex(const CorePair& pair, int side, int edge, int vertex) {
  const int feature = in_order(side, SpatialFeature::edge_vertex, SpatialFeature::vertex_edge, edge, vertex);
  const MovedLine line = pair.core(side).moved_edge(edge);
  return in_order(side,
                  line_and_point(line, pair.core(1 - side).moved_vertex(vertex), unit_across(line.direction), feature));
}

ContactPoint two_vertices(const CorePair& pair, int vertex_a, int vertex_b) {
  return two_points(pair.a.moved_vertex(vertex_a), pair.b.moved_vertex(vertex_b), Vec3::UnitZ(),
                    feature_of(SpatialFeature::vertex_vertex, vertex_a, vertex_b));
}

ContactPoint two_edges(const CorePair& pair, int edge_a, int edge_b, const Vec3& toward) {
  return two_lines(pair.a.moved_edge(edge_a), pair.b.moved_edge(edge_b), toward,
                   feature_of(SpatialFeature::edge_edge, edge_a, edge_b));
}

void add_ends(const CorePair& pair, const std::array<int, 2>& edges, int side, double margin, ContactPoints& points) {
  const SpatialCore& core = pair.core(side);
  const SpatialCore& other = pair.core(1 - side);
  const Vec3 edge = core.edge_vector(edges[side]);
  const Vec3& start = core.vertex(core.edge(edges[side]).ends[0]);
  const double reach = side == 0 ? pair.tolerance() : -pair.tolerance();
  for (const int vertex : other.edge(edges[1 - side]).ends) {
    const double t = edge.dot(other.vertex(vertex) - start) / edge.norm();
    if (t > -reach && t < edge.norm() + reach)
      add_within(edge_and_vertex(pair, side, edges[side], vertex), margin, points);
  }
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

double distance_outside(const SpatialCore& core, int face, const Vec3& point) {
  const CoreFace& f = core.face(face);
  const std::span<const int> corners = f.corners();
  double most = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3& from = core.vertex(corners[i]);
    const Vec3& to = core.vertex(corners[(i + 1) % corners.size()]);
    const Vec3 outward = cross(Vec3(to - from), f.normal).normalized();
    most = std::max(most, outward.dot(point - from));
  }
  return most;
}

}  // namespace perpend
