#include "reports/page/wireframe.hpp"

#include <cmath>
#include <Eigen/Geometry>
#include <numbers>

namespace perpend::reports {
namespace {

using Lines = std::vector<Line3>;

constexpr int num_circle_points = 24;  // a circle of 24 corners departs from a true one by one percent of its radius

/// center + a cos + b sin over [from, to] in turns.
Line3 arc(const Point3& center, const Point3& a, const Point3& b, double from = 0.0, double to = 1.0) {
  Line3 line;
  const int count = static_cast<int>(std::ceil(num_circle_points * (to - from)));
  for (int i = 0; i <= count; ++i) {
    const double angle = 2 * std::numbers::pi * (from + (to - from) * i / count);
    Point3& point = line.emplace_back(center);
    for (std::size_t k = 0; k < 3; ++k) point[k] += a[k] * std::cos(angle) + b[k] * std::sin(angle);
  }
  return line;
}

Lines ellipsoid(double a, double b, double c) {
  const Point3 x{a, 0, 0};
  const Point3 y{0, b, 0};
  const Point3 z{0, 0, c};
  return {arc({}, x, y), arc({}, y, z), arc({}, z, x)};
}

Lines box(double length, double width, double height) {
  const double x = length / 2;
  const double y = width / 2;
  const double z = height / 2;
  Lines lines;
  for (const double top : {-z, z})
    lines.push_back({{-x, -y, top}, {x, -y, top}, {x, y, top}, {-x, y, top}, {-x, -y, top}});
  for (const auto& [across, along] : {std::array{-x, -y}, std::array{x, -y}, std::array{x, y}, std::array{-x, y}})
    lines.push_back({{across, along, -z}, {across, along, z}});
  return lines;
}

/// Two rings and four seams along x.
Lines tube(double length, double radius) {
  const double x = length / 2;
  if (!(radius > 0)) return {{{-x, 0, 0}, {x, 0, 0}}};
  Lines lines;
  for (const double end : {-x, x}) lines.push_back(arc({end, 0, 0}, {0, radius, 0}, {0, 0, radius}));
  for (const auto& [y, z] :
       {std::array{radius, 0.0}, std::array{0.0, radius}, std::array{-radius, 0.0}, std::array{0.0, -radius}})
    lines.push_back({{-x, y, z}, {x, y, z}});
  return lines;
}

Lines capsule(double length, double radius) {
  Lines lines = tube(length, radius);
  for (const double side : {-1.0, 1.0})
    for (const Point3& across : {Point3{0, radius, 0}, Point3{0, 0, radius}})
      lines.push_back(arc({side * length / 2, 0, 0}, {side * radius, 0, 0}, across, -0.25, 0.25));
  return lines;
}

/// Each face as a closed line.
Lines hull(const Shape& shape) {
  Lines lines;
  for (std::size_t at = 0; at < shape.faces.size(); at += static_cast<std::size_t>(shape.faces[at]) + 1) {
    Line3& line = lines.emplace_back();
    for (int i = 0; i <= shape.faces[at]; ++i) {
      const std::size_t corner = at + 1 + static_cast<std::size_t>(i % shape.faces[at]);
      const Vec3& point = shape.points[static_cast<std::size_t>(shape.faces[corner])];
      line.push_back({point.x(), point.y(), point.z()});
    }
  }
  return lines;
}

}  // namespace

std::vector<Line3> wireframe(const Shape& shape) {
  const Vec3& extent = shape.extent;
  switch (shape.kind) {
    case ShapeKind::rod:
    case ShapeKind::cylinder:
      return tube(extent.x(), extent.y());
    case ShapeKind::capsule:
      return capsule(extent.x(), extent.y());
    case ShapeKind::box:
      return box(extent.x(), extent.y(), extent.z());
    case ShapeKind::sphere:
      return ellipsoid(extent.x(), extent.x(), extent.x());
    case ShapeKind::ellipsoid:
      return ellipsoid(extent.x(), extent.y(), extent.z());
    case ShapeKind::hull:
      return hull(shape);
    case ShapeKind::disk:
    case ShapeKind::ellipse:
    case ShapeKind::polygon:
    case ShapeKind::halfplane:
    case ShapeKind::chain:
    case ShapeKind::halfspace:
    case ShapeKind::point:
    case ShapeKind::none:
      break;
  }
  return {};
}

const char* solid_name(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::rod:
      return "rod";
    case ShapeKind::cylinder:
      return "cylinder";
    case ShapeKind::capsule:
      return "capsule";
    case ShapeKind::box:
      return "box";
    case ShapeKind::sphere:
      return "sphere";
    case ShapeKind::ellipsoid:
      return "ellipsoid";
    case ShapeKind::hull:
      return "hull";
    case ShapeKind::halfspace:
      return "halfspace";
    case ShapeKind::disk:
    case ShapeKind::ellipse:
    case ShapeKind::polygon:
    case ShapeKind::halfplane:
    case ShapeKind::chain:
    case ShapeKind::point:
    case ShapeKind::none:
      break;
  }
  return "none";
}

Point3 placed(const Point3& point, const std::array<float, 7>& pose) {
  Eigen::Quaterniond turn(pose[3], pose[4], pose[5], pose[6]);
  turn.coeffs() /= turn.norm();  // none at all becomes a hole, where normalized() would leave it
  const Vec3 at = turn * Vec3(point[0], point[1], point[2]);
  return {pose[0] + at.x(), pose[1] + at.y(), pose[2] + at.z()};
}

std::array<double, 2> projected(const Point3& point) {
  constexpr double degree = std::numbers::pi / 180;
  const double sa = std::sin(-60 * degree);
  const double ca = std::cos(-60 * degree);
  const double se = std::sin(22 * degree);
  const double ce = std::cos(22 * degree);
  return {-sa * point[0] + ca * point[1], -se * ca * point[0] - se * sa * point[1] + ce * point[2]};
}

}  // namespace perpend::reports
