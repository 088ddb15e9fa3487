#include "verification/statements/class_refutation.hpp"

#include <algorithm>

#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/p_structure.hpp"

namespace perpend {

namespace {

constexpr Verdict LcpClassReport::*verdicts[] = {&LcpClassReport::positive_definite, &LcpClassReport::semidefinite,
                                                 &LcpClassReport::h_plus, &LcpClassReport::p_matrix,
                                                 &LcpClassReport::copositive};

}  // namespace

void refute(const SparseRows& a, const Effort& effort, int most_exact, LcpClassReport& found, Refutations& shown) {
  if (found.p_matrix != Verdict::proved && !shown.not_p.is_found())
    shown.not_p = find_sign_reversal(a, effort, most_exact);
  if (found.copositive != Verdict::proved && found.semidefinite != Verdict::proved && !shown.not_copositive.is_found())
    shown.not_copositive = find_negative_form(a, effort, most_exact);
  if (shown.not_p.is_found()) found.p_matrix = found.h_plus = found.positive_definite = Verdict::refuted;
  if (shown.not_copositive.is_found())
    found.copositive = found.semidefinite = found.positive_definite = Verdict::refuted;
}

void classify_in_order(const SparseRows& a, const Effort& effort, int largest, LcpClassReport& found,
                       Refutations& shown) {
  VectorX v, t;
  for (const auto verdict : verdicts) found.*verdict = Verdict::undecided;
  const bool is_p = is_definite_sum(a) || find_dominance(a, v, t);
  if (!is_p) refute(a, effort, 0, found, shown);
  const LcpClassReport refuted = found;
  const auto is_refuted = [&](auto verdict) { return refuted.*verdict == Verdict::refuted; };
  if (std::all_of(std::begin(verdicts), std::end(verdicts), is_refuted)) {
    found.lambda_min = lowest_symmetric_eigenvalue(dense(a));
    return;
  }
  found = classify(a, 0);
  for (const auto verdict : verdicts)
    if (is_refuted(verdict)) found.*verdict = Verdict::refuted;
  if (is_p) refute(a, effort, 0, found, shown);  // an H-matrix need not be copositive
  const bool is_open = found.p_matrix == Verdict::undecided || found.copositive == Verdict::undecided;
  if (!is_open || a.num_rows > largest) return;
  const LcpClassReport whole = classify(a, largest);
  if (found.p_matrix == Verdict::undecided) found.p_matrix = whole.p_matrix;
  if (found.copositive == Verdict::undecided) found.copositive = whole.copositive;
  found.summary = whole.summary;
  const bool has_refuted = found.p_matrix == Verdict::refuted || found.copositive == Verdict::refuted;
  if (has_refuted) refute(a, effort, largest, found, shown);
}

}  // namespace perpend
