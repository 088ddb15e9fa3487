// Cylinder against box or hull. The nearest points come from the farthest points of both; where the cylinder lies or
// stands on a face, one point would let it tip: then points of its rims over the face, corners and edges of the face
// under its end, and edges across its side count as well, each with a gap of its own. So do the ends of edges that lie
// on an end or along the side, and where they leave it. The nearest point is left out where one of them is as near.
#include <algorithm>

#include "kernel/contacts/spatial/cylinder_lines.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

/// Rim points of the cylinder, shape 0, over a face of the other.
void add_rims_over_face(const ConvexSolid& cylinder, const CorePair& pair, int face, double margin,
                        ContactPoints& points) {
  for (const int i : rim_points(pair.b.face(face).normal, cylinder.motion())) {
    ContactPoint point = plane_and_rim_point(pair.b.moved_face(face), cylinder.shape(), cylinder.motion(), i,
                                             feature_of(SpatialFeature::vertex_face, i, face));
    if (distance_outside(pair.b, face, point.witness[1]) > pair.tolerance()) continue;
    swap_shapes(point);
    add_within(point, margin, points);
  }
}

/// Corners of the face inside the rim of an end, and where its edges cross that rim.
void add_face_under_end(const CylinderEnd& on, const CorePair& pair, int face, double margin, ContactPoints& points) {
  add_vertices_over_end(on, pair, pair.b.face(face).corners(), margin, points);
  for (int i = 0; i < pair.b.num_edges(); ++i)
    if (pair.b.edge(i).faces[0] == face || pair.b.edge(i).faces[1] == face)
      add_rim_crossings(on, pair, moved_segment(pair.b, i), i, margin, points);
}

/// Edges about the corner that is nearest, where they lie along the contact and no face does.
void add_edges(const ConvexSolid& cylinder, const CorePair& pair, const Vec3& n, double margin, ContactPoints& points) {
  const int nearest = pair.b.farthest(-n);
  const double along = std::abs(n.dot(cylinder.motion().rotation.col(0)));
  const CylinderEnd on{cylinder, 0, end_towards(cylinder, n)};
  bool is_first = true;
  for (int i = 0; i < pair.b.num_edges(); ++i) {
    const std::array<int, 2>& ends = pair.b.edge(i).ends;
    if (ends[0] != nearest && ends[1] != nearest) continue;
    const MovedSegment segment = moved_segment(pair.b, i);
    if (!(std::abs(n.dot(segment.line.direction)) <= lying)) continue;
    if (along >= standing) {
      const std::array corners{ends[0] == nearest ? ends[1] : ends[0], nearest};
      add_vertices_over_end(on, pair, std::span(corners).first(is_first ? 2 : 1), margin, points);
      add_rim_crossings(on, pair, segment, i, margin, points);
      is_first = false;
    } else if (along <= lying && edge_crossing(pair, 0, i).sine <= lying) {
      for (const int side : {0, 1}) add_ends_along(pair, {0, i}, {true, false}, side, n, margin, points);
      return;
    }
  }
}

void add_edges_across_side(const CorePair& pair, const Vec3& n, double margin, ContactPoints& points) {
  for (int i = 0; i < pair.b.num_edges(); ++i) {
    if (!edge_crossing(pair, 0, i).is_inside(pair.tolerance())) continue;
    const ContactPoint point = two_edges(pair, 0, i, n);
    if (point.normal.dot(n) >= standing) add_within(point, margin, points);
  }
}

void add_about_parts(const ConvexSolid& cylinder, const CorePair& pair, const ContactPoint& nearest, double margin,
                     ContactPoints& points) {
  const Vec3& n = nearest.normal;
  const std::size_t first = points.size();
  const int face = pair.b.facing(-n);
  if (!(-n.dot(pair.b.face(face).normal) >= standing)) return add_edges(cylinder, pair, n, margin, points);
  add_rims_over_face(cylinder, pair, face, margin, points);
  const double along = std::abs(n.dot(cylinder.motion().rotation.col(0)));
  if (along >= standing) add_face_under_end({cylinder, 0, end_towards(cylinder, n)}, pair, face, margin, points);
  if (along > lying) return;
  add_edges_across_side(pair, n, margin, points);
  // Beside the face it lies on an edge.
  if (!is_as_near(nearest, pair.tolerance(), first, points)) add_edges(cylinder, pair, n, margin, points);
}

/// A corner on the rim, an edge that touches it, or a rim over the border of the face: one point, that was found first.
void drop_doubles(double tolerance, std::size_t first, ContactPoints& points) {
  const auto is_at = [&](const ContactPoint& one, const ContactPoint& other) {
    return (one.witness[0] - other.witness[0]).norm() <= tolerance &&
           (one.witness[1] - other.witness[1]).norm() <= tolerance;
  };
  std::size_t kept = first;
  for (std::size_t i = first; i < points.size(); ++i) {
    const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = points.begin() + static_cast<std::ptrdiff_t>(kept);
    if (std::any_of(begin, end, [&](const ContactPoint& one) { return is_at(one, points[i]); })) continue;
    points[kept++] = points[i];
  }
  points.resize(kept);
}

}  // namespace

void find_cylinder_polytope(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                            ContactPoints& points) {
  const ConvexSolid cylinder(a, motion_a);
  const ConvexSolid solid(b, motion_b);
  const ContactPoint nearest = convex_contact(cylinder, solid, margin, nearest_feature);
  if (nearest.gap > margin) return;
  const CorePair pair{cylinder.core(), solid.core()};
  const std::size_t first = points.size();
  add_about_parts(cylinder, pair, nearest, margin, points);
  drop_doubles(pair.tolerance(), first, points);
  add_nearest(nearest, pair.tolerance(), first, margin, points);
}

}  // namespace perpend
