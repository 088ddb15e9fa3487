// The registry of signals: what can be measured at each instant of a run.
#pragma once

#include <span>

#include "kernel/simulate.hpp"
#include "kernel/vocabulary.hpp"

namespace perpend {

/// What a signal may look at.
struct SignalContext {
  const Model& model;
  const Instant& instant;
  double initial_energy;   ///< [J]
  const State* reference;  ///< at the same time; nullptr: none
  double backward_error;   ///< largest of the step's solves as certified; NaN: not certified
};

[[nodiscard]] std::span<const SignalType> signal_types();

/// The measure's value: its signal, reduced. `components` is scratch.
[[nodiscard]] double measure(const MeasureSpec& spec, const SignalContext& context, VectorX& components);

}  // namespace perpend
