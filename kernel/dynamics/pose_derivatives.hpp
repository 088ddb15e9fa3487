// How forces turn with the bodies that they act on: their derivatives over the poses of bodies, by central differences
// of order 4 in extended precision with two steps, which have to agree.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/dynamics/spaces.hpp"
#include "kernel/model/linear_forces.hpp"

namespace perpend {

/// The bodies of a joint or a force, and their carrier.
using ActedBodies = std::array<int, num_sides>;

/// A force on each of them: a number for each velocity of a body.
template <class In>
using Covector = std::array<std::array<Extended, In::num_velocities>, num_sides>;

/// Sums up derivatives at rest in one pose, as the `rest` and the `margin` of LinearForces.
template <class In>
class PoseDerivatives {
 public:
  using Motions = std::array<typename In::Motion, num_sides>;
  using Function = std::function<Covector<In>(const Motions&)>;

  /// References stay.
  PoseDerivatives(const Model& model, const State& pose, LinearForces& result);

  /// sign times the derivative of `value_at` over the poses of all bodies. `doubt`: share of it that may be wrong
  /// because the force itself is the difference of larger numbers. Sets `has_part` where it is not 0. `name`: for an
  /// objection.
  void add(const ActedBodies& body, const std::string& name, Extended sign, Extended doubt, const Function& value_at,
           bool& has_part);
  /// value [N/m, N, N m] at a place of the sum, known to the rounding of the operations that made it.
  void add_entry(int row, int column, Extended value);
  /// Writes the sum, which has to be symmetric, as it is in space where the torques on each body balance: as in a
  /// potential at rest.
  void finish();
  /// Why there is no result; the first reason stays.
  void object(std::string reason);

  [[nodiscard]] Motions motions(const ActedBodies& body) const;
  [[nodiscard]] int dof(int body) const { return body == world_body ? 0 : model_.bodies[body].dof; }
  /// The velocities of the bodies, one after the other, and a covector's numbers for them.
  [[nodiscard]] std::vector<int> columns(const ActedBodies& body) const;
  [[nodiscard]] ExtendedVector flat(const ActedBodies& body, const Covector<In>& value) const;
  /// characteristic_length of the mechanism [m].
  [[nodiscard]] Extended length() const { return length_; }

 private:
  struct Sum {
    Extended value = 0;
    Extended size = 0;  ///< of its parts
  };

  [[nodiscard]] typename In::Motion motion(int body, int moved = -1, Extended by = 0) const;

  const Model& model_;
  Extended time_;
  ExtendedVector q_;
  Extended length_;
  std::map<std::pair<int, int>, Sum> rest_;
  LinearForces& result_;
};

}  // namespace perpend
