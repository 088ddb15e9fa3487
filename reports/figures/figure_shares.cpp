// Shares of the runs of a sweep: below each value, or within each factor of the best method.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

/// The share of `total` that lies at or below each value, as a line of steps from 0. Pre: ascending, not empty.
void add_steps(const std::vector<double>& values, std::size_t total, Curve& curve) {
  double share = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    curve.x.push_back(values[i]);
    curve.y.push_back(share);
    share = static_cast<double>(i + 1) / static_cast<double>(total);
    curve.x.push_back(values[i]);
    curve.y.push_back(share);
  }
}

/// "3 of 20 runs have no value: 2 diverged, 1 stopped".
std::string absences(const std::map<std::string, int>& reasons, std::size_t total) {
  int count = 0;
  std::string text;
  for (const auto& [reason, number] : reasons) {
    count += number;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, reason);
  }
  return fmt::format("{} of {} have no value: {}", count, counted(static_cast<long>(total), "run"), text);
}

std::string reason_of(const MethodRun& run) {
  return run.status == RunStatus::completed ? "no value" : describe_status(run);
}

}  // namespace

void add_distributions(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  figure.is_function = false;
  figure.x_label = figure.y_label;
  figure.y_labels = {"share of the runs"};
  figure.y_label = figure.y_labels[0];
  figure.log_x = figure.log_y;
  figure.log_y = false;
  for (std::size_t m = 0; m < spec.y.size(); ++m) {
    const double factor = find_unit(record, spec.y[m]).value_or(Unit{}).factor;
    for (const std::string& method : swept_methods(sweep, spec)) {
      Curve curve;
      curve.label = shown_method(record, method) + (spec.y.size() > 1 ? ": " + shown_measure(record, spec.y[m]) : "");
      curve.color = color_of(record, method);
      curve.dash = static_cast<int>(m);
      std::vector<double> values;
      std::map<std::string, int> reasons;
      std::size_t total = 0;
      for (const SweepPoint& point : sweep.points) {
        const MethodRun* run = find_run(point.runs, method);
        if (run == nullptr) continue;
        ++total;
        const double value = reduced(*run, spec.y[m], spec.reduce) / factor;
        if (std::isfinite(value))
          values.push_back(value);
        else
          ++reasons[reason_of(*run)];
      }
      if (!reasons.empty()) figure.notes.push_back(curve.label + ": " + absences(reasons, total));
      std::sort(values.begin(), values.end());
      add_steps(values, total, curve);
      if (!values.empty()) figure.curves.push_back(std::move(curve));
    }
  }
}

void add_profiles(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  const std::vector<std::string> methods = swept_methods(sweep, spec);
  const std::string measure = spec.y.empty() ? "" : spec.y[0];
  std::vector<std::vector<double>> ratios(methods.size());
  std::size_t total = 0;
  for (const SweepPoint& point : sweep.points) {
    std::vector<double> values;
    double best = std::numeric_limits<double>::infinity();
    for (const std::string& method : methods) {
      const MethodRun* run = find_run(point.runs, method);
      values.push_back(run == nullptr ? not_a_number : std::abs(reduced(*run, measure, spec.reduce)));
      if (values.back() < best) best = values.back();
    }
    // Points of a refinement have one method, and at a point that none completes none is the best.
    if (point.runs.size() < 2 || !std::isfinite(best)) continue;
    ++total;
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const double ratio = values[i] == best ? 1.0 : values[i] / best;
      if (std::isfinite(ratio)) ratios[i].push_back(ratio);
    }
  }
  figure.is_function = false;
  figure.x_label = fmt::format("factor of the smallest {} of {}", spec.reduce, single_line(measure));
  figure.y_labels = {fmt::format("share of {}", counted(static_cast<long>(total), "point"))};
  figure.y_label = figure.y_labels[0];
  figure.log_x = true;
  figure.log_y = false;
  double largest = 1.0;
  for (std::vector<double>& one : ratios) {
    std::sort(one.begin(), one.end());
    if (!one.empty()) largest = std::max(largest, one.back());
  }
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (ratios[i].empty()) {
      figure.notes.push_back(shown_method(record, methods[i]) + ": no value at any point");
      continue;
    }
    Curve curve;
    curve.label = shown_method(record, methods[i]);
    curve.color = color_of(record, methods[i]);
    curve.dash = static_cast<int>(i);
    add_steps(ratios[i], total, curve);
    // All end at one factor, so that they compare there.
    curve.x.push_back(largest);
    curve.y.push_back(curve.y.back());
    figure.curves.push_back(std::move(curve));
  }
}

}  // namespace perpend::reports
