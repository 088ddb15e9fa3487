// Chains of links, the problem that `perpend bench` gives to every engine, and what is measured on the poses that come
// back. The file is text, so that a program of any language reads it.
#pragma once

#include <string>
#include <vector>

#include "formats/reading.hpp"
#include "kernel/model/types.hpp"

namespace perpend::bench {

/// A body as the meter sees it.
struct Pose {
  Vec3 position = Vec3::Zero();   ///< centre of mass [m]
  Vec4 rotation = Vec4::UnitX();  ///< body to world, (w, x, y, z)
};

/// At rest at the start, its frame parallel to the world's.
struct ChainLink {
  double mass = 0.0;            ///< [kg]
  Vec3 inertia = Vec3::Zero();  ///< about the centre of mass, principal axes x, y, z [kg m^2]
  Vec3 center = Vec3::Zero();   ///< [m]
  Vec3 from = Vec3::Zero();     ///< joint with the previous link, or with the ground [m]
  Vec3 to = Vec3::Zero();       ///< joint with the next link [m]
};

struct ChainProblem {
  bool is_hinged = false;  ///< hinges about z, a motion in the plane; else ball joints, a motion in space
  Vec3 gravity = Vec3::Zero();
  double step = 0.0;  ///< [s]
  long num_steps = 0;
  std::vector<ChainLink> links;

  [[nodiscard]] long size() const { return static_cast<long>(links.size()); }
};

/// N links of 1 kg in a zigzag about the horizontal (hinges) or a helix (ball joints): neither straight nor symmetric.
[[nodiscard]] ChainProblem make_chain(bool is_hinged, long size, double step, long num_steps);

[[nodiscard]] std::string chain_text(const ChainProblem& problem);
[[nodiscard]] Reading<ChainProblem> read_chain(const std::string& path);

[[nodiscard]] std::string poses_text(const std::vector<Pose>& poses);
/// `count`: as many as the problem has bodies.
[[nodiscard]] Reading<std::vector<Pose>> read_poses(const std::string& path, long count);

/// Largest distance of the two points that a joint holds together [m].
[[nodiscard]] double joint_separation(const ChainProblem& problem, const std::vector<Pose>& poses);
/// Largest angle between the axis of a hinge on its link and z [rad]. Pre: hinges.
[[nodiscard]] double axis_tilt(const std::vector<Pose>& poses);
/// Largest distance of two centres of mass [m]. Pre: as many of both.
[[nodiscard]] double largest_distance(const std::vector<Pose>& a, const std::vector<Pose>& b);

}  // namespace perpend::bench
