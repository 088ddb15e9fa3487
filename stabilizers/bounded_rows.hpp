// Limits and dry friction in the systems of methods at velocity level. Without such rows the bounds stay empty.
#pragma once

#include "kernel/simulation/step.hpp"

namespace perpend {

/// Limits and friction without a say: multiplier 0.
void leave_bounded_rows_idle(const ConstraintRows& rows, Problem& problem);

/// The rows of limits and friction of a velocity step, with the gap at the old position. C is the row of J:
///     active limit   0 <= C v+ + max(gap, 0)/h - stabilization  perp  impulse >= 0
///     friction       C v+ = 0 while |impulse| < h friction, and against the motion at that bound
/// A limit that neither the old velocity nor the applied forces alone lead to is idle. Pre: problem.motion, rows and
/// mass are set; `stabilization` has an entry a row or none.
void bound_velocity_rows(StepContext& context, const State& now, const VectorX& stabilization, Problem& problem);

/// Joints can lead to a limit that looked out of reach: takes up the idle limits that `step` times the solved v passes
/// and says whether there are any, so that the problem has to be solved again. Ends, because limits are only added.
[[nodiscard]] bool activate_passed_limits(StepContext& context, double step, const VectorX& v, Problem& problem);

/// 0 <= gap + C dq  perp  multiplier >= 0 for every limit that is reached or passed, the others and friction idle.
/// [ClinePai03] (15) A gap that is rounding is 0: a passage of 1e-17 rad next to 1 rad to another limit is not one that
/// a solve could take away.
void bound_correction_rows(const Model& model, const ConstraintRows& rows, Problem& problem);

}  // namespace perpend
