#include "stabilizers/contact_step.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "stabilizers/formulate.hpp"
#include "stabilizers/restitution.hpp"

namespace perpend {

namespace {

auto identity(const ContactImpulse& impulse) {
  return std::tuple(impulse.body[0], impulse.body[1], impulse.feature);
}

/// Impulses of the last step for the contacts of the problem; both are in the same order.
void find_start(const std::vector<ContactImpulse>& old, ContactProblem& problem) {
  problem.start.clear();
  if (old.empty()) return;
  auto from = old.begin();
  for (const Contact& contact : problem.rows.contacts) {
    ContactImpulse impulse{.body = contact.body, .feature = contact.feature};
    from = std::lower_bound(from, old.end(), impulse,
                            [](const auto& a, const auto& b) { return identity(a) < identity(b); });
    if (from != old.end() && identity(*from) == identity(impulse)) impulse = *from;
    problem.start.push_back(impulse);
  }
}

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
    problem.bias[c] = error_to_answer(problem.rows.contacts[c].gap);
  }
}

/// Friction of one contact along its tangents. Where the direction of sliding is known it is no unknown of its own.
std::array<double, 2> friction_of(const ContactProblem& problem, const ContactSolution& solution, int contact) {
  std::array<double, 2> sum{0.0, 0.0};
  if (problem.law == FrictionLaw::sliding) {
    const double size = problem.rows.contacts[contact].friction * solution.normal[contact];
    for (int t = 0; t < 2; ++t) sum[t] = -size * problem.slide[contact][t];
    return sum;
  }
  const int k = problem.num_directions;
  for (int i = 0; i < k; ++i) {
    const std::array<double, 2> d = direction_coefficients(i, k);
    for (int t = 0; t < 2; ++t) sum[t] += d[t] * solution.tangential[contact * k + i];
  }
  return sum;
}

}  // namespace

void keep_impulses(const ContactProblem& problem, const ContactSolution& solution, double factor,
                   std::vector<ContactImpulse>& kept) {
  kept.clear();
  for (int c = 0; c < problem.rows.size(); ++c) {
    const Contact& contact = problem.rows.contacts[c];
    ContactImpulse impulse{.body = contact.body,
                           .feature = contact.feature,
                           .normal = factor * solution.normal[c],
                           .slip = solution.slip[c]};
    const std::array<double, 2> friction = friction_of(problem, solution, c);
    for (int t = 0; t < 2; ++t) impulse.tangential[t] = factor * friction[t];
    kept.push_back(impulse);
  }
}

namespace {

class ActiveSetOfStep {
 public:
  ActiveSetOfStep(StepContext& context, const State& now, const ContactFeedback& feedback)
      : context_(context), now_(now), feedback_(feedback), found_(context.now.contacts) {}

  void start() {
    ContactProblem& problem = context_.contact_problem;
    problem.law = feedback_.law;
    problem.num_directions = context_.model.space == Space::planar ? 2 : context_.model.contacts.directions;
    problem.rows.num_columns = found_.num_columns;
    problem.rows.rows_per_contact = found_.rows_per_contact;
    problem.slide.clear();
    const bool by_reach = context_.model.contacts.active_set == ActiveSet::reach;
    choose([&](int c) {
      const double gap = found_.contacts[c].gap;
      if (gap <= context_.now.active_gap) return true;
      return by_reach && end_gap(c, context_.now.free_velocity) <= context_.now.active_gap;
    });
  }

  /// Contacts that are not active and that v would pass; active ones stay. Says whether there are any.
  bool add_passed(const VectorX& v) {
    if (context_.model.contacts.active_set != ActiveSet::reach) return false;
    const std::vector<Contact>& active = context_.contact_problem.rows.contacts;
    std::size_t next = 0;
    bool any = false;
    std::vector<char>& is_active = context_.is_active;
    is_active.assign(found_.size(), 0);
    for (int c = 0; c < found_.size(); ++c) {
      const Contact& contact = found_.contacts[c];
      if (next < active.size() && active[next].body == contact.body && active[next].feature == contact.feature) {
        is_active[c] = 1;
        ++next;
      } else if (end_gap(c, v) < 0.0) {
        is_active[c] = 1;
        any = true;
      }
    }
    if (any) choose([&](int c) { return is_active[c] != 0; });
    return any;
  }

 private:
  [[nodiscard]] double end_gap(int c, const VectorX& v) const {
    return found_.contacts[c].gap + context_.h * contact_rate(found_, c, 0, v);
  }

  template <class Condition>
  void choose(const Condition& is_active) {
    ContactProblem& problem = context_.contact_problem;
    problem.joints = context_.problem;
    problem.rows.clear();
    for (int c = 0; c < found_.size(); ++c)
      if (is_active(c)) append_contact(found_, c, problem.rows);
    const int size = problem.rows.size();
    problem.bias.resize(size);
    problem.compliance.resize(size);
    for (int c = 0; c < size; ++c) {
      problem.bias[c] = bias_of_gap(problem.rows.contacts[c], feedback_, context_.h);
      problem.compliance[c] = feedback_.cfm + problem.rows.contacts[c].compliance;
    }
    find_start(now_.contacts, problem);
  }

  StepContext& context_;
  const State& now_;
  const ContactFeedback& feedback_;
  const ContactRows& found_;
};

}  // namespace

Status solve_velocity_with_contacts(StepContext& context, const State& now, const ContactFeedback& feedback,
                                    State& next) {
  ContactProblem& problem = context.contact_problem;
  ContactSolution& solution = context.contact_solution;
  ActiveSetOfStep active(context, now, feedback);
  active.start();
  do {
    const Status status = solve_with_restitution(context, now, feedback);
    if (status != Status::converged) return status;
  } while (active.add_passed(solution.joints.x));
  StepReport& report = context.report;
  report.num_contacts = problem.rows.size();
  report.lcp_size = solution.lcp_size;
  report.contact_residual = solution.residual;
  keep_impulses(problem, solution, 1.0, next.contacts);
  context.workspace.b = 0.5 * (now.v + solution.joints.x);
  contact_work(problem, solution, context.workspace.b, report);
  context.solution = solution.joints;
  return Status::converged;
}

void contact_work(const ContactProblem& problem, const ContactSolution& solution, const VectorX& v,
                  StepReport& report) {
  report.contact_rate = report.friction_rate = 0.0;
  for (int c = 0; c < problem.rows.size(); ++c) {
    report.contact_rate += solution.normal[c] * contact_product(problem.rows, c, 0, v);
    const std::array<double, 2> friction = friction_of(problem, solution, c);
    for (int t = 1; t < problem.rows.rows_per_contact; ++t)
      report.friction_rate += friction[t - 1] * contact_product(problem.rows, c, t, v);
  }
}

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
