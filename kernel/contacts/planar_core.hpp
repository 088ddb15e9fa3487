// A convex polygon that a radius grows: every planar outline but the ellipse, the half plane and the chain. Its corners
// are those of the row of the shape (ShapeForm::planar_core); a point has one at its centre.
// The edges of a polygon run counter-clockwise, their normals point outward. A segment has two edges, one a side.
#pragma once

#include <array>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// World frame.
struct CoreEdge {
  Vec2 start = Vec2::Zero();
  Vec2 direction = Vec2::Zero();  ///< unit; zero for an edge without length
  Vec2 normal = Vec2::Zero();     ///< outward: direction turned by -90 degrees
  double length = 0.0;
};

[[nodiscard]] CoreEdge edge_between(const Vec2& start, const Vec2& end);

/// The core of a shape, body frame. One corner stands at the centre.
struct PlanarCorners {
  std::array<Vec2, 4> corners;    ///< the first `count`, where there is no outline
  const Vec2* outline = nullptr;  ///< `count` corners that the shape keeps
  int count = 1;
  double radius = 0.0;

  /// A segment along x, a point without a length.
  void set_segment(double length) {
    corners[0] = {-length / 2.0, 0.0};
    corners[1] = {length / 2.0, 0.0};
    count = length > 0.0 ? 2 : 1;
  }
};

class PlanarCore {
 public:
  PlanarCore(const Shape& shape, const BodyMotion<double>& motion);

  [[nodiscard]] int num_vertices() const { return num_vertices_; }
  [[nodiscard]] int num_edges() const { return num_vertices_ > 1 ? num_vertices_ : 0; }
  [[nodiscard]] Vec2 vertex(int i) const;
  [[nodiscard]] CoreEdge edge(int i) const;  ///< from vertex i to the next
  [[nodiscard]] double radius() const { return radius_; }
  [[nodiscard]] const BodyMotion<double>& motion() const { return *motion_; }

  [[nodiscard]] int next(int i) const { return i + 1 < num_vertices_ ? i + 1 : 0; }
  [[nodiscard]] int previous(int i) const { return i > 0 ? i - 1 : num_vertices_ - 1; }
  /// Farthest vertex against `direction`; the first of equals.
  [[nodiscard]] int lowest(const Vec2& direction) const;
  /// Edges with a length that end and start at vertex `i`. Pre: there are edges.
  [[nodiscard]] int edge_before(int i) const;
  [[nodiscard]] int edge_after(int i) const;
  /// The one of the edges at vertex `i` that faces against `direction` more. Pre: there are edges.
  [[nodiscard]] int facing_edge(int i, const Vec2& direction) const;
  /// The other end of that edge.
  [[nodiscard]] int facing_neighbor(int i, const Vec2& direction) const;

 private:
  const BodyMotion<double>* motion_;
  const Vec2* outline_ = nullptr;  // body frame; null: corners_ holds the vertices
  std::array<Vec2, 4> corners_;    // world frame
  int num_vertices_ = 1;
  double radius_ = 0.0;
};

}  // namespace perpend
