#include "stabilizers/formulate.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/dynamics/evaluation.hpp"
#include "stabilizers/bounded_rows.hpp"
#include "stabilizers/nonholonomic.hpp"

namespace perpend {

namespace {

void start(const Evaluation& at, SolvePurpose purpose, Problem& problem) {
  const ConstraintRows& rows = at.rows;
  problem.purpose = purpose;
  problem.mass = &at.mass;
  problem.rows = &rows;
}

double rate_of(const Joint& joint, const StepContext& context, const VelocityFeedback& feedback) {
  return feedback.joint_erp && !std::isnan(joint.erp) ? joint.erp / context.h : feedback.rate;
}

bool any_joint_has_erp(const Model& model) {
  return std::any_of(model.joints.begin(), model.joints.end(),
                     [](const Joint& joint) { return !std::isnan(joint.erp); });
}

}  // namespace

void formulate_stabilization(const StepContext& context, const VelocityFeedback& feedback, VectorX& stabilization) {
  const ConstraintRows& rows = context.now.rows;
  const bool by_joint = feedback.joint_erp && any_joint_has_erp(context.model);
  if (feedback.rate == 0.0 && !by_joint) {
    stabilization.resize(0);
    return;
  }
  stabilization = -feedback.rate * rows.phi;
  if (by_joint)
    for (const Joint& joint : context.model.joints)
      stabilization.segment(joint.first_row, joint.num_rows) =
          -rate_of(joint, context, feedback) * rows.phi.segment(joint.first_row, joint.num_rows);
  for (std::size_t k = 0; k < context.model.coordinate_rows.size(); ++k) {
    const int row = context.model.num_joint_rows + static_cast<int>(k);
    const Joint& joint = context.model.joints[context.model.coordinate_rows[k].joint];
    const bool is_limit = rows.kinds[row] != RowKind::friction;
    const double passed = is_limit ? std::max(-limit_gap(context.model, rows, row), 0.0) : 0.0;
    stabilization[row] = rate_of(joint, context, feedback) * passed;
  }
}

void formulate_velocity(StepContext& context, const State& now, const VelocityFeedback& feedback,
                        const VectorX& stabilization, Problem& problem) {
  const ConstraintRows& rows = context.now.rows;
  start(context.now, SolvePurpose::velocity, problem);
  problem.compliance = rows.cfm.array() + feedback.cfm;
  multiply(context.now.mass, now.v, problem.motion);
  problem.motion += context.h * context.now.force;
  problem.target = -rows.phi_t;
  time_nonholonomic_rows(context, now, problem.target);
  if (stabilization.size() > 0) problem.target += stabilization;
  if (feedback.ahead) aim_nonholonomic_rows_ahead(context, now, problem.target);
  bound_velocity_rows(context, now, stabilization, problem);
}

void formulate_acceleration(const Evaluation& at, const VectorX& v, double alpha, double beta, const VectorX& integral,
                            VectorX& stabilization, Problem& problem) {
  const ConstraintRows& rows = at.rows;
  start(at, SolvePurpose::acceleration, problem);
  leave_bounded_rows_idle(rows, problem);
  problem.compliance = rows.cfm;
  problem.motion = at.force;
  if (alpha == 0.0 && beta == 0.0) {
    problem.target = -rows.jdot_v;
    stabilization.setZero(rows.num_rows);
    return;
  }
  problem.target.resize(rows.num_rows);
  apply_jacobian(rows, v, stabilization);
  stabilization += rows.phi_t;
  for (int i = 0; i < rows.num_rows; ++i) {
    const double rate_error = error_to_answer(stabilization[i]), error = error_to_answer(rows.phi[i]);
    problem.target[i] = -rows.jdot_v[i] - (2.0 * alpha) * rate_error - (beta * beta) * error;
    stabilization[i] = (-2.0 * alpha) * rate_error - (beta * beta) * error;
  }
  if (integral.size() == 0) return;
  for (int i = 0; i < rows.num_rows; ++i) {
    const double sum = (beta * beta) * error_to_answer(integral[i]);
    problem.target[i] -= sum;
    stabilization[i] -= sum;
  }
}

void formulate_position_correction(const Model& model, const Evaluation& at, Problem& problem) {
  start(at, SolvePurpose::position_correction, problem);
  problem.compliance.setZero(at.rows.num_rows);
  problem.motion.setZero(at.rows.num_columns);
  problem.target = -at.rows.phi;
  bound_correction_rows(model, at.rows, problem);
  for (double& target : problem.target) target = error_to_answer(target);
}

void formulate_velocity_projection(const Evaluation& at, const VectorX& v, Problem& problem) {
  start(at, SolvePurpose::velocity_projection, problem);
  problem.compliance.setZero(at.rows.num_rows);
  leave_bounded_rows_idle(at.rows, problem);
  multiply(at.mass, v, problem.motion);
  problem.target = -at.rows.phi_t;
}

}  // namespace perpend
