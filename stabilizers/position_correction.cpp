#include "stabilizers/position_correction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stabilizers/formulate.hpp"

namespace perpend {

namespace {

/// Largest distance that the twist dq moves a point of any body, to first order: |dx| + |dtheta| radius.
double largest_motion(const Model& model, const VectorX& dq) {
  double largest = 0.0;
  for (const Body& body : model.bodies) {
    if (body.dof == 0) continue;
    const double shift = dq.segment<2>(body.offset).norm();
    const double turn = body.dof == 3 ? std::abs(dq[body.offset + 2]) * bounding_radius(body) : 0.0;
    largest = std::max(largest, shift + turn);
  }
  return largest;
}

}  // namespace

Status correct_position(StepContext& context, double step_limit, State& next) {
  formulate_position_correction(context, context.scratch.rows, context.problem);
  context.solve(context.problem, context.solution);
  if (context.solution.status != Status::converged) return context.solution.status;
  double scale = 1.0;
  if (step_limit < std::numeric_limits<double>::infinity()) {
    const double motion = largest_motion(context.model, context.solution.x);
    if (motion > step_limit) scale = step_limit / motion;
  }
  advance_position(next.q, scale, context.solution.x);
  return Status::converged;
}

void report_before_correction(StepContext& context) {
  context.report.corrected = true;
  context.report.phi_before = context.scratch.rows.phi;
  context.report.energies_before = context.scratch.energies;
}

}  // namespace perpend
