#include "verification/solvability.hpp"

#include <algorithm>

#include "verification/contact_class.hpp"
#include "verification/contact_pairs.hpp"
#include "verification/contact_solutions.hpp"
#include "verification/solvability_rows.hpp"

namespace perpend {

namespace {

constexpr CertificateKind kind = CertificateKind::solvability;

/// x = 0: no contact closes by itself and nothing is moved.
bool rests_open(const ContactProblem& problem) {
  const auto is_zero = [](double x) { return x == 0.0; };
  return std::all_of(problem.bias.begin(), problem.bias.end(), [](double x) { return x >= 0.0; }) &&
         std::all_of(problem.rows.rate_t.begin(), problem.rows.rate_t.end(), is_zero) &&
         problem.joints.lower.size() == 0 &&
         std::all_of(problem.joints.target.begin(), problem.joints.target.end(), is_zero);
}

Certificate conclude(const ContactProblem& problem, Verdict verdict, const char* reason) {
  Certificate result{.kind = kind, .verdict = verdict, .reason = reason};
  result.bounds[0] = problem.rows.size();
  return result;
}

}  // namespace

Certificate certify_solvability(const ContactProblem& problem, const ExactLimits& limits) {
  if (const char* reason = why_unfit(problem)) return {.kind = kind, .verdict = Verdict::undecided, .reason = reason};
  const bool is_copositive = certify_contact_class(problem).verdict == Verdict::proved;
  if (is_copositive && rests_open(problem)) return conclude(problem, Verdict::proved, "");
  if (is_copositive && num_opening_rows(problem) <= limits.opening && has_opening_motion(problem))
    return conclude(problem, Verdict::proved, "");
  if (num_exact_rows(problem) > limits.feasibility)
    return conclude(problem, Verdict::undecided, "the problem is too large for exact arithmetic");
  if (!is_feasible(problem))
    return conclude(problem, Verdict::refuted, "the rows of the problem contradict each other: it has no solution");
  if (is_copositive && problem.law == FrictionLaw::convex) return conclude(problem, Verdict::proved, "");
  const Certificate count = count_contact_solutions(problem);
  if (count.verdict == Verdict::proved)
    return count.bounds[0] + count.bounds[2] > 0.0
               ? conclude(problem, Verdict::proved, "")
               : conclude(problem, Verdict::refuted,
                          "no choice of the entries that are 0 solves it: it has no solution");
  return conclude(problem, Verdict::undecided,
                  is_copositive
                      ? "the friction cone is not pointed: some impulses cancel and the overlaps want them all"
                      : "the rows do not contradict each other, but the matrix has no structure");
}

}  // namespace perpend
