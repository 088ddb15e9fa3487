#include "verification/solves/kkt_residual.hpp"

#include <algorithm>
#include <limits>

#include "verification/solves/complementarity.hpp"
#include "verification/solves/inertia_rows.hpp"
#include "verification/solves/row_judge.hpp"

namespace perpend {

namespace {

bool sizes_match(const Problem& problem, const Solution& solution, const RowPattern& pattern) {
  if (problem.mass == nullptr || problem.rows == nullptr || !pattern.fits(*problem.rows)) return false;
  const int n = pattern.num_columns();
  const int m = pattern.num_rows();
  return problem.mass->size() == n && problem.motion.size() == n && solution.x.size() == n &&
         problem.compliance.size() == m && problem.target.size() == m && solution.multiplier.size() == m &&
         (problem.lower.size() == 0 || (problem.lower.size() == m && problem.upper.size() == m));
}

/// Sizes of the unknowns and of the residuals found so far.
struct Extremes {
  double x = 0.0;  ///< largest |x|, or larger: what the terms that cancel in a motion row would make of x each alone
  double multiplier = 0.0;
  double motion_residual = 0.0;
  double constraint_residual = 0.0;
};

/// The largest |v_i|, or infinity where one is not finite.
double largest(const VectorX& v) {
  constexpr double most = std::numeric_limits<double>::max();
  DoublePair result{};
  auto are_finite = result == result;
  Eigen::Index i = 0;
  for (; i + 1 < v.size(); i += 2) {
    const DoublePair x = modulus(pair_at(v.data() + i));
    are_finite &= x <= in_both(most);
    result = x > result ? x : result;
  }
  const double last = i < v.size() ? std::abs(v[i]) : 0.0;
  return hold_both(are_finite) && last <= most ? std::max({result[0], result[1], last}) : infinity;
}

bool are_positive(const VectorX& v) {
  auto all = DoublePair{} == DoublePair{};
  Eigen::Index i = 0;
  for (; i + 1 < v.size(); i += 2) all &= pair_at(v.data() + i) > DoublePair{};
  return hold_both(all) && (i == v.size() || v[i] > 0.0);
}

/// Terms that are rounding noise of the others: the usual 1000 n u [Higham02].
double granted_share(double unknowns) {
  return 1000.0 * unknowns * unit_roundoff;
}

/// Rows that are within the limit by their own size all at once, the others one by one.
class RowsOfKkt {
 public:
  RowsOfKkt(const Problem& problem, const Solution& solution, const RowPattern& pattern, KktSums& sums, RowJudge& judge,
            Extremes& extremes, std::span<double> ratios)
      : problem_(problem),
        solution_(solution),
        pattern_(pattern),
        sums_(sums),
        judge_(judge),
        extremes_(extremes),
        ratios_(ratios) {}

  void judge_motion() {
    const DoubledSums& motion = sums_.motion(problem_, solution_);
    const int n = pattern_.num_columns();
    const bool all_met = judge_.judge_met(motion, n, 0, extremes_.motion_residual, ratios_);
    for (int i = 0; i < n; i += 2) {
      const bool has_two = i + 1 < n;
      const double* mass = problem_.mass->diagonal.data() + i;
      if (all_met || (ratios_[i] != 0.0 && (!has_two || ratios_[i + 1] != 0.0)))
        widen(has_two ? motion.of_two(i).magnitude : in_both(motion.of(i).magnitude),
              has_two ? pair_at(mass) : in_both(*mass));
      else
        for (int k = i; k < std::min(i + 2, n); ++k) judge_motion_row(motion.of(k), k);
    }
  }

  void judge_constraints(std::span<const int> without) {
    const DoubledSums& constraints = sums_.constraints(problem_, solution_);
    const int m = pattern_.num_rows();
    const bool has_all = problem_.lower.size() == 0 && without.empty();
    if (has_all && judge_.judge_met(constraints, m, pattern_.num_columns(), extremes_.constraint_residual, ratios_))
      return;
    for (int k = 0; k < m; ++k) {
      if (has_all && ratios_[k] != 0.0) continue;
      if (!is_bounded(problem_, k) && std::find(without.begin(), without.end(), k) == without.end())
        judge_constraint_row(constraints.of(k), k);
    }
  }

 private:
  /// Velocities as large as the terms of their rows.
  void widen(DoublePair magnitude, DoublePair mass) {
    if (hold_both(magnitude <= in_both(extremes_.x) * mass)) return;
    const DoublePair x = magnitude / mass;
    extremes_.x = std::max({extremes_.x, x[0], x[1]});
  }

  /// Whether each term of a row of the motion has a factor 0: a body that nothing turns.
  [[nodiscard]] bool is_empty(int i) const {
    if (!problem_.mass->blocks.empty() || problem_.motion[i] != 0.0 || solution_.x[i] != 0.0) return false;
    return std::ranges::all_of(pattern_.column(i), [&](const RowPattern::Entry& entry) {
      return problem_.rows->values[entry.value] == 0.0 || solution_.multiplier[entry.index] == 0.0;
    });
  }

  void judge_motion_row(DoubledSum sum, int i) {
    if (sum.magnitude == 0.0 && is_empty(i)) return;
    const double mass = problem_.mass->diagonal[i];
    if (!is_safe(sum)) sum = motion_sum(problem_, solution_, pattern_, i);
    if (sum.magnitude > extremes_.x * mass) extremes_.x = sum.magnitude / mass;
    if (ratios_[i] != 0.0) return;
    judge_.judge(sum, i, extremes_.motion_residual, [&] {
      double coefficients = 0.0;
      for (const auto [value, row] : pattern_.column(i)) coefficients += std::abs(problem_.rows->values[value]);
      double masses = mass;
      for (const auto& [column, value] : InertiaRows(*problem_.mass, i).off_diagonal(i)) masses += std::abs(value);
      return std::abs(problem_.motion[i]) + masses * extremes_.x + coefficients * extremes_.multiplier;
    });
  }

  void judge_constraint_row(DoubledSum sum, int i) {
    if (!is_safe(sum)) sum = constraint_sum(problem_, solution_, pattern_, i);
    judge_.judge(sum, pattern_.num_columns() + i, extremes_.constraint_residual,
                 [&] { return constraint_scale(problem_, pattern_, i, extremes_.x, extremes_.multiplier); });
  }

  const Problem& problem_;
  const Solution& solution_;
  const RowPattern& pattern_;
  KktSums& sums_;
  RowJudge& judge_;
  Extremes& extremes_;
  std::span<double> ratios_;  ///< of motions, then of constraints; 0: not judged
};

}  // namespace

KktResidualCertifier::KktResidualCertifier(const ConstraintRows& layout)
    : pattern_(layout),
      sums_(layout),
      unused_judge_(pattern_.longest() + 4,
                    std::min(granted_share(pattern_.num_columns() + pattern_.num_rows()), kkt_backward_error_limit),
                    kkt_backward_error_limit),
      ratios_(std::max(layout.num_columns, layout.num_rows) + 1) {}

Certificate KktResidualCertifier::certify(const Problem& problem, const Solution& solution) {
  return certify_without(problem, solution, {});
}

Certificate KktResidualCertifier::certify_without(const Problem& problem, const Solution& solution,
                                                  std::span<const int> rows) {
  if (solution.status != Status::converged)
    return undecided(CertificateKind::kkt_residual, "the solver did not report convergence");
  if (!sizes_match(problem, solution, pattern_))
    return undecided(CertificateKind::kkt_residual, "the sizes of problem and solution do not match");
  Extremes extremes{.x = largest(solution.x), .multiplier = largest(solution.multiplier)};
  if (!(std::max(extremes.x, extremes.multiplier) < infinity))
    return undecided(CertificateKind::kkt_residual, "the solution is not finite");
  if (!is_well_placed(*problem.mass))
    return undecided(CertificateKind::kkt_residual, "the inertias do not fit the mass matrix");
  if (!are_positive(problem.mass->diagonal)) return undecided(CertificateKind::kkt_residual, "a mass is not positive");
  RowJudge judge = unused_judge_;
  Certificate result{.kind = CertificateKind::kkt_residual};
  RowsOfKkt system(problem, solution, pattern_, sums_, judge, extremes, ratios_);
  system.judge_motion();
  system.judge_constraints(rows);
  result[KktResidualBound::backward_error] = judge.upper();
  result[KktResidualBound::motion_residual] = extremes.motion_residual;
  result[KktResidualBound::constraint_residual] = extremes.constraint_residual;
  result[KktResidualBound::worst_row] = judge.row();
  result[KktResidualBound::granted_rows] = static_cast<double>(judge.num_granted());
  if (judge.upper() <= kkt_backward_error_limit)
    result.verdict = Verdict::proved;
  else if (judge.lower() > kkt_backward_error_limit && judge.upper() < infinity)
    result = {result.kind, Verdict::refuted, result.bounds, "the residual of the worst row is too large"};
  else
    result = {result.kind, Verdict::undecided, result.bounds, "the bounds of the residual do not decide"};
  return result;
}

constinit const CertificateType certificate_types::kkt_residual{
    .kind = CertificateKind::kkt_residual,
    .id = "kkt_residual",
    .statement =
        "each row of the motion, and each row of joints whose multiplier has no bound, holds exactly for the computed "
        "motion and multipliers once its own numbers are changed by at most the stated relative amount, which is below "
        "the square root of the rounding unit; of a row counted as granted, whose terms are all rounding of the rest, "
        "only the right-hand side is changed, by at most that share of its terms and of its coefficients times the "
        "largest unknown, a velocity being as large as the terms that it is the sum of",
    .theorem =
        "componentwise backward error [OettliPrager64] with residuals from doubled precision dot products "
        "[OgitaRumpOishi05]",
    .bounds = in_order<KktResidualBound>(
        {{KktResidualBound::backward_error, "backward error", Sense::at_most},
         {KktResidualBound::motion_residual, "motion residual", Sense::at_most, Quantity::any_impulse},
         {KktResidualBound::constraint_residual, "constraint residual", Sense::at_most, Quantity::any_rate},
         {KktResidualBound::worst_row, "worst row"},
         {KktResidualBound::granted_rows, "rows granted as rounding", Sense::at_most, Quantity::granted_rows}})};

}  // namespace perpend
