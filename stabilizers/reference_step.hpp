// The reference in steps of any length: states in extended precision, kept as two doubles for each number.
#pragma once

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/model/state.hpp"
#include "kernel/model/status.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

struct ReferenceAccuracy {
  double tolerance = 1e-17;  ///< of each extrapolation, relative to the size of the solution
  int max_columns = 12;      ///< of the extrapolation table
  int substeps = 1;          ///< extrapolations per step
};

/// From `now` to `next`, by h [s]. Pre: no limits, dry friction, contacts or compliance.
[[nodiscard]] Status advance_reference(const Model& model, const ReferenceAccuracy& accuracy, double h,
                                       const State& now, State& next);

/// What the constraints ask for at a state.
struct ReferenceForces {
  VectorX acceleration;             ///< [m/s^2, rad/s^2]
  VectorX multiplier;               ///< of all rows of joints, those of least norm in the metric of M [N, N m]
  bool has_dependent_rows = false;  ///< the multipliers are not the only ones
};
[[nodiscard]] ReferenceForces reference_forces(const Model& model, const State& state);

/// The change of the velocities by an impulse on them, with the impulses of joints.
[[nodiscard]] VectorX reference_response(const Model& model, const State& state, const VectorX& impulse);

/// The impulses of all rows of joints that change the velocities so, those of least norm [N s, N m s].
[[nodiscard]] VectorX reference_impulses(const Model& model, const State& state, const VectorX& change);

/// Multipliers of the end of a step, as impulses of the step.
void report_forces(StepContext& context, const VectorX& multiplier);

/// The nearest position that satisfies all holonomic rows, then the nearest velocity in the metric of M that satisfies
/// all rows: where a row is new, this is a plastic impact.
[[nodiscard]] Status project_reference(const Model& model, State& state);

}  // namespace perpend
