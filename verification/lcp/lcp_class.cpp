#include <algorithm>

#include "verification/lcp/lcp.hpp"
#include "verification/lcp/lcp_class_exact.hpp"
#include "verification/lcp/lcp_enclosures.hpp"
#include "verification/lcp/lcp_rows.hpp"

namespace perpend {

namespace {

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
