#include <cmath>

#include "tests/reports/sample_record.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend {
namespace {

struct Link {
  const char* name;
  Shape shape;
  double length;  ///< along x of the body [m]
  const char* color = "";
};

Shape shape(ShapeKind kind, double a, double b, double c) {
  Shape result = test::with_spatial_form(kind);
  result.extent = {a, b, c};
  return result;
}

std::vector<Link> links() {
  return {{"rod", shape(ShapeKind::rod, 0.4, 0.0, 0.0), 0.4},
          {"box", shape(ShapeKind::box, 0.3, 0.12, 0.06), 0.3, "#cc79a7"},
          {"capsule", shape(ShapeKind::capsule, 0.2, 0.05, 0.0), 0.3},
          {"cylinder", shape(ShapeKind::cylinder, 0.3, 0.04, 0.0), 0.3},
          {"ball", shape(ShapeKind::sphere, 0.1, 0.0, 0.0), 0.2},
          {"egg", shape(ShapeKind::ellipsoid, 0.12, 0.08, 0.05), 0.24},
          {"plain", shape(ShapeKind::none, 0.0, 0.0, 0.0), 0.2}};
}

/// Axis x of the body down by `fall` from the horizontal, in the vertical plane at `heading`.
std::array<float, 7> pose(const Vec3& center, double heading, double fall) {
  const double ch = std::cos(heading / 2);
  const double sh = std::sin(heading / 2);
  const double cf = std::cos(fall / 2);
  const double sf = std::sin(fall / 2);
  const std::array<double, 7> numbers{center.x(), center.y(), center.z(), ch * cf, -sh * sf, ch * sf, sh * cf};
  std::array<float, 7> result{};
  for (std::size_t i = 0; i < 7; ++i) result[i] = static_cast<float>(numbers[i]);
  return result;
}

std::vector<std::array<float, 7>> poses_at(double time, double error) {
  std::vector<std::array<float, 7>> poses;
  Vec3 end{0.0, 0.0, 2.0};
  double heading = 0.8 * std::sin(3 * time);
  double fall = 1.57 - 1.3 * std::cos(2 * time);
  for (const Link& link : links()) {
    const Vec3 along{std::cos(fall) * std::cos(heading), std::cos(fall) * std::sin(heading), -std::sin(fall)};
    poses.push_back(pose(end + link.length / 2 * along, heading, fall));
    end += (link.length + error) * along;
    heading += 0.3 * std::sin(5 * time);
    fall += 0.15 * std::cos(4 * time);
  }
  poses.push_back(pose(end, 0, 0));               // the particle
  poses.push_back(pose({0.0, 0.0, 2.03}, 0, 0));  // the stand
  return poses;
}

Frames frames(long steps, double step, double error) {
  Frames result;
  for (long k = 0; k <= steps; k += 4) {
    const double time = static_cast<double>(k) * step;
    result.times.push_back(time);
    result.spatial_poses.push_back(poses_at(time, error * time));
  }
  return result;
}

std::array<double, 3> at(double x) {
  return {x, 0, 0};
}

}  // namespace

ExperimentRecord spatial_record(long steps) {
  ExperimentRecord record = sample_record(steps);
  record.id = "chain_in_space";
  record.title = "A chain of every shape";
  record.space = Space::spatial;
  record.bodies.clear();
  record.joints.clear();
  const double step = 2.0 / static_cast<double>(steps);
  int body = 0;
  double before = 0;
  for (const Link& link : links()) {
    record.bodies.push_back({link.name, BodyKind::rigid, link.shape, link.color});
    JointDrawing joint{"joint of " + std::string(link.name), body % 2 == 0 ? "hinge" : "ball", {body - 1, body}};
    joint.spatial_anchor = {at(before / 2), at(-link.length / 2)};
    if (body == 0) joint.spatial_anchor[0] = {0, 0, 2};
    if (body % 2 == 0) joint.axis = {{{0, 1, 0}, {0, 1, 0}}};
    record.joints.push_back(joint);
    before = link.length;
    ++body;
  }
  record.bodies.push_back({"drop", BodyKind::particle, shape(ShapeKind::point, 0, 0, 0), ""});
  record.bodies.push_back({"stand", BodyKind::fixed, shape(ShapeKind::box, 0.3, 0.3, 0.06), ""});
  const std::array<double, 4> errors{0.02, 0.004, 0.1, 0.0};
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    record.runs[i].frames = frames(record.runs[i].steps, step, errors[i]);
  return record;
}

}  // namespace perpend
