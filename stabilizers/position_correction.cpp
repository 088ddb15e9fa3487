#include "stabilizers/position_correction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stabilizers/bounded_rows.hpp"
#include "stabilizers/formulate.hpp"
#include "stabilizers/row_rounding.hpp"

namespace perpend {

namespace {

/// Largest distance that the twist dq moves a point of any body, to first order: |dx| + |turn| radius.
double largest_motion(const Model& model, const VectorX& dq) {
  double largest = 0.0;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const int num_linear = model.space == Space::planar ? 2 : 3;
    const double shift = dq.segment(body.offset, num_linear).norm();
    const double turn = dq.segment(body.offset + num_linear, body.dof - num_linear).norm() * bounding_radius(body);
    largest = std::max(largest, shift + turn);
  }
  return largest;
}

Status solve_correction(StepContext& context) {
  if (context.model.contacts.enabled) return solve_correction_with_contacts(context);
  context.solve(context.problem, context.solution);
  return context.solution.status;
}

}  // namespace

Status correct_position(StepContext& context, double step_limit, State& next) {
  formulate_position_correction(context.model, context.scratch, context.problem);
  do {
    const Status status = solve_correction(context);
    if (status != Status::converged) return status;
  } while (activate_passed_limits(context, 1.0, context.solution.x, context.problem));
  double scale = 1.0;
  if (step_limit < std::numeric_limits<double>::infinity()) {
    const double motion = largest_motion(context.model, context.solution.x);
    if (motion > step_limit) scale = step_limit / motion;
  }
  advance_position(context.model, context.integration.rotation, scale, context.solution.x, next.q);
  return Status::converged;
}

Status project_position(StepContext& context, const IterationLimits& limits, State& next) {
  int iterations = 0;
  while (!rows_hold(context.model, context.scratch, next.time, limits.tolerance)) {
    if (iterations == limits.max_iterations) return Status::iteration_limit;
    const Status status = correct_position(context, std::numeric_limits<double>::infinity(), next);
    if (status != Status::converged) return status;
    ++iterations;
    ++context.report.iterations;
    evaluate_rows(context.model, next, context.scratch);
  }
  return Status::converged;
}

Status project_velocity(StepContext& context, State& next) {
  formulate_velocity_projection(context.scratch, next.v, context.problem);
  context.solve(context.problem, context.solution);
  if (context.solution.status == Status::converged) next.v = context.solution.x;
  return context.solution.status;
}

void report_before_correction(StepContext& context) {
  context.report.corrected = true;
  context.report.phi_before = context.scratch.rows.phi;
  context.report.energies_before = context.scratch.energies;
}

}  // namespace perpend
