#include "reports/figures/figure_series.hpp"

#include <algorithm>
#include <cmath>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

/// x of a run's series in the unit shown; empty when the run does not have it.
std::vector<double> abscissa(const FigureSpec& spec, const MethodRun& run) {
  if (spec.x == "time") return run.times;
  if (spec.x == "step") return {run.step_numbers.begin(), run.step_numbers.end()};
  const MeasureRecord* measure = find_measure(run, spec.x);
  return measure == nullptr ? std::vector<double>{} : in_shown_unit(measure->values, measure->unit);
}

std::string curve_label(const FigureSpec& spec, const ExperimentRecord& record, const std::string& method,
                        std::size_t value, const std::string& state) {
  std::string label = shown_method(record, method);
  if (spec.y.size() > 1)
    label += ": " + (statistic_of(spec, value) == nullptr ? shown_measure(record, spec.y[value])
                                                          : single_line(value_text(spec, record, value)));
  return state.empty() ? label : label + ", " + state;
}

/// Indices of the axes other than `axis`, counted like an odometer. False after the last.
bool advance(std::vector<std::size_t>& indices, const std::vector<SweepAxis>& axes, std::size_t axis) {
  for (std::size_t i = axes.size(); i-- > 0;) {
    if (i == axis) continue;
    if (++indices[i] < axes[i].values.size()) return true;
    indices[i] = 0;
  }
  return false;
}

std::string other_values(const std::vector<std::size_t>& indices, const std::vector<SweepAxis>& axes,
                         std::size_t axis) {
  std::string text;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i == axis) continue;
    text +=
        (text.empty() ? "" : ", ") + single_line(axes[i].key) + " = " + axis_value(axes[i], axes[i].values[indices[i]]);
  }
  return text;
}

/// One point for each value of the axis, the other axes held.
Curve sweep_curve(const SweepRecord& sweep, std::size_t axis, std::vector<std::size_t> indices,
                  const std::string& method, const std::string& measure, const Unit& unit, const std::string& reduce) {
  Curve curve;
  const SweepAxis& along = sweep.spec.axes[axis];
  for (indices[axis] = 0; indices[axis] < along.values.size(); ++indices[axis]) {
    const SweepPoint* point = find_point(sweep, indices);
    const MethodRun* run = point == nullptr ? nullptr : find_run(point->runs, method);
    curve.x.push_back(along.values[indices[axis]] / along.unit.factor);
    curve.y.push_back(run == nullptr ? not_a_number : reduced(*run, measure, reduce) / unit.factor);
  }
  return curve;
}

/// For points that are no grid: all of them, along one axis.
Curve zipped_curve(const SweepRecord& sweep, std::size_t axis, const std::string& method, const std::string& measure,
                   const Unit& unit, const std::string& reduce) {
  Curve curve;
  for (const SweepPoint& point : sweep.points) {
    const MethodRun* run = find_run(point.runs, method);
    curve.x.push_back(point.coordinates[axis] / sweep.spec.axes[axis].unit.factor);
    curve.y.push_back(run == nullptr ? not_a_number : reduced(*run, measure, reduce) / unit.factor);
  }
  return curve;
}

void sort_by_x(Curve& curve) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < curve.x.size(); ++i) points.emplace_back(curve.x[i], curve.y[i]);
  std::sort(points.begin(), points.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < points.size(); ++i) std::tie(curve.x[i], curve.y[i]) = points[i];
}

}  // namespace

std::vector<double> in_shown_unit(const std::vector<double>& si_values, const Unit& unit) {
  std::vector<double> values(si_values.size());
  std::transform(si_values.begin(), si_values.end(), values.begin(), [&](double value) { return value / unit.factor; });
  return values;
}

std::string shown_method(const ExperimentRecord& record, const std::string& method) {
  const MethodRun* run = find_run(record.runs, method);
  return run != nullptr ? shown_name(*run) : single_line(method);
}

double reduced(const MethodRun& run, const std::string& measure, const std::string& reduce) {
  const MeasureRecord* found = find_measure(run, measure);
  if (found == nullptr || run.status != RunStatus::completed) return not_a_number;
  const MeasureSummary& summary = found->summary;
  if (ends_early(summary)) return not_a_number;
  if (reduce == "max") return summary.max;
  if (reduce == "min") return summary.min;
  if (reduce == "final") return summary.final;
  if (reduce == "rms") return summary.rms;
  return reduce == "mean" ? summary.mean : not_a_number;
}

bool is_selected(const std::vector<std::string>& methods, const std::string& method) {
  return methods.empty() || std::find(methods.begin(), methods.end(), method) != methods.end();
}

int color_of(const ExperimentRecord& record, const std::string& method) {
  for (std::size_t i = 0; i < record.runs.size(); ++i)
    if (record.runs[i].method == method) return static_cast<int>(i);
  return static_cast<int>(record.runs.size());
}

const MethodRun* find_run(const std::vector<MethodRun>& runs, const std::string& method) {
  for (const MethodRun& run : runs)
    if (run.method == method) return &run;
  return nullptr;
}

namespace {

const MeasureRecord* any_record_of(const ExperimentRecord& record, const std::string& measure) {
  const auto search = [&](const std::vector<MethodRun>& runs) -> const MeasureRecord* {
    for (const MethodRun& run : runs)
      if (const MeasureRecord* found = find_measure(run, measure)) return found;
    return nullptr;
  };
  if (const MeasureRecord* found = search(record.runs)) return found;
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points)
      if (const MeasureRecord* found = search(point.runs)) return found;
  return nullptr;
}

}  // namespace

std::optional<Unit> find_unit(const ExperimentRecord& record, const std::string& measure) {
  const MeasureRecord* found = any_record_of(record, measure);
  return found == nullptr ? std::nullopt : std::optional(found->unit);
}

std::string shown_measure(const ExperimentRecord& record, const std::string& measure) {
  constexpr std::size_t longest = 60;  // characters that fit along an axis
  const MeasureRecord* found = any_record_of(record, measure);
  const bool is_expression = found != nullptr && found->is_of_query && found->text.size() <= longest;
  return single_line(is_expression ? found->text : measure);
}

std::vector<AxisGroup> axis_groups(const FigureSpec& spec, const ExperimentRecord& record) {
  std::vector<AxisGroup> groups;
  for (std::size_t value = 0; value < spec.y.size(); ++value) {
    const ClaimQuery* statistic = statistic_of(spec, value);
    const bool is_share = statistic != nullptr && statistic->function == "fraction";
    const Unit unit = is_share ? Unit{} : find_unit(record, spec.y[value]).value_or(Unit{});
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const AxisGroup& group) {
      return group.unit.name == unit.name && group.unit.factor == unit.factor;
    });
    (same != groups.end() ? *same : groups.emplace_back(AxisGroup{unit, {}})).values.push_back(value);
  }
  return groups;
}

std::size_t axis_of(const std::vector<AxisGroup>& groups, std::size_t value) {
  const auto has_value = [&](const AxisGroup& group) {
    return std::find(group.values.begin(), group.values.end(), value) != group.values.end();
  };
  return static_cast<std::size_t>(std::find_if(groups.begin(), groups.end(), has_value) - groups.begin());
}

const ClaimQuery* statistic_of(const FigureSpec& spec, std::size_t value) {
  const bool has_any = value < spec.statistics.size() && !spec.statistics[value].measure.empty();
  return has_any ? &spec.statistics[value] : nullptr;
}

const SweepRecord* find_sweep(const ExperimentRecord& record, const std::string& name) {
  for (const SweepRecord& sweep : record.sweeps)
    if (sweep.spec.name == name) return &sweep;
  return nullptr;
}

std::vector<std::string> swept_methods(const SweepRecord& sweep, const FigureSpec& spec) {
  std::vector<std::string> methods;
  for (const SweepPoint& point : sweep.points)
    for (const MethodRun& run : point.runs)
      if (is_selected(spec.methods, run.method) &&
          std::find(methods.begin(), methods.end(), run.method) == methods.end())
        methods.push_back(run.method);
  return methods;
}

const SweepPoint* find_point(const SweepRecord& sweep, const std::vector<std::size_t>& indices) {
  for (const SweepPoint& point : sweep.points) {
    bool same = point.coordinates.size() == indices.size();
    for (std::size_t axis = 0; same && axis < indices.size(); ++axis)
      same = point.coordinates[axis] == sweep.spec.axes[axis].values[indices[axis]];
    if (same) return &point;
  }
  return nullptr;
}

bool spans_decades(const std::vector<double>& values) {
  if (values.empty()) return false;
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  return *least > 0 && *largest / *least > 10;
}

/// The step [s] of all methods of the figure; 0 when they differ.
double common_step(const FigureSpec& spec, const ExperimentRecord& record) {
  double step = 0.0;
  for (const MethodRun& run : record.runs) {
    if (!is_selected(spec.methods, run.method)) continue;
    if (step != 0.0 && run.step != step) return 0.0;
    step = run.step;
  }
  return step;
}

void add_time_curves(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  figure.is_function = spec.x == "time" || spec.x == "step";
  figure.time_per_x = spec.x == "time" ? 1.0 : spec.x == "step" ? common_step(spec, record) : 0.0;
  const std::vector<AxisGroup> groups = axis_groups(spec, record);
  for (std::size_t m = 0; m < spec.y.size(); ++m) {
    for (std::size_t i = 0; i < record.runs.size(); ++i) {
      const MethodRun& run = record.runs[i];
      const MeasureRecord* measure = is_selected(spec.methods, run.method) ? find_measure(run, spec.y[m]) : nullptr;
      if (measure == nullptr) continue;
      const std::string state = run.status == RunStatus::completed ? "" : describe_status(run);
      Curve curve{curve_label(spec, record, run.method, m, state),
                  static_cast<int>(i),
                  static_cast<int>(m),
                  run.status == RunStatus::completed,
                  abscissa(spec, run),
                  in_shown_unit(measure->values, measure->unit),
                  {}};
      const std::size_t size = std::min(curve.x.size(), curve.y.size());
      curve.x.resize(size);
      curve.y.resize(size);
      curve.axis = axis_of(groups, m);
      if (size > 0) figure.curves.push_back(std::move(curve));
    }
  }
}

void add_sweep_curves(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  const std::vector<SweepAxis>& axes = sweep.spec.axes;
  const auto found = std::find_if(axes.begin(), axes.end(), [&](const SweepAxis& axis) { return axis.key == spec.x; });
  const std::size_t axis = found == axes.end() ? 0 : static_cast<std::size_t>(found - axes.begin());
  figure.x_label = with_unit_label(axes[axis].key, axes[axis].unit.name);
  figure.log_x = spans_decades(axes[axis].values);
  figure.has_marks = true;
  const std::vector<AxisGroup> groups = axis_groups(spec, record);
  for (std::size_t m = 0; m < spec.y.size(); ++m) {
    const Unit unit = find_unit(record, spec.y[m]).value_or(Unit{});
    const ClaimQuery* statistic = statistic_of(spec, m);
    if (statistic != nullptr && !statistic->function.empty()) {
      add_statistic_curves(spec, m, axis, record, figure);
      continue;
    }
    const std::string reduce = statistic != nullptr ? statistic->reduce : spec.reduce;
    for (const std::string& method : swept_methods(sweep, spec)) {
      if (statistic != nullptr && !statistic->method.empty() && statistic->method != method) continue;
      std::vector<std::size_t> indices(axes.size(), 0);
      do {
        Curve curve = sweep.spec.is_zipped ? zipped_curve(sweep, axis, method, spec.y[m], unit, reduce)
                                           : sweep_curve(sweep, axis, indices, method, spec.y[m], unit, reduce);
        const std::string others = sweep.spec.is_zipped ? "" : other_values(indices, axes, axis);
        curve.label = curve_label(spec, record, method, m, others);
        curve.color = color_of(record, method);
        curve.axis = axis_of(groups, m);
        curve.dash = axes.size() == 1 ? static_cast<int>(m) : static_cast<int>(figure.curves.size());
        sort_by_x(curve);
        figure.curves.push_back(std::move(curve));
      } while (!sweep.spec.is_zipped && advance(indices, axes, axis));
    }
  }
}

}  // namespace perpend::reports
