// The registry of signals: what can be measured at each instant of a run.
#pragma once

#include <limits>
#include <span>
#include <unordered_map>

#include "kernel/model/scene/vocabulary.hpp"
#include "kernel/simulation/simulate.hpp"

namespace perpend {

/// How far the step's contact solves are from the laws of contact and friction, the largest of them. NaN before the
/// first step.
struct ContactLawErrors {
  double signorini = std::numeric_limits<double>::quiet_NaN();    ///< [m/s]
  double cone = std::numeric_limits<double>::quiet_NaN();         ///< [N s]
  double dissipation = std::numeric_limits<double>::quiet_NaN();  ///< [J]
};

/// What signals keep from step to step: the last velocity for a difference, the sum for a work.
class SignalMemory {
 public:
  /// What is kept for this measure; empty before its first instant.
  [[nodiscard]] VectorX& of(const MeasureSpec& spec) { return kept_[&spec]; }

 private:
  std::unordered_map<const MeasureSpec*, VectorX> kept_;
};

/// What a signal may look at.
struct SignalContext {
  const Model& model;
  const Instant& instant;
  double initial_energy;   ///< [J]
  const State* reference;  ///< at the same time; nullptr: none
  double backward_error;   ///< largest of the step's solves as certified; NaN: not certified
  ContactLawErrors contact_errors{};
  double step = std::numeric_limits<double>::quiet_NaN();  ///< of the method [s]
  SignalMemory* memory = nullptr;                          ///< null: signals that need it are not known
};

[[nodiscard]] std::span<const SignalType> signal_types();

/// Whether the measure, or a signal that it computes with, has this need.
[[nodiscard]] bool needs(const MeasureSpec& spec, bool SignalType::*need);

/// The measure's value: its signal, reduced. `components` is scratch.
[[nodiscard]] double measure(const MeasureSpec& spec, const SignalContext& context, VectorX& components);

}  // namespace perpend
