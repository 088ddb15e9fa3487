#include "referee/bench/grains_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>

namespace perpend::bench {

namespace {

constexpr long most_disks = 1'000'000;

bool read_number(std::istream& file, const char* key, double& value) {
  std::string word;
  return file >> word >> value && word == key;
}

}  // namespace

GrainsProblem make_grains(long size, long num_steps) {
  GrainsProblem problem;
  problem.num_steps = num_steps;
  const long across = std::max(1L, std::lround(std::floor(std::sqrt(static_cast<double>(size)))));
  const double pitch = 2.2 * problem.radius;
  problem.half = 0.5 * static_cast<double>(across + 1) * pitch;
  for (long i = 0; i < size; ++i) {
    const long row = i / across, column = i % across;
    const double aside = 0.05 * problem.radius * std::sin(12.9898 * static_cast<double>(i));
    problem.centers.emplace_back((static_cast<double>(column) - 0.5 * static_cast<double>(across - 1)) * pitch + aside,
                                 problem.radius + static_cast<double>(row) * pitch);
  }
  return problem;
}

std::string grains_text(const GrainsProblem& problem) {
  std::string text = fmt::format(
      "grains\ngravity {}\nstep {}\nsteps {}\nhalf {}\nfriction {}\nradius {}\ndensity {}\ndisks {}\n", problem.gravity,
      problem.step, problem.num_steps, problem.half, problem.friction, problem.radius, problem.density, problem.size());
  for (const Vec2& center : problem.centers) text += fmt::format("{} {}\n", center.x(), center.y());
  return text;
}

std::string grains_scene(const GrainsProblem& problem, const std::string& method) {
  std::string text = fmt::format(
      "experiment grains {{\n  title = \"Disks in a box\"\n  source = \"derived\"\n  world planar {{\n"
      "    gravity = (0, {}) m/s^2\n    contacts {{ friction = {}; active_gap = 1 mm }}\n"
      "    fixed ground = halfplane(point: (0, 0) m, normal: (0, 1))\n"
      "    fixed left = halfplane(point: ({} m, 0 m), normal: (1, 0))\n"
      "    fixed right = halfplane(point: ({} m, 0 m), normal: (-1, 0))\n",
      -problem.gravity, problem.friction, -problem.half, problem.half);
  for (long i = 0; i < problem.size(); ++i) {
    const Vec2& center = problem.centers[static_cast<std::size_t>(i)];
    text += fmt::format("    body disk{} = disk(radius: {} m) {{ density = {} kg/m^2; at = ({} m, {} m) }}\n", i,
                        problem.radius, problem.density, center.x(), center.y());
  }
  return text + fmt::format(
                    "  }}\n  run {{ step = {} s; duration = {} s }}\n  method tried = {}\n"
                    "  measure gap = penetration\n}}\n",
                    problem.step, problem.step * static_cast<double>(problem.num_steps), method);
}

Reading<GrainsProblem> read_grains(const std::string& path) {
  std::ifstream file(path);
  GrainsProblem problem;
  std::string word;
  double steps = 0.0, size = 0.0;
  const bool has_head = file >> word && word == "grains" && read_number(file, "gravity", problem.gravity) &&
                        read_number(file, "step", problem.step) && read_number(file, "steps", steps) &&
                        read_number(file, "half", problem.half) && read_number(file, "friction", problem.friction) &&
                        read_number(file, "radius", problem.radius) && read_number(file, "density", problem.density) &&
                        read_number(file, "disks", size);
  if (!has_head || !(size >= 1.0) || size > most_disks || !(problem.step > 0.0))
    return FileError{path + ": not grains as perpend bench writes them"};
  problem.num_steps = std::lround(steps);
  for (double i = 0.0; i < size; ++i) {
    Vec2 center;
    if (!(file >> center[0] >> center[1])) return FileError{path + ": ends within the disks"};
    problem.centers.push_back(center);
  }
  return problem;
}

double largest_overlap(const GrainsProblem& problem, const std::vector<Pose>& poses) {
  std::vector<Vec2> at;
  double largest = 0.0;
  for (const Pose& pose : poses) {
    at.emplace_back(pose.position.x(), pose.position.y());
    const double gap = std::min({at.back().y(), problem.half - at.back().x(), problem.half + at.back().x()});
    largest = std::max(largest, problem.radius - gap);
  }
  std::sort(at.begin(), at.end(), [](const Vec2& a, const Vec2& b) { return a.x() < b.x(); });
  for (std::size_t i = 0; i < at.size(); ++i)
    for (std::size_t j = i + 1; j < at.size() && at[j].x() - at[i].x() < 2.0 * problem.radius; ++j)
      largest = std::max(largest, 2.0 * problem.radius - (at[i] - at[j]).norm());
  return largest / problem.radius;
}

double mean_height(const std::vector<Pose>& poses) {
  return std::accumulate(poses.begin(), poses.end(), 0.0,
                         [](double sum, const Pose& pose) { return sum + pose.position.y(); }) /
         static_cast<double>(poses.size());
}

}  // namespace perpend::bench
