#include "batch/page/work_precision.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "batch/results/views.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::significant;

constexpr std::size_t most_curves = 12;  // as many as there are colours
constexpr std::size_t most_rows = 40;

/// A row of the table `comparisons`.
struct ShownComparison {
  Measure measure;
  std::string reduction, cost, taken, work, work_seconds;
  std::int64_t methods = 0, settings = 0, problems = 0;

  [[nodiscard]] std::string error_label() const {
    if (reduction == "magnitude") return with_unit(fmt::format("largest |{}|", measure.name), measure);
    return with_unit(fmt::format("{} {}", reduction == "max" ? "largest" : reduction, measure.name), measure);
  }
};

struct Setting {
  std::int64_t run = 0;  ///< the first of its runs
  std::string method;
  std::vector<double> at;  ///< of the keys that are settings
  double error = 0.0;      ///< in the unit shown
  double work = 0.0;
  bool is_on_front = false;
};

/// What stands for a setting on the page: the first of its runs.
class PointOfRun {
 public:
  PointOfRun(Database& database, const Sweep& sweep)
      : sweep_(sweep),
        run_(database, "SELECT point, method FROM runs WHERE run = ?"),
        at_(database, "SELECT value FROM points WHERE sweep = ? AND point = ? ORDER BY position") {}

  [[nodiscard]] reports::StaticPoint operator()(std::int64_t run) {
    if (!run_.bind(run).step()) return {};
    const std::int64_t point = run_.whole(0);
    std::vector<double> values;
    at_.bind(sweep_.number, point);
    while (at_.step()) values.push_back(at_.number(0));
    return sweep_.point(run_.text(1), point, values);
  }

 private:
  const Sweep& sweep_;
  Query run_, at_;
};

struct CostWords {
  const char *column, *label, *title;
  double factor;
};
constexpr CostWords costs[] = {{"solves", "linear systems solved", "linear systems solved", 1.0},
                               {"factorizations", "factorizations", "factorizations", 1.0},
                               {"iterations", "iterations of contact solvers", "iterations", 1.0},
                               {"seconds", "CPU time spent stepping [ms]", "CPU time", 1e3}};

const CostWords& words_of(const std::string& cost) {
  return *std::find_if(std::begin(costs), std::end(costs) - 1,
                       [&](const CostWords& one) { return one.column == cost; });
}

std::vector<ShownComparison> shown_comparisons(Database& database, const Sweep& sweep,
                                               const std::vector<Measure>& measures) {
  std::vector<ShownComparison> all;
  // Files of earlier versions have none.
  Query exists(database, "SELECT 1 FROM sqlite_master WHERE name = 'comparisons'");
  if (!exists.step()) return all;
  Query rows(database,
             "SELECT measure, reduction, cost, taken, work, work_seconds, methods, settings, problems FROM comparisons "
             "WHERE sweep = ? ORDER BY position");
  rows.bind(sweep.number);
  while (rows.step()) {
    const std::string name = rows.text(0);
    const auto measure =
        std::find_if(measures.begin(), measures.end(), [&](const Measure& m) { return m.name == name; });
    if (measure == measures.end()) continue;
    all.push_back({*measure, rows.text(1), rows.text(2), rows.text(3), rows.text(4), rows.text(5), rows.whole(6),
                   rows.whole(7), rows.whole(8)});
  }
  return all;
}

/// The axes whose keys say how a method solves.
std::vector<std::size_t> setting_axes(Database& database, const Sweep& sweep) {
  std::vector<std::size_t> axes;
  Query rows(database, "SELECT position FROM axes WHERE sweep = ? AND is_setting = 1 ORDER BY position");
  rows.bind(sweep.number);
  while (rows.step()) axes.push_back(static_cast<std::size_t>(rows.whole(0)));
  return axes;
}

/// Rows of a view: run, method, the keys, measure, reduction, cost, error, work, on_front.
std::vector<Setting> settings_of(Database& database, const ShownComparison& comparison, const std::string& view,
                                 const CostWords& cost, const Sweep& sweep, const std::vector<std::size_t>& axes) {
  std::vector<Setting> settings;
  Query rows(database, fmt::format("SELECT * FROM {} WHERE measure = ? AND reduction = ? AND cost = ? ORDER BY run",
                                   quoted(view, '"')));
  rows.bind(comparison.measure.name, comparison.reduction, cost.column);
  const int after = 2 + static_cast<int>(axes.size());
  while (rows.step()) {
    Setting& setting = settings.emplace_back();
    setting.run = rows.whole(0);
    setting.method = rows.text(1);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      const int column = 2 + static_cast<int>(i);
      setting.at.push_back(rows.is_text(column) ? sweep.axes[axes[i]].value_of(rows.text(column))
                                                : rows.number(column));
    }
    setting.error = rows.number(after + 3) / comparison.measure.factor;
    setting.work = rows.number(after + 4) * cost.factor;
    setting.is_on_front = rows.whole(after + 5) != 0;
  }
  return settings;
}

/// "held, step = 5 ms": without the key that runs along a curve.
std::string name_of(const Setting& setting, const Sweep& sweep, const std::vector<std::size_t>& axes,
                    std::optional<std::size_t> along) {
  std::string name = setting.method;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Axis& axis = sweep.axes[axes[i]];
    if (i != along)
      name +=
          fmt::format(", {} = {}{}{}", axis.name, axis.shown(setting.at[i]), axis.unit.empty() ? "" : " ", axis.unit);
  }
  return name;
}

/// Steps from one setting of the front to the next: what it costs to come below an error.
reports::Curve front_of(const std::vector<Setting>& settings) {
  std::vector<std::pair<double, double>> front;
  for (const Setting& setting : settings)
    if (setting.is_on_front) front.emplace_back(setting.work, setting.error);
  std::sort(front.begin(), front.end());
  reports::Curve curve;
  curve.label = "Pareto front";
  curve.is_outline = true;
  for (std::size_t i = 0; i < front.size(); ++i) {
    if (i > 0) {
      curve.x.push_back(front[i].first);
      curve.y.push_back(front[i - 1].second);
    }
    curve.x.push_back(front[i].first);
    curve.y.push_back(front[i].second);
  }
  return curve;
}

/// A curve for each method and values of the keys but one, along which it runs; with too many of these a cloud of
/// points for each method.
reports::StaticFigure figure_of(const std::vector<Setting>& settings, const Sweep& sweep,
                                const std::vector<std::size_t>& axes, const ShownComparison& comparison,
                                const CostWords& cost, PointOfRun& point_of) {
  reports::StaticFigure shown{reports::FigureData{}};
  reports::FigureData& figure = shown.data;
  figure.name = fmt::format("{} against {}", comparison.measure.name, cost.title);
  figure.kind = FigureKind::work_precision;
  figure.x_label = cost.label;
  figure.y_label = comparison.error_label();
  figure.log_x = figure.log_y = figure.has_marks = true;
  figure.is_function = false;
  const auto color_of = [&](const std::string& method) {
    return static_cast<int>(std::find(sweep.methods.begin(), sweep.methods.end(), method) - sweep.methods.begin());
  };
  // Along the first key of several values.
  std::optional<std::size_t> along;
  for (std::size_t i = 0; i < axes.size() && !along; ++i)
    if (sweep.axes[axes[i]].num_distinct > 1) along = i;
  std::map<std::string, std::size_t> places;
  std::vector<std::string> names;
  for (const Setting& setting : settings) names.push_back(name_of(setting, sweep, axes, along));
  for (const std::string& name : names) places.try_emplace(name, places.size());
  figure.has_lines = places.size() <= std::max(most_curves, sweep.methods.size());
  places.clear();
  figure.curves.push_back(front_of(settings));
  shown.points.emplace_back();
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string& name = figure.has_lines ? names[i] : settings[i].method;
    const auto [place, is_new] = places.try_emplace(name, figure.curves.size());
    if (is_new) {
      reports::Curve& curve = figure.curves.emplace_back();
      curve.label = name;
      shown.points.emplace_back();
      curve.color =
          axes.size() > 1 && figure.has_lines ? static_cast<int>(place->second - 1) : color_of(settings[i].method);
    }
    reports::Curve& curve = figure.curves[place->second];
    curve.x.push_back(settings[i].work);
    curve.y.push_back(settings[i].error);
    shown.points[place->second].push_back(point_of(settings[i].run));
  }
  return shown;
}

/// The front by counts, then what is on that by time alone; with the numbers of both.
reports::StaticTable table_of(const std::vector<Setting>& counted, const std::vector<Setting>& timed,
                              const Sweep& sweep, const std::vector<std::size_t>& axes,
                              const ShownComparison& comparison, const CostWords& cost, PointOfRun& point_of) {
  reports::StaticTable table{
      .title = fmt::format("Pareto front: {} against {}", comparison.measure.name, cost.title),
      .hint = "",
      .columns = {"Setting", comparison.error_label(), cost.label, costs[3].label, "on the front by", "first run"},
      .rows = {}};
  std::map<std::int64_t, const Setting*> by_run;
  for (const Setting& setting : timed) by_run[setting.run] = &setting;
  std::vector<const Setting*> rows;
  for (const Setting& setting : counted) {
    const auto time = by_run.find(setting.run);
    if (setting.is_on_front || (time != by_run.end() && time->second->is_on_front)) rows.push_back(&setting);
  }
  std::stable_sort(rows.begin(), rows.end(), [](const Setting* a, const Setting* b) { return a->work < b->work; });
  for (const Setting* setting : rows) {
    if (table.rows.size() == most_rows) break;
    const auto found = by_run.find(setting->run);
    const Setting* time = found == by_run.end() ? nullptr : found->second;
    const bool is_fast = time != nullptr && time->is_on_front;
    table.rows.push_back({name_of(*setting, sweep, axes, std::nullopt), significant(setting->error, 4),
                          significant(setting->work, 6), time == nullptr ? "" : significant(time->work, 3),
                          !is_fast               ? cost.title
                          : setting->is_on_front ? "both"
                                                 : costs[3].title,
                          std::to_string(setting->run)});
    const reports::StaticPoint point = point_of(setting->run);
    table.commands.push_back(
        {reports::run_command(sweep.commands, point), reports::query_command(sweep.commands, point)});
  }
  table.hint = fmt::format(
      "The front of {} settings: no other has a smaller {} at no more cost, or costs less at no larger one. The error "
      "is taken {}.",
      counted.size(), comparison.measure.name, comparison.taken);
  if (comparison.problems > 1) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
      if (std::find(axes.begin(), axes.end(), i) == axes.end()) others.push_back(sweep.axes[i].name);
    table.hint += fmt::format(" Errors and costs are medians over {} problems, the values of {}.", comparison.problems,
                              fmt::join(others, ", "));
  }
  const std::int64_t missing = comparison.methods * comparison.settings - static_cast<std::int64_t>(counted.size());
  if (missing > 0)
    table.hint +=
        fmt::format(" {} {} no place: not every run came to its end, or has an error and a cost above 0.",
                    reports::counted(static_cast<long>(missing), "more setting"), missing == 1 ? "has" : "have");
  table.hint += fmt::format(" CPU time is that of this machine. {}All settings are in the views {} and {}.",
                            rows.size() > most_rows ? fmt::format("The first {} of {}. ", most_rows, rows.size()) : "",
                            comparison.work, comparison.work_seconds);
  return table;
}

}  // namespace

void add_work_precision(Database& database, const Sweep& sweep, const std::vector<Measure>& measures,
                        reports::StaticSection& section) {
  const std::vector<ShownComparison> all = shown_comparisons(database, sweep, measures);
  if (all.empty()) return;
  const std::vector<std::size_t> axes = setting_axes(database, sweep);
  PointOfRun point_of(database, sweep);
  for (const ShownComparison& comparison : all) {
    const CostWords& cost = words_of(comparison.cost);
    const std::vector<Setting> counted = settings_of(database, comparison, comparison.work, cost, sweep, axes);
    if (counted.empty()) continue;
    const std::vector<Setting> timed =
        settings_of(database, comparison, comparison.work_seconds, costs[3], sweep, axes);
    section.curves.push_back(figure_of(counted, sweep, axes, comparison, cost, point_of));
    if (!timed.empty()) section.curves.push_back(figure_of(timed, sweep, axes, comparison, costs[3], point_of));
    section.tables.push_back(table_of(counted, timed, sweep, axes, comparison, cost, point_of));
  }
}

}  // namespace perpend::batch
