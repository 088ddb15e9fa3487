#include "verification/contacts/contact_kept_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perpend {

namespace {

/// A share of the largest momentum that the problem gives or the answer has, rounded down by far more than it rounds.
double largest_push(const Problem& joints, const Solution& answer) {
  const double given = joints.motion.cwiseAbs().maxCoeff();
  const double answered = joints.mass->diagonal.cwiseProduct(answer.x).cwiseAbs().maxCoeff();
  return 0.999 * contact_error_limit * std::max(given, answered);
}

/// The numbers that both kinds have.
void copy_bounds(const Certificate& kept, Certificate& result) {
  using Of = ContactSolveBound;
  using To = ContactKeptRowsBound;
  constexpr std::pair<Of, To> bounds[] = {{Of::backward_error, To::backward_error},
                                          {Of::motion, To::motion},
                                          {Of::joints, To::joints},
                                          {Of::normal, To::normal},
                                          {Of::tangential, To::tangential},
                                          {Of::cone, To::cone},
                                          {Of::granted_rows, To::granted_rows}};
  for (const auto& [of, to] : bounds) result[to] = kept[of];
}

}  // namespace

Certificate ContactKeptRowsCertifier::certify(const ContactProblem& problem, const ContactSolution& solution) {
  const std::vector<int>& left_out = solution.joints.dependent_rows;
  const Certificate kept = contacts_.certify_without(problem, solution, left_out);
  Certificate result{.kind = CertificateKind::contact_kept_rows, .verdict = kept.verdict, .reason = kept.reason};
  copy_bounds(kept, result);
  if (kept.verdict == Verdict::refuted || std::isnan(kept[ContactSolveBound::backward_error])) return result;
  if (!rows_.are_equations(problem.joints, left_out))
    return undecided(CertificateKind::contact_kept_rows, no_equation_left_out);
  const LeftOutRows::Beyond beyond = rows_.beyond(problem.joints, solution.joints);
  result[ContactKeptRowsBound::share_beyond] = beyond.share;
  result[ContactKeptRowsBound::miss] = rows_.largest_miss(problem.joints, solution.joints);
  result[ContactKeptRowsBound::num_left_out] = static_cast<double>(left_out.size());
  const bool is_implied = result[ContactKeptRowsBound::share_beyond] <= largest_left_out_share &&
                          result[ContactKeptRowsBound::miss] < infinity;
  if (kept.verdict == Verdict::proved && !is_implied) {
    result.verdict = Verdict::undecided;
    result.reason = "a row left out is not shown to be a combination of the rows kept";
  }
  if (kept.verdict == Verdict::proved && !(beyond.push <= largest_push(problem.joints, solution.joints))) {
    result.verdict = Verdict::undecided;
    result.reason = "the impulse of a row left out pushes where the rows kept cannot";
  }
  return result;
}

constinit const CertificateType certificate_types::contact_kept_rows{
    .kind = CertificateKind::contact_kept_rows,
    .id = "contact_kept_rows",
    .statement =
        "the motion, impulses and slacks that a solve computed are a solution, exactly, of the complementarity problem "
        "of contacts and of the rows of joints that were kept, whose right-hand sides are changed by at most the "
        "stated amounts and whose bounds of multipliers by at most the stated backward error, each change limited as "
        "under contact_solve; each row of joints left out as redundant is a combination of rows kept up to the stated "
        "share of its length, which is at most 1/64, and is missed by at most the stated amount; its impulse is one of "
        "those rows, up to the square root of the rounding unit of the largest momentum of problem and answer; other "
        "solutions may exist, and of a step with an impact each solve is spoken of by itself",
    .theorem =
        "complementary doubles solve the problem that their residual belongs to: each row enclosed with outward "
        "rounding, signs and products of each pair taken exactly [CottlePangStone92]; a combination with outward "
        "rounding for each row left out",
    .bounds = in_order<ContactKeptRowsBound>(
        {{ContactKeptRowsBound::backward_error, "backward error of the rows kept", Sense::at_most},
         {ContactKeptRowsBound::motion, "motion rows (impulses) changed by", Sense::at_most, Quantity::any_impulse},
         {ContactKeptRowsBound::joints, "joint rows kept (rates) changed by", Sense::at_most, Quantity::any_rate},
         {ContactKeptRowsBound::normal, "normal rows (rates) changed by", Sense::at_most, Quantity::rate},
         {ContactKeptRowsBound::tangential, "tangential rows (rates) changed by", Sense::at_most, Quantity::rate},
         {ContactKeptRowsBound::cone, "cone rows (impulses) changed by", Sense::at_most, Quantity::impulse},
         {ContactKeptRowsBound::share_beyond, "share of a row left out beyond the rows kept", Sense::at_most},
         {ContactKeptRowsBound::miss, "row left out missed by", Sense::at_most, Quantity::any_rate},
         {ContactKeptRowsBound::num_left_out, "rows left out"},
         {ContactKeptRowsBound::granted_rows, "rows granted as rounding", Sense::at_most, Quantity::granted_rows}})};

}  // namespace perpend
