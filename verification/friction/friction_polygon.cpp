#include "verification/friction/friction_polygon.hpp"

#include "kernel/model/contact_rows.hpp"

namespace perpend {

namespace {

/// Cramer's rule for n . a = n . b = 1.
PlaneInterval normal_of(const PlaneInterval& a, const PlaneInterval& b) {
  const Interval area = a[0] * b[1] - a[1] * b[0];
  return {(b[1] - a[1]) / area, (a[0] - b[0]) / area};
}

/// Every other corner lies inside each edge.
bool is_convex(const Polygon& polygon) {
  const std::size_t k = polygon.corners.size();
  for (std::size_t i = 0; i < k; ++i)
    for (std::size_t j = 0; j < k; ++j)
      if (j != i && j != (i + 1) % k && !(dot(polygon.normals[i], polygon.corners[j]).hi < 1.0)) return false;
  return true;
}

}  // namespace

Polygon friction_polygon(int num_directions) {
  Polygon polygon;
  for (int i = 0; i < num_directions; ++i) {
    const auto [x, y] = direction_coefficients(i, num_directions);
    polygon.corners.push_back({Interval(x), Interval(y)});
    polygon.radius = std::max(polygon.radius, length(polygon.corners.back()).hi);
  }
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    polygon.normals.push_back(normal_of(polygon.corners[i], polygon.corners[(i + 1) % polygon.corners.size()]));
    polygon.longest_normal = std::max(polygon.longest_normal, length(polygon.normals.back()).hi);
  }
  return is_convex(polygon) ? polygon : Polygon{};
}

}  // namespace perpend
