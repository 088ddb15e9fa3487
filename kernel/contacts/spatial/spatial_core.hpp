// A convex polytope that a radius grows: every outline in space but the cylinder, the ellipsoid and the half space.
// The row of the shape says what the polytope is (ShapeForm::spatial_core); a point has one corner at its centre.
// Corners of a face run counter-clockwise seen from outside; an edge knows the face on its left and the one on its
// right.
#pragma once

#include <array>
#include <span>

#include "kernel/contacts/spatial/spatial_point.hpp"
#include "kernel/model/hull_size.hpp"

namespace perpend {

static_assert(3 * max_hull_points - 6 < 1 << 12);  // feature_of

/// The core of a shape, body frame: a polytope where there are points, else a segment along x, a point without a
/// length.
struct SolidCorners {
  double radius = 0.0;
  double half_length = 0.0;
  std::span<const Vec3> points;
  std::span<const int> faces;  ///< as Shape::faces
  std::array<Vec3, 8> own;     ///< room for points that the shape does not keep
};

struct CoreFace {
  Vec3 normal;  ///< unit, world, outward
  const int* first_corner;
  int num_corners;

  [[nodiscard]] std::span<const int> corners() const { return {first_corner, static_cast<std::size_t>(num_corners)}; }
};

struct CoreSegment {
  std::array<int, 2> ends;
  std::array<int, 2> faces;  ///< left, right; -1 for a segment alone
};

class SpatialCore {
 public:
  SpatialCore(const Shape& shape, const SpatialMotion<double>& motion);

  [[nodiscard]] int num_vertices() const { return num_vertices_; }
  [[nodiscard]] int num_faces() const { return num_faces_; }
  [[nodiscard]] int num_edges() const { return num_edges_; }
  [[nodiscard]] const Vec3& vertex(int i) const { return vertices_[i]; }
  [[nodiscard]] const CoreFace& face(int i) const { return faces_[i]; }
  [[nodiscard]] const CoreSegment& edge(int i) const { return edges_[i]; }
  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] const SpatialMotion<double>& motion() const { return *motion_; }

  [[nodiscard]] Vec3 edge_vector(int i) const { return vertices_[edges_[i].ends[1]] - vertices_[edges_[i].ends[0]]; }
  /// The corner at which a face starts.
  [[nodiscard]] const Vec3& face_point(int i) const { return vertices_[*faces_[i].first_corner]; }
  /// Farthest vertex along `direction`; the first of equals.
  [[nodiscard]] int farthest(const Vec3& direction) const;
  /// The face that looks along `direction` most; the first of equals. Pre: there are faces.
  [[nodiscard]] int facing(const Vec3& direction) const;
  /// Largest distance of a vertex from the body's centre [m].
  [[nodiscard]] double size() const { return size_; }

  [[nodiscard]] MovedPoint moved_vertex(int i) const { return {*motion_, vertices_[i], radius_}; }
  [[nodiscard]] MovedLine moved_edge(int i) const;
  [[nodiscard]] MovedPlane moved_face(int i) const { return {*motion_, face_point(i), faces_[i].normal, radius_}; }

 private:
  void set_segment(double half_length);
  void set_polytope(std::span<const Vec3> points, std::span<const int> faces);
  void add_edges();

  const SpatialMotion<double>* motion_;
  // Room for the largest hull, of which nothing is written but what the shape has.
  std::array<Vec3, max_hull_points> vertices_;  // world
  // Euler: a polytope of n vertices has at most 2 n - 4 faces and 3 n - 6 edges.
  std::array<CoreFace, 2 * max_hull_points - 4> faces_;
  std::array<CoreSegment, 3 * max_hull_points - 6> edges_;
  int num_vertices_ = 1;
  int num_faces_ = 0;
  int num_edges_ = 0;
  double radius_ = 0.0;
  double size_ = 0.0;
};

}  // namespace perpend
