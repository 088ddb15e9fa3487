#include "batch/page/sweeps.hpp"

#include <fmt/format.h>

#include <cmath>

#include "batch/results/kept_status.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

std::vector<Sample> samples(Query& query, std::size_t num_axes) {
  std::vector<Sample> result;
  while (query.step()) {
    Sample& sample = result.emplace_back();
    for (std::size_t i = 0; i < num_axes; ++i) sample.at.push_back(query.number(static_cast<int>(i)));
    sample.value = query.number(static_cast<int>(num_axes));
  }
  return result;
}

}  // namespace

std::string title_of(const Sweep& sweep, const std::string& method, const std::string& what) {
  return sweep.methods.size() > 1 ? fmt::format("{}: {}", method, what) : what;
}

std::string with_unit(const std::string& text, const Measure& measure) {
  return measure.unit.empty() ? text : fmt::format("{} [{}]", text, measure.unit);
}

std::string Axis::label() const {
  return unit.empty() ? name : fmt::format("{} [{}]", name, unit);
}

std::string Axis::shown(double value) const {
  return reports::significant(value / factor);
}

std::vector<std::string> texts(Query& query) {
  std::vector<std::string> result;
  while (query.step()) result.push_back(query.text(0));
  return result;
}

std::vector<Sweep> sweeps_of(Database& database) {
  std::vector<Sweep> sweeps;
  Query all(database, "SELECT sweep, name, num_points, is_grid, refined, tolerance, design FROM sweeps ORDER BY sweep");
  while (all.step()) {
    Sweep& sweep = sweeps.emplace_back();
    sweep.number = all.whole(0);
    sweep.name = all.text(1);
    sweep.num_points = all.whole(2);
    sweep.is_grid = all.whole(3) != 0;
    if (!all.is_null(4)) sweep.refined = static_cast<std::size_t>(all.whole(4));
    sweep.tolerance = all.number(5);
    sweep.design = all.text(6);
  }
  Query axes(database, "SELECT name, unit, factor FROM axes WHERE sweep = ? ORDER BY position");
  Query values(database,
               "SELECT DISTINCT value FROM points WHERE sweep = ? AND position = ? AND point < ? ORDER BY value");
  Query methods(database, "SELECT method FROM runs WHERE sweep = ? GROUP BY method ORDER BY MIN(run)");
  for (Sweep& sweep : sweeps) {
    axes.bind(sweep.number);
    while (axes.step()) sweep.axes.push_back({axes.text(0), axes.text(1), axes.number(2), {}});
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
      values.bind(sweep.number, i, sweep.num_points);
      while (values.step()) sweep.axes[i].values.push_back(values.number(0));
    }
    sweep.methods = texts(methods.bind(sweep.number));
  }
  return sweeps;
}

std::string samples_sql(const Sweep& sweep, const std::string& column, const std::string& joined) {
  std::string columns, joins;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    columns += fmt::format("p{}.value, ", i);
    joins +=
        fmt::format(" JOIN points p{0} ON p{0}.sweep = r.sweep AND p{0}.point = r.point AND p{0}.position = {0}", i);
  }
  return fmt::format("SELECT {}{} FROM runs r{}{} WHERE r.point < {} AND r.sweep = ? AND r.method = ? ORDER BY r.run",
                     columns, column, joins, joined, sweep.num_points);
}

std::vector<Sample> samples_of(Database& database, const Sweep& sweep, const std::string& method,
                               const Measure& measure) {
  Query query(database,
              samples_sql(sweep, "m.max",
                          fmt::format(" JOIN run_measures m ON m.run = r.run AND r.status = {} AND m.measure = ?",
                                      sql(KeptStatus::completed))));
  std::vector<Sample> result = samples(query.bind(measure.name, sweep.number, method), sweep.axes.size());
  std::erase_if(result, [](const Sample& sample) { return !std::isfinite(sample.value); });
  for (Sample& sample : result) sample.value /= measure.factor;
  return result;
}

}  // namespace perpend::batch
