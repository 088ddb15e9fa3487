#include "batch/study_outline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "batch/statistics.hpp"
#include "batch/study_file.hpp"
#include "batch/sweep_samples.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::MapColor;
using reports::StudyMap;
using reports::StudySection;
using reports::StudyTable;

constexpr std::size_t most_cells = 4000000;
constexpr int most_failures = 100;

std::string title_of(const Sweep& sweep, const std::string& method, const std::string& what) {
  return sweep.methods.size() > 1 ? fmt::format("{}: {}", method, what) : what;
}

std::string with_unit(const std::string& text, const Measure& measure) {
  return measure.unit.empty() ? text : fmt::format("{} [{}]", text, measure.unit);
}

/// Empty cells, colour 0.
StudyMap empty_map(const Sweep& sweep) {
  const Axis &x = sweep.axes[0], &y = sweep.axes[1];
  // In the middle of the cells.
  const auto ticks = [](const Axis& axis) {
    const std::size_t last = axis.values.size() - 1;
    std::vector<std::pair<double, std::string>> result;
    for (const std::size_t i : std::set<std::size_t>{0, last / 2, last})
      result.emplace_back((static_cast<double>(i) + 0.5) / static_cast<double>(last + 1), axis.shown(axis.values[i]));
    return result;
  };
  StudyMap map;
  map.x_label = x.label();
  map.y_label = y.label();
  map.x_ticks = ticks(x);
  map.y_ticks = ticks(y);
  map.columns = x.values.size();
  map.rows = y.values.size();
  map.cells.assign(map.columns * map.rows, 0);
  return map;
}

std::uint8_t& cell(StudyMap& map, const Sweep& sweep, const Sample& sample) {
  return map.cells[sweep.axes[1].place(sample.at[1]) * map.columns + sweep.axes[0].place(sample.at[0])];
}

constexpr MapColor white{255, 255, 255};

/// Of statuses and verdicts; Okabe and Ito's colours.
MapColor color_of(const std::string& name) {
  constexpr std::pair<const char*, MapColor> known[] = {
      {"completed", {0, 158, 115}},   {"proved", {0, 158, 115}},       {"diverged", {213, 94, 0}},
      {"refuted", {213, 94, 0}},      {"not_finite", {204, 121, 167}}, {"undecided", {150, 150, 150}},
      {"no_solution", {0, 114, 178}}, {"unsolved", {86, 180, 233}},    {"iteration_limit", {240, 228, 66}},
      {"singular", {136, 34, 85}},    {"limit", {230, 159, 0}}};
  for (const auto& [one, color] : known)
    if (name == one) return color;
  return {0, 0, 0};
}

/// Categories by their names, in the order in which they come.
StudyMap category_map(const Sweep& sweep, Query& query, const std::string& title) {
  StudyMap map = empty_map(sweep);
  map.title = title;
  map.palette = {white};
  std::vector<std::string> names;
  const int column = static_cast<int>(sweep.axes.size());
  while (query.step()) {
    const std::string name = query.text(column);
    auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) {
      found = names.insert(names.end(), name);
      map.palette.push_back(color_of(name));
      map.legend.emplace_back(static_cast<std::uint8_t>(names.size()), name);
    }
    cell(map, sweep, {{query.number(0), query.number(1)}, 0.0}) = static_cast<std::uint8_t>(found - names.begin() + 1);
  }
  return map;
}

/// From the smallest to the largest value; by logarithms where they span decades.
std::optional<StudyMap> value_map(const Sweep& sweep, const std::vector<Sample>& samples, const std::string& title) {
  if (samples.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(samples.begin(), samples.end(),
                                                 [](const Sample& a, const Sample& b) { return a.value < b.value; });
  const double low = least->value, high = most->value;
  const bool is_log = low > 0.0 && high > 100.0 * low;
  const auto scaled = [&](double value) { return is_log ? std::log(value) : value; };
  StudyMap map = empty_map(sweep);
  map.title = title + (is_log ? ", logarithmic" : "");
  map.palette = reports::value_palette();
  const double width = scaled(high) - scaled(low);
  for (const Sample& sample : samples)
    cell(map, sweep, sample) = static_cast<std::uint8_t>(
        1 + std::lround(width > 0.0 ? 254.0 * (scaled(sample.value) - scaled(low)) / width : 0.0));
  constexpr double shares[] = {0.0, 0.25, 0.5, 0.75, 1.0};
  for (const double share : shares) {
    const double value = is_log ? low * std::pow(high / low, share) : low + (high - low) * share;
    map.legend.emplace_back(static_cast<std::uint8_t>(1 + std::lround(254.0 * share)), reports::significant(value));
  }
  map.legend.emplace_back(std::uint8_t{0}, "did not end");
  return map;
}

void add_maps(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StudySection& section) {
  const std::size_t cells = sweep.axes[0].values.size() * sweep.axes[1].values.size();
  if (cells > most_cells) return;
  for (const std::string& method : sweep.methods) {
    Query status(database, samples_sql(sweep, "r.status", ""));
    section.maps.push_back(
        category_map(sweep, status.bind(sweep.number, method), title_of(sweep, method, "how runs end")));
    // A kind whose verdict is the same everywhere makes no map.
    Query kinds(
        database,
        "SELECT c.kind FROM run_certificates c JOIN runs r USING (run) WHERE r.sweep = ? AND r.method = ? GROUP "
        "BY c.kind HAVING MAX(c.refuted > 0) + MAX(c.undecided > 0 AND c.refuted = 0) + MAX(c.refuted = 0 AND "
        "c.undecided = 0) > 1 ORDER BY c.kind");
    for (const std::string& kind : texts(kinds.bind(sweep.number, method))) {
      Query verdict(database,
                    samples_sql(sweep,
                                "CASE WHEN c.refuted > 0 THEN 'refuted' WHEN c.undecided > 0 THEN 'undecided' ELSE "
                                "'proved' END",
                                " JOIN run_certificates c ON c.run = r.run AND c.kind = ?"));
      section.maps.push_back(category_map(sweep, verdict.bind(kind, sweep.number, method),
                                          title_of(sweep, method, "certificate " + kind)));
    }
    for (const Measure& measure : measures)
      if (auto map = value_map(sweep, samples_of(database, sweep, method, measure),
                               title_of(sweep, method, with_unit("largest " + measure.name, measure))))
        section.maps.push_back(std::move(*map));
  }
}

void add_curves(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StudySection& section) {
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

StudyTable table_of_ends(Database& database, const Sweep& sweep) {
  StudyTable table{.title = "How runs end", .hint = "", .columns = {"Method"}, .rows = {}};
  Query all(database, "SELECT DISTINCT status FROM runs WHERE sweep = ? ORDER BY status");
  const std::vector<std::string> statuses = texts(all.bind(sweep.number));
  table.columns.insert(table.columns.end(), statuses.begin(), statuses.end());
  Query count(database, "SELECT COUNT(*) FROM runs WHERE sweep = ? AND method = ? AND status = ?");
  for (const std::string& method : sweep.methods) {
    auto& row = table.rows.emplace_back(std::vector<std::string>{method});
    for (const std::string& status : statuses) {
      const bool has_count = count.bind(sweep.number, method, status).step();
      row.push_back(has_count ? std::to_string(count.whole(0)) : "");
    }
  }
  return table;
}

/// How measures are distributed, and how they go with each key.
void add_measures(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StudySection& section) {
  constexpr std::size_t least_for_correlation = 10;
  StudyTable spread{.title = "Largest values of runs that came to their end",
                    .hint = "",
                    .columns = {"Measure", "runs", "smallest", "5 %", "median", "95 %", "largest"},
                    .rows = {}};
  StudyTable drivers{.title = "What they go with",
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

StudySection section_of(Database& database, const Sweep& sweep, const std::vector<Measure>& measures) {
  StudySection section;
  section.name = sweep.name;
  Query count(database, "SELECT COUNT(DISTINCT point) FROM points WHERE sweep = ?");
  const std::int64_t num_points = count.bind(sweep.number).step() ? count.whole(0) : 0;
  std::vector<std::string> axes;
  for (const Axis& axis : sweep.axes) {
    axes.push_back(fmt::format("{} ({})", axis.name, axis.values.size()));
  }
  section.line = fmt::format("{} points of {}", num_points, fmt::join(axes, sweep.is_grid ? " x " : ", "));
  const bool has_area = sweep.axes.size() == 2 && sweep.axes[0].values.size() > 1 && sweep.axes[1].values.size() > 1;
  if (sweep.is_grid && has_area) add_maps(database, sweep, measures, section);
  if (sweep.axes.size() == 1 && num_points > 1) add_curves(database, sweep, measures, section);
  section.tables.push_back(table_of_ends(database, sweep));
  add_measures(database, sweep, measures, section);
  return section;
}

StudyTable table_of_failures(Database& database) {
  StudyTable table{
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

reports::StudyOutline outline_of(Database& database) {
  const StudyState state = read_state(database);
  reports::StudyOutline outline;
  outline.experiment = state.experiment;
  Query title(database, "SELECT value FROM study WHERE name = 'title'");
  if (title.step()) outline.title = title.text(0);
  outline.is_complete = state.finished == state.expected;
  outline.is_as_expected = state.unexpected == 0;
  outline.verdict = fmt::format("{} of {} runs, {} not as expected", state.finished, state.expected, state.unexpected);
  std::vector<Measure> measures;
  Query known(database, "SELECT measure, unit, factor FROM measures ORDER BY measure");
  while (known.step()) measures.push_back({known.text(0), known.text(1), known.number(2)});
  for (const Sweep& sweep : sweeps_of(database)) outline.sections.push_back(section_of(database, sweep, measures));
  outline.failures = table_of_failures(database);
  Query provenance(database, "SELECT name, value FROM provenance ORDER BY name");
  while (provenance.step()) outline.provenance.emplace_back(provenance.text(0), provenance.text(1));
  Query cost(database, "SELECT SUM(seconds + certify_seconds), SUM(from_cache) FROM origins");
  if (cost.step() && !cost.is_null(0))
    outline.provenance.emplace_back("CPU time of runs, made now or before",
                                    fmt::format("{} s", reports::significant(cost.number(0), 3)));
  return outline;
}

}  // namespace perpend::batch
