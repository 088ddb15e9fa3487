// Newton's iteration toward phi = 0 in the metric of the mass matrix, and the nearest velocity.
#pragma once

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/schema.hpp"
#include "kernel/simulation/step.hpp"

namespace perpend {

struct IterationLimits {
  double tolerance = 1e-12;  ///< on every row of phi [m, rad]; never below its rounding
  int max_iterations = 0;
};

/// Default tolerance: rounding of a position of 1 m is 1e-16 m and grows with a few sums; 1e-12 m leaves four digits of
/// room. Where coordinates are so large that they do not carry it, `rounding_of_row` stands in its place.
inline constexpr FieldSpec tolerance_option{
    .name = "tolerance",
    .dimension = dimension::length,
    .doc = "largest row of phi left (radians count as metres), or its rounding where that is more",
    .default_text = "1e-12 m",
    .minimum = 0.0,
    .exclusive_minimum = true};

constexpr FieldSpec max_iterations_option(std::string_view default_text) {
  return {.name = "max_iterations",
          .type = FieldType::integer,
          .doc = "most iterations to reach it; more stop the run",
          .default_text = default_text,
          .minimum = 1.0,
          .maximum = 1000.0};
}

[[nodiscard]] inline IterationLimits iteration_limits(const Properties& options, int max_iterations) {
  return {.tolerance = options.number_or("tolerance", IterationLimits{}.tolerance),
          .max_iterations = static_cast<int>(options.number_or("max_iterations", max_iterations))};
}

/// What rounding may leave of row `row` of a joint [m, rad]. phi is a difference of positions, levers and angles:
/// 16 u of |J| times the lengths of both positions and both levers, and of each angle 1 + |angle|. Each is stored
/// within u and goes through some ten operations (sine and cosine, a turn by them, two sums); no q of doubles is sure
/// to leave less. Lengths, not components: what rounding leaves of one row moves the bodies, and so the rows across it.
[[nodiscard]] double rounding_of_row(const Model& model, const Evaluation& at, double time, int joint, int row);

/// Every holonomic row is within `tolerance` [m, rad], or within its rounding where that is more. False where one is
/// not finite. A tolerance of 0 asks for rounding alone.
[[nodiscard]] bool rows_hold(const Model& model, const Evaluation& at, double time, double tolerance);

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
