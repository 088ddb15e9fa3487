#include <fmt/format.h>

#include <chrono>

#include "cli/commands/commands.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "referee/case_costs.hpp"
#include "referee/case_judge.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/referee/table_text.hpp"

namespace perpend::cli {

namespace {

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
  print_out("{}", arguments.format == "json" ? reports::case_table_text(table) : reports::case_text(table));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!arguments.report.empty() && !write_report(arguments, seconds, table)) return ExitCode::internal_error;
  if (is_interrupted()) {
    say("interrupted: only the cases that were judged are counted\n");
    return ExitCode::interrupted;
  }
  return table.num_wrong() > 0 ? ExitCode::unexpected : ExitCode::as_expected;
}

}  // namespace perpend::cli
