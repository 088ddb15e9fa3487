#include "batch/page/outline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "batch/page/figures.hpp"
#include "batch/page/maps.hpp"
#include "batch/page/sensitivity.hpp"
#include "batch/page/sweeps.hpp"
#include "batch/page/work_precision.hpp"
#include "batch/results/file.hpp"
#include "batch/results/kept_status.hpp"
#include "batch/study/claims.hpp"
#include "reports/text/fits.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::StaticSection;
using reports::StaticTable;

constexpr int most_failures = 100;

StaticTable table_of_ends(const Sweep& sweep) {
  StaticTable table{.title = "How runs end", .hint = "", .columns = {"Method"}, .rows = {}};
  for (const auto& [status, counts] : sweep.ends) table.columns.push_back(status);
  for (const std::string& method : sweep.methods) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{method});
    auto& commands = table.commands.emplace_back();
    for (const auto& [status, counts] : sweep.ends) {
      const auto found = counts.find(method);
      row.push_back(std::to_string(found == counts.end() ? 0 : found->second));
      if (found != counts.end())
        commands.push_back(reports::query_command(
            sweep.commands,
            fmt::format("select * from {{}} where method = '{}' and status = '{}' limit 20", method, status)));
    }
  }
  return table;
}

void add_fit(const FitRecord& fit, StaticSection& section) {
  const std::string title = reports::single_line(fit.words.empty() ? "Fit " + fit.name : fit.words);
  StaticTable table{.title = title,
                    .hint = fmt::format("{}", fmt::join(reports::describe_fit(fit), " ")),
                    .columns = {"Datum", "Asked of the runs", "Printed", "At the best point", "Pull"},
                    .rows = {}};
  for (const reports::DatumText& datum : reports::describe_data(fit))
    table.rows.push_back({datum.name, datum.asked, datum.printed, datum.value, datum.pull});
  section.tables.push_back(std::move(table));
  if (fit.reason.empty()) section.curves.emplace_back(reports::fit_figure(fit));
}

StaticSection section_of(Database& database, const Sweep& sweep, const std::vector<Measure>& measures) {
  StaticSection section;
  section.name = sweep.name;
  Query count(database, "SELECT COUNT(*) FROM points WHERE sweep = ? AND point < ? AND position = 0");
  const std::int64_t num_points = count.bind(sweep.number, sweep.num_points).step() ? count.whole(0) : 0;
  std::vector<std::string> axes;
  for (const Axis& axis : sweep.axes) {
    axes.push_back(fmt::format("{} ({})", axis.name, axis.num_distinct));
  }
  section.line = fmt::format("{} points of {}", num_points, fmt::join(axes, sweep.is_grid ? " x " : ", "));
  if (sweep.refined) section.line += fmt::format(", refined along {}", sweep.axes[*sweep.refined].name);
  section.commands = sweep.commands;
  for (const FitRecord& fit : kept_fits(database))
    if (fit.sweep == sweep.name) add_fit(fit, section);
  const bool has_area = sweep.axes.size() == 2 && sweep.axes[0].num_distinct > 1 && sweep.axes[1].num_distinct > 1;
  SweepSamples samples(database, sweep);
  if (sweep.is_grid && has_area && sweep.axes[0].num_distinct * sweep.axes[1].num_distinct > most_cells)
    section.line += fmt::format("; a map of more than {} cells is not drawn: a query of {} has its runs", most_cells,
                                "sweep_" + sweep.name);
  else if (sweep.is_grid && has_area)
    add_maps(samples, sweep, measures, section);
  add_work_precision(database, sweep, measures, section);
  if (sweep.axes.size() == 1 && num_points > 1) add_curves(samples, sweep, measures, section);
  if (sweep.axes.size() > 1 && !sweep.is_grid && num_points > 1) add_scatter(samples, sweep, measures, section);
  if (sweep.refined) add_boundaries(database, sweep, section);
  section.tables.push_back(table_of_ends(sweep));
  add_spread(samples, sweep, measures, section);
  add_groups(samples, sweep, measures, section);
  add_drivers(samples, sweep, measures, section);
  if (sweep.design == "saltelli") add_sobol_indices(database, sweep, measures, section);
  if (sweep.design == "drawn" && sweep.axes.size() > 1)
    section.line += "; Sobol's indices need the points of saltelli or log_saltelli";
  return section;
}

StaticTable table_of_claims(Database& database) {
  StaticTable table{
      .title = "Claims", .hint = "", .columns = {"Claim", "Verdict", "Value", "Range", "Why"}, .rows = {}};
  Query all(database,
            "SELECT claim, words, asked, range, status, expect, lower / factor, upper / factor, unit, reason FROM "
            "claims ORDER BY claim");
  while (all.step()) {
    const double low = all.number(6), high = all.number(7);
    const bool is_known = !std::isnan(low) && !std::isnan(high);
    table.rows.push_back({all.text(1).empty() ? all.text(0) : fmt::format("{}: {}", all.text(0), all.text(1)),
                          (all.text(4) == "not_reproduced" ? "not reproduced" : all.text(4)) +
                              (all.text(4) == all.text(5) ? "" : ", not as expected"),
                          is_known ? fmt::format("{} = {}{}{}", all.text(2), range_text(low, high),
                                                 all.text(8).empty() ? "" : " ", all.text(8))
                                   : fmt::format("{} has no value", all.text(2)),
                          all.text(3), all.text(9)});
  }
  return table;
}

StaticTable table_of_failures(Database& database, const std::vector<Sweep>& sweeps) {
  StaticTable table{
      .title = "Runs that are not as expected", .hint = "", .columns = {"Run", "Status", "Why"}, .rows = {}};
  Query failures(
      database,
      "SELECT sweep, point, method, status, message, as_expected FROM runs WHERE as_expected = 0 OR certified = 0 "
      "ORDER BY run LIMIT ?");
  Query at(database, "SELECT value FROM points WHERE sweep = ? AND point = ? ORDER BY position");
  failures.bind(most_failures);
  while (failures.step()) {
    const auto sweep =
        std::find_if(sweeps.begin(), sweeps.end(), [&](const Sweep& one) { return one.number == failures.whole(0); });
    if (sweep == sweeps.end()) continue;
    std::vector<double> values;
    at.bind(failures.whole(0), failures.whole(1));
    while (at.step()) values.push_back(at.number(0));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < values.size(); ++i)
      texts.push_back(fmt::format("{} = {}", sweep->axes[i].name, sweep->axes[i].text(values[i])));
    const std::string method = failures.text(2);
    table.rows.push_back(
        {fmt::format("{} / {} / {}, at {}", sweep->name, failures.whole(1), method, fmt::join(texts, ", ")),
         failures.text(3), failures.whole(5) != 0 ? "a certificate is not as expected" : failures.text(4)});
    table.commands.push_back({reports::run_command(sweep->commands, sweep->point(method, failures.whole(1), values))});
  }
  if (static_cast<int>(table.rows.size()) == most_failures) table.hint = fmt::format("The first {}.", most_failures);
  return table;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> provenance_of(Database& database) {
  std::vector<std::pair<std::string, std::string>> facts;
  Query provenance(database, "SELECT name, value FROM provenance ORDER BY name");
  while (provenance.step()) facts.emplace_back(provenance.text(0), provenance.text(1));
  Query cost(database, "SELECT SUM(seconds + certify_seconds), SUM(from_cache) FROM origins");
  if (cost.step() && !cost.is_null(0))
    facts.emplace_back("CPU time of runs, made now or before",
                       fmt::format("{} s", reports::significant(cost.number(0), 3)));
  // Files of earlier versions have none.
  Query has_series(database, "SELECT 1 FROM sqlite_master WHERE name = 'series_chunks'");
  if (has_series.step()) {
    Query series(database, "SELECT COUNT(*), SUM(num_runs), SUM(bytes) FROM series_chunks");
    if (series.step() && series.whole(0) > 0)
      facts.emplace_back("Series", fmt::format("of {} in {} of the folder series, {} MB",
                                               reports::counted(static_cast<long>(series.whole(1)), "run"),
                                               reports::counted(static_cast<long>(series.whole(0)), "file"),
                                               reports::significant(series.number(2) / 1e6, 3)));
  }
  return facts;
}

reports::StaticPage outline_of(Database& database) {
  const StudyState state = read_state(database);
  reports::StaticPage outline;
  outline.experiment = state.experiment;
  Query title(database, "SELECT value FROM study WHERE name = 'title'");
  if (title.step()) outline.title = title.text(0);
  outline.is_complete = state.finished == state.expected;
  outline.verdict = fmt::format("{} of {} runs, {} not as expected", state.finished, state.expected, state.unexpected);
  Query claims(database, "SELECT COUNT(*), COALESCE(SUM(status != expect), 0) FROM claims");
  const bool has_claims = claims.step() && claims.whole(0) > 0;
  outline.is_as_expected = state.unexpected == 0 && (!has_claims || claims.whole(1) == 0);
  if (has_claims)
    outline.verdict += fmt::format("; {} of {} not as expected", claims.whole(1),
                                   reports::counted(static_cast<long>(claims.whole(0)), "claim"));
  const std::vector<Measure> measures = measures_of(database);
  const std::vector<Sweep> sweeps = sweeps_of(database);
  for (const Sweep& sweep : sweeps) outline.sections.push_back(section_of(database, sweep, measures));
  outline.claims = table_of_claims(database);
  if (state.unexpected > 0) outline.failures = table_of_failures(database, sweeps);
  return outline;
}

}  // namespace perpend::batch
