// Any bounded convex outline by its farthest points alone, and the contact of two of them.
#pragma once

#include <limits>

#include "kernel/contacts/spatial/spatial_core.hpp"

namespace perpend {

class ConvexSolid {
 public:
  ConvexSolid(const Shape& shape, const SpatialMotion<double>& motion)
      : shape_(&shape), motion_(&motion), core_(shape, motion) {}

  /// Farthest point along `direction`, without the radius that grows a core.
  [[nodiscard]] Vec3 farthest(const Vec3& direction) const;
  [[nodiscard]] double radius() const { return is_core() ? core_.radius() : 0.0; }
  /// Radius of a sphere about the centre that holds the outline [m].
  [[nodiscard]] double size() const;
  [[nodiscard]] const SpatialMotion<double>& motion() const { return *motion_; }
  [[nodiscard]] const Shape& shape() const { return *shape_; }
  [[nodiscard]] const SpatialCore& core() const { return core_; }
  /// Without the radius that grows it a polytope, a segment or a point; else it is known by its support.
  [[nodiscard]] bool is_core() const { return shape_->form == nullptr || shape_->form->support == nullptr; }
  /// Directions that the normal of a contact is likely to have: those of faces and axes.
  [[nodiscard]] int num_directions() const { return core_.num_faces() > 0 ? core_.num_faces() : 6; }
  [[nodiscard]] Vec3 direction(int i) const;

 private:
  const Shape* shape_;
  const SpatialMotion<double>* motion_;
  SpatialCore core_;
};

/// Nearest points of `a` and of `b` moved by `shift`, as they are without it.
struct NearestPoints {
  Vec3 on_a;
  Vec3 on_b;
  /// The farthest points that they are means of: ends of an edge, corners of a face.
  int count = 0;
  std::array<Vec3, 4> of_a;
  std::array<Vec3, 4> of_b;
};
/// By the algorithm of Gilbert, Johnson and Keerthi. Pre: a and b + shift do not touch.
[[nodiscard]] NearestPoints nearest_points(const ConvexSolid& a, const ConvexSolid& b, const Vec3& shift);

/// A direction along which `b` lies beyond `a` by `separation`, and the points that face each other there.
struct Separating {
  double separation = -std::numeric_limits<double>::infinity();
  Vec3 normal = Vec3::UnitZ();
  NearestPoints points{};
};
[[nodiscard]] double separation(const ConvexSolid& a, const ConvexSolid& b, const Vec3& n);
/// Brings the direction of an ellipsoid or cylinder and another solid from the root of rounding to rounding.
void polish(const ConvexSolid& a, const ConvexSolid& b, Separating& best);
/// Tries all directions in which the shortest way out of an overlap may lead, where one of them is a cylinder and none
/// an ellipsoid; false: none is shorter.
[[nodiscard]] bool offer_cylinder_exits(const ConvexSolid& a, const ConvexSolid& b, Separating& best);

/// Where two solids are nearest, or the shortest way out of an overlap. Beyond the margin without second derivative.
[[nodiscard]] ContactPoint convex_contact(const ConvexSolid& a, const ConvexSolid& b, double margin, int feature);

}  // namespace perpend
