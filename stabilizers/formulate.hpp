// The systems that the methods solve, as pure functions of data. Shared by all one-step methods.
#pragma once

#include "kernel/step.hpp"

namespace perpend {

/// [M -J^T; J E] [v+; impulse] = [M v + h f; -phi_t - rate phi], everything at the old time. [ClinePai03] (7), [Hong06]
/// (10) rate [1/s]: 0 unstabilized, alpha for Baumgarte at velocity level, 1/h implicit, erp/h for the convention of
/// ODE.
void formulate_velocity(const StepContext& context, const State& now, double rate, double cfm, Problem& problem);

/// [M -J^T; J 0] [a; lambda] = [f; -Jdot_v - 2 alpha phi_dot - beta^2 phi], phi_dot = J v + phi_t. [Hong06] (12)-(13)
void formulate_acceleration(const StepContext& context, const State& now, double alpha, double beta, Problem& problem);

/// [M -J^T; J 0] [dq; lambda] = [0; -phi] at the position of the evaluation. [ClinePai03] (14)
void formulate_position_correction(const Evaluation& at, Problem& problem);

/// [M -J^T; J 0] [v; mu] = [M v; -phi_t]: the velocity nearest in M that the constraints allow.
void formulate_velocity_projection(const Evaluation& at, const VectorX& v, Problem& problem);

/// Solves the velocity-level step and advances v, then q with the new velocity.
[[nodiscard]] Status step_velocity_level(StepContext& context, const State& now, double rate, double cfm, State& next);

}  // namespace perpend
