// Statistics over a sweep: one value of all runs that share x.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "kernel/model/numbers/quantile.hpp"
#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// Points of the grid, without what a refinement added, at the chosen keys and with this value along the axis.
bool is_wanted(const SweepSpec& sweep, const SweepPoint& point, const ClaimQuery& query, std::size_t axis, double at) {
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const std::vector<double>& values = sweep.axes[i].values;
    if (std::find(values.begin(), values.end(), point.coordinates[i]) == values.end()) return false;
    for (const auto& [key, value] : query.point)
      if (key == sweep.axes[i].key && value != point.coordinates[i]) return false;
  }
  return point.coordinates[axis] == at;
}

struct Statistic {
  double value = not_a_number, low = not_a_number, high = not_a_number;
};

/// `values`: NaN for a run that did not complete, of which nothing is known but that a condition does not hold.
Statistic statistic(const ClaimQuery& query, std::vector<double> values) {
  const auto n = static_cast<double>(values.size());
  if (values.empty()) return {};
  if (query.function == "fraction") {
    const auto is_met = [&](double value) { return holds(*query.condition, value); };
    return {.value = static_cast<double>(std::count_if(values.begin(), values.end(), is_met)) / n};
  }
  if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) return {};
  std::sort(values.begin(), values.end());
  if (query.function == "average") return {.value = std::accumulate(values.begin(), values.end(), 0.0) / n};
  if (query.function == "quantile") return {.value = quantile(values, query.share)};
  return {quantile(values, 0.5), quantile(values, 0.25), quantile(values, 0.75)};
}

}  // namespace

void add_statistic_curves(const FigureSpec& spec, std::size_t value, std::size_t axis, const ExperimentRecord& record,
                          FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  const SweepAxis& along = sweep.spec.axes[axis];
  const ClaimQuery& query = spec.statistics[value];
  std::vector<double> places = along.values;
  std::sort(places.begin(), places.end());
  const std::vector<AxisGroup> groups = axis_groups(spec, record);
  const Unit unit = groups[axis_of(groups, value)].unit;
  for (const std::string& method : swept_methods(sweep, spec)) {
    if (!query.method.empty() && query.method != method) continue;
    Curve curve;
    curve.label = shown_method(record, method) + (spec.y.size() > 1 ? ": " + value_text(spec, record, value) : "");
    curve.color = color_of(record, method);
    curve.dash = static_cast<int>(value);
    curve.axis = axis_of(groups, value);
    std::string holes;
    for (const double at : places) {
      std::vector<double> values;
      for (const SweepPoint& point : sweep.points)
        if (is_wanted(sweep.spec, point, query, axis, at))
          if (const MethodRun* run = find_run(point.runs, method))
            values.push_back(reduced(*run, query.measure, query.reduce));
      const Statistic found = statistic(query, std::move(values));
      if (std::isnan(found.value)) holes += (holes.empty() ? "" : ", ") + axis_value(along, at);
      curve.x.push_back(at / along.unit.factor);
      curve.y.push_back(found.value / unit.factor);
      curve.low.push_back(found.low / unit.factor);
      curve.high.push_back(found.high / unit.factor);
    }
    if (query.function != "median") curve.low.clear(), curve.high.clear();
    if (!holes.empty())
      figure.notes.push_back(
          fmt::format("{}: no point at {} = {}: not every run completed", curve.label, single_line(along.key), holes));
    figure.curves.push_back(std::move(curve));
  }
}

}  // namespace perpend::reports
