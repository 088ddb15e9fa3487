#include "referee/bench/bench_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/bench/bench_tables.hpp"
#include "reports/files/json.hpp"
#include "reports/page/static_page.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"

namespace perpend::bench {

namespace {

using reports::Json;

constexpr std::size_t width_of_text = 160;

Json trial_json(const Trial& trial) {
  Json accuracy = Json::array();
  for (const Accuracy& found : trial.accuracy)
    accuracy.push_back({{"name", found.name}, {"value", reports::json_number(found.value)}, {"unit", found.unit}});
  return {{"kind", trial.kind},
          {"problem", trial.problem},
          {"size", trial.size},
          {"step", trial.step},
          {"simulated", trial.simulated},
          {"engine", trial.engine},
          {"variant", trial.variant},
          {"end", to_string(trial.end)},
          {"note", trial.note},
          {"seconds", trial.seconds},
          {"least", reports::json_number(trial.least())},
          {"median", reports::json_number(trial.median())},
          {"accuracy", accuracy}};
}

Json suite_json(const SuiteResult& suite) {
  Json trials = Json::array(), scalings = Json::array();
  for (const Trial& trial : suite.trials) trials.push_back(trial_json(trial));
  for (const Scaling& found : suite.scalings)
    scalings.push_back({{"kind", found.kind},
                        {"contestant", found.contestant},
                        {"exponent", found.exponent},
                        {"smallest", found.smallest},
                        {"largest", found.largest}});
  return {
      {"name", suite.name}, {"line", suite.line}, {"notes", suite.notes}, {"scalings", scalings}, {"trials", trials}};
}

std::string peers_text(const BenchRecord& record) {
  std::string text;
  for (const EngineVersion& engine : record.field.engines)
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", engine.engine, engine.version);
  if (!text.empty()) return text;
  return record.has_peers ? "none was found" : "not asked for (--peers)";
}

std::vector<std::pair<std::string, std::string>> provenance_of(const BenchRecord& record) {
  const Provenance& from = record.provenance;
  return {{"Program", "perpend " + from.version},
          {"Compiler", from.compiler},
          {"Flags", from.flags},
          {"Other engines", peers_text(record)},
          {"Processor", fmt::format("{}, {}", from.cpu, reports::counted(record.cores, "core"))},
          {"System", from.system},
          {"Load before", record.load_before},
          {"Load after", record.load_after},
          {"Command", from.command},
          {"Date", from.date}};
}

/// "no closed loops" is said, never left out in silence.
reports::StaticTable inabilities_of(const BenchRecord& record) {
  reports::StaticTable table{
      "What engines cannot do, or could not be asked", "", {"engine", "suite", "problems", "reason"}, {}};
  for (const Inability& cannot : record.field.inabilities)
    table.rows.push_back({cannot.engine, cannot.suite, cannot.kind, cannot.reason});
  for (const std::string& trouble : record.field.troubles) table.rows.push_back({"program", "all", "all", trouble});
  return table;
}

long count_trials(const BenchRecord& record, bool measured) {
  long count = 0;
  for (const SuiteResult& suite : record.suites)
    for (const Trial& trial : suite.trials) count += (trial.end == TrialEnd::measured) == measured ? 1 : 0;
  return count;
}

}  // namespace

std::string bench_json(const BenchRecord& record) {
  Json engines = Json::array(), inabilities = Json::array(), suites = Json::array();
  for (const EngineVersion& engine : record.field.engines)
    engines.push_back({{"engine", engine.engine}, {"version", engine.version}});
  for (const Inability& cannot : record.field.inabilities)
    inabilities.push_back(
        {{"engine", cannot.engine}, {"suite", cannot.suite}, {"kind", cannot.kind}, {"reason", cannot.reason}});
  for (const SuiteResult& suite : record.suites) suites.push_back(suite_json(suite));
  Json provenance = Json::object();
  for (const auto& [name, value] : provenance_of(record)) provenance[name] = value;
  const Json all{{"format", "perpend bench 1"},
                 {"is_complete", record.is_complete},
                 {"rounds", record.rounds},
                 {"clock", "CPU time of the process"},
                 {"provenance", provenance},
                 {"engines", engines},
                 {"cannot", inabilities},
                 {"troubles", record.field.troubles},
                 {"suites", suites}};
  return reports::json_text(all) + "\n";
}

std::string bench_page(const BenchRecord& record) {
  reports::StaticPage outline;
  outline.title = "Engines on the same problems";
  outline.source =
      "CPU time of one thread, pairs alternated; accuracy by Perpend's own meter from the positions or answers alone";
  outline.is_as_expected = true;
  outline.is_complete = record.is_complete;
  outline.headline = record.is_complete ? "Measured" : "Incomplete: interrupted";
  outline.verdict = fmt::format("{} measured, {} not; {} each; load {} before and {} after",
                                reports::counted(count_trials(record, true), "trial"), count_trials(record, false),
                                reports::counted(record.rounds, "round"), record.load_before, record.load_after);
  for (const SuiteResult& suite : record.suites) outline.sections.push_back(section_of(suite));
  outline.failures = inabilities_of(record);
  outline.provenance = provenance_of(record);
  return reports::static_page(outline);
}

std::string bench_text(const BenchRecord& record) {
  std::string text;
  for (const SuiteResult& suite : record.suites)
    for (const reports::StaticTable& table : section_of(suite).tables) {
      reports::TextTable lines{.header = table.columns, .rows = table.rows};
      text += fmt::format("{}\n{}\n", table.title, lines.text(width_of_text));
    }
  for (const std::vector<std::string>& row : inabilities_of(record).rows)
    text += fmt::format("{} cannot: {}, {}: {}\n", row[0], row[1], row[2], row[3]);
  return text + fmt::format("load {} before, {} after\n", record.load_before, record.load_after);
}

}  // namespace perpend::bench
