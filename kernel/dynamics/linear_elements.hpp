// What springs, dampers and drags add to K and D in the pose of a mechanism at rest.
#pragma once

#include <algorithm>
#include <array>
#include <functional>

#include "kernel/dynamics/pose_derivatives.hpp"
#include "kernel/model/model.hpp"

namespace perpend {

/// Error of lengths and angles, which come from a few doubles.
inline constexpr Extended number_share = 0x1p-48L;

/// Those of a force, which has no carrier.
[[nodiscard]] inline ActedBodies acted_bodies(const Force& force) {
  return {force.body[0], force.body[1], world_body};
}

template <class In>
class LinearElements {
 public:
  using Motions = std::array<typename In::Motion, num_sides>;
  /// A force at motions of its bodies.
  using Wrench = std::function<Covector<In>(const Motions&)>;

  /// Into `result`. References stay.
  LinearElements(PoseDerivatives<In>& poses, LinearForces& result) : poses_(poses), result_(result) {}

  /// A spring and a damper of a length whose rate is the gradient times the velocities of the bodies.
  void add(const ActedBodies& body, const Covector<In>& gradient, double stiffness, double damping);
  /// A spring or damper between two points: the gradient of their distance, and how a pull turns with them.
  void add_stretched(const Force& force);
  /// What a force linear in the velocities answers to unit velocities, as a sum of squares, some of which may feed
  /// energy: the drag of a bushing.
  void add_drag(const Force& force, const Wrench& wrench);

  /// Rounding of lengths and angles makes a force wrong by so much [N].
  void doubt(Extended force) { force_doubt_ = std::max(force_doubt_, force); }
  /// The most that it does.
  [[nodiscard]] Extended force_doubt() const { return force_doubt_; }

 private:
  PoseDerivatives<In>& poses_;
  LinearForces& result_;
  Extended force_doubt_ = 0;
};

}  // namespace perpend
