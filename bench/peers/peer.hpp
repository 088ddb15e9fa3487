// What the programs of this folder share. PROGRAM list: what the engine can do, and what it cannot, with the reason.
// PROGRAM SUITE KIND VARIANT PROBLEM ANSWER: one problem by one variant; CPU time and status are printed, positions go
// to the file ANSWER. Nothing here judges: `perpend bench` does that from the positions alone. No part of Perpend.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace peers {

using Vec = std::array<double, 3>;

struct Pose {
  Vec position{};                    ///< centre of mass [m]
  std::array<double, 4> rotation{};  ///< body to world, (w, x, y, z)
};

[[nodiscard]] Vec operator-(const Vec& a, const Vec& b);
[[nodiscard]] Vec operator+(const Vec& a, const Vec& b);
[[nodiscard]] Vec rotated(const std::array<double, 4>& rotation, const Vec& v);
[[nodiscard]] Vec rotated_back(const std::array<double, 4>& rotation, const Vec& v);

/// Starts at rest, all body frames parallel to the world's.
struct Link {
  double mass = 0.0;  ///< [kg]
  Vec inertia{};      ///< about the centre of mass, principal axes x, y, z [kg m^2]
  Vec center{};       ///< at the start [m]
  Vec from{}, to{};   ///< joint with the previous link, or the ground, and with the next one, at the start [m]
};

struct Chain {
  bool is_hinged = false;  ///< hinges about z; else ball joints
  Vec gravity{};           ///< [m/s^2]
  double step = 0.0;       ///< [s]
  long num_steps = 0;
  std::vector<Link> links;

  /// Joint `i`, which links i - 1 and i share, from the centre of mass of the one and of the other.
  [[nodiscard]] Vec in_previous(std::size_t i) const;
  [[nodiscard]] Vec in_own(std::size_t i) const { return links[i].from - links[i].center; }
};

/// Disks that fall into a box whose floor is y = 0 and whose walls are x = -half and x = half.
struct Grains {
  double gravity = 0.0;  ///< along -y [m/s^2]
  double step = 0.0;     ///< [s]
  long num_steps = 0;
  double half = 0.0;  ///< [m]
  double friction = 0.0;
  double radius = 0.0;       ///< [m]
  double density = 0.0;      ///< [kg/m^2]
  std::vector<Vec> centers;  ///< at the start [m]; z is 0
};

struct Answer {
  std::string status = "solved";  ///< or "failed"
  std::string note;
  double seconds = 0.0;  ///< CPU time of the steps, setup left out
  std::vector<Pose> poses;
};

/// CPU time of the process, all its threads.
[[nodiscard]] double cpu_seconds();

/// Adds the CPU time of `work` to the answer's.
template <class Work>
void time_steps(Answer& answer, Work work) {
  const double start = cpu_seconds();
  work();
  answer.seconds += cpu_seconds() - start;
}

struct Ability {
  std::string suite, kind, variant;
  long largest = 0;  ///< number of links or disks
  int order = 1;     ///< of the integrator, as its manual says
  std::string words;
  std::function<Answer(const Chain&)> chain;
  std::function<Answer(const Grains&)> grains;
};

/// The suites in which a variant of `iterations` takes part: accuracy against the true motion is asked of the fewest.
[[nodiscard]] inline std::vector<std::string> suites_of_chains(int iterations, int fewest) {
  return iterations == fewest ? std::vector<std::string>{"chain", "wp"} : std::vector<std::string>{"chain"};
}

struct Inability {
  std::string suite, kind, words;
};

struct Engine {
  std::string name, version;  ///< "Bullet", "3.24, double precision"
  std::vector<Ability> abilities;
  std::vector<Inability> inabilities;
};

/// The whole of main().
int run_peer(int argc, char** argv, const Engine& engine);

}  // namespace peers
