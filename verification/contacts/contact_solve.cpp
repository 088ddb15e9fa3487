#include "verification/contacts/contact_solve.hpp"

#include <algorithm>

#include "verification/contacts/contact_pairs.hpp"
#include "verification/solves/inertia_rows.hpp"

namespace perpend {

namespace {

double largest_entry(const VectorX& v) {
  double result = 0.0;
  for (const double x : v) result = std::max(result, std::abs(x));
  return result;
}

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

const char* ContactCertifier::why_unfit(const ContactProblem& problem, const ContactSolution& solution) const {
  if (solution.status != Status::converged) return "the solver did not report convergence";
  const Problem& joints = problem.joints;
  if (joints.mass == nullptr || joints.rows == nullptr || !pattern_.fits(*joints.rows))
    return "the sizes of problem and solution do not match";
  const int n = pattern_.num_columns();
  const int m = pattern_.num_rows();
  const Eigen::Index bounds = joints.lower.size();
  if (joints.mass->size() != n || joints.motion.size() != n || solution.joints.x.size() != n ||
      joints.compliance.size() != m || joints.target.size() != m || solution.joints.multiplier.size() != m ||
      bounds != joints.upper.size() || (bounds != 0 && bounds != m))
    return "the sizes of problem and solution do not match";
  if (!fits(problem, n) || !fits(problem, solution)) return "the sizes of the contacts do not match";
  if (!solution.joints.x.allFinite() || !solution.joints.multiplier.allFinite() || !is_finite(solution))
    return "the solution is not finite";
  if (!is_well_placed(*joints.mass)) return "the inertias do not fit the mass matrix";
  for (const double mass : joints.mass->diagonal)
    if (!(mass > 0.0)) return "a mass is not positive";
  return nullptr;
}

void ContactCertifier::add_row(const ContactRows& rows, int contact, int row, double sign, const RowSum& impulse) {
  for_each_entry(rows, contact, row, [&](int column, double value) {
    motion_[column].add(-sign * value, impulse);
    coefficients_[column] += std::abs(value);
  });
}

/// N^T c_n and D beta of one contact, through the impulses along its two tangents.
void ContactCertifier::add_contact_impulses(const ContactProblem& problem, const ContactSolution& solution,
                                            int contact) {
  RowSum normal;
  normal.add(solution.normal[contact]);
  add_row(problem.rows, contact, 0, 1.0, normal);
  for (int tangent = 0; tangent + 1 < problem.rows.rows_per_contact; ++tangent) {
    RowSum impulse;
    if (problem.law == FrictionLaw::sliding) {
      RowSum friction;
      friction.add(problem.rows.contacts[contact].friction, solution.normal[contact]);
      impulse.add(-problem.slide[contact][tangent], friction);
    } else {
      for (int i = 0; i < problem.num_directions; ++i)
        impulse.add(directions_[i][tangent], solution.tangential[contact * problem.num_directions + i]);
    }
    add_row(problem.rows, contact, tangent + 1, 1.0, impulse);
  }
}

void ContactCertifier::sum_motion_rows(const ContactProblem& problem, const ContactSolution& solution) {
  const Problem& joints = problem.joints;
  const int n = pattern_.num_columns();
  motion_.assign(n, {});
  coefficients_.assign(n, 0.0);
  InertiaRows inertia(*joints.mass);
  for (int i = 0; i < n; ++i) {
    motion_[i].add(-joints.motion[i]);
    motion_[i].add(joints.mass->diagonal[i], solution.joints.x[i]);
    for (const auto& [column, value] : inertia.off_diagonal(i)) motion_[i].add(value, solution.joints.x[column]);
    for (const auto [value, row] : pattern_.column(i)) {
      motion_[i].add(-joints.rows->values[value], solution.joints.multiplier[row]);
      coefficients_[i] += std::abs(joints.rows->values[value]);
    }
  }
  for (int contact = 0; contact < problem.rows.size(); ++contact) add_contact_impulses(problem, solution, contact);
}

void ContactCertifier::measure_unknowns(const ContactProblem& problem, const ContactSolution& solution) {
  const int n = pattern_.num_columns();
  summed_.resize(n);
  largest_summed_ = 0.0;
  double largest_momentum = 0.0;
  for (int i = 0; i < n; ++i) {
    largest_momentum = std::max(largest_momentum, motion_[i].size);
    summed_[i] = motion_[i].size / problem.joints.mass->diagonal[i];
    largest_summed_ = std::max(largest_summed_, summed_[i]);
  }
  largest_impulse_ =
      std::max({largest_entry(solution.joints.multiplier), largest_entry(solution.normal),
                largest_entry(solution.tangential), largest_entry(problem.given_normal), largest_momentum});
  const double unknowns = n + pattern_.num_rows() + static_cast<double>(solution.lcp_size);
  share_ = std::min(1.0, 1000.0 * unknowns * unit_roundoff / contact_error_limit);
}

Certificate ContactCertifier::certify(const ContactProblem& problem, const ContactSolution& solution) {
  return certify_without(problem, solution, {});
}

Certificate ContactCertifier::certify_without(const ContactProblem& problem, const ContactSolution& solution,
                                              std::span<const int> rows) {
  if (const char* reason = why_unfit(problem, solution)) return undecided(CertificateKind::contact_solve, reason);
  if (static_cast<int>(directions_.size()) != problem.num_directions) {
    directions_.resize(problem.num_directions);
    for (int i = 0; i < problem.num_directions; ++i) directions_[i] = direction_coefficients(i, problem.num_directions);
  }
  if (const char* reason = why_not_complementary(problem, solution))
    return {.kind = CertificateKind::contact_solve, .verdict = Verdict::refuted, .reason = reason};
  sum_motion_rows(problem, solution);
  measure_unknowns(problem, solution);
  const int roundings = 4 * (pattern_.longest() + (problem.num_directions + 2) * problem.rows.size() + 16);
  ContactGroups groups(RowGroup(roundings, contact_error_limit));
  for (int i = 0; i < pattern_.num_columns(); ++i)
    groups.motion.judge(motion_[i].value, motion_[i].size, share_ * coefficients_[i] * largest_impulse_);
  const RowScales scales{summed_, largest_summed_, largest_impulse_, share_};
  judge_joint_rows(problem.joints, solution.joints, pattern_, scales, rows, groups.joints);
  judge_contact_rows(problem, solution, directions_, scales, groups);
  return verdict_of(groups);
}

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

constinit const CertificateType certificate_types::contact_solve{
    .kind = CertificateKind::contact_solve,
    .id = "contact_solve",
    .statement =
        "the motion, impulses and slacks that a solve computed are a solution, exactly, of the complementarity problem "
        "of joints and contacts whose right-hand sides are changed by at most the stated amounts and whose bounds of "
        "multipliers by at most the stated backward error; each change is below the square root of the rounding unit "
        "relative to what its row sums, but for rows counted as granted, where 1000 n u of the coefficients times the "
        "largest unknown of the whole problem is added; other solutions may exist, and of a step with an impact each "
        "solve is spoken of by itself",
    .theorem =
        "complementary doubles solve the problem that their residual belongs to: each row enclosed with outward "
        "rounding, signs and products of each pair taken exactly [CottlePangStone92]",
    .bounds = in_order<ContactSolveBound>(
        {{ContactSolveBound::backward_error, "backward error", Sense::at_most},
         {ContactSolveBound::motion, "motion rows (impulses) changed by", Sense::at_most, Quantity::any_impulse},
         {ContactSolveBound::joints, "joint rows (rates) changed by", Sense::at_most, Quantity::any_rate},
         {ContactSolveBound::normal, "normal rows (rates) changed by", Sense::at_most, Quantity::rate},
         {ContactSolveBound::tangential, "tangential rows (rates) changed by", Sense::at_most, Quantity::rate},
         {ContactSolveBound::cone, "cone rows (impulses) changed by", Sense::at_most, Quantity::impulse},
         {ContactSolveBound::granted_rows, "rows granted as rounding", Sense::at_most, Quantity::granted_rows}})};

}  // namespace perpend
