#include "reports/page/wireframe.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <iterator>
#include <limits>
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

/// How one kind of shape is drawn. Without lines: wall_net() draws it.
struct SolidRow {
  ShapeKind kind;
  const char* name;
  Lines (*lines)(const Shape& shape);
};

constexpr SolidRow solids[] = {
    {ShapeKind::rod, "rod", [](const Shape& s) { return tube(s.extent.x(), s.extent.y()); }},
    {ShapeKind::cylinder, "cylinder", [](const Shape& s) { return tube(s.extent.x(), s.extent.y()); }},
    {ShapeKind::capsule, "capsule", [](const Shape& s) { return capsule(s.extent.x(), s.extent.y()); }},
    {ShapeKind::box, "box", [](const Shape& s) { return box(s.extent.x(), s.extent.y(), s.extent.z()); }},
    {ShapeKind::sphere, "sphere", [](const Shape& s) { return ellipsoid(s.extent.x(), s.extent.x(), s.extent.x()); }},
    {ShapeKind::ellipsoid, "ellipsoid",
     [](const Shape& s) { return ellipsoid(s.extent.x(), s.extent.y(), s.extent.z()); }},
    {ShapeKind::hull, "hull", hull},
    {ShapeKind::halfspace, "halfspace", nullptr},
};

const SolidRow* find_solid(ShapeKind kind) {
  const auto row =
      std::find_if(std::begin(solids), std::end(solids), [&](const SolidRow& one) { return one.kind == kind; });
  return row == std::end(solids) ? nullptr : row;
}

constexpr int num_squares = 8;  // a side, as on the page

/// Extent along the two axes of a plane.
struct Feet {
  std::array<double, 2> least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  std::array<double, 2> largest{-least[0], -least[1]};

  void hold(const Vec3& foot, double size) {
    for (int axis : {0, 1}) {
      if (!std::isfinite(foot[axis])) continue;
      const auto i = static_cast<std::size_t>(axis);
      least[i] = std::min(least[i], foot[axis] - size);
      largest[i] = std::max(largest[i], foot[axis] + size);
    }
  }
};

double size_of(const Shape& shape) {
  double largest = 0.0;
  for (const Line3& line : wireframe(shape))
    for (const Point3& point : line) largest = std::max(largest, std::hypot(point[0], point[1], point[2]));
  return largest;
}

using Pose = std::array<float, 7>;

void hold_bodies(const ExperimentRecord& record, const std::vector<Pose>& poses, std::size_t wall,
                 const std::vector<double>& sizes, Feet& feet) {
  if (wall >= poses.size()) return;
  const Pose& at = poses[wall];
  const Eigen::Quaterniond turn(at[3], at[4], at[5], at[6]);
  const Vec3 origin(at[0], at[1], at[2]);
  for (std::size_t i = 0; i < poses.size() && i < record.bodies.size(); ++i)
    if (record.bodies[i].kind != BodyKind::fixed)
      feet.hold(turn.normalized().conjugate() * (Vec3(poses[i][0], poses[i][1], poses[i][2]) - origin), sizes[i]);
}

}  // namespace

std::vector<Line3> wireframe(const Shape& shape) {
  const SolidRow* row = find_solid(shape.kind);
  return row != nullptr && row->lines != nullptr ? row->lines(shape) : Lines{};
}

const char* solid_name(const Shape& shape) {
  const SolidRow* row = find_solid(shape.kind);
  return row != nullptr ? row->name : "none";
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

std::vector<Line3> wall_net(const ExperimentRecord& record, std::size_t body) {
  std::vector<double> sizes;
  for (const BodyDrawing& drawing : record.bodies) sizes.push_back(size_of(drawing.shape));
  Feet feet;
  for (const MethodRun& run : record.runs) {
    const auto& poses = run.frames.spatial_poses;
    if (poses.empty()) continue;
    for (const std::size_t frame : {std::size_t{0}, poses.size() / 2, poses.size() - 1})
      hold_bodies(record, poses[frame], body, sizes, feet);
  }
  if (!(feet.least[0] <= feet.largest[0] && feet.least[1] <= feet.largest[1])) feet = {{-0.5, -0.5}, {0.5, 0.5}};
  std::vector<Line3> net;
  for (int i = 0; i <= num_squares; ++i) {
    const double share = static_cast<double>(i) / num_squares;
    const double x = feet.least[0] + share * (feet.largest[0] - feet.least[0]);
    const double y = feet.least[1] + share * (feet.largest[1] - feet.least[1]);
    net.push_back({{x, feet.least[1], 0.0}, {x, feet.largest[1], 0.0}});
    net.push_back({{feet.least[0], y, 0.0}, {feet.largest[0], y, 0.0}});
  }
  return net;
}

}  // namespace perpend::reports
