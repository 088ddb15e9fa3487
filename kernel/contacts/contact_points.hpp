// Points where two shapes are, or may come, in touch, and the tables of shape pairs that find them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// One point between two shapes. Normal from shape 0 to shape 1.
struct ContactPoint {
  double gap = 0.0;
  Vec3 normal = Vec3::Zero();
  std::array<Vec3, 2> witness{Vec3::Zero(), Vec3::Zero()};
  int feature = 0;
  double convective = 0.0;  ///< second derivative of the gap at constant velocities [m/s^2]
};

/// Up to this many points of one pair of convex shapes; a chain or hull may give more.
using ContactPoints = std::vector<ContactPoint>;

inline void add_within(const ContactPoint& point, double margin, ContactPoints& points) {
  if (point.gap <= margin) points.push_back(point);
}

/// A pair of shape kinds. `margin`: points with a larger gap need not be found; it may be infinite. Appends; the order
/// is deterministic, the features of one call differ.
struct PlanarPairType {
  std::array<ShapeKind, 2> kinds{};
  void (*find)(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
               double margin, ContactPoints& points) = nullptr;
};
struct SpatialPairType {
  std::array<ShapeKind, 2> kinds{};
  void (*find)(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
               const SpatialMotion<double>& motion_b, double margin, ContactPoints& points) = nullptr;
};
[[nodiscard]] std::span<const PlanarPairType> planar_pair_types();
[[nodiscard]] std::span<const SpatialPairType> spatial_pair_types();

/// The same point with the shapes named in the other order.
inline void swap_shapes(ContactPoint& point) {
  point.normal = -point.normal;
  std::swap(point.witness[0], point.witness[1]);
}

/// Points between two outlines by the row of the registry for their kinds, in either order; none without a row.
void find_points(const Shape& a, const BodyMotion<double>& motion_a, const Shape& b, const BodyMotion<double>& motion_b,
                 double margin, ContactPoints& points);
void find_points(const Shape& a, const SpatialMotion<double>& motion_a, const Shape& b,
                 const SpatialMotion<double>& motion_b, double margin, ContactPoints& points);

/// Least gap of any two points of bodies `a` and `b`, negative by the depth of an overlap [m]; infinite for outlines
/// that never touch. Motions: one a body, as in ContactFinder::find; allocates.
[[nodiscard]] double pair_gap(const Model& model, std::span<const BodyMotion<double>> planar,
                              std::span<const SpatialMotion<double>> spatial, int a, int b);

}  // namespace perpend
