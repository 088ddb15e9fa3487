// Boxes along the world's axes that hold the outline of a body.
#pragma once

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// A body without bounds reaches to infinity; in the plane z is 0.
struct Bounds {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();
};

/// The box of the plane between two corners.
[[nodiscard]] Bounds bounds_between(const Vec2& low, const Vec2& high);

[[nodiscard]] Bounds planar_bounds(const Shape& shape, const BodyMotion<double>& motion);
[[nodiscard]] Bounds bounds(const Body& body, const BodyMotion<double>& motion);
[[nodiscard]] Bounds bounds(const Body& body, const SpatialMotion<double>& motion);

}  // namespace perpend
