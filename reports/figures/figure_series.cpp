#include "reports/figures/figure_series.hpp"

#include <algorithm>
#include <cmath>

#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

double reduced(const MethodRun& run, const std::string& measure, const std::string& reduce) {
  const MeasureRecord* found = find_measure(run, measure);
  if (found == nullptr || run.status != RunStatus::completed) return not_a_number;
  const MeasureSummary& summary = found->summary;
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

std::optional<Unit> find_unit(const ExperimentRecord& record, const std::string& measure) {
  const auto search = [&](const std::vector<MethodRun>& runs) -> const MeasureRecord* {
    for (const MethodRun& run : runs)
      if (const MeasureRecord* found = find_measure(run, measure)) return found;
    return nullptr;
  };
  if (const MeasureRecord* found = search(record.runs)) return found->unit;
  for (const SweepRecord& sweep : record.sweeps)
    for (const SweepPoint& point : sweep.points)
      if (const MeasureRecord* found = search(point.runs)) return found->unit;
  return std::nullopt;
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

}  // namespace perpend::reports
