// Cylinder against box or hull. The nearest points come from the farthest points of both; where the cylinder lies or
// stands on a face, one point would let it tip: then points of its rims over the face, corners and edges of the face
// under its end, and edges across its side count as well, each with a gap of its own. The nearest point is left out
// where one of them is as near.
#include "kernel/contacts/spatial/cylinder_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"

namespace perpend {

namespace {

/// Rim points of the cylinder, shape 0, over a face of the other.
void add_rims_over_face(const ConvexSolid& cylinder, const CorePair& pair, int face, double margin,
                        ContactPoints& points) {
  for (int i = 0; i < num_rim_points; ++i) {
    ContactPoint point = plane_and_rim_point(pair.b.moved_face(face), cylinder.shape(), cylinder.motion(), i,
                                             feature_of(SpatialFeature::vertex_face, i, face));
    if (distance_outside(pair.b, face, point.witness[1]) > pair.tolerance()) continue;
    swap_shapes(point);
    add_within(point, margin, points);
  }
}

/// Corners of the face inside the rim of an end, and where its edges cross that rim.
void add_face_under_end(const ConvexSolid& cylinder, int end, const CorePair& pair, int face, double margin,
                        ContactPoints& points) {
  const MovedPlane plane = end_plane(cylinder, end);
  const double r = cylinder.shape().extent.y();
  for (const int vertex : pair.b.face(face).corners())
    if (from_axis(cylinder, pair.b.vertex(vertex)) < r - pair.tolerance())
      add_within(
          plane_and_point(plane, pair.b.moved_vertex(vertex), feature_of(SpatialFeature::face_vertex, end, vertex)),
          margin, points);
  for (int i = 0; i < pair.b.num_edges(); ++i) {
    const CoreSegment& edge = pair.b.edge(i);
    if (edge.faces[0] != face && edge.faces[1] != face) continue;
    const Vec3& start = pair.b.vertex(edge.ends[0]);
    const Vec3 along = pair.b.edge_vector(i);
    // |d + t e| = r across the axis.
    const Vec3 d = start - plane.point - plane.normal * plane.normal.dot(start - plane.point);
    const Vec3 e = along - plane.normal * plane.normal.dot(along);
    const double root = std::sqrt(e.dot(d) * e.dot(d) - e.squaredNorm() * (d.squaredNorm() - r * r));
    for (int k = 0; k < 2; ++k) {
      const double t = (-e.dot(d) + (k == 0 ? -root : root)) / e.squaredNorm();
      if (!(t > 0.0 && t < 1.0)) continue;
      const int feature = feature_of(SpatialFeature::edge_vertex, 2 * end + k, i);
      add_within(plane_and_point(plane, {pair.b.motion(), start + t * along}, feature), margin, points);
    }
  }
}

void add_edges_across_side(const CorePair& pair, const Vec3& n, double margin, ContactPoints& points) {
  for (int i = 0; i < pair.b.num_edges(); ++i) {
    if (!edge_crossing(pair, 0, i).is_inside(0.0)) continue;
    const ContactPoint point = two_edges(pair, 0, i, n);
    if (point.normal.dot(n) >= standing) add_within(point, margin, points);
  }
}

void add_about_face(const ConvexSolid& cylinder, const CorePair& pair, const Vec3& n, double margin,
                    ContactPoints& points) {
  const int face = pair.b.facing(-n);
  if (!(-n.dot(pair.b.face(face).normal) >= standing)) return;
  add_rims_over_face(cylinder, pair, face, margin, points);
  const double along = std::abs(n.dot(cylinder.motion().rotation.col(0)));
  if (along >= standing) add_face_under_end(cylinder, end_towards(cylinder, n), pair, face, margin, points);
  if (along <= lying) add_edges_across_side(pair, n, margin, points);
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
  add_about_face(cylinder, pair, nearest.normal, margin, points);
  add_nearest(nearest, pair.tolerance(), first, margin, points);
}

}  // namespace perpend
