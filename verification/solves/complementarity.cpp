#include "verification/solves/complementarity.hpp"

#include <algorithm>

#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/kkt_residual.hpp"
#include "verification/solves/row_judge.hpp"

namespace perpend {

namespace {

constexpr CertificateKind complementarity_kind = CertificateKind::complementarity;

const char* why_unfit(const Problem& problem, const Solution& solution, const RowPattern& pattern) {
  if (solution.status != Status::converged) return "the solver did not report convergence";
  if (problem.mass == nullptr || problem.rows == nullptr || !pattern.fits(*problem.rows))
    return "the sizes of problem and solution do not match";
  const int n = pattern.num_columns();
  const int m = pattern.num_rows();
  for (const VectorX* rows :
       {&problem.lower, &problem.upper, &problem.compliance, &problem.target, &solution.multiplier})
    if (rows->size() != m) return "the sizes of problem and solution do not match";
  if (problem.mass->size() != n || problem.motion.size() != n || solution.x.size() != n)
    return "the sizes of problem and solution do not match";
  if (!is_well_placed(*problem.mass)) return "the inertias do not fit the mass matrix";
  if (!solution.x.allFinite() || !solution.multiplier.allFinite()) return "the solution is not finite";
  for (int i = 0; i < m; ++i)
    if (!(problem.lower[i] <= problem.upper[i])) return "the bounds of a multiplier leave no room";
  return nullptr;
}

/// What the terms of the motion rows would make of x each alone: against it, terms that are all rounding are judged.
double largest_motion(const Problem& problem, const Solution& solution, const RowPattern& pattern) {
  double result = 0.0;
  InertiaRows inertia(*problem.mass);
  for (int i = 0; i < pattern.num_columns(); ++i) {
    const double m = problem.mass->diagonal[i];
    double sum = std::abs(problem.motion[i]) + m * std::abs(solution.x[i]);
    for (const auto& [column, value] : inertia.off_diagonal(i)) sum += std::abs(value * solution.x[column]);
    for (const auto [value, row] : pattern.column(i))
      sum += std::abs(problem.rows->values[value] * solution.multiplier[row]);
    if (sum > result * m) result = sum / m;
  }
  return result;
}

struct Judges {
  RowJudge between;
  RowJudge at_bound;
  double largest_x;
  double largest_multiplier;
  double residual = 0.0;  ///< not reported apart: its units differ from row to row
};

void judge_row(const Problem& problem, const Solution& solution, const RowPattern& pattern, int i, Judges& judges) {
  const double multiplier = solution.multiplier[i];
  const DoubledSum w = constraint_sum(problem, solution, pattern, i);
  const auto scale = [&] { return constraint_scale(problem, pattern, i, judges.largest_x, judges.largest_multiplier); };
  if (multiplier == problem.lower[i])
    judges.at_bound.judge_sign(w, 1.0, i, judges.residual, scale);
  else if (multiplier == problem.upper[i])
    judges.at_bound.judge_sign(w, -1.0, i, judges.residual, scale);
  else
    judges.between.judge(w, i, judges.residual, scale);
}

Certificate verdict_of(const Judges& judges, double violation, int violated_row) {
  Certificate result{.kind = complementarity_kind, .verdict = Verdict::proved};
  const double between = judges.between.upper();
  const double at_bound = judges.at_bound.upper();
  const int row = violation > 0.0 ? violated_row : between >= at_bound ? judges.between.row() : judges.at_bound.row();
  const long granted = judges.between.num_granted() + judges.at_bound.num_granted();
  result[ComplementarityBound::error_between] = between;
  result[ComplementarityBound::error_at_bound] = at_bound;
  result[ComplementarityBound::violation] = violation;
  result[ComplementarityBound::worst_row] = row;
  result[ComplementarityBound::granted_rows] = static_cast<double>(granted);
  const double limit = kkt_backward_error_limit;
  if (violation > 0.0)
    result = {complementarity_kind, Verdict::refuted, result.bounds, "a multiplier lies outside of its bounds"};
  else if (judges.between.lower() > limit && between < infinity)
    result = {complementarity_kind, Verdict::refuted, result.bounds, "a row between its bounds is not fulfilled"};
  else if (judges.at_bound.lower() > limit && at_bound < infinity)
    result = {complementarity_kind, Verdict::refuted, result.bounds, "a row at a bound has the wrong sign"};
  else if (!(between <= limit && at_bound <= limit))
    result = {complementarity_kind, Verdict::undecided, result.bounds, "the bounds of the residual do not decide"};
  return result;
}

}  // namespace

Certificate ComplementarityCertifier::certify(const Problem& problem, const Solution& solution) const {
  if (const char* reason = why_unfit(problem, solution, pattern_))
    return {.kind = complementarity_kind, .verdict = Verdict::undecided, .reason = reason};
  // As in kkt_residual: terms that are rounding noise of the others [Higham02].
  const double limit = kkt_backward_error_limit;
  const double unknowns = pattern_.num_columns() + pattern_.num_rows();
  const RowJudge judge(pattern_.longest() + 2, std::min(1000.0 * unknowns * unit_roundoff, limit), limit);
  const double largest_multiplier = pattern_.num_rows() == 0 ? 0.0 : solution.multiplier.cwiseAbs().maxCoeff();
  Judges judges{judge, judge, largest_motion(problem, solution, pattern_), largest_multiplier};
  double violation = 0.0;
  int violated_row = 0;
  for (int i = 0; i < pattern_.num_rows(); ++i) {
    if (!is_bounded(problem, i)) continue;
    const double multiplier = solution.multiplier[i];
    const double outside = std::max(add_up(problem.lower[i], -multiplier), add_up(multiplier, -problem.upper[i]));
    if (outside > violation) {
      violation = outside;
      violated_row = i;
    } else if (problem.lower[i] < problem.upper[i] && outside <= 0.0) {
      judge_row(problem, solution, pattern_, i, judges);
    }
  }
  return verdict_of(judges, violation, violated_row);
}

constinit const CertificateType certificate_types::complementarity{
    .kind = CertificateKind::complementarity,
    .id = "complementarity",
    .statement =
        "each multiplier of a limit or of dry friction lies within its bounds, exactly; where it is strictly between "
        "them its row holds, and where it is at one of two different bounds its row gives way to the allowed side, "
        "both once the numbers of the row are changed by at most the stated relative amount or, of a row counted as "
        "granted, whose terms are all rounding of the rest, its right-hand side by at most that share of its terms and "
        "of its coefficients times the largest unknown",
    .theorem =
        "signs taken exactly and componentwise backward errors [OettliPrager64] with residuals from doubled precision "
        "dot products [OgitaRumpOishi05]",
    .bounds = in_order<ComplementarityBound>(
        {{ComplementarityBound::error_between, "backward error between the bounds", Sense::at_most},
         {ComplementarityBound::error_at_bound, "backward error of the sign at a bound", Sense::at_most},
         {ComplementarityBound::violation, "a bound exceeded by", Sense::at_most, Quantity::any_impulse},
         {ComplementarityBound::worst_row, "worst row"},
         {ComplementarityBound::granted_rows, "rows granted as rounding", Sense::at_most, Quantity::granted_rows}})};

}  // namespace perpend
