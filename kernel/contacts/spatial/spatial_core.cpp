#include "kernel/contacts/spatial/spatial_core.hpp"

#include "kernel/model/numbers/rotation.hpp"

namespace perpend {

namespace {

/// Area vector of a polygon, twice: the sum over its triangles is exact about planes that its corners leave a little.
Vec3 area_vector(std::span<const Vec3> vertices, std::span<const int> corners) {
  const Vec3& first = vertices[corners[0]];
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    sum += cross(Vec3(vertices[corners[i]] - first), Vec3(vertices[corners[i + 1]] - first));
  return sum;
}

}  // namespace

SpatialCore::SpatialCore(const Shape& shape, const SpatialMotion<double>& motion) : motion_(&motion) {
  vertices_[0] = motion.position;
  if (shape.form == nullptr || shape.form->spatial_core == nullptr) return;
  SolidCorners core;
  shape.form->spatial_core(shape, core);
  radius_ = core.radius;
  if (core.points.empty())
    set_segment(core.half_length);
  else
    set_polytope(core.points, core.faces);
}

void SpatialCore::set_segment(double half_length) {
  if (!(half_length > 0.0)) return;
  const Vec3 half = half_length * motion_->rotation.col(0);
  vertices_[0] = motion_->position - half;
  vertices_[1] = motion_->position + half;
  num_vertices_ = 2;
  edges_[0] = {{0, 1}, {-1, -1}};
  num_edges_ = 1;
  size_ = half_length;
}

void SpatialCore::set_polytope(std::span<const Vec3> points, std::span<const int> faces) {
  num_vertices_ = static_cast<int>(points.size());
  for (int i = 0; i < num_vertices_; ++i) {
    vertices_[i] = motion_->position + motion_->rotation * points[i];
    size_ = std::max(size_, points[i].norm());
  }
  for (std::size_t at = 0; at < faces.size(); at += static_cast<std::size_t>(faces[at]) + 1) {
    CoreFace& face = faces_[num_faces_++];
    face.first_corner = &faces[at + 1];
    face.num_corners = faces[at];
    face.normal = motion_->rotation * area_vector(points, face.corners()).stableNormalized();
  }
  add_edges();
}

void SpatialCore::add_edges() {
  std::array<std::array<short, max_hull_points>, max_hull_points> left;  // face on the left of i -> j
  for (int f = 0; f < num_faces_; ++f) {
    const std::span<const int> corners = faces_[f].corners();
    for (std::size_t i = 0; i < corners.size(); ++i)
      left[corners[i]][corners[(i + 1) % corners.size()]] = static_cast<short>(f);
  }
  for (int f = 0; f < num_faces_; ++f) {
    const std::span<const int> corners = faces_[f].corners();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const int from = corners[i];
      const int to = corners[(i + 1) % corners.size()];
      if (from < to) edges_[num_edges_++] = {{from, to}, {f, left[to][from]}};
    }
  }
}

int SpatialCore::farthest(const Vec3& direction) const {
  int best = 0;
  double most = direction.dot(vertices_[0]);
  for (int i = 1; i < num_vertices_; ++i) {
    const double height = direction.dot(vertices_[i]);
    if (height <= most) continue;
    most = height;
    best = i;
  }
  return best;
}

int SpatialCore::facing(const Vec3& direction) const {
  int best = 0;
  for (int i = 1; i < num_faces_; ++i)
    if (direction.dot(faces_[i].normal) > direction.dot(faces_[best].normal)) best = i;
  return best;
}

MovedLine SpatialCore::moved_edge(int i) const {
  return {*motion_, vertices_[edges_[i].ends[0]], edge_vector(i).normalized(), radius_};
}

}  // namespace perpend
