// Rows of contacts: each left side less the slack that stands for it.
#include <algorithm>

#include "verification/contacts/contact_pairs.hpp"
#include "verification/contacts/contact_solve.hpp"

namespace perpend {

namespace {

/// rate of one row: row . x + rate_t. Its size counts what each x_j was summed from, not what is left of it.
RowSum rate_of(const ContactProblem& problem, const VectorX& x, int contact, int row, const RowScales& scales) {
  RowSum rate;
  rate.add(problem.rows.rate_t[contact * problem.rows.rows_per_contact + row]);
  double size = rate.size;
  for_each_entry(problem.rows, contact, row, [&](int column, double value) {
    rate.add(value, x[column]);
    size += std::abs(value) * scales.summed[column];
    rate.granted += std::abs(value) * scales.share * scales.largest_summed;
  });
  rate.size = size;
  return rate;
}

void judge_normal(const ContactProblem& problem, const ContactSolution& solution, int contact, const RowScales& scales,
                  RowGroup& group) {
  RowSum row = rate_of(problem, solution.joints.x, contact, 0, scales);
  row.add(problem.bias[contact]);
  row.add(problem.compliance[contact], solution.normal[contact]);
  if (problem.law == FrictionLaw::convex && has_cone(problem, contact))
    row.add(-problem.rows.contacts[contact].friction, solution.slip[contact]);
  row.add(-solution.normal_slack[contact]);
  group.judge(row.value, row.size, row.granted);
}

void judge_tangential(const ContactProblem& problem, const ContactSolution& solution, int contact,
                      std::span<const std::array<double, 2>> directions, const RowScales& scales, RowGroup& group) {
  const int num_tangents = problem.rows.rows_per_contact - 1;
  std::array<RowSum, 2> rates;
  for (int tangent = 0; tangent < num_tangents; ++tangent)
    rates[tangent] = rate_of(problem, solution.joints.x, contact, tangent + 1, scales);
  for (int i = 0; i < problem.num_directions; ++i) {
    RowSum row;
    for (int tangent = 0; tangent < num_tangents; ++tangent) row.add(directions[i][tangent], rates[tangent]);
    row.add(solution.slip[contact]);
    row.add(-solution.tangential_slack[contact * problem.num_directions + i]);
    group.judge(row.value, row.size, row.granted);
  }
}

/// mu (c_n + given) - sum(beta) less its slack.
void judge_cone(const ContactProblem& problem, const ContactSolution& solution, int contact, const RowScales& scales,
                RowGroup& group) {
  const double friction = problem.rows.contacts[contact].friction;
  const int k = problem.num_directions;
  RowSum row;
  row.add(friction, solution.normal[contact]);
  row.add(friction, given_normal(problem, contact));
  for (int i = 0; i < k; ++i) row.add(-solution.tangential[contact * k + i]);
  row.add(-solution.slip_slack[contact]);
  group.judge(row.value, row.size, scales.share * (friction + k) * scales.largest_impulse);
}

}  // namespace

void judge_contact_rows(const ContactProblem& problem, const ContactSolution& solution,
                        std::span<const std::array<double, 2>> directions, const RowScales& scales,
                        ContactGroups& groups) {
  for (int contact = 0; contact < problem.rows.size(); ++contact) {
    judge_normal(problem, solution, contact, scales, groups.normal);
    if (!has_cone(problem, contact)) continue;
    judge_tangential(problem, solution, contact, directions, scales, groups.tangential);
    judge_cone(problem, solution, contact, scales, groups.cone);
  }
}

Certificate verdict_of(const ContactGroups& groups) {
  const std::array<const RowGroup*, 5> all{&groups.motion, &groups.joints, &groups.normal, &groups.tangential,
                                           &groups.cone};
  constexpr std::array<const char*, 5> broken{"a motion row is not fulfilled", "a row of a joint is not fulfilled",
                                              "the normal rate of a contact differs from its slack",
                                              "the tangential rate of a contact differs from its slack",
                                              "the friction impulses of a contact differ from its cone less the slack"};
  using enum ContactSolveBound;
  constexpr std::array<ContactSolveBound, 5> bounds{motion, joints, normal, tangential, cone};
  Certificate result{.kind = CertificateKind::contact_solve, .verdict = Verdict::proved};
  double& worst = result[ContactSolveBound::backward_error];
  worst = 0.0;
  long granted = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double upper = all[i]->upper();
    if (!(upper <= worst)) worst = std::isnan(worst) ? worst : upper;
    result[bounds[i]] = all[i]->largest();
    granted += all[i]->num_granted();
    if (upper <= contact_error_limit || result.verdict == Verdict::refuted) continue;
    const bool is_refuted = all[i]->lower() > contact_error_limit && upper < infinity;
    result.verdict = is_refuted ? Verdict::refuted : Verdict::undecided;
    result.reason = is_refuted ? broken[i] : "the bounds of the residual do not decide";
  }
  result[ContactSolveBound::granted_rows] = static_cast<double>(granted);
  return result;
}

}  // namespace perpend
