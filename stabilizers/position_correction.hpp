// One Newton step toward phi = 0 in the metric of the mass matrix, used by post-stabilization and by projection.
#pragma once

#include "kernel/step.hpp"

namespace perpend {

/// Solves [ClinePai03] (14) at the position of `next` (context.scratch must be evaluated there) and moves next.q by dq,
/// scaled down so that no point of a body moves further than `step_limit` [m] (infinity: never scaled).
[[nodiscard]] Status correct_position(StepContext& context, double step_limit, State& next);

/// Remembers constraint error and energies before the first correction. context.scratch must be evaluated at `next`.
void report_before_correction(StepContext& context);

}  // namespace perpend
