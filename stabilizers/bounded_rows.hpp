// Limits and dry friction in the systems of methods at velocity level. Without such rows the bounds stay empty.
#pragma once

#include "kernel/step.hpp"

namespace perpend {

/// Limits and friction without a say: multiplier 0.
void leave_bounded_rows_idle(const ConstraintRows& rows, Problem& problem);

/// The rows of limits and friction of a velocity step, with the gap at the old position. C is the row of J:
///     active limit   0 <= C v+ + max(gap, 0)/h - stabilization  perp  impulse >= 0
///     friction       C v+ = 0 while |impulse| < h friction, and against the motion at that bound
/// A limit that is out of reach is idle. Pre: problem.motion, rows and mass are set; `stabilization` has an entry a row
/// or none.
void bound_velocity_rows(StepContext& context, const State& now, const VectorX& stabilization, Problem& problem);

/// 0 <= gap + C dq  perp  multiplier >= 0 for every limit, friction idle. [ClinePai03] (15)
void bound_correction_rows(const ConstraintRows& rows, Problem& problem);

}  // namespace perpend
