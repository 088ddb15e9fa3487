// Where the mechanism is and how it moves: a value.
#pragma once

#include "kernel/model.hpp"
#include "kernel/types.hpp"

namespace perpend {

struct State {
  double time = 0.0;  ///< [s]
  VectorX q;          ///< coordinates [m, rad]
  VectorX v;          ///< velocities [m/s, rad/s]
  VectorX q_low;      ///< what a method in extended precision keeps below the doubles; empty otherwise
  VectorX v_low;
};

[[nodiscard]] State initial_state(const Model& model);

[[nodiscard]] inline bool is_finite(const State& state) {
  return state.q.allFinite() && state.v.allFinite();
}

}  // namespace perpend
