#include "stabilizers/formulate.hpp"

namespace perpend {

namespace {

void start(const Evaluation& at, SolvePurpose purpose, Problem& problem) {
  const ConstraintRows& rows = at.rows;
  problem.purpose = purpose;
  problem.mass = &at.mass;
  problem.rows = &rows;
  problem.compliance.setZero(rows.num_rows);
}

}  // namespace

void formulate_velocity(const StepContext& context, const State& now, double rate, double cfm, Problem& problem) {
  const ConstraintRows& rows = context.now.rows;
  start(context.now, SolvePurpose::velocity, problem);
  problem.compliance.setConstant(cfm);
  problem.compliance += rows.cfm;
  multiply(context.now.mass, now.v, problem.motion);
  problem.motion += context.h * context.now.force;
  problem.target = -rows.phi_t - rate * rows.phi;
}

void formulate_acceleration(const StepContext& context, const State& now, double alpha, double beta, Problem& problem) {
  const ConstraintRows& rows = context.now.rows;
  start(context.now, SolvePurpose::acceleration, problem);
  problem.compliance = rows.cfm;
  problem.motion = context.now.force;
  apply_jacobian(rows, now.v, problem.target);
  problem.target = -rows.jdot_v - (2.0 * alpha) * (problem.target + rows.phi_t) - (beta * beta) * rows.phi;
}

void formulate_position_correction(const Evaluation& at, Problem& problem) {
  start(at, SolvePurpose::position_correction, problem);
  problem.motion.setZero(at.rows.num_columns);
  problem.target = -at.rows.phi;
}

void formulate_velocity_projection(const Evaluation& at, const VectorX& v, Problem& problem) {
  start(at, SolvePurpose::velocity_projection, problem);
  multiply(at.mass, v, problem.motion);
  problem.target = -at.rows.phi_t;
}

Status step_velocity_level(StepContext& context, const State& now, double rate, double cfm, State& next) {
  formulate_velocity(context, now, rate, cfm, context.problem);
  context.solve(context.problem, context.solution);
  if (context.solution.status != Status::converged) return context.solution.status;
  next.time = now.time + context.h;
  next.v = context.solution.x;
  next.q = now.q;
  advance_position(context.model, context.integration.rotation, context.h, next.v, next.q);
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
