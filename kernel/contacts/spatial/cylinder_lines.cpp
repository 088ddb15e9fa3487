#include "kernel/contacts/spatial/cylinder_lines.hpp"

namespace perpend {

namespace {

/// The point of a rim, about an end of the axis, that faces a line. It belongs to the material: a sphere about the end
/// of the axis would reach out of the end of a cylinder that leans.
MovedPoint rim_facing(const SpatialCore& cylinder, int vertex, const MovedLine& line) {
  const Vec3 axis = cylinder.moved_edge(0).direction;
  const Vec3& centre = cylinder.vertex(vertex);
  const Vec3 from_line = centre - line.point - line.direction.dot(centre - line.point) * line.direction;
  const Vec3 toward = (axis * axis.dot(from_line) - from_line).stableNormalized();
  return {cylinder.motion(), centre + cylinder.radius() * toward};
}

/// The point of an edge over an end of the axis: the edge has no inside, from which the rim would be a distance with a
/// sign, so that it counts against the side. Where the edge ends before, its own end does.
MovedPoint edge_at_end(const MovedLine& edge, const SpatialCore& cylinder, int vertex) {
  const Vec3 axis = cylinder.moved_edge(0).direction;
  const double t = axis.dot(cylinder.vertex(vertex) - edge.point) / axis.dot(edge.direction);
  return {edge.motion, edge.point + t * edge.direction};
}

}  // namespace

MovedSegment moved_segment(const SpatialCore& core, int edge) {
  return {core.moved_edge(edge), core.edge_vector(edge).norm()};
}

void add_vertices_over_end(const CylinderEnd& on, const CorePair& pair, std::span<const int> vertices, double margin,
                           ContactPoints& points) {
  const MovedPlane plane = end_plane(on.cylinder, on.end);
  const SpatialCore& other = pair.core(1 - on.side);
  for (const int vertex : vertices) {
    if (from_axis(on.cylinder, other.vertex(vertex)) > on.cylinder.shape().extent.y() + pair.tolerance()) continue;
    const int feature = in_order(on.side, SpatialFeature::face_vertex, SpatialFeature::vertex_face, on.end, vertex);
    add_within(in_order(on.side, plane_and_point(plane, other.moved_vertex(vertex), feature)), margin, points);
  }
}

void add_rim_crossings(const CylinderEnd& on, const CorePair& pair, const MovedSegment& segment, int edge,
                       double margin, ContactPoints& points) {
  const MovedPlane plane = end_plane(on.cylinder, on.end);
  const MovedLine& line = segment.line;
  const double r = on.cylinder.shape().extent.y();
  // |d + t e| = r across the axis.
  const Vec3 from = line.point - plane.point;
  const Vec3 d = from - plane.normal * plane.normal.dot(from);
  const Vec3 e = line.direction - plane.normal * plane.normal.dot(line.direction);
  const double root = std::sqrt(e.dot(d) * e.dot(d) - e.squaredNorm() * (d.squaredNorm() - r * r));
  for (int k = 0; k < 2; ++k) {
    const double t = (-e.dot(d) + (k == 0 ? -root : root)) / e.squaredNorm();
    if (!(t > pair.tolerance() && t < segment.length - pair.tolerance())) continue;
    const int feature = in_order(on.side, SpatialFeature::face_edge, SpatialFeature::edge_face, 2 * on.end + k, edge);
    const MovedPoint crossing{line.motion, line.point + t * line.direction, line.radius};
    add_within(in_order(on.side, plane_and_point(plane, crossing, feature)), margin, points);
  }
}

void add_ends_along(const CorePair& pair, const std::array<int, 2>& edges, const std::array<bool, 2>& is_cylinder,
                    int side, const Vec3& n, double margin, ContactPoints& points) {
  const MovedSegment segment = moved_segment(pair.core(side), edges[side]);
  const MovedLine& line = segment.line;
  const SpatialCore& other = pair.core(1 - side);
  const double reach = side == 0 ? pair.tolerance() : -pair.tolerance();
  for (const int vertex : other.edge(edges[1 - side]).ends) {
    const int feature = in_order(side, SpatialFeature::edge_vertex, SpatialFeature::vertex_edge, edges[side], vertex);
    const bool is_edge = !(line.radius > 0.0);
    const MovedPoint point = is_edge                 ? edge_at_end(line, other, vertex)
                             : is_cylinder[1 - side] ? rim_facing(other, vertex, line)
                                                     : other.moved_vertex(vertex);
    const double t = line.direction.dot(point.point - line.point);
    if (!(t > -reach && t < segment.length + reach)) continue;
    const MovedLine against = is_edge ? other.moved_edge(0) : line;
    const ContactPoint found =
        in_order(is_edge ? 1 - side : side, line_and_point(against, point, unit_across(against.direction), feature));
    if (found.normal.dot(n) >= standing) add_within(found, margin, points);
  }
}

}  // namespace perpend
