#include "reports/page/outline.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <limits>
#include <numbers>

namespace perpend::reports {

namespace {

using Point = std::array<double, 2>;
using Line = std::vector<Point>;

constexpr int num_arc_points = 32;  // a circle of 32 corners departs from a true one by half a percent of its radius

/// Rails and lines hold a point of space, not of the body that slides along them.
bool holds_points_of_bodies(const JointDrawing& joint) {
  return joint.type == "revolute" || joint.type == "weld" || joint.type == "distance";
}

Line held_points(const ExperimentRecord& record, std::size_t body) {
  Line points{{0.0, 0.0}};
  for (const JointDrawing& joint : record.joints)
    for (std::size_t side = 0; side < 2; ++side)
      if (joint.body[side] == static_cast<int>(body) && holds_points_of_bodies(joint) &&
          std::isfinite(joint.anchor[side][0]) && std::isfinite(joint.anchor[side][1]))
        points.push_back(joint.anchor[side]);
  return points;
}

double extent(const Line& points) {
  double largest = 0.0;
  for (const Point& point : points) largest = std::max({largest, std::abs(point[0]), std::abs(point[1])});
  return largest;
}

/// Twice the area of a, b, c, positive when they turn left.
double turn(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// One side of the hull of points in order, from the first to the last, which is left out. Corners that stand out by
/// less than a thousandth of the body would not be seen.
void add_side(const Line& points, double smallest_turn, Line& hull) {
  const std::size_t first = hull.size();
  for (const Point& point : points) {
    while (hull.size() >= first + 2 && !(turn(hull[hull.size() - 2], hull.back(), point) > smallest_turn))
      hull.pop_back();
    hull.push_back(point);
  }
  hull.pop_back();
}

/// Counter-clockwise and closed; a line when all points lie on one.
Line convex_hull(Line points) {
  const double size = extent(points);
  if (!(size > 0.0)) return {};
  std::sort(points.begin(), points.end());
  const double smallest_turn = 1e-3 * size * size;
  Line hull;
  add_side(points, smallest_turn, hull);
  std::reverse(points.begin(), points.end());
  add_side(points, smallest_turn, hull);
  if (hull.size() > 2) hull.push_back(hull.front());
  return hull;
}

/// Where bodies are along the edge of a half plane, in the first, the middle and the last frame of each run.
class EdgeInUse {
 public:
  EdgeInUse(const ExperimentRecord& record, std::size_t body) : record_(record), body_(body) {
    for (const MethodRun& run : record.runs) {
      const auto& poses = run.frames.poses;
      if (poses.empty()) continue;
      for (const std::size_t frame : {std::size_t{0}, poses.size() / 2, poses.size() - 1}) include(poses[frame]);
    }
  }

  /// From below the first body that is near to beyond the last; a tenth of the scene where none is.
  [[nodiscard]] Line line() const {
    if (low_ > high_) return {{-0.05 * extent_, 0.0}, {0.05 * extent_, 0.0}};
    const double margin = 0.1 * (high_ - low_);
    return {{low_ - margin, 0.0}, {high_ + margin, 0.0}};
  }

 private:
  void include(const std::vector<std::array<float, 3>>& poses) {
    if (body_ >= poses.size()) return;
    const auto& edge = poses[body_];
    const double s = std::sin(static_cast<double>(edge[2]));
    const double c = std::cos(static_cast<double>(edge[2]));
    for (std::size_t i = 0; i < poses.size() && i < record_.bodies.size(); ++i) {
      if (record_.bodies[i].kind == BodyKind::fixed) continue;
      const double x = poses[i][0] - edge[0];
      const double y = poses[i][1] - edge[1];
      const double along = c * x + s * y;
      const double above = c * y - s * x;
      const double size = extent(outline(record_.bodies[i].shape));
      extent_ = std::max({extent_, std::abs(along) + size, std::abs(above) + size});
      if (!(above <= 2.0 * size)) continue;
      low_ = std::min(low_, along - size);
      high_ = std::max(high_, along + size);
    }
  }

  const ExperimentRecord& record_;
  std::size_t body_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
  double extent_ = 0.0;
};

}  // namespace

Line outline(const Shape& shape) {
  Line line;
  for (const Shape& part : shape.parts) {
    if (!line.empty()) line.push_back(lifted_pen);
    const Line own = outline(part);
    line.insert(line.end(), own.begin(), own.end());
  }
  if (!line.empty()) return line;
  if (shape.form == nullptr || shape.form->outline == nullptr) return line;
  for (const Vec2& point : shape.form->outline(shape, num_arc_points)) line.push_back({point.x(), point.y()});
  return line;
}

std::array<double, 2> placed(const std::array<double, 2>& point, const std::array<float, 3>& pose) {
  const double s = std::sin(static_cast<double>(pose[2]));
  const double c = std::cos(static_cast<double>(pose[2]));
  return {pose[0] + c * point[0] - s * point[1], pose[1] + s * point[0] + c * point[1]};
}

Line body_outline(const ExperimentRecord& record, std::size_t body) {
  const BodyDrawing& drawing = record.bodies[body];
  if (is_endless(drawing.shape)) return EdgeInUse(record, body).line();
  if (drawing.kind != BodyKind::rigid || drawing.shape.kind != ShapeKind::none) return outline(drawing.shape);
  return convex_hull(held_points(record, body));
}

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
