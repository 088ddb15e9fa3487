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
    for (const auto& [column, value] : inertia.beside_diagonal(i)) motion_[i].add(value, solution.joints.x[column]);
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
  judge_joint_rows(problem.joints, solution.joints, pattern_, scales, groups.joints);
  judge_contact_rows(problem, solution, directions_, scales, groups);
  return verdict_of(groups);
}

}  // namespace perpend
