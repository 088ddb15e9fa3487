// Where the mechanism is and how it moves: a value.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// Impulse of one contact in its last solve: where an iteration starts in the next step.
struct ContactImpulse {
  std::array<int, 2> body{world_body, world_body};
  int feature = 0;
  double normal = 0.0;                         ///< [N s]
  std::array<double, 2> tangential{0.0, 0.0};  ///< along Contact::tangent [N s]
  double slip = 0.0;                           ///< sigma [m/s]
};

struct State {
  double time = 0.0;  ///< [s]
  VectorX q;          ///< positions [m, rad; quaternions]
  VectorX v;          ///< velocities [m/s, rad/s]
  /// Last values of the free coordinates of all joints. An angle in space is known up to whole turns; the one nearest
  /// to the value here is meant. Empty: zero turns.
  VectorX coordinates;
  /// Integrals over time of the errors of non-holonomic rows, one a row (0 for other rows), for methods that feed them
  /// back. Empty: not used. [Hong06] (32)
  VectorX integral;
  std::vector<ContactImpulse> contacts{};  ///< in the order of ContactRows; empty: solvers start from nothing
  VectorX q_low;  ///< what a method in extended precision keeps below the doubles; empty otherwise
  VectorX v_low;

  /// Vectors change places, where `std::swap` moves all of them three times, in each step.
  friend void swap(State& a, State& b) noexcept {
    auto& [time, q, v, coordinates, integral, contacts, q_low, v_low] = a;  // all there are
    std::swap(time, b.time);
    q.swap(b.q);
    v.swap(b.v);
    coordinates.swap(b.coordinates);
    integral.swap(b.integral);
    contacts.swap(b.contacts);
    q_low.swap(b.q_low);
    v_low.swap(b.v_low);
  }
};

[[nodiscard]] State initial_state(const Model& model);
/// The bodies start as `state` says.
void set_initial_state(const State& state, Model& model);

[[nodiscard]] inline bool is_finite(const State& state) {
  return state.q.allFinite() && state.v.allFinite();
}

}  // namespace perpend
