#include "verification/arithmetic/rational.hpp"
#include "verification/solves/spd.hpp"

namespace perpend {

namespace {

RationalRows exact_rows(const MatrixX& a) {
  RationalRows rows(a.rows(), std::vector<Rational>(a.cols()));
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) rows[i][j] = exact(a(i, j));
  return rows;
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
