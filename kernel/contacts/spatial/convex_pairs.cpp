// Ellipsoids and cylinders: their nearest points come from the farthest points of both. Cylinders, capsules and rods
// that lie along each other, or lie or stand on an end, touch in more: the points of the rims or ends of each that lie
// along the other one, and points over an end inside its rim and on it; the nearest point is left out where one of them
// is as near.
#include "kernel/contacts/spatial/cylinder_lines.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

/// Rim points of `upper` over an end. Where both rims coincide, within the share of CorePair::tolerance, those of one
/// count: of the second solid.
void add_rims_over_end(const CylinderEnd& on, const ConvexSolid& upper, double margin, ContactPoints& points) {
  const auto& [lower, side, end] = on;
  const MovedPlane plane = end_plane(lower, end);
  const double reach = lower.shape().extent.y() * (side == 0 ? 1.0 + 1e-9 : 1.0 - 1e-9);
  for (const int i : rim_points(plane.normal, upper.motion())) {
    const SpatialFeature kind = side == 0 ? SpatialFeature::face_vertex : SpatialFeature::vertex_face;
    ContactPoint point = plane_and_rim_point(plane, upper.shape(), upper.motion(), i, feature_of(kind, i, i));
    if (from_axis(lower, point.witness[1]) > reach) continue;
    if (side == 1) swap_shapes(point);
    add_within(point, margin, points);
  }
}

/// The lowest line of a cylinder that lies on an end.
MovedSegment side_over_end(const CylinderEnd& on, const ConvexSolid& upper) {
  const MovedPlane plane = end_plane(on.cylinder, on.end);
  const Vec3 start = plane_and_rim_point(plane, upper.shape(), upper.motion(), 0, 0).witness[1];
  return {{upper.motion(), start, upper.motion().rotation.col(0)}, upper.shape().extent.x()};
}

/// Cylinder, capsule or rod on the end of a cylinder that looks along n.
void add_over_end(const ConvexSolid& cylinder, int side, const ConvexSolid& upper, const CorePair& pair, const Vec3& n,
                  double margin, ContactPoints& points) {
  const double leans = std::abs(n.dot(upper.motion().rotation.col(0)));
  const CylinderEnd on{cylinder, side, end_towards(cylinder, n)};
  const bool lies = leans <= lying;
  if (upper.shape().kind == ShapeKind::cylinder) {
    if (lies || leans >= standing) add_rims_over_end(on, upper, margin, points);
    if (lies) add_rim_crossings(on, pair, side_over_end(on, upper), 0, margin, points);
  } else if (lies) {
    add_vertices_over_end(on, pair, upper.core().edge(0).ends, margin, points);
    add_rim_crossings(on, pair, moved_segment(upper.core(), 0), 0, margin, points);
  }
}

}  // namespace

void find_convex_convex(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                        ContactPoints& points) {
  const ConvexSolid solid_a(a, motion_a);
  const ConvexSolid solid_b(b, motion_b);
  add_within(convex_contact(solid_a, solid_b, margin, nearest_feature), margin, points);
}

void find_cylinder_segment(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                           ContactPoints& points) {
  const ConvexSolid first_solid(a, motion_a);
  const ConvexSolid second_solid(b, motion_b);
  const ContactPoint nearest = convex_contact(first_solid, second_solid, margin, nearest_feature);
  if (nearest.gap > margin) return;
  const CorePair pair{first_solid.core(), second_solid.core()};
  if (pair.b.num_edges() == 0) return points.push_back(nearest);
  const Vec3& n = nearest.normal;
  const std::array is_cylinder{true, b.kind == ShapeKind::cylinder};
  const double along_a = std::abs(n.dot(motion_a.rotation.col(0)));
  const double along_b = std::abs(n.dot(motion_b.rotation.col(0)));
  const std::size_t first = points.size();
  if (along_a <= lying && along_b <= lying && edge_crossing(pair, 0, 0).sine <= lying)
    for (const int side : {0, 1}) add_ends_along(pair, {0, 0}, is_cylinder, side, n, margin, points);
  if (along_a >= standing) add_over_end(first_solid, 0, second_solid, pair, n, margin, points);
  if (along_b >= standing && is_cylinder[1]) add_over_end(second_solid, 1, first_solid, pair, -n, margin, points);
  add_nearest(nearest, pair.tolerance(), first, margin, points);
}

}  // namespace perpend
