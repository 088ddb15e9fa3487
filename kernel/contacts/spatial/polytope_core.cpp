// Two cores A, B of which one at least has faces, radii R in sum. The axis of least penetration is the normal of a face
// or the common normal of two edges with the largest separation s; when s <= 0 the cores overlap by -s: no motion
// shorter than that takes them apart. About the best face f the contact is where the shadow of what faces it, g, meets
// f. The corners of that polygon are corners of g over f, with the normal of f; corners of f under g, with the normal
// of g; and crossings of their edges, with the common normal of both. So each gap is a differentiable function of the
// positions and its gradient is exact. Corners are kept, each carries alone under some load, but for those that lie
// deeper than the shortest way out. Along a unit m the solids come apart by a motion of at most -s / (m . n), n the
// best axis: beyond the plane across n that holds them apart. A corner at a depth h below a face with the normal m
// stays inside on the way to that face, so that h <= -s / (m . n): faces within 0.2 rad of the best axis, those of
// bodies that rest, lose none of their corners where h may be up to -s / 0.98, and no depth is overstated by more.
// Where none of them is where the axis says, the nearest parts are elsewhere: of cores apart all parts are compared.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/contacts/spatial/core_parts.hpp"
#include "kernel/contacts/spatial/spatial_pairs.hpp"
#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

/// An axis of separation of two cores of which one has faces.
struct CoreAxis {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal = Vec3::Zero();     ///< unit, from a to b
  int side = -1;                  ///< whose face; -1: two edges
  std::array<int, 2> part{0, 0};  ///< face and farthest vertex of the other, by side; or edges
};

void offer_faces(const CorePair& pair, int side, CoreAxis& best) {
  const SpatialCore& core = pair.core(side);
  const SpatialCore& other = pair.core(1 - side);
  for (int i = 0; i < core.num_faces(); ++i) {
    const Vec3& n = core.face(i).normal;
    const int vertex = other.farthest(-n);
    const double separation = n.dot(other.vertex(vertex) - core.face_point(i));
    if (!(separation > best.separation)) continue;
    best = {separation, side == 0 ? n : Vec3(-n), side, {}};
    best.part[side] = i;
    best.part[1 - side] = vertex;
  }
}

/// A core without faces is a segment.
bool arcs_cross(const CorePair& pair, int i, const Vec3& e, int j, const Vec3& f) {
  double left_b = -1.0;
  double right_a = 1.0;
  if (pair.b.num_faces() > 0) {
    const CoreSegment& edge = pair.b.edge(j);
    left_b = e.dot(pair.b.face(edge.faces[0]).normal);
    if (!(left_b * e.dot(pair.b.face(edge.faces[1]).normal) < 0.0)) return false;
  }
  if (pair.a.num_faces() > 0) {
    const CoreSegment& edge = pair.a.edge(i);
    right_a = f.dot(pair.a.face(edge.faces[1]).normal);
    if (!(right_a * f.dot(pair.a.face(edge.faces[0]).normal) < 0.0)) return false;
  }
  return pair.a.num_faces() == 0 || pair.b.num_faces() == 0 || left_b * right_a < 0.0;
}

Vec3 outward(const SpatialCore& core, int edge) {
  const std::array<int, 2>& faces = core.edge(edge).faces;
  return core.face(faces[0]).normal + core.face(faces[1]).normal;
}

/// Normal of a face with the largest separation; of equals that of core a.
CoreAxis best_face_axis(const CorePair& pair) {
  CoreAxis best;
  offer_faces(pair, 0, best);
  offer_faces(pair, 1, best);
  return best;
}

/// Common normal of two edges with the largest separation.
///
/// The difference b - a of two convex polytopes is a polytope too. Its faces belong to faces of a, to faces of b, and
/// to those pairs of edges whose arcs on the sphere of normals cross: a lies behind all planes between the normals l, r
/// of the faces on the left and right of its edge e = l x r, so that with e', l', r' of b turned round the arcs cross
/// where
///     (l' . e) (r' . e) < 0,   (l . e') (r . e') < 0,   (l' . e) (r . e') < 0.
/// The arc of a segment is the whole circle across it: the first or the second condition alone is left.
CoreAxis best_edge_axis(const CorePair& pair) {
  CoreAxis best;
  for (int i = 0; i < pair.a.num_edges(); ++i) {
    const Vec3 e = pair.a.edge_vector(i).normalized();
    for (int j = 0; j < pair.b.num_edges(); ++j) {
      const Vec3 f = pair.b.edge_vector(j).normalized();
      if (!arcs_cross(pair, i, e, j, f)) continue;
      const Vec3 normal = cross(e, f);
      const double sine = normal.norm();
      if (sine < least_sine) continue;
      const double out = pair.a.num_faces() > 0 ? normal.dot(outward(pair.a, i)) : -normal.dot(outward(pair.b, j));
      const Vec3 n = (out < 0.0 ? -1.0 : 1.0) / sine * normal;
      const double separation = n.dot(pair.b.vertex(pair.b.edge(j).ends[0]) - pair.a.vertex(pair.a.edge(i).ends[0]));
      if (separation > best.separation) best = {separation, n, -1, {i, j}};
    }
  }
  return best;
}

/// Faces and edges take part in the contact about an axis while their normals are within an eighth of a turn of it.
constexpr double least_alignment = 0.7;
/// Two edges are the contact alone where their normal is further than 0.2 rad from that of the best face.
constexpr double face_alignment = 0.98;

/// The contact about the face of `axis`.
struct FaceContact {
  const CorePair& pair;
  int side;  // whose face
  int face;
  int facing;  // face of the other core; -1: it has none
  double margin;

  [[nodiscard]] const SpatialCore& core() const { return pair.core(side); }
  [[nodiscard]] const SpatialCore& other() const { return pair.core(1 - side); }
  [[nodiscard]] const Vec3& normal() const { return core().face(face).normal; }
  [[nodiscard]] bool is_aligned() const {
    return facing >= 0 && -normal().dot(other().face(facing).normal) >= least_alignment;
  }
};

/// Corners of what faces the face, over the face.
void add_corners(const FaceContact& c, ContactPoints& points) {
  const auto add = [&](int vertex) {
    if (distance_outside(c.core(), c.face, c.other().vertex(vertex)) <= c.pair.tolerance())
      add_within(face_and_vertex(c.pair, c.side, c.face, vertex), c.margin, points);
  };
  if (c.facing < 0)
    for (int vertex = 0; vertex < c.other().num_vertices(); ++vertex) add(vertex);
  else
    for (const int vertex : c.other().face(c.facing).corners()) add(vertex);
}

/// Whether a corner of what faces the face, one that is over it, lies at this corner of the face as n sees them.
bool has_corner_at(const FaceContact& c, const Vec3& corner) {
  const std::span<const int> corners = c.other().face(c.facing).corners();
  return std::any_of(corners.begin(), corners.end(), [&](int vertex) {
    const Vec3 apart = c.other().vertex(vertex) - corner;
    // Each of the two may be off by the tolerance, in two directions.
    return (apart - apart.dot(c.normal()) * c.normal()).norm() <= 4.0 * c.pair.tolerance() &&
           distance_outside(c.core(), c.face, c.other().vertex(vertex)) <= c.pair.tolerance();
  });
}

/// Corners of the face under the facing one that are not corners of that too. Those on its border are no crossings:
/// there an edge ends.
void add_own_corners(const FaceContact& c, ContactPoints& points) {
  if (!c.is_aligned()) return;
  for (const int vertex : c.core().face(c.face).corners()) {
    const Vec3& corner = c.core().vertex(vertex);
    if (distance_outside(c.other(), c.facing, corner) <= c.pair.tolerance() && !has_corner_at(c, corner))
      add_within(face_and_vertex(c.pair, 1 - c.side, c.facing, vertex), c.margin, points);
  }
}

bool bounds_face(const SpatialCore& core, int edge, int face) {
  return face < 0 || core.edge(edge).faces[0] == face || core.edge(edge).faces[1] == face;
}

void add_crossings(const FaceContact& c, ContactPoints& points) {
  const Vec3 toward = c.side == 0 ? c.normal() : Vec3(-c.normal());
  const std::array<int, 2> faces = c.side == 0 ? std::array{c.face, c.facing} : std::array{c.facing, c.face};
  for (int i = 0; i < c.pair.a.num_edges(); ++i) {
    if (!bounds_face(c.pair.a, i, faces[0])) continue;
    for (int j = 0; j < c.pair.b.num_edges(); ++j) {
      if (!bounds_face(c.pair.b, j, faces[1]) || !edge_crossing(c.pair, i, j).is_inside(c.pair.tolerance())) continue;
      const ContactPoint point = two_edges(c.pair, i, j, toward);
      if (point.normal.dot(toward) >= least_alignment) add_within(point, c.margin, points);
    }
  }
}

void add_about_face(const CorePair& pair, const CoreAxis& axis, double margin, ContactPoints& points) {
  const SpatialCore& other = pair.core(1 - axis.side);
  const Vec3& n = pair.core(axis.side).face(axis.part[axis.side]).normal;
  const FaceContact contact{pair, axis.side, axis.part[axis.side], other.num_faces() > 0 ? other.facing(-n) : -1,
                            margin};
  add_corners(contact, points);
  add_own_corners(contact, points);
  add_crossings(contact, points);
}

ContactPoint at_axis(const CorePair& pair, const CoreAxis& axis) {
  if (axis.side < 0) return two_edges(pair, axis.part[0], axis.part[1], axis.normal);
  return face_and_vertex(pair, axis.side, axis.part[axis.side], axis.part[1 - axis.side]);
}

/// Whether one of the points is where the axis says.
bool has_gap(const ContactPoints& points, std::size_t first, double gap, double tolerance) {
  return std::any_of(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(),
                     [&](const ContactPoint& point) { return std::abs(point.gap - gap) <= tolerance; });
}

/// Ends along each other of a segment and of an edge at the nearest corner.
void add_edge_along(const CorePair& pair, const Vec3& n, double margin, ContactPoints& points) {
  const int side = pair.a.num_faces() > 0 ? 0 : 1;
  const SpatialCore& polytope = pair.core(side);
  const SpatialCore& segment = pair.core(1 - side);
  if (segment.num_faces() > 0 || segment.num_edges() == 0) return;
  const Vec3 out = side == 0 ? n : Vec3(-n);
  const auto first = static_cast<std::ptrdiff_t>(points.size());
  const int nearest = polytope.farthest(out);
  for (int i = 0; i < polytope.num_edges(); ++i) {
    const std::array<int, 2>& ends = polytope.edge(i).ends;
    if (ends[0] != nearest && ends[1] != nearest) continue;
    const std::array<int, 2> edges = side == 0 ? std::array{i, 0} : std::array{0, i};
    if (!(edge_crossing(pair, edges[0], edges[1]).sine < lying_sine)) continue;
    for (const int of : {0, 1}) add_ends(pair, edges, of, margin, points);
    break;
  }
  points.erase(std::remove_if(points.begin() + first, points.end(),
                              [&](const ContactPoint& point) { return point.normal.dot(n) < face_alignment; }),
               points.end());
}

/// Leaves out points that lie deeper than the way out by more than the cosine that faces are allowed.
void drop_deeper(double way_out, double tolerance, std::size_t first, ContactPoints& points) {
  const double deepest = std::min(way_out, way_out / face_alignment) - tolerance;
  points.erase(std::remove_if(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(),
                              [&](const ContactPoint& point) { return point.gap < deepest; }),
               points.end());
}

}  // namespace

void find_polytope_core(Solid a, PlacedSolid motion_a, Solid b, PlacedSolid motion_b, double margin,
                        ContactPoints& points) {
  const SpatialCore core_a(a, motion_a);
  const SpatialCore core_b(b, motion_b);
  const CorePair pair{core_a, core_b};
  const CoreAxis of_face = best_face_axis(pair);
  if (of_face.separation - pair.radii() > margin) return;
  const CoreAxis of_edges = best_edge_axis(pair);
  // Edges almost along each other repeat the normal of a face, with the error of their own: the face goes first.
  const bool is_face = !(of_edges.separation > of_face.separation + pair.tolerance());
  const CoreAxis& axis = is_face ? of_face : of_edges;
  if (axis.separation - pair.radii() > margin) return;
  const std::size_t first = points.size();
  if (is_face || of_face.normal.dot(of_edges.normal) >= face_alignment) add_about_face(pair, of_face, margin, points);
  const double way_out = axis.separation - pair.radii();
  if (has_gap(points, first, way_out, pair.tolerance())) return drop_deeper(way_out, pair.tolerance(), first, points);
  const ContactPoint nearest = axis.separation > 0.0 ? nearest_parts(pair) : at_axis(pair, axis);
  drop_deeper(nearest.gap, pair.tolerance(), first, points);
  const std::size_t along = points.size();
  if (axis.separation > 0.0) add_edge_along(pair, nearest.normal, margin, points);
  if (has_gap(points, along, nearest.gap, pair.tolerance())) return;
  const bool is_known = std::any_of(points.begin() + static_cast<std::ptrdiff_t>(first), points.end(),
                                    [&](const ContactPoint& other) { return other.feature == nearest.feature; });
  if (!is_known) add_within(nearest, margin, points);
}

}  // namespace perpend
