// The systems that the methods solve, as pure functions of data. Shared by all methods.
#pragma once

#include <cmath>

#include "kernel/simulation/step.hpp"
#include "stabilizers/contact_step.hpp"

namespace perpend {

/// An error below this is none to a correction of positions or to feedback at acceleration level [m, rad, m/s, rad/s].
/// An error of an angle is an entry of J as well, and corrections and feedback leave a share of errors each time, of a
/// correction 2^-53: without an end, products of J and multipliers underflow at last, and neither a solve nor its
/// certificate knows what was solved. The least error that is corrected times what that leaves is 2^-953, and masses
/// and levers may take another 2^-69. Feedback at velocity level leaves velocities that are larger than what it
/// corrects.
inline constexpr double least_error = 0x1p-450;

/// `error`, or a 0 of its sign where it is none; a NaN stays.
[[nodiscard]] inline double error_to_answer(double error) {
  return std::abs(error) < least_error ? 0.0 * error : error;
}

/// How a step at velocity level answers errors.
struct VelocityFeedback {
  /// Feedback rate of position errors [1/s]: 0 unstabilized, alpha for Baumgarte at velocity level, 1/h implicit, erp/h
  /// for the convention of ODE.
  double rate = 0.0;
  double cfm = 0.0;        ///< compliance of every row, added to its own [1/kg or 1/(kg m^2)]
  bool joint_erp = false;  ///< the erp of a joint, where it has one, stands for rate h
  bool ahead = false;      ///< non-holonomic rows aim at the end of the step
  ContactFeedback contacts{};
};

/// The part of the target that is there for stabilization, -rate phi; for a limit rate max(-gap, 0). Empty when none
/// is.
void formulate_stabilization(const StepContext& context, const VelocityFeedback& feedback, VectorX& stabilization);

/// [M -J^T; J E] [v+; impulse] = [M v + h f; -phi_t + stabilization], everything at the old time but velocities that
/// are prescribed as functions of time: these are v0(t + h). [ClinePai03] (7), [Hong06] (10). Limits and friction:
/// bounded_rows.hpp.
void formulate_velocity(StepContext& context, const State& now, const VelocityFeedback& feedback,
                        const VectorX& stabilization, Problem& problem);

/// [M -J^T; J E] [a; lambda] = [f; -Jdot_v - 2 alpha phi_dot - beta^2 phi], phi_dot = J v + phi_t. [Hong06] (12)-(13)
/// Non-holonomic rows: N a = -Jdot_v - 2 alpha g - beta^2 I, [Hong06] (34); `integral` empty: I = 0.
/// `stabilization` is the part with the gains. Errors below `least_error` count as 0.
void formulate_acceleration(const Evaluation& at, const VectorX& v, double alpha, double beta, const VectorX& integral,
                            VectorX& stabilization, Problem& problem);

/// [M -J^T; J 0] [dq; lambda] = [0; -phi] at the position of the evaluation. [ClinePai03] (14), with limits (15). Where
/// rows are non-holonomic, N dq = 0: the correction moves along the directions that they admit. Errors below
/// `least_error` count as 0.
void formulate_position_correction(const Model& model, const Evaluation& at, Problem& problem);

/// [M -J^T; J 0] [v; mu] = [M v; -phi_t]: the velocity nearest in M that the constraints allow. Bounded rows are idle.
void formulate_velocity_projection(const Evaluation& at, const VectorX& v, Problem& problem);

}  // namespace perpend
