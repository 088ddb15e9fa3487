#include "kernel/shapes/arcs.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace perpend {

std::vector<Vec2> ellipse_line(double a, double b, int arc_points) {
  std::vector<Vec2> line;
  for (int i = 0; i <= arc_points; ++i) {
    const double angle = 2 * std::numbers::pi * i / arc_points;
    line.emplace_back(a * std::cos(angle), b * std::sin(angle));
  }
  return line;
}

std::vector<Vec3> arc(const Vec3& centre, const Vec3& a, const Vec3& b, int arc_points, double from, double to) {
  std::vector<Vec3> line;
  const int count = static_cast<int>(std::ceil(arc_points * (to - from)));
  for (int i = 0; i <= count; ++i) {
    const double angle = 2 * std::numbers::pi * (from + (to - from) * i / count);
    line.emplace_back(centre + (a * std::cos(angle) + b * std::sin(angle)));
  }
  return line;
}

std::vector<std::vector<Vec3>> ellipsoid_wires(const Vec3& semi, int arc_points) {
  const Vec3 x(semi.x(), 0, 0);
  const Vec3 y(0, semi.y(), 0);
  const Vec3 z(0, 0, semi.z());
  const Vec3 centre = Vec3::Zero();
  return {arc(centre, x, y, arc_points), arc(centre, y, z, arc_points), arc(centre, z, x, arc_points)};
}

std::vector<std::vector<Vec3>> tube_wires(double length, double radius, int arc_points) {
  const double x = length / 2;
  if (!(radius > 0)) return {{Vec3(-x, 0, 0), Vec3(x, 0, 0)}};
  std::vector<std::vector<Vec3>> lines;
  for (const double end : {-x, x})
    lines.push_back(arc(Vec3(end, 0, 0), Vec3(0, radius, 0), Vec3(0, 0, radius), arc_points));
  for (const auto& [y, z] :
       {std::array{radius, 0.0}, std::array{0.0, radius}, std::array{-radius, 0.0}, std::array{0.0, -radius}})
    lines.push_back({Vec3(-x, y, z), Vec3(x, y, z)});
  return lines;
}

}  // namespace perpend
