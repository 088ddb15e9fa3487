#include "kernel/contacts/planar_core.hpp"

#include "kernel/joints/point_motion.hpp"

namespace perpend {

CoreEdge edge_between(const Vec2& start, const Vec2& end) {
  CoreEdge edge{.start = start};
  const Vec2 along = end - start;
  edge.length = along.norm();
  if (edge.length > 0.0) edge.direction = along / edge.length;
  edge.normal = -perp(edge.direction);
  return edge;
}

PlanarCore::PlanarCore(const Shape& shape, const BodyMotion<double>& motion) : motion_(&motion) {
  const Vec2 half = shape.size / 2.0;
  const auto place = [&](double x, double y) { return Vec2(motion.position + rotate(motion, Vec2(x, y))); };
  switch (shape.kind) {
    case ShapeKind::rod:
    case ShapeKind::capsule:
      corners_ = {place(-half.x(), 0.0), place(half.x(), 0.0), Vec2::Zero(), Vec2::Zero()};
      num_vertices_ = half.x() > 0.0 ? 2 : 1;
      radius_ = shape.kind == ShapeKind::capsule ? shape.size.y() : 0.0;
      break;
    case ShapeKind::box:
      corners_ = {place(-half.x(), -half.y()), place(half.x(), -half.y()), place(half.x(), half.y()),
                  place(-half.x(), half.y())};
      num_vertices_ = 4;
      // Flat to a segment or a point.
      if (!(half.y() > 0.0)) num_vertices_ = half.x() > 0.0 ? 2 : 1;
      if (!(half.x() > 0.0) && half.y() > 0.0) {
        corners_[1] = corners_[2];
        num_vertices_ = 2;
      }
      break;
    case ShapeKind::polygon:
      outline_ = shape.vertices.data();
      num_vertices_ = static_cast<int>(shape.vertices.size());
      break;
    default:
      corners_.fill(motion.position);
      radius_ = shape.kind == ShapeKind::disk ? shape.size.x() : 0.0;
  }
}

Vec2 PlanarCore::vertex(int i) const {
  if (outline_ == nullptr) return corners_[i];
  return motion_->position + rotate(*motion_, outline_[i]);
}

CoreEdge PlanarCore::edge(int i) const {
  return edge_between(vertex(i), vertex(next(i)));
}

int PlanarCore::lowest(const Vec2& direction) const {
  int best = 0;
  double least = direction.dot(vertex(0));
  for (int i = 1; i < num_vertices_; ++i) {
    const double height = direction.dot(vertex(i));
    if (height >= least) continue;
    least = height;
    best = i;
  }
  return best;
}

int PlanarCore::edge_before(int i) const {
  int edge = previous(i);
  while (edge != i && !(this->edge(edge).length > 0.0)) edge = previous(edge);
  return edge;
}

int PlanarCore::edge_after(int i) const {
  int edge = i;
  while (next(edge) != i && !(this->edge(edge).length > 0.0)) edge = next(edge);
  return edge;
}

int PlanarCore::facing_edge(int i, const Vec2& direction) const {
  const int before = edge_before(i);
  const int after = edge_after(i);
  return direction.dot(edge(before).normal) < direction.dot(edge(after).normal) ? before : after;
}

int PlanarCore::facing_neighbor(int i, const Vec2& direction) const {
  const int edge = facing_edge(i, direction);
  return vertex(edge) == vertex(i) ? next(edge) : edge;
}

}  // namespace perpend
