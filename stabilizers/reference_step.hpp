// The reference in steps of any length: states in extended precision, kept as two doubles for each number.
#pragma once

#include <vector>

#include "kernel/dynamics/extended_dynamics.hpp"
#include "kernel/model/state.hpp"
#include "kernel/model/status.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

struct ReferenceAccuracy {
  double tolerance = 1e-17;  ///< of each extrapolation, relative to the size of the solution
  int max_columns = 12;      ///< of the extrapolation table
  int substeps = 1;          ///< extrapolations per step
  bool is_smoothed = false;  ///< ends of extrapolations are evaluated, before which a jump would be passed
};

/// A mechanism without limits, dry friction, contacts or compliance, but with contacts that stay closed, and dry
/// friction of ball joints that brakes or holds.
struct ReferenceSystem {
  const Model& model;
  std::vector<ClosedContact> contacts{};
  std::vector<BallFriction> frictions{};
  int num_own_rows = 0;  ///< rows of joints before those that a phase adds: these may depend on one another
};

/// From `now` to `next`, by h [s]. Where it fails, `next` is the state on the way at which accelerations were not
/// finite last, if there is one, or the end that misses rows. Status::contradictory: no velocity meets the rows there.
[[nodiscard]] Status advance_reference(const ReferenceSystem& system, const ReferenceAccuracy& accuracy, double h,
                                       const State& now, State& next);

/// What the constraints ask for at a state.
struct ReferenceForces {
  VectorX acceleration;  ///< [m/s^2, rad/s^2]; not finite where friction leaves it open
  VectorX multiplier;    ///< of all rows of joints, contacts and ball frictions, those of least norm in the metric of M
                         ///< [N, N m]
  bool has_dependent_rows = false;  ///< rows beyond the system's own are not the only ones that can give their force
};
[[nodiscard]] ReferenceForces reference_forces(const ReferenceSystem& system, const State& state);

/// What an impact does.
struct ReferenceImpact {
  VectorX velocity;  ///< after it
  VectorX impulse;   ///< of all rows [N s, N m s]
};
/// Impulses of all rows that change no velocity: orthonormal columns.
[[nodiscard]] MatrixX idle_impulses(const ReferenceSystem& system, const State& state);
/// `given`: impulses on the velocities. Rows get the rates that they hold, plus `target`, an entry a row.
[[nodiscard]] ReferenceImpact reference_impact(const ReferenceSystem& system, const State& state, const VectorX& given,
                                               const VectorX& target);

/// Multipliers of the end of a step, as impulses of the step.
void report_forces(StepContext& context, const VectorX& multiplier);

/// The nearest position that satisfies all holonomic rows, then the nearest velocity in the metric of M that satisfies
/// all rows.
[[nodiscard]] Status project_reference(const ReferenceSystem& system, State& state);

}  // namespace perpend
