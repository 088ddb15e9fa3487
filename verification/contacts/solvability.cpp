#include <algorithm>

#include "verification/certificates.hpp"
#include "verification/contacts/contact_elimination.hpp"
#include "verification/contacts/contact_pairs.hpp"
#include "verification/contacts/solvability_ray.hpp"
#include "verification/contacts/solvability_rows.hpp"
#include "verification/lcp/lcp_contradiction.hpp"

namespace perpend {

namespace {

constexpr CertificateKind solvability_kind = CertificateKind::solvability;

/// x = 0: no contact closes by itself and nothing is moved.
bool rests_open(const ContactProblem& problem) {
  const auto is_zero = [](double x) { return x == 0.0; };
  return std::all_of(problem.bias.begin(), problem.bias.end(), [](double x) { return x >= 0.0; }) &&
         std::all_of(problem.rows.rate_t.begin(), problem.rows.rate_t.end(), is_zero) &&
         problem.joints.lower.size() == 0 &&
         std::all_of(problem.joints.target.begin(), problem.joints.target.end(), is_zero);
}

Certificate conclude(const ContactProblem& problem, Verdict verdict, const char* reason) {
  Certificate result{.kind = solvability_kind, .verdict = verdict, .reason = reason};
  result[SolvabilityBound::num_contacts] = problem.rows.size();
  return result;
}

/// Programs with that many rows each, of `limit` at most, and in all no more work than eight of the largest: it grows
/// with the cube of the rows at least.
template <class RowsOf>
bool are_affordable(const std::vector<ProblemPart>& parts, int limit, const RowsOf& rows_of) {
  double work = 0.0;
  for (const ProblemPart& part : parts) {
    const double rows = rows_of(part);
    if (rows <= limit) work += rows * rows * rows;
  }
  return work <= 8.0 * limit * limit * limit;
}

bool opens_in_every_part(const ContactProblem& problem, const std::vector<ProblemPart>& parts, int limit) {
  const auto rows_of = [&](const ProblemPart& part) { return num_opening_rows(problem, part); };
  return are_affordable(parts, limit, rows_of) && std::all_of(parts.begin(), parts.end(), [&](const ProblemPart& part) {
           return rows_of(part) <= limit && has_opening_motion(problem, part);
         });
}

/// Whether one contact alone wants it: along its own row any rate is had.
bool opens_freely(const ContactProblem& problem, const ProblemPart& part) {
  if (part.contacts.size() != 1 || !part.joints.empty()) return false;
  bool has_row = false;
  for_each_entry(problem.rows, part.contacts[0], 0, [&](int, double value) { has_row = has_row || value != 0.0; });
  return has_row;
}

/// Overlaps that no motion opens together. A part too large to be asked gives the walls about each of its bodies.
bool is_jammed(const ContactProblem& problem, const std::vector<ProblemPart>& parts, int limit) {
  const auto is_small = [&](const ProblemPart& part) { return num_separating_rows(part) <= limit; };
  const auto any_jams = [&](const std::vector<ProblemPart>& all) {
    return are_affordable(all, limit, num_separating_rows) &&
           std::any_of(all.begin(), all.end(), [&](const ProblemPart& part) {
             return is_small(part) && !opens_freely(problem, part) && !has_separating_motion(problem, part);
           });
  };
  if (any_jams(parts)) return true;
  return !std::all_of(parts.begin(), parts.end(), is_small) && any_jams(walls_of_each_body(problem));
}

/// The rows of the whole problem but complementarity, where enclosures show it. Only where it is small enough to be
/// counted: dense enclosures of larger ones cost more than they save.
bool is_shown_contradictory(const ContactProblem& problem) {
  EnclosedLcp around;
  return why_not_counted(problem) == nullptr && JointElimination<Interval>(problem).form(around) &&
         is_contradictory(around);
}

struct Feasible {
  bool is_refuted = false;
  bool is_known = true;  ///< no part was too large
};

Feasible feasibility_of(const ContactProblem& problem, const std::vector<ProblemPart>& parts, int limit) {
  const auto rows_of = [&](const ProblemPart& part) { return num_exact_rows(problem, part); };
  if (!are_affordable(parts, limit, rows_of)) return {.is_refuted = false, .is_known = false};
  Feasible result;
  if (is_shown_contradictory(problem)) return {.is_refuted = true, .is_known = true};
  for (const ProblemPart& part : parts) {
    const bool is_small = rows_of(part) <= limit;
    result.is_known = result.is_known && is_small;
    result.is_refuted = result.is_refuted || (is_small && !is_feasible(problem, part));
  }
  return result;
}

bool has_nonnegative_friction(const ContactProblem& problem) {
  return std::all_of(problem.rows.contacts.begin(), problem.rows.contacts.end(),
                     [](const Contact& contact) { return contact.friction >= 0.0; });
}

}  // namespace

Certificate certify_solvability(const ContactProblem& problem, const ContactRay& ray, const ExactLimits& limits) {
  if (const char* reason = why_unfit(problem))
    return {.kind = solvability_kind, .verdict = Verdict::undecided, .reason = reason};
  if (contradicts(problem, ray))
    return conclude(problem, Verdict::refuted, "the rows of the problem contradict each other: it has no solution");
  const bool is_copositive = certify_contact_class(problem).verdict == Verdict::proved;
  if (is_copositive && rests_open(problem)) return conclude(problem, Verdict::proved, "");
  const std::vector<ProblemPart> parts = parts_of(problem);
  if (is_copositive && opens_in_every_part(problem, parts, limits.opening))
    return conclude(problem, Verdict::proved, "");
  if (has_nonnegative_friction(problem) && is_jammed(problem, parts, limits.opening))
    return conclude(problem, Verdict::refuted,
                    "no motion opens all overlaps, the normal rows contradict each other: it has no solution");
  const Feasible feasible = feasibility_of(problem, parts, limits.feasibility);
  if (feasible.is_refuted)
    return conclude(problem, Verdict::refuted, "the rows of the problem contradict each other: it has no solution");
  if (!feasible.is_known) return conclude(problem, Verdict::undecided, "the problem is too large for exact arithmetic");
  if (is_copositive && problem.law == FrictionLaw::convex) return conclude(problem, Verdict::proved, "");
  const Certificate count = count_contact_solutions(problem);
  if (count.verdict == Verdict::proved)
    return count[NumSolutionsBound::most_impulses] + count[NumSolutionsBound::impulse_continua] > 0.0
               ? conclude(problem, Verdict::proved, "")
               : conclude(problem, Verdict::refuted,
                          "no choice of the entries that are 0 solves it: it has no solution");
  return conclude(problem, Verdict::undecided,
                  is_copositive
                      ? "the friction cone is not pointed: some impulses cancel and the overlaps want them all"
                      : "the rows do not contradict each other, but the matrix has no structure");
}

constinit const CertificateType certificate_types::solvability{
    .kind = CertificateKind::solvability,
    .id = "solvability",
    .statement = "the contact problem that no solver answered has a solution",
    .theorem =
        "copositive: solvable when some motion that the joints allow opens every contact faster than friction times "
        "its slip [AnitescuPotra97]; refuted by a nonnegative combination of the rows that cannot be fulfilled "
        "(Farkas) [CottlePangStone92]",
    .bounds = in_order<SolvabilityBound>({{SolvabilityBound::num_contacts, "contacts"}})};

}  // namespace perpend
