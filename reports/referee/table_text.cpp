#include "reports/referee/table_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/text/text.hpp"

namespace perpend::reports {

namespace {

std::string status_of(const SolverAttempt& attempt) {
  if (attempt.status == Status::converged) return "solved";
  return attempt.failure == "none" ? to_string(attempt.status) : attempt.failure;
}

std::string describe(const AnswerCertificate& certificate) {
  std::string text = fmt::format(
      "    {}: z with the lighter entry of each pair made 0 solves exactly a problem with b changed by {:.1e} of the "
      "size "
      "of its row",
      certificate.verdict, certificate.backward_error);
  if (certificate.num_granted > 0)
    text += fmt::format(", in {} that {} rounding compared with others by {:.1e} of the largest of these",
                        counted(certificate.num_granted, "row"), certificate.num_granted == 1 ? "is" : "are",
                        certificate.granted_error);
  if (!certificate.reason.empty()) text += fmt::format(" ({})", certificate.reason);
  text += fmt::format("; -z {:.1e}, -w {:.1e}, z w {:.1e}\n", certificate.negative_z, certificate.negative_w,
                      certificate.complementarity);
  for (const AnswerEnclosure& found : certificate.enclosures)
    text += fmt::format("    proved: a solution within {:.1e}{} [{}]\n", found.radius,
                        found.is_unique ? ", the only one" : "", found.theorem);
  return text;
}

std::string family_lines(const FamilyTally& row) {
  std::string text = fmt::format("{:<27} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6}\n", row.family, row.count, row.num_true,
                                 row.proved, row.refuted, row.undecided, row.wrong);
  for (const PlainTally& plain : row.plain)
    if (plain.wrong() > 0 || plain.no_answer > 0)
      text += fmt::format(
          "    plain: {}: {} false yes, {} false no{}\n", plain.test, plain.false_accepts, plain.false_rejects,
          plain.no_answer > 0 ? ", " + counted(plain.no_answer, "time no answer", "times no answer") : "");
  if (row.broken_off > 0) text += fmt::format("    {} met the limit of time\n", counted(row.broken_off, "case"));
  return text;
}

std::string size_lines(const CaseTable& table) {
  std::string text;
  for (const FamilyTally& row : table.families) {
    if (!row.has_large_sizes()) continue;
    if (text.empty()) text = "\ndecided by size\n";
    text += fmt::format("{:<27}", row.family);
    for (const SizeTally& size : row.sizes)
      text += fmt::format("  {:>14}", fmt::format("n {}: {}/{}", size.rows, size.count - size.undecided, size.count));
    text += "\n";
  }
  return text;
}

std::string pivot_lines(const CaseTable& table) {
  std::string text = fmt::format("\n{:<28} {:>3}  {:<22} {:>9} {:>6}", "pivots", "n", "law", "predicted", "exact");
  for (const std::string& solver : table.solvers)
    text += fmt::format("  {:>{}}", solver, std::max<std::size_t>(15, solver.size()));
  text += "\n";
  for (const PivotRow& row : table.pivots) {
    text += fmt::format("{:<28} {:>3}  {:<22} {:>9} {:>6}", row.problem, row.n, row.law, row.predicted, row.exact);
    for (std::size_t s = 0; s < row.solvers.size(); ++s)
      text += fmt::format("  {:>{}}", row.solvers[s], std::max<std::size_t>(15, table.solvers[s].size()));
    text += "\n";
  }
  return text;
}

std::string cost_lines(const CaseTable& table) {
  std::string text = fmt::format("\n{:<52} {:<22} {:>11} {:>11} {:>8} {:>7} {:>10}\n", "cost", "size", "proof [ms]",
                                 "plain [ms]", "ratio", "wanted", "whole call");
  for (const CostRow& row : table.costs)
    text += fmt::format("{:<52} {:<22} {:>11.4g} {:>11.4g} {:>8.3g} {:>7} {:>10.3g}  {}, compared with: {}\n", row.what,
                        row.size, 1e3 * row.proof_seconds, 1e3 * row.plain_seconds, row.ratio(),
                        row.wanted > 0.0 ? fmt::format("{:.3g}", row.wanted) : "", row.call_ratio(), row.verdict,
                        row.plain);
  return text;
}

}  // namespace

std::string attempt_heading() {
  return fmt::format("{:<24} {:>6} {:<24} {:<15} {:>10} {:>9} {:>9}\n", "problem", "size", "solver", "status", "CPU ms",
                     "steps", "residual");
}

std::string attempt_text(const SolvedProblem& problem, const std::string& solver) {
  const SolverAttempt& attempt = problem.attempts.back();
  std::string text =
      fmt::format("{:<24} {:>6} {:<24} {:<15} {:>10.2f} {:>9} {:>9.1e}\n", problem.name, problem.size, solver,
                  status_of(attempt), 1e3 * attempt.seconds, attempt.iterations, attempt.residual);
  for (const std::string& line : describe_chosen(attempt)) text += fmt::format("    {}\n", line);
  if (!attempt.note.empty()) text += fmt::format("    {}\n", attempt.note);
  if (attempt.certificate) text += describe(*attempt.certificate);
  if (!attempt.unsolvable.empty())
    text += fmt::format("    that there is no solution: {}{}\n", attempt.unsolvable,
                        attempt.unsolvable_reason.empty() ? "" : fmt::format(" ({})", attempt.unsolvable_reason));
  return text;
}

std::string totals_text(const SolverTable& table, bool is_certified) {
  std::string text = fmt::format("\n{:<24} {:>9} {:>9} {:>10}{}\n", "solver", "solved", "unsuited", "CPU s",
                                 is_certified ? "    proved" : "");
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    const SolverSummary summary = summarize(table, s);
    const long proved = summary.count(Outcome::proved);
    const long solved = proved + summary.count(Outcome::undecided) + summary.count(Outcome::refuted) +
                        summary.count(Outcome::uncertified);
    text += fmt::format("{:<24} {:>9} {:>9} {:>10.2f}{}\n", table.solvers[s],
                        fmt::format("{}/{}", solved, table.problems.size()), summary.count(Outcome::unsuited),
                        summary.all_seconds, is_certified ? fmt::format(" {:>9}", proved) : "");
  }
  return text;
}

std::string case_text(const CaseTable& table) {
  std::string text = fmt::format("{:<27} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6}\n", "family", "cases", "true", "proved",
                                 "refuted", "undecided", "wrong");
  long false_accepts = 0, false_rejects = 0;
  for (const FamilyTally& row : table.families) {
    text += family_lines(row);
    for (const PlainTally& plain : row.plain) {
      false_accepts += plain.false_accepts;
      false_rejects += plain.false_rejects;
    }
  }
  text += size_lines(table);
  if (!table.pivots.empty()) text += pivot_lines(table);
  if (!table.costs.empty()) text += cost_lines(table);
  for (const Contradiction& found : table.contradictions)
    text += fmt::format("WRONG: {} number {}: {}\n", found.family, found.index, found.words);
  if (table.stopped_by != StopReason::none) text += "\nincomplete: interrupted by a signal\n";
  return text + fmt::format("\n{}: plain tests say yes falsely {} and no falsely {}; statements are wrong {}\n",
                            counted(table.num_cases(), "case"), counted(false_accepts, "time"),
                            counted(false_rejects, "time"), counted(table.num_wrong(), "time"));
}

}  // namespace perpend::reports
