#include "batch/page/outline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "batch/page/maps.hpp"
#include "batch/page/statistics.hpp"
#include "batch/page/sweeps.hpp"
#include "batch/page/work_precision.hpp"
#include "batch/results/file.hpp"
#include "batch/results/kept_status.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::StaticSection;
using reports::StaticTable;

constexpr int most_failures = 100;

void add_curves(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StaticSection& section) {
  const Axis& axis = sweep.axes.front();
  const auto spans_decades = [](double low, double high) { return low > 0.0 && high > 100.0 * low; };
  for (const Measure& measure : measures) {
    reports::FigureData figure;
    figure.name = "largest " + measure.name;
    figure.x_label = axis.label();
    figure.y_label = with_unit(measure.name, measure);
    figure.log_x = spans_decades(axis.values.front(), axis.values.back());
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t i = 0; i < sweep.methods.size(); ++i) {
      reports::Curve curve;
      curve.label = sweep.methods[i];
      curve.color = static_cast<int>(i);
      std::vector<Sample> found = samples_of(database, sweep, sweep.methods[i], measure);
      std::stable_sort(found.begin(), found.end(), [](const Sample& a, const Sample& b) { return a.at[0] < b.at[0]; });
      for (const Sample& sample : found) {
        curve.x.push_back(sample.at[0] / axis.factor);
        curve.y.push_back(sample.value);
        low = std::min(low, sample.value);
        high = std::max(high, sample.value);
      }
      figure.has_marks = found.size() <= 50;
      if (!curve.x.empty()) figure.curves.push_back(std::move(curve));
    }
    figure.log_y = spans_decades(low, high);
    if (!figure.curves.empty()) section.curves.push_back(std::move(figure));
  }
}

StaticTable table_of_ends(Database& database, const Sweep& sweep) {
  StaticTable table{.title = "How runs end", .hint = "", .columns = {"Method"}, .rows = {}};
  Query all(database, "SELECT DISTINCT status FROM runs WHERE sweep = ? AND point < ? ORDER BY status");
  const std::vector<std::string> statuses = texts(all.bind(sweep.number, sweep.num_points));
  table.columns.insert(table.columns.end(), statuses.begin(), statuses.end());
  Query count(database, "SELECT COUNT(*) FROM runs WHERE sweep = ? AND method = ? AND status = ? AND point < ?");
  for (const std::string& method : sweep.methods) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{method});
    for (const std::string& status : statuses) {
      const bool has_count = count.bind(sweep.number, method, status, sweep.num_points).step();
      row.push_back(has_count ? std::to_string(count.whole(0)) : "");
    }
  }
  return table;
}

/// How measures are distributed, and how they go with each key.
void add_measures(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                  StaticSection& section) {
  constexpr std::size_t least_for_correlation = 10;
  StaticTable spread{.title = "Largest values of runs that came to their end",
                     .hint = "",
                     .columns = {"Measure", "runs", "smallest", "5 %", "median", "95 %", "largest"},
                     .rows = {}};
  StaticTable drivers{.title = "What they go with",
                      .hint =
                          "Spearman's rank correlation of the largest value with each key, over the runs that came to "
                          "their end: 1 where it always grows with the key, -1 where it always falls. Near 0 it may "
                          "still depend on the key in another way.",
                      .columns = {"Measure"},
                      .rows = {}};
  for (const Axis& axis : sweep.axes) drivers.columns.push_back(axis.name);
  for (const Measure& measure : measures)
    for (const std::string& method : sweep.methods) {
      const std::vector<Sample> found = samples_of(database, sweep, method, measure);
      if (found.empty()) continue;
      const std::string name = title_of(sweep, method, with_unit(measure.name, measure));
      std::vector<double> values;
      for (const Sample& sample : found) values.push_back(sample.value);
      const std::vector<double> own_ranks = ranks(values);
      std::sort(values.begin(), values.end());
      auto& row = spread.rows.emplace_back(std::vector<std::string>{name, std::to_string(values.size())});
      for (const double share : {0.0, 0.05, 0.5, 0.95, 1.0})
        row.push_back(reports::significant(quantile(values, share)));
      if (found.size() < least_for_correlation) continue;
      auto& driver = drivers.rows.emplace_back(std::vector<std::string>{name});
      for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
        std::vector<double> key;
        for (const Sample& sample : found) key.push_back(sample.at[i]);
        const double share = rank_correlation(own_ranks, ranks(key));
        driver.push_back(std::isfinite(share) ? fmt::format("{:.2f}", share) : "constant");
      }
    }
  if (!spread.rows.empty()) section.tables.push_back(std::move(spread));
  if (!drivers.rows.empty()) section.tables.push_back(std::move(drivers));
}

/// One row for each point of the base sample: at A, at B, at A with one key of B after the other. Rows with a run that
/// did not come to its end are left out.
std::vector<std::vector<double>> sample_rows(Database& database, const Sweep& sweep, const std::string& method,
                                             const Measure& measure) {
  const std::size_t width = sweep.axes.size() + 2;
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(sweep.num_points) / width,
                                        std::vector<double>(width, std::numeric_limits<double>::quiet_NaN()));
  Query values(database,
               "SELECT r.point, m.max FROM runs r JOIN run_measures m ON m.run = r.run AND m.measure = ? WHERE r.sweep "
               "= ? AND r.method = ? AND r.status = " +
                   sql(KeptStatus::completed));
  values.bind(measure.name, sweep.number, method);
  while (values.step()) {
    const auto point = static_cast<std::size_t>(values.whole(0));
    rows[point / width][point % width] = values.number(1);
  }
  std::erase_if(rows, [](const std::vector<double>& row) {
    return std::any_of(row.begin(), row.end(), [](double value) { return !std::isfinite(value); });
  });
  return rows;
}

std::string shown_index(double index, double error) {
  if (std::abs(index) < 0.005) index = 0.0;  // not "-0.00"
  return std::isfinite(index) ? fmt::format("{:.2f} \u00b1 {:.2f}", index, error) : "constant";
}

/// How much of the variance of a measure comes from each key. Pre: the points are Saltelli's sample.
void add_sensitivity(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                     StaticSection& section) {
  constexpr std::size_t least_rows = 16;
  StaticTable table{
      .title = "Where their variance comes from",
      .hint =
          "Sobol's indices of the largest value. First: the share of the variance that a key explains alone. Total: "
          "the share that is left when all keys but this one are known, its interactions included; a total near 0 "
          "says that the key does not matter. Behind each, two standard errors by the bootstrap. Estimates of small "
          "indices may fall below 0.",
      .columns = {"Measure", "rows"},
      .rows = {}};
  for (const Axis& axis : sweep.axes) {
    table.columns.push_back(axis.name + ", first");
    table.columns.push_back(axis.name + ", total");
  }
  for (const Measure& measure : measures)
    for (const std::string& method : sweep.methods) {
      const auto rows = sample_rows(database, sweep, method, measure);
      if (rows.size() < least_rows) continue;
      auto& cells = table.rows.emplace_back(
          std::vector<std::string>{title_of(sweep, method, measure.name), std::to_string(rows.size())});
      for (const SobolIndices& indices : sobol_indices(rows)) {
        cells.push_back(shown_index(indices.first, indices.first_error));
        cells.push_back(shown_index(indices.total, indices.total_error));
      }
    }
  if (!table.rows.empty()) section.tables.push_back(std::move(table));
}

StaticSection section_of(Database& database, const Sweep& sweep, const std::vector<Measure>& measures) {
  StaticSection section;
  section.name = sweep.name;
  Query count(database, "SELECT COUNT(DISTINCT point) FROM points WHERE sweep = ? AND point < ?");
  const std::int64_t num_points = count.bind(sweep.number, sweep.num_points).step() ? count.whole(0) : 0;
  std::vector<std::string> axes;
  for (const Axis& axis : sweep.axes) {
    axes.push_back(fmt::format("{} ({})", axis.name, axis.values.size()));
  }
  section.line = fmt::format("{} points of {}", num_points, fmt::join(axes, sweep.is_grid ? " x " : ", "));
  if (sweep.refined) section.line += fmt::format(", refined along {}", sweep.axes[*sweep.refined].name);
  const bool has_area = sweep.axes.size() == 2 && sweep.axes[0].values.size() > 1 && sweep.axes[1].values.size() > 1;
  if (sweep.is_grid && has_area) add_maps(database, sweep, measures, section);
  add_work_precision(database, sweep, measures, section);
  if (sweep.axes.size() == 1 && num_points > 1) add_curves(database, sweep, measures, section);
  if (sweep.refined) add_boundaries(database, sweep, section);
  section.tables.push_back(table_of_ends(database, sweep));
  add_measures(database, sweep, measures, section);
  if (sweep.design == "saltelli") add_sensitivity(database, sweep, measures, section);
  return section;
}

StaticTable table_of_claims(Database& database) {
  StaticTable table{
      .title = "Claims", .hint = "", .columns = {"Claim", "Verdict", "Value", "Range", "Why"}, .rows = {}};
  Query all(database,
            "SELECT claim, words, asked, range, status, expect, lower / factor, upper / factor, unit, reason FROM "
            "claims ORDER BY claim");
  while (all.step()) {
    const std::vector<std::string> ends = reports::distinct_texts({all.number(6), all.number(7)});
    const bool is_number = all.number(6) == all.number(7);
    table.rows.push_back({all.text(1).empty() ? all.text(0) : fmt::format("{}: {}", all.text(0), all.text(1)),
                          (all.text(4) == "not_reproduced" ? "not reproduced" : all.text(4)) +
                              (all.text(4) == all.text(5) ? "" : ", not as expected"),
                          fmt::format("{} = {}{}{}", all.text(2), is_number ? ends[0] : ends[0] + " to " + ends[1],
                                      all.text(8).empty() ? "" : " ", all.text(8)),
                          all.text(3), all.text(9)});
  }
  return table;
}

StaticTable table_of_failures(Database& database) {
  StaticTable table{
      .title = "Runs that are not as expected", .hint = "", .columns = {"Run", "Status", "Why"}, .rows = {}};
  Query failures(
      database,
      "SELECT s.name, r.point, r.method, r.status, r.message, r.as_expected, (SELECT GROUP_CONCAT(a.name || "
      "' = ' || printf('%.6g', p.value / a.factor) || ' ' || a.unit, ', ') FROM points p JOIN axes a ON a.sweep "
      "= p.sweep AND a.position = p.position WHERE p.sweep = r.sweep AND p.point = r.point) FROM runs r JOIN "
      "sweeps s USING (sweep) WHERE r.as_expected = 0 OR r.certified = 0 ORDER BY r.run LIMIT ?");
  failures.bind(most_failures);
  while (failures.step())
    table.rows.push_back(
        {fmt::format("{} / {} / {}, at {}", failures.text(0), failures.whole(1), failures.text(2), failures.text(6)),
         failures.text(3), failures.whole(5) != 0 ? "a certificate is not as expected" : failures.text(4)});
  if (static_cast<int>(table.rows.size()) == most_failures) table.hint = fmt::format("The first {}.", most_failures);
  return table;
}

}  // namespace

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
  std::vector<Measure> measures;
  Query known(database, "SELECT measure, unit, factor FROM measures ORDER BY measure");
  while (known.step()) measures.push_back({known.text(0), known.text(1), known.number(2)});
  for (const Sweep& sweep : sweeps_of(database)) outline.sections.push_back(section_of(database, sweep, measures));
  outline.claims = table_of_claims(database);
  outline.failures = table_of_failures(database);
  Query provenance(database, "SELECT name, value FROM provenance ORDER BY name");
  while (provenance.step()) outline.provenance.emplace_back(provenance.text(0), provenance.text(1));
  Query cost(database, "SELECT SUM(seconds + certify_seconds), SUM(from_cache) FROM origins");
  if (cost.step() && !cost.is_null(0))
    outline.provenance.emplace_back("CPU time of runs, made now or before",
                                    fmt::format("{} s", reports::significant(cost.number(0), 3)));
  // Files of earlier versions have none.
  Query has_series(database, "SELECT 1 FROM sqlite_master WHERE name = 'series_chunks'");
  if (has_series.step()) {
    Query series(database, "SELECT COUNT(*), SUM(num_runs), SUM(bytes) FROM series_chunks");
    if (series.step() && series.whole(0) > 0)
      outline.provenance.emplace_back("Series",
                                      fmt::format("of {} in {} of the folder series, {} MB",
                                                  reports::counted(static_cast<long>(series.whole(1)), "run"),
                                                  reports::counted(static_cast<long>(series.whole(0)), "file"),
                                                  reports::significant(series.number(2) / 1e6, 3)));
  }
  return outline;
}

}  // namespace perpend::batch
