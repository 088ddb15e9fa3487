#include "verification/kkt_residual.hpp"

#include <algorithm>

#include "verification/rounding.hpp"

namespace perpend {

namespace {

/// Far below anything that matters and far above the total of all underflows of a row (terms times 2^-1074).
constexpr double underflow_allowance = 0x1p-1000;

/// Dot2 [OgitaRumpOishi05]: |value - exact| <= u |exact| + gamma_n^2 sum |a b|.
class DoubledDot {
 public:
  void add(double a, double b) {
    const auto [p, e] = two_product(a, b);
    if (p == 0.0) {
      if (a != 0.0 && b != 0.0) magnitude_ += underflow_allowance;  // not a zero: keeps the row from passing as exact
      return;
    }
    add_part(p);
    low_ += e;
  }
  void add(double a) {
    if (a != 0.0) add_part(a);
  }
  [[nodiscard]] double value() const { return high_ + low_; }
  /// fl(sum |a b|): relative error at most gamma_n.
  [[nodiscard]] double magnitude() const { return magnitude_; }

 private:
  void add_part(double p) {
    const auto [s, e] = two_sum(high_, p);
    high_ = s;
    low_ += e;
    magnitude_ += std::abs(p);
  }
  double high_ = 0.0;
  double low_ = 0.0;
  double magnitude_ = 0.0;
};

/// Worst row so far. The factors hold for every row, since `terms` is the length of the longest.
class RowJudge {
 public:
  /// Dot2's bound is stated for n products whose two errors are added in one go; here they enter one after the other,
  /// which doubles the additions of the low part: hence 2 n.
  RowJudge(int terms, double cancelled)
      : residual_factor_(gamma_bound(2 * terms) * gamma_bound(2 * terms) * (1.0 + gamma_bound(terms + 8))),
        ratio_factor_(1.0 + gamma_bound(terms + 8)),
        cancelled_(cancelled) {}

  /// `row_scale()` is asked only for a row that fails: its coefficients times the largest unknowns, plus |b|.
  template <class Scale>
  void judge(const DoubledDot& dot, int row, double& worst_residual, Scale row_scale) {
    const double magnitude = dot.magnitude();
    if (magnitude == 0.0) return;  // every term is exactly zero
    const double value = std::abs(dot.value());
    const double error = residual_factor_ * magnitude + underflow_allowance;
    const double upper = (value + error) * (1.0 + 16.0 * unit_roundoff);
    const double lower = value * (1.0 - 16.0 * unit_roundoff) - error * (1.0 + 16.0 * unit_roundoff);
    double scale = magnitude;
    if (!(upper * ratio_factor_ <= kkt_backward_error_limit * magnitude)) {
      const double coefficients = row_scale();
      if (coefficients < infinity && magnitude <= cancelled_ * coefficients) scale += coefficients;
    }
    update(upper / scale * ratio_factor_, lower / scale / ratio_factor_, row);
    worst_residual = std::isnan(upper) ? upper : upper > worst_residual ? upper : worst_residual;
  }

  [[nodiscard]] double upper() const { return upper_; }
  [[nodiscard]] double lower() const { return lower_; }
  [[nodiscard]] int row() const { return row_; }

 private:
  void update(double upper, double lower, int row) {
    if (lower > lower_) lower_ = lower;
    if (std::isnan(upper_) || upper <= upper_) return;
    upper_ = upper;
    row_ = row;
  }
  double residual_factor_, ratio_factor_, cancelled_;
  double upper_ = 0.0;
  double lower_ = 0.0;
  int row_ = 0;
};

Certificate undecided(const char* reason) {
  Certificate certificate{.kind = CertificateKind::kkt_residual, .verdict = Verdict::undecided, .reason = reason};
  return certificate;
}

bool sizes_match(const Problem& problem, const Solution& solution, const RowPattern& pattern) {
  if (problem.mass == nullptr || problem.rows == nullptr || !pattern.fits(*problem.rows)) return false;
  const int n = pattern.num_columns();
  const int m = pattern.num_rows();
  return problem.mass->size() == n && problem.motion.size() == n && solution.x.size() == n &&
         problem.compliance.size() == m && problem.target.size() == m && solution.multiplier.size() == m;
}

/// Sizes of the unknowns and of the residuals found so far.
struct Extremes {
  double x = 0.0;  ///< largest |x|, or larger: what the terms that cancel in a motion row would make of x each alone
  double multiplier = 0.0;
  double motion_residual = 0.0;
  double constraint_residual = 0.0;
};

double largest(const VectorX& v) {
  double result = 0.0;
  for (const double x : v) result = std::max(result, std::abs(x));
  return result;
}

void judge_motion_rows(const Problem& problem, const Solution& solution, const RowPattern& pattern, RowJudge& judge,
                       Extremes& extremes) {
  const std::vector<double>& values = problem.rows->values;
  const VectorX& mass = problem.mass->diagonal;
  for (int i = 0; i < pattern.num_columns(); ++i) {
    DoubledDot dot;
    dot.add(-problem.motion[i]);
    dot.add(mass[i], solution.x[i]);
    for (const auto [value, row] : pattern.column(i)) dot.add(-values[value], solution.multiplier[row]);
    if (dot.magnitude() > extremes.x * mass[i]) extremes.x = dot.magnitude() / mass[i];
    judge.judge(dot, i, extremes.motion_residual, [&] {
      double sum = 0.0;
      for (const auto [value, row] : pattern.column(i)) sum += std::abs(values[value]);
      return std::abs(problem.motion[i]) + mass[i] * extremes.x + sum * extremes.multiplier;
    });
  }
}

void judge_constraint_rows(const Problem& problem, const Solution& solution, const RowPattern& pattern, RowJudge& judge,
                           Extremes& extremes) {
  const std::vector<double>& values = problem.rows->values;
  for (int i = 0; i < pattern.num_rows(); ++i) {
    DoubledDot dot;
    dot.add(-problem.target[i]);
    dot.add(problem.compliance[i], solution.multiplier[i]);
    for (const auto [value, column] : pattern.row(i)) dot.add(values[value], solution.x[column]);
    judge.judge(dot, pattern.num_columns() + i, extremes.constraint_residual, [&] {
      double sum = 0.0;
      for (const auto [value, column] : pattern.row(i)) sum += std::abs(values[value]);
      return std::abs(problem.target[i]) + std::abs(problem.compliance[i]) * extremes.multiplier + sum * extremes.x;
    });
  }
}

}  // namespace

KktResidualCertifier::KktResidualCertifier(const ConstraintRows& layout) : pattern_(layout) {}

Certificate KktResidualCertifier::certify(const Problem& problem, const Solution& solution) {
  if (solution.status != Status::converged) return undecided("the solver did not report convergence");
  if (!sizes_match(problem, solution, pattern_)) return undecided("the sizes of problem and solution do not match");
  if (!solution.x.allFinite() || !solution.multiplier.allFinite()) return undecided("the solution is not finite");
  for (const double m : problem.mass->diagonal)
    if (!(m > 0.0)) return undecided("a mass is not positive");
  // Terms that are rounding noise of the others: the usual 1000 n u [Higham02], never above the limit itself.
  const double unknowns = pattern_.num_columns() + pattern_.num_rows();
  RowJudge judge(pattern_.longest() + 2, std::min(1000.0 * unknowns * unit_roundoff, kkt_backward_error_limit));
  Certificate result{.kind = CertificateKind::kkt_residual};
  Extremes extremes{.x = largest(solution.x), .multiplier = largest(solution.multiplier)};
  judge_motion_rows(problem, solution, pattern_, judge, extremes);
  judge_constraint_rows(problem, solution, pattern_, judge, extremes);
  result.bounds = {judge.upper(), extremes.motion_residual, extremes.constraint_residual,
                   static_cast<double>(judge.row())};
  if (judge.upper() <= kkt_backward_error_limit)
    result.verdict = Verdict::proved;
  else if (judge.lower() > kkt_backward_error_limit && judge.upper() < infinity)
    result = {result.kind, Verdict::refuted, result.bounds, "the residual of the worst row is too large"};
  else
    result = {result.kind, Verdict::undecided, result.bounds, "the bounds of the residual do not decide"};
  return result;
}

}  // namespace perpend
