#include "stabilizers/leapfrog.hpp"

#include <algorithm>
#include <cmath>

#include "stabilizers/formulate.hpp"
#include "stabilizers/velocity_step.hpp"

namespace perpend {

namespace {

/// What is left of each row, as a rate: phi(q+)/h, or the mean of both non-holonomic errors.
void residual_rates(StepContext& context, const VectorX& w, VectorX& residual) {
  const ConstraintRows& before = context.now.rows;
  const ConstraintRows& after = context.scratch.rows;
  VectorX& old_rate = context.workspace.b;
  apply_jacobian(before, w, old_rate);
  apply_jacobian(after, w, residual);
  for (int i = 0; i < after.num_rows; ++i) {
    if (after.kinds[i] == RowKind::nonholonomic)
      residual[i] = 0.5 * (old_rate[i] + before.phi_t[i] + residual[i] + after.phi_t[i]);
    else
      residual[i] = after.phi[i] / context.h;
  }
}

bool is_within(const VectorX& x, double bound) {
  return x.allFinite() && (x.size() == 0 || x.cwiseAbs().maxCoeff() <= bound);
}

/// Solves the iteration's system for the next w. `residual` may be overwritten.
Status improve(StepContext& context, const State& now, const VectorX& w, const VectorX& residual) {
  Problem& problem = context.problem;
  State& at_old_position = context.workspace.stage;
  at_old_position.v = w;
  evaluate(context.model, at_old_position, context.scratch);
  formulate_velocity_projection(context.now, now.v, problem);
  problem.purpose = SolvePurpose::velocity;
  problem.motion += (0.5 * context.h) * context.scratch.force;
  apply_jacobian(context.now.rows, w, problem.target);
  problem.target -= residual;
  context.solve(problem, context.solution);
  return context.solution.status;
}

}  // namespace

Status move_by_half_step_velocity(StepContext& context, const IterationLimits& limits, const State& now, State& next) {
  VectorX& residual = context.workspace.a;
  VectorX& change = context.workspace.c;
  context.workspace.stage = now;
  next.v = now.v;
  for (int iterations = 0;; ++iterations) {
    start_next(now, now.time + context.h, next);
    advance_position(context.model, context.integration.rotation, context.h, next.v, next.q);
    evaluate(context.model, next, context.scratch);
    residual_rates(context, next.v, residual);
    const double allowed_rate = limits.tolerance / context.h;
    if (iterations > 0 && is_within(residual, allowed_rate) && is_within(change, allowed_rate)) {
      context.report.iterations = iterations;
      return Status::converged;
    }
    if (iterations == limits.max_iterations) return Status::iteration_limit;
    const Status status = improve(context, now, next.v, residual);
    if (status != Status::converged) return status;
    change = context.solution.x - next.v;
    next.v = context.solution.x;
    context.report.impulse = context.solution.multiplier;
  }
}

}  // namespace perpend
