// The polygon conv {d_i} that stands for the unit disc of friction, its corners the doubles of the kernel.
#pragma once

#include <array>
#include <vector>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

using PlaneInterval = std::array<Interval, 2>;

[[nodiscard]] inline Interval length(const PlaneInterval& v) {
  return sqrt(square(v[0]) + square(v[1]));
}

[[nodiscard]] inline Interval dot(const PlaneInterval& a, const PlaneInterval& b) {
  return a[0] * b[0] + a[1] * b[1];
}

struct Polygon {
  std::vector<PlaneInterval> corners;
  /// n_i with n_i . d_i = n_i . d_(i+1) = 1, enclosed. The polygon is {p: n_i . p <= 1}.
  std::vector<PlaneInterval> normals;
  double radius = 0.0;          ///< |d_i| at most
  double longest_normal = 0.0;  ///< |n_i| at most
};

/// Empty when the corners are not shown to be those of a convex polygon around 0.
[[nodiscard]] Polygon friction_polygon(int num_directions);

}  // namespace perpend
