#include "stabilizers/restitution.hpp"

#include <algorithm>
#include <cmath>

namespace perpend {

namespace {

/// Of the speeds of a step, the forces' included. An approach below it is what rounding left of rest.
constexpr double rounding_of_rest = 0x1p-40;

/// |N| |v|.
double size_of_rate(const ContactRows& rows, int c, const VectorX& v) {
  const ContactBlock& block = rows.blocks[c];
  double sum = 0.0;
  for (int side = 0; side < 2; ++side)
    for (int j = 0; j < block.num_columns[side]; ++j)
      sum += std::abs(rows.values[block.first_value[side] + j] * v[block.first_column[side] + j]);
  return sum;
}

class Impacts {
 public:
  Impacts(const StepContext& context, const State& now, const ContactFeedback& feedback)
      : rows_(context.contact_problem.rows),
        free_(context.now.free_velocity),
        v_(now.v),
        feedback_(feedback),
        h_(context.h) {}

  [[nodiscard]] bool at(int c) const {
    const double rate = contact_rate(rows_, c, 0, v_);
    return is_impact(rows_.contacts[c], rate, feedback_, h_) &&
           -rate > rounding_of_rest * size_of_rate(rows_, c, free_);
  }

  [[nodiscard]] bool any() const {
    for (int c = 0; c < rows_.size(); ++c)
      if (at(c)) return true;
    return false;
  }

 private:
  const ContactRows& rows_;
  const VectorX& free_;
  const VectorX& v_;
  const ContactFeedback& feedback_;
  double h_;
};

/// What compression left of the bounds of dry friction in joints: both phases together keep them.
void use_up_friction(const VectorX& multiplier, Problem& joints) {
  for (Eigen::Index i = 0; i < joints.lower.size(); ++i) {
    if (!std::isfinite(joints.lower[i]) || !std::isfinite(joints.upper[i])) continue;
    joints.upper[i] = std::max(0.0, joints.upper[i] - std::abs(multiplier[i]));
    joints.lower[i] = -joints.upper[i];
  }
}

}  // namespace

double bias_of_gap(const Contact& contact, const ContactFeedback& feedback, double h) {
  if (contact.gap > 0.0) return feedback.keeps_distance ? contact.gap / h : 0.0;
  return contact.gap < 0.0 ? feedback.rate * contact.gap : 0.0;
}

bool is_impact(const Contact& contact, double rate, const ContactFeedback& feedback, double h) {
  if (contact.restitution == 0.0 || rate >= 0.0) return false;
  return !feedback.keeps_distance || contact.gap + h * rate <= 0.0;
}

Status compress(StepContext& context, const State& now, const ContactFeedback& feedback) {
  ContactProblem& problem = context.contact_problem;
  ContactSolution& compression = context.compression;
  compression.status = Status::not_run;
  const Impacts impacts(context, now, feedback);
  if (context.model.contacts.law != RestitutionLaw::poisson || !impacts.any()) return Status::converged;
  VectorX& motion = problem.joints.motion;
  VectorX& of_forces = context.workspace.c;
  multiply(*problem.joints.mass, now.v, context.workspace.a);
  of_forces = motion - context.workspace.a;
  motion = context.workspace.a;
  for (int c = 0; c < problem.rows.size(); ++c) problem.bias[c] = impacts.at(c) ? 0.0 : std::max(0.0, problem.bias[c]);
  context.solve.solve_contacts(problem, context.contact_solution);
  compression = context.contact_solution;
  if (compression.status != Status::converged) return compression.status;
  multiply(*problem.joints.mass, compression.joints.x, motion);
  motion += of_forces;
  for (int c = 0; c < problem.rows.size(); ++c) {
    problem.bias[c] = bias_of_gap(problem.rows.contacts[c], feedback, context.h);
    if (!impacts.at(c)) continue;
    const double returned = problem.rows.contacts[c].restitution * compression.normal[c];
    add_contact_transposed(problem.rows, c, 0, returned, motion);
    compression.normal[c] += returned;
  }
  use_up_friction(compression.joints.multiplier, problem.joints);
  return Status::converged;
}

void add_compression(StepContext& context) {
  const ContactSolution& compression = context.compression;
  if (compression.status != Status::converged) return;
  ContactSolution& solution = context.contact_solution;
  solution.normal += compression.normal;
  solution.tangential += compression.tangential;
  solution.joints.multiplier += compression.joints.multiplier;
  for (const LcpAttempt& attempt : compression.attempts) context.report.lcp_iterations += attempt.iterations;
}

}  // namespace perpend
