#include <vector>

#include "verification/rational.hpp"
#include "verification/spd.hpp"

namespace perpend {

namespace {

using Rows = std::vector<std::vector<Rational>>;

Rows exact_rows(const MatrixX& a) {
  Rows rows(a.rows(), std::vector<Rational>(a.cols()));
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j) rows[i][j] = exact(a(i, j));
  return rows;
}

/// Gaussian elimination below the pivot; multipliers stay in the lower triangle. Returns the first pivot <= 0, or n.
int eliminate(Rows& s) {
  const int n = static_cast<int>(s.size());
  for (int k = 0; k < n; ++k) {
    if (s[k][k] <= 0) return k;
    for (int i = k + 1; i < n; ++i) {
      if (s[i][k] == 0) continue;
      const Rational multiplier = s[i][k] / s[k][k];
      for (int j = k + 1; j < n; ++j) s[i][j] -= multiplier * s[k][j];
      s[i][k] = multiplier;
    }
  }
  return n;
}

/// x = (-A_11^-1 a_1k, 1, 0): x^T A x is the pivot. Rounded to doubles for the reader; the proof is the sign of the
/// exact pivot.
VectorX exact_direction(const Rows& s, int failed) {
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
  Rows s = exact_rows(a);
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
