#include "reports/page/wireframe.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <limits>
#include <numbers>

namespace perpend::reports {

namespace {

constexpr int num_circle_points = 24;  // a circle of 24 corners departs from a true one by one percent of its radius

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
  std::vector<Line3> lines;
  if (shape.form == nullptr || shape.form->wires == nullptr) return lines;
  for (const std::vector<Vec3>& wire : shape.form->wires(shape, num_circle_points)) {
    Line3& line = lines.emplace_back();
    for (const Vec3& point : wire) line.push_back({point.x(), point.y(), point.z()});
  }
  return lines;
}

std::string_view solid_name(const Shape& shape) {
  return shape.form != nullptr ? shape.form->name : "none";
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
