// What laws and measures read of a state: a value, and how it changes with the bodies.
#pragma once

#include <array>
#include <vector>

#include "kernel/dynamics/spaces.hpp"
#include "kernel/model/state_signal.hpp"

namespace perpend {

/// A signal of a pose with its gradient: value_dot = sum of row[side] . (velocity of body[side]). A rate has the row of
/// the signal that it is the rate of, and that sum as its value.
template <class In>
struct SignalRow {
  typename In::Scalar value{0};
  std::array<int, num_sides> body{world_body, world_body, world_body};
  std::array<std::array<typename In::Scalar, In::num_velocities>, num_sides> row{};
};

/// `motions`: one a body, the world last. `near`: State::coordinates, or null for zero turns.
template <class In>
[[nodiscard]] SignalRow<In> signal_row(const Model& model, const std::vector<typename In::Motion>& motions,
                                       const typename In::Scalar* near, const StateSignal& signal);

/// A signal with its derivatives along the motion: `acceleration` is the second one without the accelerations of the
/// bodies. A rate has that as its `rate`, and no `acceleration`.
template <class Scalar>
struct SignalMotion {
  Scalar value{0};
  Scalar rate{0};
  Scalar acceleration{0};
};

template <class In>
[[nodiscard]] SignalMotion<typename In::Scalar> signal_motion(const Model& model,
                                                              const std::vector<typename In::Motion>& motions,
                                                              const typename In::Scalar* near,
                                                              const StateSignal& signal);

/// Values of all of them, in order. Pre: no more than TimeFunction::max_signals.
template <class In>
void signal_values(const Model& model, const std::vector<typename In::Motion>& motions, const typename In::Scalar* near,
                   const std::vector<StateSignal>& signals, typename In::Scalar* values) {
  for (std::size_t i = 0; i < signals.size(); ++i) values[i] = signal_row<In>(model, motions, near, signals[i]).value;
}

}  // namespace perpend
