// Disks that fall into a box: the problem, and how far they overlap in the end.
#pragma once

#include <string>
#include <vector>

#include "referee/bench/chain_problem.hpp"

namespace perpend::bench {

/// The floor is y = 0, the walls are x = -half and x = half; gravity acts along -y.
struct GrainsProblem {
  double gravity = 9.81;  ///< [m/s^2]
  double step = 2e-3;     ///< [s]
  long num_steps = 0;
  double half = 0.0;  ///< [m]
  double friction = 0.3;
  double radius = 0.01;       ///< [m]
  double density = 1000.0;    ///< [kg/m^2]
  std::vector<Vec2> centers;  ///< at the start, at rest [m]

  [[nodiscard]] long size() const { return static_cast<long>(centers.size()); }
};

/// Rows as long as the root of n, with room between them.
[[nodiscard]] GrainsProblem make_grains(long size, long num_steps);
[[nodiscard]] std::string grains_text(const GrainsProblem& problem);
/// The same as a scene, with the one method as a scene writes it.
[[nodiscard]] std::string grains_scene(const GrainsProblem& problem,
                                       const std::string& method = "stabilized_lcp(convex: true)");
[[nodiscard]] Reading<GrainsProblem> read_grains(const std::string& path);

/// How far two disks, or a disk and a wall, are in each other, as a share of the radius.
[[nodiscard]] double largest_overlap(const GrainsProblem& problem, const std::vector<Pose>& poses);
[[nodiscard]] double mean_height(const std::vector<Pose>& poses);

}  // namespace perpend::bench
