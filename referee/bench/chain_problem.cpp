#include "referee/bench/chain_problem.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace perpend::bench {

namespace {

constexpr long most_links = 10'000'000;

Vec3 turned(const Vec4& rotation, const Vec3& v) {
  const Vec3 u = rotation.tail<3>();
  const Vec3 t = 2.0 * u.cross(v);
  return v + rotation[0] * t + u.cross(t);
}

std::string text_of(const Vec3& v) {
  return fmt::format("{} {} {}", v.x(), v.y(), v.z());
}

std::istream& operator>>(std::istream& file, Vec3& v) {
  return file >> v[0] >> v[1] >> v[2];
}

bool read_key(std::istream& file, const char* key) {
  std::string word;
  return file >> word && word == key;
}

}  // namespace

ChainProblem make_chain(bool is_hinged, long size, double step, long num_steps) {
  ChainProblem problem{is_hinged, Vec3(0.0, -9.81, 0.0), step, num_steps, {}};
  const auto node = [&](long i) {
    const double at = 0.08 * static_cast<double>(i);
    if (is_hinged) return Vec3(at, i % 2 == 0 ? 0.0 : 0.06, 0.0);
    return Vec3(at, 0.02 * static_cast<double>(i % 3), 0.03 * static_cast<double>(i % 2));
  };
  for (long i = 0; i < size; ++i) {
    const Vec3 from = node(i), to = node(i + 1);
    // A block with three moments of its own: it spins as no round bar does.
    problem.links.push_back({1.0, Vec3(2e-4, 7e-4, 8e-4), (from + to) / 2.0, from, to});
  }
  return problem;
}

std::string chain_text(const ChainProblem& problem) {
  std::string text =
      fmt::format("chain\njoint {}\ngravity {}\nstep {}\nsteps {}\nlinks {}\n", problem.is_hinged ? "hinge" : "ball",
                  text_of(problem.gravity), problem.step, problem.num_steps, problem.size());
  for (const ChainLink& link : problem.links)
    text += fmt::format("{} {} {} {} {}\n", link.mass, text_of(link.inertia), text_of(link.center), text_of(link.from),
                        text_of(link.to));
  return text;
}

Reading<ChainProblem> read_chain(const std::string& path) {
  std::ifstream file(path);
  ChainProblem problem;
  std::string joint;
  long size = 0;
  const bool has_head = read_key(file, "chain") && read_key(file, "joint") && file >> joint &&
                        read_key(file, "gravity") && file >> problem.gravity && read_key(file, "step") &&
                        file >> problem.step && read_key(file, "steps") && file >> problem.num_steps &&
                        read_key(file, "links") && file >> size;
  if (!has_head || size < 1 || size > most_links || !(problem.step > 0.0))
    return FileError{path + ": not a chain as perpend bench writes it"};
  problem.is_hinged = joint == "hinge";
  for (long i = 0; i < size; ++i) {
    ChainLink link;
    if (!(file >> link.mass >> link.inertia >> link.center >> link.from >> link.to))
      return FileError{fmt::format("{}: ends within link {} of {}", path, i + 1, size)};
    problem.links.push_back(link);
  }
  return problem;
}

std::string poses_text(const std::vector<Pose>& poses) {
  std::string text = fmt::format("poses {}\n", poses.size());
  for (const Pose& pose : poses)
    text += fmt::format("{} {} {} {} {}\n", text_of(pose.position), pose.rotation[0], pose.rotation[1],
                        pose.rotation[2], pose.rotation[3]);
  return text;
}

Reading<std::vector<Pose>> read_poses(const std::string& path, long count) {
  std::ifstream file(path);
  long written = 0;
  if (!read_key(file, "poses") || !(file >> written)) return FileError{"wrote no poses"};
  if (written != count) return FileError{fmt::format("wrote {} poses, not {}", written, count)};
  std::vector<Pose> poses(static_cast<std::size_t>(count));
  for (Pose& pose : poses) {
    file >> pose.position;
    for (double& entry : pose.rotation) file >> entry;
    // "nan", which streams do not read, ends here too.
    if (!file || !pose.position.allFinite() || !pose.rotation.allFinite())
      return FileError{"a pose is missing or not finite: the motion blew up"};
  }
  return poses;
}

double joint_separation(const ChainProblem& problem, const std::vector<Pose>& poses) {
  double largest = 0.0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const ChainLink& link = problem.links[i];
    const Vec3 own = poses[i].position + turned(poses[i].rotation, link.from - link.center);
    Vec3 other = link.from;
    if (i > 0) {
      const ChainLink& before = problem.links[i - 1];
      other = poses[i - 1].position + turned(poses[i - 1].rotation, before.to - before.center);
    }
    largest = std::max(largest, (own - other).norm());
  }
  return largest;
}

double axis_tilt(const std::vector<Pose>& poses) {
  double largest = 0.0;
  for (const Pose& pose : poses) {
    const Vec3 axis = turned(pose.rotation, Vec3::UnitZ());
    largest = std::max(largest, std::atan2(std::hypot(axis.x(), axis.y()), axis.z()));
  }
  return largest;
}

double largest_distance(const std::vector<Pose>& a, const std::vector<Pose>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i].position - b[i].position).norm());
  return largest;
}

}  // namespace perpend::bench
