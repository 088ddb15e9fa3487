#include "reports/page/outline.hpp"

#include <cmath>
#include <numbers>

namespace perpend::reports {
namespace {

using Line = std::vector<std::array<double, 2>>;

constexpr int num_arc_points = 32;  // a circle of 32 corners departs from a true one by half a percent of its radius

Line ellipse(double a, double b) {
  Line line;
  for (int i = 0; i <= num_arc_points; ++i) {
    const double angle = 2 * std::numbers::pi * i / num_arc_points;
    line.push_back({a * std::cos(angle), b * std::sin(angle)});
  }
  return line;
}

/// Two half circles about (+-length/2, 0).
Line capsule(double length, double radius) {
  Line line;
  for (int side : {1, -1})
    for (int i = 0; i <= num_arc_points / 2; ++i) {
      const double angle = std::numbers::pi * (2.0 * i / num_arc_points - 0.5) + (side > 0 ? 0.0 : std::numbers::pi);
      line.push_back({side * length / 2 + radius * std::cos(angle), radius * std::sin(angle)});
    }
  line.push_back(line.front());
  return line;
}

Line polygon(const std::vector<Vec2>& vertices) {
  Line line;
  for (const Vec2& vertex : vertices) line.push_back({vertex.x(), vertex.y()});
  if (!line.empty()) line.push_back(line.front());
  return line;
}

Line box(double width, double height) {
  const double x = width / 2;
  const double y = height / 2;
  return {{-x, -y}, {x, -y}, {x, y}, {-x, y}, {-x, -y}};
}

}  // namespace

Line outline(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::rod:
      return {{-shape.size.x() / 2, 0}, {shape.size.x() / 2, 0}};
    case ShapeKind::disk: {
      Line line = ellipse(shape.size.x(), shape.size.x());
      line.push_back({0, 0});  // a spoke shows the turning
      return line;
    }
    case ShapeKind::box:
      return box(shape.size.x(), shape.size.y());
    case ShapeKind::ellipse:
      return ellipse(shape.size.x(), shape.size.y());
    case ShapeKind::capsule:
      return capsule(shape.size.x(), shape.size.y());
    case ShapeKind::polygon:
      return polygon(shape.vertices);
    case ShapeKind::chain: {
      Line line;
      for (const Vec2& vertex : shape.vertices) line.push_back({vertex.x(), vertex.y()});
      return line;
    }
    case ShapeKind::halfplane:
    case ShapeKind::halfspace:
    case ShapeKind::hull:
    case ShapeKind::sphere:
    case ShapeKind::cylinder:
    case ShapeKind::ellipsoid:
    case ShapeKind::point:
    case ShapeKind::none:
      break;
  }
  return {};
}

std::array<double, 2> placed(const std::array<double, 2>& point, const std::array<float, 3>& pose) {
  const double s = std::sin(static_cast<double>(pose[2]));
  const double c = std::cos(static_cast<double>(pose[2]));
  return {pose[0] + c * point[0] - s * point[1], pose[1] + s * point[0] + c * point[1]};
}

}  // namespace perpend::reports
