// What a report says in words of a run that was simulated: how its linear algebra, contacts and redundant rows went.
#pragma once

#include "kernel/model/scene/experiment.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "kernel/simulation/simulate.hpp"

namespace perpend {

/// A run that has ended, and what it was of.
struct SimulatedRun {
  const Experiment& experiment;  ///< with a world and a run block
  const Model& model;            ///< with the method's own choice of contacts
  const MethodSpec& method;
  const SimulationResult& result;
  bool is_reference = false;  ///< the method is the reference, whose linear algebra is its own
  bool is_of_sweep = false;   ///< overlaps at the start are noted for the run of the scene only
  bool stopped_by_condition = false;
  long gap_of_condition = -1;  ///< first step at which it compares what is no number
};

void add_notes(const SimulatedRun& simulated, MethodRun& run);

/// Any two bodies that may touch have friction between them.
[[nodiscard]] bool has_friction(const Model& model);

}  // namespace perpend
