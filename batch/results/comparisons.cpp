#include "batch/results/comparisons.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "batch/results/kept_status.hpp"
#include "batch/results/views.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::batch {

namespace {

/// Signals that are errors: where there is one of the motion itself, the others say less.
constexpr std::array errors{"reference_error", "energy_error", "constraint_error", "velocity_error", "penetration"};

/// Different points of the sweep, seen on some of its axes alone.
std::int64_t count_distinct(const PlannedSweep& sweep, bool of_settings) {
  const SweepSpec& spec = *sweep.spec;
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < spec.axes.size(); ++i)
    if (sweep.effects[i].is_setting() == of_settings) axes.push_back(i);
  if (spec.is_zipped) {
    std::set<std::vector<double>> seen;
    for (std::size_t i = 0; i < spec.axes.front().values.size(); ++i) {
      std::vector<double> point;
      for (const std::size_t axis : axes) point.push_back(spec.axes[axis].values[i]);
      seen.insert(std::move(point));
    }
    return static_cast<std::int64_t>(seen.size());
  }
  std::int64_t count = 1;
  for (const std::size_t axis : axes)
    count *= static_cast<std::int64_t>(
        std::set<double>(spec.axes[axis].values.begin(), spec.axes[axis].values.end()).size());
  return count;
}

bool is_recorded(const PlannedSweep& sweep, const std::string& measure) {
  return std::find(sweep.measures.begin(), sweep.measures.end(), measure) != sweep.measures.end();
}

/// Figures that differ in their methods alone make one comparison.
void add(Comparison comparison, std::vector<Comparison>& all) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const Comparison& one) {
    return one.measure == comparison.measure && one.reduction == comparison.reduction && one.cost == comparison.cost;
  });
  if (same == all.end()) return all.push_back(std::move(comparison));
  for (std::string& method : comparison.methods)
    if (std::find(same->methods.begin(), same->methods.end(), method) == same->methods.end())
      same->methods.push_back(std::move(method));
}

std::vector<Comparison> declared(const StudyPlan& plan, const PlannedSweep& sweep) {
  std::vector<Comparison> all;
  for (const FigureSpec& figure : plan.experiment().figures) {
    if (figure.kind != FigureKind::work_precision || figure.sweep != sweep.spec->name) continue;
    const bool has_count = figure.x == "factorizations" || figure.x == "iterations";
    Comparison comparison{.reduction = figure.reduce,
                          .cost = has_count ? figure.x : "solves",
                          .taken = fmt::format("by figure {}", figure.name)};
    for (const std::string& method : sweep.methods)
      if (is_selected(figure.methods, method)) comparison.methods.push_back(method);
    for (const std::string& measure : figure.y) {
      comparison.measure = measure;
      if (is_recorded(sweep, measure) && !comparison.methods.empty()) add(comparison, all);
    }
  }
  return all;
}

std::vector<Comparison> found(const StudyPlan& plan, const PlannedSweep& sweep) {
  std::vector<Comparison> all;
  bool has_step = false, has_tolerance = false;
  for (std::size_t i = 0; i < sweep.effects.size(); ++i) {
    if (!sweep.effects[i].is_setting() || sweep.spec->axes[i].values.size() < 2) continue;
    has_step = has_step || sweep.effects[i].on_step;
    has_tolerance = has_tolerance || sweep.effects[i].on_tolerance;
  }
  if (!has_step && !has_tolerance) return all;
  for (const char* error : errors) {
    for (const MeasureSpec& measure : plan.experiment().measures) {
      if (measure.signal == nullptr || measure.signal->spec.name != error || !is_recorded(sweep, measure.name))
        continue;
      Comparison comparison{
          .measure = measure.name,
          .reduction = "magnitude",
          .cost = "solves",
          .methods = sweep.methods,
          .taken = fmt::format("as {}, the first that is recorded of {}", error, fmt::join(errors, ", "))};
      add(comparison, all);
      comparison.cost = "iterations";
      if (has_tolerance) add(std::move(comparison), all);
    }
    if (!all.empty()) break;
  }
  return all;
}

std::string error_of(const std::string& reduction) {
  return reduction == "magnitude" ? "MAX(ABS(m.max), ABS(m.min))" : "m." + reduction;
}

/// Settings with their medians, and whether they are on the front. Errors and costs that are not positive have no place
/// on logarithmic axes, nor has a run that replayed its trajectory and solved nothing.
std::string select(const Comparison& comparison, const PlannedSweep& sweep, const std::string& cost,
                   const std::string& cost_name) {
  std::string values, names;
  std::set<std::string> columns{"run", "method", "measure", "reduction", "cost", "error", "work", "on_front"};
  for (std::size_t i = 0; i < sweep.spec->axes.size(); ++i) {
    if (!sweep.effects[i].is_setting()) continue;
    const std::string name = unique_name(sweep.spec->axes[i].key, columns);
    values += key_column(comparison.sweep, i, sweep.spec->axes[i], "r.point", name);
    names += ", " + quoted(name, '"');
  }
  std::vector<std::string> methods;
  for (const std::string& method : comparison.methods) methods.push_back(quoted(method, '\''));
  return fmt::format(
      "SELECT run, method{names}, {measure} AS measure, '{reduction}' AS reduction, '{cost_name}' AS cost, error, "
      "work, "
      // Ties: of equal cost the smallest error alone; equal in both are on the front together.
      "error = MIN(error) OVER (ORDER BY work RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AND "
      "COALESCE(error < MIN(error) OVER (ORDER BY work GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 1) AS "
      "on_front "
      // The one or two in the middle, of n: 2 i is n + 1, or n and n + 2.
      "FROM (SELECT MIN(run) AS run, method{names}, AVG(CASE WHEN ABS(2 * i - n - 1) < 2 THEN error END) AS error, "
      "AVG(CASE WHEN ABS(2 * k - n - 1) < 2 THEN work END) AS work "
      "FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY method{names} ORDER BY error) AS i, "
      "ROW_NUMBER() OVER (PARTITION BY method{names} ORDER BY work) AS k, COUNT(*) OVER (PARTITION BY method{names}) "
      "AS n FROM (SELECT r.run AS run, r.method AS method, {values}{error} AS error, {cost} AS work FROM runs r JOIN "
      "run_measures m ON m.run = r.run AND m.measure = {measure} JOIN origins o ON o.run = r.run WHERE r.sweep = "
      "{number} AND r.point < {points} AND r.status = {completed} AND r.method IN ({methods})) WHERE error > 0 AND "
      "error < 9e999 AND work > 0) GROUP BY method{names} HAVING COUNT(*) = {problems})",
      fmt::arg("names", names), fmt::arg("values", values), fmt::arg("completed", sql(KeptStatus::completed)),
      fmt::arg("measure", quoted(comparison.measure, '\'')), fmt::arg("reduction", comparison.reduction),
      fmt::arg("error", error_of(comparison.reduction)), fmt::arg("cost", cost), fmt::arg("cost_name", cost_name),
      fmt::arg("number", comparison.sweep), fmt::arg("points", sweep.num_points),
      fmt::arg("methods", fmt::join(methods, ", ")), fmt::arg("problems", comparison.problems));
}

}  // namespace

std::vector<Comparison> comparisons_of(const StudyPlan& plan) {
  std::vector<Comparison> all;
  std::set<std::string> names;
  for (std::size_t i = 0; i < plan.sweeps().size(); ++i) {
    const PlannedSweep& sweep = plan.sweeps()[i];
    std::vector<Comparison> own = declared(plan, sweep);
    if (own.empty()) own = found(plan, sweep);
    if (own.empty()) continue;
    const std::string work = unique_name("work_" + sweep.spec->name, names);
    const std::string work_seconds = unique_name("work_seconds_" + sweep.spec->name, names);
    const std::int64_t settings = count_distinct(sweep, true), problems = count_distinct(sweep, false);
    for (Comparison& comparison : own) {
      comparison.sweep = i;
      comparison.settings = settings;
      comparison.problems = problems;
      comparison.work = work;
      comparison.work_seconds = work_seconds;
      all.push_back(std::move(comparison));
    }
  }
  return all;
}

std::vector<std::string> views_of(const std::vector<Comparison>& comparisons, const StudyPlan& plan) {
  std::vector<std::string> views;
  for (std::size_t i = 0; i < comparisons.size();) {
    const Comparison& first = comparisons[i];
    std::vector<std::string> work, seconds;
    for (; i < comparisons.size() && comparisons[i].sweep == first.sweep; ++i) {
      const PlannedSweep& sweep = plan.sweeps()[first.sweep];
      work.push_back(select(comparisons[i], sweep, "r." + comparisons[i].cost, comparisons[i].cost));
      // Two that differ in their cost alone are one against seconds.
      const std::string against_time = select(comparisons[i], sweep, "o.seconds", "seconds");
      if (std::find(seconds.begin(), seconds.end(), against_time) == seconds.end()) seconds.push_back(against_time);
    }
    views.push_back(fmt::format("CREATE VIEW {} AS {};", quoted(first.work, '"'), fmt::join(work, " UNION ALL ")));
    views.push_back(
        fmt::format("CREATE VIEW {} AS {};", quoted(first.work_seconds, '"'), fmt::join(seconds, " UNION ALL ")));
  }
  return views;
}

}  // namespace perpend::batch
