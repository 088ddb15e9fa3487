#include "referee/bench/bench_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "referee/bench/work_precision.hpp"
#include "reports/files/json.hpp"
#include "reports/page/static_page.hpp"
#include "reports/text/text.hpp"
#include "reports/text/text_table.hpp"

namespace perpend::bench {

namespace {

using reports::Curve;
using reports::FigureData;
using reports::StaticSection;
using reports::StaticTable;

constexpr const char* nothing = "\xE2\x80\x93";

/// In the order of their first trial.
template <class Key>
auto distinct(const std::vector<Trial>& trials, Key key) {
  std::vector<decltype(key(trials.front()))> found;
  for (const Trial& trial : trials)
    if (std::find(found.begin(), found.end(), key(trial)) == found.end()) found.push_back(key(trial));
  return found;
}

/// What a time is divided by in the table of a suite.
struct TimeUnit {
  std::string name;
  double factor = 1.0;  ///< of seconds
};

TimeUnit unit_of(const Trial& trial) {
  if (trial.suite == "chain")
    return {"\xC2\xB5s a link and step", 1e6 / (trial.work * static_cast<double>(trial.size))};
  if (trial.suite == "grains")
    return {"\xC2\xB5s a disk and step", 1e6 / (trial.work * static_cast<double>(trial.size))};
  return {"ms", 1e3};
}

std::string ratio_text(const Trial& trial, const Trial* base) {
  const auto ratio = base == nullptr ? std::nullopt : ratio_of(trial, *base);
  if (!ratio) return nothing;
  return fmt::format("{:.3g} [{:.3g}, {:.3g}]", ratio->median, ratio->least, ratio->largest);
}

std::string accuracy_text(const Trial& trial, const std::string& name) {
  const double value = trial.find(name);
  return std::isnan(value) ? nothing : fmt::format("{:.1e}", value);
}

std::string remark(const Trial& trial) {
  if (trial.end == TrialEnd::measured) return trial.note.empty() ? " " : trial.note;
  return fmt::format("{}{}{}", to_string(trial.end), trial.note.empty() ? "" : ": ",
                     reports::shortened(trial.note, longest_remark));
}

/// All contestants on one problem.
StaticTable problem_table(const std::string& title, const std::vector<const Trial*>& trials) {
  const Trial* base = best_of_ours(trials);
  const TimeUnit unit = unit_of(*trials.front());
  std::vector<std::pair<std::string, std::string>> measures;  // name, unit
  for (const Trial* trial : trials)
    for (const Accuracy& found : trial->accuracy)
      if (const std::pair<std::string, std::string> measure{found.name, found.unit};
          std::find(measures.begin(), measures.end(), measure) == measures.end())
        measures.push_back(measure);
  StaticTable table{title, "", {"", unit.name + ", least", "median", "ratio"}, {}};
  for (const auto& [name, unit_name] : measures)
    table.columns.push_back(unit_name.empty() ? name : fmt::format("{} [{}]", name, unit_name));
  table.columns.insert(table.columns.end(), {"rounds", "remark"});
  for (const Trial* trial : trials) {
    const bool is_measured = trial->least() > 0.0;
    std::vector<std::string> row{
        trial->name(), is_measured ? fmt::format("{:.3g}", trial->least() * unit.factor) : nothing,
        is_measured ? fmt::format("{:.3g}", trial->median() * unit.factor) : nothing, ratio_text(*trial, base)};
    for (const auto& measure : measures) row.push_back(accuracy_text(*trial, measure.first));
    row.push_back(std::to_string(trial->seconds.size()));
    row.push_back(remark(*trial));
    table.rows.push_back(std::move(row));
  }
  if (base != nullptr)
    table.hint = fmt::format(
        "ratio: time over that of {}, the fastest of ours{}, round by round: median [least, largest].", base->name(),
        std::isnan(base->find("overlap"))
            ? std::string()
            : fmt::format(" with an overlap of at most {} % of the radius", 100.0 * most_overlap));
  return table;
}

FigureData figure(const std::string& title, const std::string& x, const std::string& y) {
  FigureData data;
  data.name = data.title = title;
  data.x_label = x;
  data.y_label = y;
  data.log_x = data.log_y = data.has_marks = true;
  return data;
}

/// Time a step against size, of one kind.
FigureData scaling_figure(const std::vector<Trial>& trials, const std::string& kind) {
  const bool has_steps = trials.front().step > 0.0;
  FigureData data = figure(kind + (has_steps ? ": time a step" : ": time"), "size",
                           has_steps ? "CPU time a step [s]" : "CPU time [s]");
  std::vector<Trial> own;
  for (const Trial& trial : trials)
    if (trial.kind == kind) own.push_back(trial);
  const std::vector<std::string> all = distinct(own, [](const Trial& trial) { return trial.name(); });
  // The time of the largest size that was measured decides, a link.
  std::vector<double> values(all.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Trial& trial : own)
      if (trial.name() == all[i] && trial.least() > 0.0)
        values[i] = trial.least() / (trial.work * static_cast<double>(trial.size));
  const std::vector<std::string> names = chosen_curves(all, values);
  for (std::size_t i = 0; i < names.size(); ++i) {
    Curve curve;
    curve.label = names[i];
    curve.color = static_cast<int>(i % reports::num_colors);
    for (const Trial& trial : trials)
      if (trial.kind == kind && trial.name() == names[i] && trial.least() > 0.0) {
        curve.x.push_back(static_cast<double>(trial.size));
        curve.y.push_back(trial.least() / trial.work);
      }
    if (curve.x.size() > 1) data.curves.push_back(std::move(curve));
  }
  return data;
}

StaticTable scaling_table(const SuiteResult& suite, const std::string& kind) {
  StaticTable table{
      kind + ": exponent of the time in the size",
      "Least squares of the logarithms, over the sizes given. The picture has the fastest variant of each "
      "engine, of ours the fastest three.",
      {"", "exponent", "from", "to"},
      {}};
  for (const Scaling& found : suite.scalings)
    if (found.kind == kind)
      table.rows.push_back({found.contestant, fmt::format("{:.2f}", found.exponent), std::to_string(found.smallest),
                            std::to_string(found.largest)});
  return table;
}

void add_problems(const SuiteResult& suite, StaticSection& section) {
  for (const std::string& problem : distinct(suite.trials, [](const Trial& trial) { return trial.problem; })) {
    std::vector<const Trial*> trials;
    for (const Trial& trial : suite.trials)
      if (trial.problem == problem) trials.push_back(&trial);
    const Trial& first = *trials.front();
    std::string title = fmt::format("{}, size {}", first.kind, first.size);
    if (first.step > 0.0) title += fmt::format(", {:.0f} steps of {} s", first.work, first.step);
    section.tables.push_back(problem_table(title, trials));
  }
}

FigureData profile_of(const SuiteResult& suite) {
  const std::vector<std::string> names = distinct(suite.trials, [](const Trial& trial) { return trial.name(); });
  std::vector<ProfileRow> rows;
  std::vector<double> unsolved(names.size(), 0.0);
  for (const std::string& problem : distinct(suite.trials, [](const Trial& trial) { return trial.problem; })) {
    ProfileRow row{std::vector<double>(names.size(), std::numeric_limits<double>::quiet_NaN())};
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (const Trial& trial : suite.trials)
        if (trial.problem == problem && trial.name() == names[i]) row.costs[i] = trial.least();
      unsolved[i] += std::isnan(row.costs[i]) ? 1.0 : 0.0;
    }
    rows.push_back(std::move(row));
  }
  return performance_profile("Performance profile over all problems", names, unsolved, rows);
}

/// Tables and curves of a suite: time never without accuracy.
reports::StaticSection section_of(const SuiteResult& suite) {
  StaticSection section;
  section.name = suite.name;
  section.line = suite.line;
  for (const std::string& note : suite.notes) section.line += " " + note + ".";
  if (suite.trials.empty()) return section;
  if (suite.name == "wp") {
    add_work_precision(suite.trials, section);
    return section;
  }
  if (!suite.scalings.empty())
    for (const std::string& kind : distinct(suite.trials, [](const Trial& trial) { return trial.kind; })) {
      section.curves.push_back(scaling_figure(suite.trials, kind));
      section.tables.push_back(scaling_table(suite, kind));
    }
  // Answers that count are proved there: times alone compare.
  if (suite.name == "lcp" || suite.name == "friction") section.curves.push_back(profile_of(suite));
  add_problems(suite, section);
  return section;
}

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
                 {"is_tiny", record.is_tiny},
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
  outline.is_judged = !record.is_tiny || !record.is_complete;
  outline.headline = !record.is_complete ? "Incomplete: interrupted"
                     : record.is_tiny    ? "A tiny run: its times measure nothing"
                                         : "Measured";
  outline.verdict = fmt::format("{} {}, {} not; {} each; load {} before and {} after",
                                reports::counted(count_trials(record, true), "trial"),
                                record.is_tiny ? "worked" : "measured", count_trials(record, false),
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
  if (record.is_tiny) text += "a tiny run: its times measure nothing\n";
  return text + fmt::format("load {} before, {} after\n", record.load_before, record.load_after);
}

}  // namespace perpend::bench
