#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "referee/case_costs.hpp"
#include "referee/case_tally.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

std::string family_lines(const reports::FamilyTally& row) {
  std::string text = fmt::format("{:<27} {:>6} {:>6} {:>7} {:>8} {:>10} {:>6}\n", row.family, row.count, row.num_true,
                                 row.proved, row.refuted, row.undecided, row.wrong);
  for (const reports::PlainTally& plain : row.plain)
    if (plain.wrong() > 0 || plain.no_answer > 0)
      text += fmt::format(
          "    plain: {}: {} false yes, {} false no{}\n", plain.test, plain.false_accepts, plain.false_rejects,
          plain.no_answer > 0 ? ", " + reports::counted(plain.no_answer, "time no answer", "times no answer") : "");
  if (row.broken_off > 0)
    text += fmt::format("    {} met the limit of time\n", reports::counted(row.broken_off, "case"));
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
  return text + fmt::format("\n{}: plain tests say yes falsely {} and no falsely {}; statements are wrong {}\n",
                            reports::counted(table.num_cases(), "case"), reports::counted(false_accepts, "time"),
                            reports::counted(false_rejects, "time"), reports::counted(table.num_wrong(), "time"));
}

/// Empty, with a message, when a name is wrong.
std::vector<const CaseFamily*> chosen_families(const std::vector<std::string>& names) {
  std::vector<const CaseFamily*> chosen;
  for (const CaseFamily& family : case_families())
    if (names.empty()) chosen.push_back(&family);
  for (const std::string& name : names) {
    const CaseFamily* family = find_case_family(name);
    if (family == nullptr) {
      say(fmt::format("error: there is no family '{}'; see perpend cases list\n", name));
      return {};
    }
    chosen.push_back(family);
  }
  return chosen;
}

bool write_report(const CasesArguments& arguments, double seconds, reports::CaseTable& table) {
  std::string content = std::to_string(table.seed);
  for (const reports::FamilyTally& row : table.families) content += fmt::format("\n{} {}", row.family, row.count);
  table.provenance = reports::collect_provenance(content);
  table.provenance.command = arguments.command_line;
  table.provenance.seconds = seconds;
  const bool is_complete = table.stopped_by == StopReason::none;
  const std::string path = is_complete ? arguments.report : reports::incomplete_name(arguments.report);
  const auto error = reports::write_file(reports::place_of(path), reports::case_page(table));
  if (error) say(fmt::format("error: {}\n", error->message()));
  return !error;
}

}  // namespace

ExitCode list_cases() {
  for (const CaseFamily& family : case_families())
    print_out("{:<27} {:<9} {:>5}  {}\n", family.name, to_string(family.question), family.default_count, family.words);
  return ExitCode::as_expected;
}

ExitCode run_cases(const CasesArguments& arguments) {
  const std::vector<const CaseFamily*> families = chosen_families(arguments.families);
  if (families.empty()) return ExitCode::scene_error;
  const auto start = std::chrono::steady_clock::now();
  reports::CaseTable table{.seed = arguments.seed};
  Progress progress("cases", false);
  for (std::size_t i = 0; i < families.size() && !is_interrupted(); ++i) {
    progress.update(families[i]->name, static_cast<long>(i), static_cast<long>(families.size()));
    tally_family(*families[i], {arguments.count, arguments.seed, arguments.limit}, table);
  }
  if (arguments.families.empty() && !is_interrupted()) count_pivots(table);
  if ((arguments.with_costs || !arguments.report.empty()) && !is_interrupted()) measure_costs(table);
  progress.finish();
  if (is_interrupted()) table.stopped_by = StopReason::signal;
  print_out("{}", arguments.format == "json" ? reports::case_table_text(table) : case_text(table));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.report.empty() && !write_report(arguments, seconds, table)) return ExitCode::internal_error;
  if (is_interrupted()) {
    say("interrupted: only the cases that were judged are counted\n");
    return ExitCode::interrupted;
  }
  return table.num_wrong() > 0 ? ExitCode::unexpected : ExitCode::as_expected;
}

}  // namespace perpend::cli
