// Error against cost: one curve a method, one point a run of the sweep, in the order of the sweep.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

struct Work {
  const char* label;
  double (*of)(const RunCost& cost);
};

/// Counts are the same on every machine; seconds are not.
Work work_of(const std::string& x) {
  if (x == "seconds") return {"CPU time spent stepping [ms]", [](const RunCost& cost) { return cost.seconds * 1e3; }};
  if (x == "factorizations")
    return {"factorizations", [](const RunCost& cost) { return static_cast<double>(cost.factorizations); }};
  if (x == "iterations")
    return {"iterations of contact solvers", [](const RunCost& cost) { return static_cast<double>(cost.iterations); }};
  return {"linear systems solved", [](const RunCost& cost) { return static_cast<double>(cost.solves); }};
}

struct WorkRun {
  const MethodRun* run;
  std::string name;  ///< "step = 0.01 s"
};

std::vector<WorkRun> runs_of(const std::string& method, const SweepRecord* sweep, const ExperimentRecord& record) {
  std::vector<WorkRun> runs;
  if (sweep == nullptr) {
    if (const MethodRun* run = find_run(record.runs, method))
      runs.push_back({run, "step = " + significant(run->step) + " s"});
    return runs;
  }
  for (const SweepPoint& point : sweep->points)
    if (const MethodRun* run = find_run(point.runs, method)) runs.push_back({run, describe_point(sweep->spec, point)});
  return runs;
}

/// Why a run has no place in the picture; empty: it has.
std::string absence(const MethodRun& run, double work, double error) {
  if (run.status != RunStatus::completed) return describe_status(run);
  if (std::isnan(error)) return "no value";
  if (!(work > 0)) return "its cost was not measured";
  if (!(error > 0)) return "no error, which has no place on a logarithmic axis";
  return std::isfinite(error) ? "" : "not finite";
}

using Absences = std::vector<std::pair<std::string, std::string>>;

void add_absence(Absences& absences, const std::string& reason, const std::string& name) {
  const auto same =
      std::find_if(absences.begin(), absences.end(), [&](const auto& item) { return item.first == reason; });
  if (same == absences.end())
    absences.emplace_back(reason, name);
  else
    same->second += "; " + name;
}

void add_point(Curve& curve, double x, double y, const std::string& name) {
  curve.x.push_back(x);
  curve.y.push_back(y);
  curve.points.push_back(name);
}

void add_curve(const FigureSpec& spec, const std::string& method, std::size_t measure, const ExperimentRecord& record,
               FigureData& figure) {
  const Work work = work_of(spec.x);
  const double factor = find_unit(record, spec.y[measure]).value_or(Unit{}).factor;
  Curve curve;
  curve.label = shown_method(record, method) + (spec.y.size() > 1 ? ": " + shown_measure(record, spec.y[measure]) : "");
  curve.color = color_of(record, method);
  curve.dash = static_cast<int>(measure);
  curve.axis = axis_of(axis_groups(spec, record), measure);
  Absences absences;
  for (const WorkRun& item : runs_of(method, find_sweep(record, spec.sweep), record)) {
    const double x = work.of(item.run->cost);
    const double y = reduced(*item.run, spec.y[measure], spec.reduce) / factor;
    const std::string reason = absence(*item.run, x, y);
    if (!reason.empty()) add_absence(absences, reason, item.name);
    add_point(curve, reason.empty() ? x : not_a_number, reason.empty() ? y : not_a_number, item.name);
  }
  for (const auto& [reason, names] : absences)
    figure.notes.push_back(fmt::format("{}: no point at {}: {}", curve.label, names, reason));
  const bool has_point = std::any_of(curve.x.begin(), curve.x.end(), [](double x) { return std::isfinite(x); });
  if (has_point) figure.curves.push_back(std::move(curve));
}

/// Steps from one run that no other beats in both to the next: what it costs at least to come below an error.
Curve pareto_front(const std::vector<Curve>& curves) {
  std::vector<std::pair<double, double>> points;
  for (const Curve& curve : curves)
    for (std::size_t i = 0; i < curve.x.size(); ++i)
      if (std::isfinite(curve.x[i])) points.emplace_back(curve.x[i], curve.y[i]);
  std::sort(points.begin(), points.end());
  Curve front;
  front.label = "Pareto front";
  front.is_outline = true;
  for (const auto& [x, y] : points) {
    if (!front.y.empty() && !(y < front.y.back())) continue;
    if (!front.y.empty()) {
      front.x.push_back(x);
      front.y.push_back(front.y.back());
    }
    front.x.push_back(x);
    front.y.push_back(y);
  }
  return front;
}

}  // namespace

void add_work_precision(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  figure.x_label = work_of(spec.x).label;
  figure.log_x = true;
  figure.has_marks = true;
  figure.is_function = false;
  const SweepRecord* sweep = find_sweep(record, spec.sweep);
  std::vector<std::string> methods;
  if (sweep != nullptr) methods = swept_methods(*sweep, spec);
  for (const MethodRun& run : record.runs)
    if (sweep == nullptr && is_selected(spec.methods, run.method)) methods.push_back(run.method);
  for (std::size_t measure = 0; measure < spec.y.size(); ++measure)
    for (const std::string& method : methods) add_curve(spec, method, measure, record, figure);
  if (spec.y.size() == 1 && figure.curves.size() > 1) figure.curves.push_back(pareto_front(figure.curves));
}

}  // namespace perpend::reports
