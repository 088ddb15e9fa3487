#include "verification/lcp/lcp_class.hpp"

#include <algorithm>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

/// Rows and columns 1.. of a, less multiples of row 0 when `with_complement`. By hand: leading minors in their order
/// are what is asked, and the first that is not positive ends it.
RationalRows without_first(const RationalRows& a, bool with_complement) {
  const std::size_t n = a.size();
  RationalRows rest(n - 1, std::vector<Rational>(n - 1));
  for (std::size_t i = 1; i < n; ++i) {
    const Rational factor = with_complement ? Rational(a[i][0] / a[0][0]) : Rational(0);
    for (std::size_t j = 1; j < n; ++j) {
      rest[i - 1][j - 1] = a[i][j];
      if (factor != 0) rest[i - 1][j - 1] -= factor * a[0][j];
    }
  }
  return rest;
}

/// det < 0 and adj = det A^-1 >= 0: z^T A z < 0 for some z > 0.
bool is_negative_inside(const RationalRows& a) {
  if (determinant(a) >= 0) return false;
  RationalRows identity(a.size(), std::vector<Rational>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) identity[i][i] = 1;
  const std::optional<RationalRows> inverse = solve_exactly(a, identity);
  return inverse && std::all_of(inverse->begin(), inverse->end(), [](const std::vector<Rational>& row) {
           return std::all_of(row.begin(), row.end(), [](const Rational& x) { return x <= 0; });
         });
}

RationalRows principal(const RationalRows& a, unsigned choice) {
  RationalRows rows;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if ((choice >> i & 1U) == 0) continue;
    rows.emplace_back();
    for (std::size_t j = 0; j < a.size(); ++j)
      if ((choice >> j & 1U) != 0) rows.back().push_back(a[i][j]);
  }
  return rows;
}

/// Exact elimination of a symmetric matrix with numbers that grow as it goes.
constexpr int largest_elimination = 40;

void judge_definiteness(const MatrixX& a, const RationalRows& exact_symmetric, LcpClassReport& report) {
  report.lambda_min = lowest_symmetric_eigenvalue(a);
  if (report.lambda_min > 0.0) {
    report.positive_definite = report.semidefinite = Verdict::proved;
  } else if (!exact_symmetric.empty()) {
    const Definiteness found = definiteness(exact_symmetric);
    report.positive_definite = found == Definiteness::positive ? Verdict::proved : Verdict::refuted;
    report.semidefinite = found == Definiteness::indefinite ? Verdict::refuted : Verdict::proved;
  }
}

bool is_nonnegative(const RationalRows& a) {
  for (const auto& row : a)
    for (const Rational& x : row)
      if (x < 0) return false;
  return true;
}

void judge_copositive(const RationalRows& exact_symmetric, int largest_exact, LcpClassReport& report) {
  if (report.semidefinite == Verdict::proved)
    report.copositive = Verdict::proved;
  else if (!exact_symmetric.empty() && is_nonnegative(exact_symmetric))
    report.copositive = Verdict::proved;
  else if (!exact_symmetric.empty() && static_cast<int>(exact_symmetric.size()) <= largest_exact)
    report.copositive = is_copositive(exact_symmetric) ? Verdict::proved : Verdict::refuted;
}

std::string summary_of(const LcpClassReport& report) {
  std::string text;
  const auto add = [&](Verdict verdict, const char* name) {
    if (verdict == Verdict::proved) text += (text.empty() ? "" : ", ") + std::string(name);
  };
  if (report.is_symmetric) text = "symmetric";
  add(report.positive_definite, "positive definite");
  if (report.positive_definite != Verdict::proved) add(report.semidefinite, "positive semidefinite");
  add(report.h_plus, "H+");
  add(report.p_matrix, "P");
  if (report.semidefinite != Verdict::proved) add(report.copositive, "copositive");
  return text.empty() ? "unknown" : text;
}

}  // namespace

RationalRows symmetric_part(const RationalRows& a) {
  RationalRows sum = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j) sum[i][j] += a[j][i];
  return sum;
}

bool is_h_plus(const RationalRows& a) {
  RationalRows comparison = a;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a.size(); ++j)
      if (i != j && comparison[i][j] > 0) comparison[i][j] = -comparison[i][j];
  while (!comparison.empty()) {
    if (comparison[0][0] <= 0) return false;
    comparison = without_first(comparison, true);
  }
  return true;
}

bool is_p_matrix(const RationalRows& a) {
  if (a.empty()) return true;
  if (a[0][0] <= 0) return false;
  return is_p_matrix(without_first(a, false)) && is_p_matrix(without_first(a, true));
}

bool is_copositive(const RationalRows& a) {
  for (unsigned choice = 1; choice < 1U << a.size(); ++choice)
    if (is_negative_inside(principal(a, choice))) return false;
  return true;
}

LcpClassReport classify(const SparseRows& a, int largest_exact) {
  LcpClassReport report;
  if (why_unfit(a) != nullptr) {
    report.summary = "unknown";
    return report;
  }
  for (Verdict* verdict :
       {&report.positive_definite, &report.semidefinite, &report.h_plus, &report.p_matrix, &report.copositive})
    *verdict = Verdict::undecided;
  const MatrixX full = dense(a);
  report.is_symmetric = full == full.transpose();
  const bool is_small = a.num_rows <= largest_elimination;
  const RationalRows exact_full = is_small ? exact_rows(full) : RationalRows{};
  const RationalRows exact_symmetric = symmetric_part(exact_full);
  judge_definiteness(full, exact_symmetric, report);
  VectorX v;
  VectorX t;
  if (find_dominance(a, v, t))
    report.h_plus = Verdict::proved;
  else if (is_small)
    report.h_plus = is_h_plus(exact_full) ? Verdict::proved : Verdict::refuted;
  if (report.positive_definite == Verdict::proved || report.h_plus == Verdict::proved)
    report.p_matrix = Verdict::proved;
  else if (a.num_rows <= largest_exact)
    report.p_matrix = is_p_matrix(exact_full) ? Verdict::proved : Verdict::refuted;
  judge_copositive(exact_symmetric, largest_exact, report);
  report.summary = summary_of(report);
  return report;
}

}  // namespace perpend
