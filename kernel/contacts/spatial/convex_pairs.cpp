// Ellipsoids and cylinders: their nearest points come from the farthest points of both. Cylinders that lie along each
// other, or stand on each other, touch in more: the points of the rims of each that lie along the other one, the points
// of each rim inside the other; the nearest point is left out where one of them is as near.
#include "kernel/contacts/spatial/cylinder_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

/// The point of each rim of core(1 - side) that faces the axis of core(side), where it lies along that. It belongs to
/// the material: a sphere about the end of the axis would reach out of the end of a cylinder that leans.
void add_rims_along_axis(const CorePair& pair, int side, const Vec3& n, double margin, ContactPoints& points) {
  const MovedLine line = pair.core(side).moved_edge(0);
  const SpatialCore& other = pair.core(1 - side);
  const Vec3 axis = other.moved_edge(0).direction;
  for (int vertex = 0; vertex < 2; ++vertex) {
    const Vec3 from_line =
        other.vertex(vertex) - line.point - line.direction.dot(other.vertex(vertex) - line.point) * line.direction;
    const Vec3 toward = (axis * axis.dot(from_line) - from_line).stableNormalized();
    const MovedPoint rim{other.motion(), other.vertex(vertex) + other.radius() * toward};
    const double t = line.direction.dot(rim.point - line.point);
    if (!(t > 0.0 && t < pair.core(side).edge_vector(0).norm())) continue;
    const SpatialFeature kind = side == 0 ? SpatialFeature::edge_vertex : SpatialFeature::vertex_edge;
    const int feature = side == 0 ? feature_of(kind, 0, vertex) : feature_of(kind, vertex, 0);
    ContactPoint point = line_and_point(line, rim, unit_across(line.direction), feature);
    if (side == 1) swap_shapes(point);
    if (point.normal.dot(n) >= standing) add_within(point, margin, points);
  }
}

/// Rim points of `upper` over the end of `lower`, the first of the pair where `side` is 0.
void add_rims_over_end(const ConvexSolid& lower, const ConvexSolid& upper, const Vec3& n, int side, double margin,
                       ContactPoints& points) {
  const MovedPlane plane = end_plane(lower, end_towards(lower, n));
  for (int i = 0; i < num_rim_points; ++i) {
    const SpatialFeature kind = side == 0 ? SpatialFeature::face_vertex : SpatialFeature::vertex_face;
    ContactPoint point = plane_and_rim_point(plane, upper.shape(), upper.motion(), i, feature_of(kind, i, i));
    if (from_axis(lower, point.witness[1]) > lower.shape().extent.y() * (1.0 + 1e-9)) continue;
    if (side == 1) swap_shapes(point);
    add_within(point, margin, points);
  }
}

}  // namespace

void find_convex_convex(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                        ContactPoints& points) {
  const ConvexSolid solid_a(a, motion_a);
  const ConvexSolid solid_b(b, motion_b);
  add_within(convex_contact(solid_a, solid_b, margin, nearest_feature), margin, points);
}

void find_cylinder_cylinder(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                            ContactPoints& points) {
  const ConvexSolid first_solid(a, motion_a);
  const ConvexSolid second_solid(b, motion_b);
  const ContactPoint nearest = convex_contact(first_solid, second_solid, margin, nearest_feature);
  if (nearest.gap > margin) return;
  const Vec3& n = nearest.normal;
  const CorePair pair{first_solid.core(), second_solid.core()};
  const double along_a = std::abs(n.dot(motion_a.rotation.col(0)));
  const double along_b = std::abs(n.dot(motion_b.rotation.col(0)));
  const std::size_t first = points.size();
  if (along_a <= lying && along_b <= lying && edge_crossing(pair, 0, 0).sine <= lying) {
    add_rims_along_axis(pair, 0, n, margin, points);
    add_rims_along_axis(pair, 1, n, margin, points);
  }
  if (along_a >= standing && along_b >= standing) {
    add_rims_over_end(first_solid, second_solid, n, 0, margin, points);
    add_rims_over_end(second_solid, first_solid, -n, 1, margin, points);
  }
  add_nearest(nearest, pair.tolerance(), first, margin, points);
}

}  // namespace perpend
