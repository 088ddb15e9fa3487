// The segments of a chain in the pose of their body, and which of them a point can touch.
// Free space is on the left of the direction of travel; what lies behind a segment is solid without end, unless another
// segment is nearer and has it in front. At a vertex the solid may be convex (the chain turns right),
// flat, or concave (it turns left); the ends of an open chain are convex.
//   - A point touches a segment where its foot lies on it. Feet of points near a flat vertex lie on one segment or the
//     other, and a flat vertex itself is never touched: that would be a ghost of the joint between two segments.
//   - Near a concave vertex both lines bound the free space, so a segment goes on behind the other one.
//   - Behind more than one segment, a point leaves the solid through the nearest; only the neighbouring segments across
//     a concave vertex hold it back too (across a flat one, the segment that it is next to is the nearest).
#pragma once

#include "kernel/contacts/planar_core.hpp"

namespace perpend {

class ChainLine {
 public:
  ChainLine(const Shape& shape, const BodyMotion<double>& motion);

  [[nodiscard]] int num_vertices() const { return static_cast<int>(outline_->size()) - (closed_ ? 1 : 0); }
  [[nodiscard]] int num_segments() const { return static_cast<int>(outline_->size()) - 1; }
  [[nodiscard]] Vec2 vertex(int i) const;
  /// From vertex i to the next, with the normal toward the free side.
  [[nodiscard]] CoreEdge segment(int i) const;
  /// Segments that end and start at vertex i; -1 at the ends of an open chain.
  [[nodiscard]] int before(int vertex) const;
  [[nodiscard]] int after(int vertex) const;
  [[nodiscard]] int end_of(int segment) const;  ///< its last vertex
  [[nodiscard]] const BodyMotion<double>& motion() const { return *motion_; }

  enum class Corner { convex, flat, concave };
  [[nodiscard]] Corner corner(int vertex) const;
  /// Whether a vertex may be touched along `n`, which points to the free side: n lies strictly between the normals of
  /// its segments; at an end, between the normal and the direction in which the chain ends.
  [[nodiscard]] bool faces(int vertex, const Vec2& n) const;
  /// The middle of those directions, not normalized.
  [[nodiscard]] Vec2 middle(int vertex) const;

  /// Whether `point` can touch segment i. `margin`: how far it may come.
  [[nodiscard]] bool touches(int i, const Vec2& point, double margin) const;

 private:
  [[nodiscard]] bool beside(int i, const Vec2& point, double margin) const;
  [[nodiscard]] int nearest_segment(const Vec2& point) const;
  [[nodiscard]] bool meet_without_edge(int i, int j) const;
  [[nodiscard]] bool goes_on(int vertex, int neighbor, double overshoot, const Vec2& point, double margin) const;

  const std::vector<Vec2>* outline_;
  const BodyMotion<double>* motion_;
  bool closed_;
  double rounding_;  ///< of the coordinates of its vertices [m]
};

}  // namespace perpend
