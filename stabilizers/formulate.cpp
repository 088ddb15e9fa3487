#include "stabilizers/formulate.hpp"

namespace perpend {

namespace {

void start(const StepContext& context, const ConstraintRows& rows, SolvePurpose purpose, Problem& problem) {
  problem.purpose = purpose;
  problem.mass = &context.mass;
  problem.rows = &rows;
  problem.compliance.setZero(rows.num_rows);
}

}  // namespace

void formulate_velocity(const StepContext& context, const State& now, double rate, double cfm, Problem& problem) {
  const ConstraintRows& rows = context.now.rows;
  start(context, rows, SolvePurpose::velocity, problem);
  problem.compliance.setConstant(cfm);
  problem.motion = context.mass.cwiseProduct(now.v) + context.h * context.now.force;
  problem.target = -rows.phi_t - rate * rows.phi;
}

void formulate_acceleration(const StepContext& context, const State& now, double alpha, double beta, Problem& problem) {
  const ConstraintRows& rows = context.now.rows;
  start(context, rows, SolvePurpose::acceleration, problem);
  problem.motion = context.now.force;
  apply_jacobian(rows, now.v, problem.target);
  problem.target = -rows.jdot_v - (2.0 * alpha) * (problem.target + rows.phi_t) - (beta * beta) * rows.phi;
}

void formulate_position_correction(const StepContext& context, const ConstraintRows& rows, Problem& problem) {
  start(context, rows, SolvePurpose::position_correction, problem);
  problem.motion.setZero(rows.num_columns);
  problem.target = -rows.phi;
}

void formulate_velocity_projection(const StepContext& context, const ConstraintRows& rows, const VectorX& v,
                                   Problem& problem) {
  start(context, rows, SolvePurpose::velocity_projection, problem);
  problem.motion = context.mass.cwiseProduct(v);
  problem.target = -rows.phi_t;
}

Status step_velocity_level(StepContext& context, const State& now, double rate, double cfm, State& next) {
  formulate_velocity(context, now, rate, cfm, context.problem);
  context.solve(context.problem, context.solution);
  if (context.solution.status != Status::converged) return context.solution.status;
  next.time = now.time + context.h;
  next.v = context.solution.x;
  next.q = now.q;
  advance_position(next.q, context.h, next.v);
  StepReport& report = context.report;
  report.has_impulses = true;
  report.impulse = context.solution.multiplier;
  report.target_to_impulse = 1.0;
  report.v_solved = next.v;
  report.corrected = false;
  if (rate == 0.0)
    report.stabilization_target.resize(0);
  else
    report.stabilization_target = -rate * context.now.rows.phi;
  return Status::converged;
}

}  // namespace perpend
