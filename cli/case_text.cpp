#include "cli/case_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace perpend::cli {

namespace {

std::string family_lines(const reports::FamilyTally& row) {
  std::string text = fmt::format("{:<27} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6}\n", row.family, row.count, row.num_true,
                                 row.proved, row.refuted, row.undecided, row.wrong);
  for (const reports::PlainTally& plain : row.plain)
    if (plain.wrong() > 0 || plain.no_answer > 0)
      text += fmt::format("    plain: {}: {} false yes, {} false no{}\n", plain.test, plain.false_accepts,
                          plain.false_rejects,
                          plain.no_answer > 0 ? fmt::format(", {} times no answer", plain.no_answer) : "");
  if (row.broken_off > 0) text += fmt::format("    {} cases met the limit of time\n", row.broken_off);
  return text;
}

std::string size_lines(const reports::CaseTable& table) {
  std::string text;
  for (const reports::FamilyTally& row : table.families) {
    if (!row.has_large_sizes()) continue;
    if (text.empty()) text = "\ndecided by size\n";
    text += fmt::format("{:<27}", row.family);
    for (const reports::SizeTally& size : row.sizes)
      text += fmt::format("  {:>14}", fmt::format("n {}: {}/{}", size.rows, size.count - size.undecided, size.count));
    text += "\n";
  }
  return text;
}

std::string pivot_lines(const reports::CaseTable& table) {
  std::string text = fmt::format("\n{:<28} {:>3}  {:<22} {:>9} {:>6}", "pivots", "n", "law", "predicted", "exact");
  for (const std::string& solver : table.solvers)
    text += fmt::format("  {:>{}}", solver, std::max<std::size_t>(15, solver.size()));
  text += "\n";
  for (const reports::PivotRow& row : table.pivots) {
    text += fmt::format("{:<28} {:>3}  {:<22} {:>9} {:>6}", row.problem, row.n, row.law, row.predicted, row.exact);
    for (std::size_t s = 0; s < row.solvers.size(); ++s)
      text += fmt::format("  {:>{}}", row.solvers[s], std::max<std::size_t>(15, table.solvers[s].size()));
    text += "\n";
  }
  return text;
}

std::string cost_lines(const reports::CaseTable& table) {
  std::string text = fmt::format("\n{:<52} {:<22} {:>11} {:>11} {:>8} {:>7} {:>10}\n", "cost", "size", "proof [ms]",
                                 "plain [ms]", "ratio", "wanted", "whole call");
  for (const reports::CostRow& row : table.costs)
    text += fmt::format("{:<52} {:<22} {:>11.4g} {:>11.4g} {:>8.3g} {:>7} {:>10.3g}  {}, compared with: {}\n", row.what,
                        row.size, 1e3 * row.proof_seconds, 1e3 * row.plain_seconds, row.ratio(),
                        row.wanted > 0.0 ? fmt::format("{:.3g}", row.wanted) : "", row.call_ratio(), row.verdict,
                        row.plain);
  return text;
}

}  // namespace

std::string case_text(const reports::CaseTable& table) {
  std::string text = fmt::format("{:<27} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6}\n", "family", "cases", "true", "proved",
                                 "refuted", "undecided", "wrong");
  long false_accepts = 0, false_rejects = 0;
  for (const reports::FamilyTally& row : table.families) {
    text += family_lines(row);
    for (const reports::PlainTally& plain : row.plain) {
      false_accepts += plain.false_accepts;
      false_rejects += plain.false_rejects;
    }
  }
  text += size_lines(table);
  if (!table.pivots.empty()) text += pivot_lines(table);
  if (!table.costs.empty()) text += cost_lines(table);
  for (const reports::Contradiction& found : table.contradictions)
    text += fmt::format("WRONG: {} number {}: {}\n", found.family, found.index, found.words);
  if (table.stopped_by != StopReason::none) text += "\nincomplete: interrupted by a signal\n";
  return text + fmt::format(
                    "\n{} cases: plain tests say yes falsely {} times and no falsely {} times; statements are "
                    "wrong {} times\n",
                    table.num_cases(), false_accepts, false_rejects, table.num_wrong());
}

}  // namespace perpend::cli
