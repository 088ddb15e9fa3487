// Corrections of positions under contacts.
#include <algorithm>

#include "stabilizers/contact_step.hpp"

namespace perpend {

namespace {

/// A gap is a difference of coordinates: below this it says nothing [m]. Some ten operations, each within u.
double rounding_of_gap(const Contact& contact) {
  return 0x1p-49 * (contact.witness[0].lpNorm<Eigen::Infinity>() + contact.witness[1].lpNorm<Eigen::Infinity>());
}

void choose_for_correction(const ContactRows& found, const std::vector<char>& is_active, ContactProblem& problem) {
  problem.rows.clear();
  for (int c = 0; c < found.size(); ++c)
    if (is_active[c] != 0) append_contact(found, c, problem.rows);
  const int size = problem.rows.size();
  problem.bias.resize(size);
  problem.compliance.setZero(size);
  std::fill(problem.rows.rate_t.begin(), problem.rows.rate_t.end(), 0.0);
  for (int c = 0; c < size; ++c) {
    problem.rows.contacts[c].friction = 0.0;
    problem.bias[c] = problem.rows.contacts[c].gap;
  }
}

}  // namespace

Status solve_correction_with_contacts(StepContext& context) {
  const ContactRows& found = context.scratch.contacts;
  ContactProblem& problem = context.contact_problem;
  problem.joints = context.problem;
  problem.law = FrictionLaw::pyramid;
  problem.num_directions = context.model.space == Space::planar ? 2 : context.model.contacts.directions;
  problem.rows.num_columns = found.num_columns;
  problem.rows.rows_per_contact = found.rows_per_contact;
  problem.given_normal.resize(0);
  problem.start.clear();
  problem.slide.clear();
  std::vector<char>& is_active = context.is_active;
  is_active.assign(found.size(), 0);
  for (int c = 0; c < found.size(); ++c) is_active[c] = found.contacts[c].gap < -rounding_of_gap(found.contacts[c]);
  for (bool any = true; any;) {
    choose_for_correction(found, is_active, problem);
    context.solve.solve_contacts(problem, context.contact_solution);
    if (context.contact_solution.status != Status::converged) return context.contact_solution.status;
    any = false;
    for (int c = 0; c < found.size(); ++c) {
      const double end = found.contacts[c].gap + contact_product(found, c, 0, context.contact_solution.joints.x);
      if (is_active[c] != 0 || end >= -rounding_of_gap(found.contacts[c])) continue;
      is_active[c] = 1;
      any = true;
    }
  }
  context.solution = context.contact_solution.joints;
  return Status::converged;
}

}  // namespace perpend
