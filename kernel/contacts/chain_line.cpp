#include "kernel/contacts/chain_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/joints/point_motion.hpp"

namespace perpend {

Projection locate(const CoreEdge& segment, const Vec2& point) {
  const Vec2 from_start = point - segment.start;
  return {segment.direction.dot(from_start), segment.normal.dot(from_start)};
}

ChainLine::ChainLine(const Shape& shape, const BodyMotion<double>& motion)
    : outline_(&shape.vertices),
      motion_(&motion),
      closed_(shape.vertices.size() > 2 && shape.vertices.front() == shape.vertices.back()),
      rounding_(0.0) {
  // Vertices of a straight line are off it by the rounding of their coordinates, an ulp of the largest at most; three
  // vertices with the rounding of two differences make eight.
  for (const Vec2& vertex : shape.vertices) rounding_ = std::max(rounding_, vertex.cwiseAbs().maxCoeff());
  rounding_ *= 8.0 * std::numeric_limits<double>::epsilon();
}

Vec2 ChainLine::vertex(int i) const {
  return motion_->position + rotate(*motion_, (*outline_)[i]);
}

CoreEdge ChainLine::segment(int i) const {
  CoreEdge edge = edge_between(vertex(i), vertex(i + 1));
  edge.normal = perp(edge.direction);
  return edge;
}

int ChainLine::before(int vertex) const {
  if (vertex > 0) return vertex - 1;
  return closed_ ? num_segments() - 1 : -1;
}

int ChainLine::after(int vertex) const {
  if (vertex < num_segments()) return vertex;
  return closed_ ? 0 : -1;
}

int ChainLine::end_of(int segment) const {
  return closed_ && segment + 1 == num_segments() ? 0 : segment + 1;
}

ChainLine::Corner ChainLine::corner(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  if (i < 0 || j < 0) return Corner::convex;
  const Vec2 a = (*outline_)[i + 1] - (*outline_)[i];
  const Vec2 b = (*outline_)[j + 1] - (*outline_)[j];
  // How far the farther end of the longer one lies off the line of the other, in the body frame.
  const double height = cross(a, b) / std::max(a.norm(), b.norm());
  if (std::abs(height) <= rounding_) return a.dot(b) > 0.0 ? Corner::flat : Corner::convex;
  return height < 0.0 ? Corner::convex : Corner::concave;
}

bool ChainLine::faces(int vertex, const Vec2& n) const {
  if (corner(vertex) != Corner::convex) return false;
  const int i = before(vertex);
  const int j = after(vertex);
  if (i >= 0 && !(segment(i).direction.dot(n) > 0.0)) return false;
  return j < 0 || segment(j).direction.dot(n) < 0.0;
}

Vec2 ChainLine::middle(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  if (i < 0) return segment(j).normal - segment(j).direction;
  if (j < 0) return segment(i).normal + segment(i).direction;
  return segment(i).normal + segment(j).normal;
}

std::array<Vec2, 2> ChainLine::normals(int vertex) const {
  const int i = before(vertex);
  const int j = after(vertex);
  return {j < 0 ? segment(i).direction : segment(j).normal, i < 0 ? Vec2(-segment(j).direction) : segment(i).normal};
}

bool ChainLine::touches(int i, const Vec2& point, double margin) const {
  if (!projects_on(i, point, margin)) return false;
  if (locate(segment(i), point).height >= 0.0) return true;
  const int nearest = nearest_segment(point);
  return i == nearest || meet_without_edge(i, nearest);
}

bool ChainLine::holds(const Vec2& point) const {
  return locate(segment(nearest_segment(point)), point).height < 0.0;
}

/// At a flat vertex every point projects on one segment and not the other; at a convex one it does not project on a
/// segment exactly where `faces` has the vertex itself take over.
bool ChainLine::projects_on(int i, const Vec2& point, double margin) const {
  const CoreEdge edge = segment(i);
  if (!(edge.length > 0.0)) return false;
  const int end = end_of(i);
  const double from_start = edge.direction.dot(point - edge.start);
  const double from_end = edge.direction.dot(point - vertex(end));
  if (from_start < 0.0) return corner(i) == Corner::concave && goes_on(i, before(i), -from_start, point, margin);
  if (corner(end) == Corner::flat) {
    const CoreEdge next = segment(after(end));
    return next.direction.dot(point - next.start) < 0.0;
  }
  if (from_end <= 0.0) return true;
  return corner(end) == Corner::concave && goes_on(end, after(end), from_end, point, margin);
}

/// Whether a segment continues behind its neighbour at a concave vertex, by `overshoot`: over the whole of that
/// neighbour for points that may reach the vertex, and as far as a point may lie in the corner. On the bisector of a
/// right angle that is its depth behind either line; twice that leaves room for rounding and for sharper corners.
bool ChainLine::goes_on(int vertex, int neighbor, double overshoot, const Vec2& point, double margin) const {
  const CoreEdge edge = segment(neighbor);
  const double along = locate(edge, point).along;
  if ((neighbor == after(vertex) ? along : edge.length - along) > edge.length) return false;
  double depth = 0.0;
  for (const int i : {before(vertex), after(vertex)}) depth = std::max(depth, -locate(segment(i), point).height);
  return overshoot <= 2.0 * depth || (point - this->vertex(vertex)).norm() <= margin;
}

int ChainLine::nearest_segment(const Vec2& point) const {
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  double height = 0.0;
  const double rounding = rounding_ + 8.0 * std::numeric_limits<double>::epsilon() * point.cwiseAbs().maxCoeff();
  for (int i = 0; i < num_segments(); ++i) {
    const CoreEdge edge = segment(i);
    const Projection at = locate(edge, point);
    const double beyond = std::max({at.along - edge.length, -at.along, 0.0});
    const double distance = std::sqrt(at.height * at.height + beyond * beyond);
    // When two segments share the nearest vertex, the one whose line is farther tells on which side the point is; a
    // wall without thickness has two sides, and the one that the point is in front of counts.
    const bool tie = std::abs(distance - least) <= rounding;
    if (tie ? std::abs(at.height) - std::abs(height) <= (at.height > 0.0 ? -rounding : rounding) : distance >= least)
      continue;
    nearest = i;
    least = distance;
    height = at.height;
  }
  return nearest;
}

bool ChainLine::meet_without_edge(int i, int j) const {
  for (const int segment : {i, j}) {
    const int other = segment == i ? j : i;
    if (after(end_of(segment)) == other && corner(end_of(segment)) != Corner::convex) return true;
  }
  return false;
}

}  // namespace perpend
