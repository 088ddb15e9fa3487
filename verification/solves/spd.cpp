#include "verification/solves/spd.hpp"

#include <algorithm>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

/// Lower triangle of L with L L^T = S; returns the row of the pivot that failed, or n. Inner products in rounding to
/// nearest.
int factorize_dense(MatrixX& s) {
  const int n = static_cast<int>(s.rows());
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      double sum = s(i, j);
      for (int k = 0; k < j; ++k) sum -= s(i, k) * s(j, k);
      if (i == j && !(sum > 0.0 && sum < infinity)) return j;
      s(i, j) = i == j ? std::sqrt(sum) : sum / s(j, j);
    }
  }
  return n;
}

/// Bisection between a shift that works and one that does not. The bound keeps what was proved on the way.
double search_lambda_min(const MatrixX& a) {
  const double norm = a.cwiseAbs().rowwise().sum().maxCoeff();
  double works = -1.01 * norm - std::numeric_limits<double>::min();  // diagonally dominant after the shift
  double fails = a.diagonal().minCoeff();                            // lambda_min <= a_ii
  double best = bound_from_shift(a, works);
  const double zero = bound_from_shift(a, 0.0);
  (std::isnan(zero) ? fails : works) = 0.0;
  if (!std::isnan(zero) && !(zero <= best)) best = zero;
  for (int i = 0; i < 60; ++i) {
    // Geometric when both ends have one sign, so that a tiny eigenvalue of a large matrix is resolved too.
    const double middle = works > 0.0 && fails > 4.0 * works ? std::sqrt(works) * std::sqrt(fails)
                          : works == 0.0                     ? 0x1p-20 * fails
                                                             : 0.5 * (works + fails);
    const double bound = bound_from_shift(a, middle);
    (std::isnan(bound) ? fails : works) = middle;
    if (!std::isnan(bound) && !(bound <= best)) best = bound;
  }
  return best;
}

/// At a breakdown of A itself: y = (-L^-T l, 1, 0), for which y^T A y is the failed pivot.
VectorX breakdown_direction(const MatrixX& a) {
  MatrixX l = a;
  const int failed = factorize_dense(l);
  VectorX y = VectorX::Zero(a.rows());
  if (failed == a.rows()) return y;
  y[failed] = 1.0;
  for (int j = failed - 1; j >= 0; --j) {
    double sum = 0.0;
    for (int i = j + 1; i <= failed; ++i) sum += l(i, j) * y[i];
    y[j] = -sum / l(j, j);
  }
  return y;
}

const char* why_unfit(const MatrixX& a) {
  if (a.rows() != a.cols()) return "the matrix is not square";
  if (!a.allFinite()) return "the matrix is not finite";
  if (a != a.transpose()) return "the matrix is not symmetric";
  return nullptr;
}

/// x = (-A_11^-1 a_1k, 1, 0): x^T A x is the pivot. Rounded to doubles for the reader; the proof is the sign of the
/// exact pivot.
VectorX exact_direction(const RationalRows& s, int failed) {
  const int n = static_cast<int>(s.size());
  std::vector<Rational> x(n);
  x[failed] = 1;
  for (int j = failed - 1; j >= 0; --j)
    for (int i = j + 1; i <= failed; ++i) x[j] -= s[i][j] * x[i];
  VectorX result(n);
  for (int i = 0; i < n; ++i) result[i] = x[i].convert_to<double>();
  return result;
}

}  // namespace

double bound_from_shift(const MatrixX& a, double c) {
  const int n = static_cast<int>(a.rows());
  MatrixX s = a;
  double trace = 0.0;
  double largest = 0.0;
  for (int i = 0; i < n; ++i) {
    s(i, i) = add_down(a(i, i), -c);  // at most a_ii - c: S is A - c I or less
    trace = add_up(trace, std::max(s(i, i), 0.0));
    largest = std::max(largest, s(i, i));
  }
  if (factorize_dense(s) < n) return std::numeric_limits<double>::quiet_NaN();
  const double gamma = gamma_bound(n + 3);
  const double underflow = 4.0 * n * (2.0 * n + largest + 1.0) * 0x1p-1074 * 2.0;
  const double delta = add_up(multiply_up(divide_up(gamma, 1.0 - 2.0 * gamma), trace), underflow);
  return add_down(c, -delta);
}

Interval enclose_quadratic_form(const MatrixX& a, const VectorX& x) {
  Interval sum = 0.0;
  for (int j = 0; j < a.cols(); ++j) {
    Interval row = 0.0;
    for (int i = 0; i < a.rows(); ++i) row = row + Interval(a(i, j)) * Interval(x[i]);
    sum = sum + Interval(x[j]) * row;
  }
  return sum;
}

SpdReport certify_spd(const MatrixX& a) {
  SpdReport report{.verdict = Verdict::undecided};
  report.reason = why_unfit(a);
  if (report.reason != nullptr) return report;
  report.reason = "";
  if (a.rows() == 0) return report.verdict = Verdict::proved, report.lambda_min = infinity, report;
  report.lambda_min = search_lambda_min(a);
  if (report.lambda_min > 0.0) {
    report.verdict = Verdict::proved;
    return report;
  }
  const VectorX direction = breakdown_direction(a);
  if (enclose_quadratic_form(a, direction).hi < 0.0) {
    report.verdict = Verdict::refuted;
    report.witness = direction;
    report.reason = "a direction with negative energy exists";
    return report;
  }
  report.reason = "the smallest eigenvalue is too near zero for double precision to tell";
  return report;
}

SpdReport escalate_spd_exact(const MatrixX& a) {
  SpdReport report{.verdict = Verdict::undecided};
  if (a.rows() != a.cols() || !a.allFinite() || a != a.transpose()) {
    report.reason = "the matrix is not square, finite and symmetric";
    return report;
  }
  RationalRows s = exact_rows(a);
  const int failed = eliminate(s);
  if (failed == a.rows()) {
    report.verdict = Verdict::proved;
    report.lambda_min = 0.0;
    return report;
  }
  report.verdict = Verdict::refuted;
  report.witness = exact_direction(s, failed);
  report.reason =
      s[failed][failed] < 0 ? "a pivot is negative in exact arithmetic" : "a pivot is zero in exact arithmetic";
  return report;
}

}  // namespace perpend
