// The difference b - a of two convex polytopes is a polytope too. Its faces belong to faces of a, to faces of b, and to
// those pairs of edges whose arcs on the sphere of normals cross: a lies behind all planes between the normals l, r of
// the faces on the left and right of its edge e = l x r, so that with e', l', r' of b turned round the arcs cross where
//     (l' . e) (r' . e) < 0,   (l . e') (r . e') < 0,   (l' . e) (r . e') < 0.
// The arc of a segment is the whole circle across it: the first or the second condition alone is left.
#include "kernel/contacts/spatial/core_axes.hpp"

#include "kernel/model/rotation.hpp"

namespace perpend {

namespace {

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

}  // namespace

CoreAxis best_face_axis(const CorePair& pair) {
  CoreAxis best;
  offer_faces(pair, 0, best);
  offer_faces(pair, 1, best);
  return best;
}

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

}  // namespace perpend
