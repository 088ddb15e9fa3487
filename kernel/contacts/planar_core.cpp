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
  PlanarCorners core;
  if (shape.form != nullptr && shape.form->planar_core != nullptr) shape.form->planar_core(shape, core);
  outline_ = core.outline;
  num_vertices_ = core.count;
  radius_ = core.radius;
  if (outline_ != nullptr) return;
  corners_[0] = motion.position;
  for (int i = 0; num_vertices_ > 1 && i < num_vertices_; ++i)
    corners_[i] = motion.position + rotate(motion, core.corners[i]);
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
