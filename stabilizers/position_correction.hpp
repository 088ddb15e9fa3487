// Newton's iteration toward phi = 0 in the metric of the mass matrix, and the nearest velocity.
#pragma once

#include "kernel/simulation/step.hpp"
#include "stabilizers/newton_options.hpp"

namespace perpend {

/// One step: solves [ClinePai03] (14) at the position of `next` (context.scratch must be evaluated there) and moves
/// next.q by dq, scaled down so that no point of a body moves further than `step_limit` [m] (infinity: never scaled).
[[nodiscard]] Status correct_position(StepContext& context, double step_limit, State& next);

/// Steps until every holonomic row is met, context.scratch evaluated at `next` before and after. Adds its iterations to
/// the report.
[[nodiscard]] Status project_position(StepContext& context, const IterationLimits& limits, State& next);

/// next.v becomes the velocity nearest to it in M with J v = -phi_t; its impulse is context.solution.multiplier. Pre:
/// context.scratch is evaluated at the position of `next`.
[[nodiscard]] Status project_velocity(StepContext& context, State& next);

/// Remembers constraint error and energies before the first correction. context.scratch must be evaluated at `next`.
void report_before_correction(StepContext& context);

}  // namespace perpend
