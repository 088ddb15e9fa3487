// The segments of a chain in the pose of their body.
#pragma once

#include "kernel/contacts/planar_core.hpp"

namespace perpend {

/// Along the segment from its start, and over its line.
struct Projection {
  double along = 0.0;
  double height = 0.0;
};

[[nodiscard]] Projection locate(const CoreEdge& segment, const Vec2& point);

/// Says which segments of a chain a point can touch.
/// Free space is on the left of the direction of travel; what lies behind a segment is solid without end, unless
/// another segment is nearer and has it in front. At a vertex the solid may be convex (the chain turns right), flat, or
/// concave (it turns left); the ends of an open chain are convex.
///   - A point touches a segment where its foot lies on it. Feet of points near a flat vertex lie on one segment or the
///     other, and a flat vertex itself is never touched: that would be a ghost of the joint between two segments.
///   - Near a concave vertex both lines bound the free space, so a segment continues behind the other one.
///   - Behind more than one segment, a point leaves the solid through the nearest; only the neighbouring segments
///     across a concave vertex hold it back too (across a flat one, the segment that it is next to is the nearest).
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
  [[nodiscard]] double rounding() const { return rounding_; }

  enum class Corner { convex, flat, concave };
  [[nodiscard]] Corner corner(int vertex) const;
  /// Whether a vertex may be touched along `n`, which points to the free side: n lies strictly between the normals of
  /// its segments; at an end, between the normal and the direction in which the chain ends.
  [[nodiscard]] bool faces(int vertex, const Vec2& n) const;
  /// The middle of those directions, not normalized.
  [[nodiscard]] Vec2 middle(int vertex) const;
  /// The first and the last of them, counter-clockwise. Pre: the vertex is convex.
  [[nodiscard]] std::array<Vec2, 2> normals(int vertex) const;

  /// Whether `point` can touch segment i. `margin`: how far it may come.
  [[nodiscard]] bool touches(int i, const Vec2& point, double margin) const;
  /// The same of the lowest point of a body, whose least height over the line of segment k is height(k).
  template <class Height>
  [[nodiscard]] bool touches(int i, const Vec2& point, double margin, const Height& height) const;
  /// Whether `point` lies behind the segment that is nearest to it.
  [[nodiscard]] bool holds(const Vec2& point) const;
  /// The same of a `point` of a body in the corner of a convex vertex, if the body does not leave on a shorter way: as
  /// far as that segment none has more than `most` for its least height(k).
  template <class Height>
  [[nodiscard]] bool holds(int vertex, const Vec2& point, double most, const Height& height) const;

 private:
  [[nodiscard]] bool projects_on(int i, const Vec2& point, double margin) const;
  [[nodiscard]] int nearest_segment(const Vec2& point) const;
  [[nodiscard]] bool meet_without_edge(int i, int j) const;
  template <class Height>
  [[nodiscard]] bool is_highest_as_far_as(int i, int nearest, double most, const Height& height) const;
  [[nodiscard]] bool goes_on(int vertex, int neighbor, double overshoot, const Vec2& point, double margin) const;

  const std::vector<Vec2>* outline_;
  const BodyMotion<double>* motion_;
  bool closed_;
  double rounding_;  ///< of the coordinates of its vertices [m]
};

/// Behind a convex part of the chain a body leaves through the segment over which it is highest: through the one that
/// is nearest to its lowest point the rest of it may have a longer way. The segments from that one to segment i belong
/// to such a part where no vertex between them is concave. `most`: how high the body is where it would leave.
template <class Height>
bool ChainLine::is_highest_as_far_as(int i, int nearest, double most, const Height& height) const {
  for (const bool forward : {false, true}) {
    int k = i;
    for (int step = 0; step < num_segments() && k >= 0 && k != nearest; ++step) {
      const int vertex = forward ? end_of(k) : k;
      k = corner(vertex) == Corner::concave ? -1 : forward ? after(vertex) : before(vertex);
      if (k >= 0 && height(k) > most) k = -1;
    }
    if (k == nearest) return true;
  }
  return false;
}

template <class Height>
bool ChainLine::touches(int i, const Vec2& point, double margin, const Height& height) const {
  if (touches(i, point, margin)) return true;
  return projects_on(i, point, margin) && holds(point) &&
         is_highest_as_far_as(i, nearest_segment(point), height(i), height);
}

template <class Height>
bool ChainLine::holds(int vertex, const Vec2& point, double most, const Height& height) const {
  const int beside = after(vertex) < 0 ? before(vertex) : after(vertex);
  return holds(point) && is_highest_as_far_as(beside, nearest_segment(point), most, height);
}

}  // namespace perpend
