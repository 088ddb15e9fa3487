// Units of the axes over time: numbers that would all be small decimals or long ones get a unit with a prefix.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

void divide(std::vector<double>& values, double factor) {
  for (double& value : values) value /= factor;
}

void choose_unit_of_time(FigureData& figure) {
  double latest = 0.0;
  for (const Curve& curve : figure.curves) latest = std::max(latest, largest_size(curve.x));
  const Unit unit = unit_of_axis(si_unit(dimension::time), latest);
  for (Curve& curve : figure.curves) divide(curve.x, unit.factor);
  for (LedgerPanel& panel : figure.ledgers) divide(panel.x, unit.factor);
  figure.time_per_x *= unit.factor;
  figure.x_label = with_unit_label("time", unit.name);
}

/// For the curves on one y axis.
void choose_unit(std::size_t axis, Unit& unit, FigureData& figure) {
  double largest = 0.0;
  for (const Curve& curve : figure.curves)
    if (curve.axis == axis && curve.is_complete) largest = std::max(largest, largest_size(curve.y));
  const Unit chosen = unit_of_axis(unit, largest * unit.factor);
  const double factor = chosen.factor / unit.factor;
  for (Curve& curve : figure.curves)
    if (curve.axis == axis) divide(curve.y, factor);
  for (LedgerPanel& panel : figure.ledgers)
    for (std::vector<double>& cause : panel.values) divide(cause, factor);
  unit = chosen;
}

}  // namespace

double largest_size(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

bool needs_sweep(const FigureSpec& spec) {
  return spec.kind == FigureKind::heatmap || !spec.sweep.empty();
}

std::string value_text(const FigureSpec& spec, const ExperimentRecord& record, std::size_t value) {
  const std::string measure = shown_measure(record, spec.y[value]);
  const ClaimQuery* statistic = statistic_of(spec, value);
  if (statistic == nullptr) {
    const bool is_reduced = needs_sweep(spec) || spec.kind == FigureKind::work_precision;
    return is_reduced ? spec.reduce + " of " + measure : measure;
  }
  const std::string of_run = statistic->reduce + " of " + measure;
  if (statistic->function.empty()) return of_run;
  if (statistic->function == "quantile") return significant(statistic->share) + " quantile of " + of_run;
  if (statistic->function == "median") return "median and quartiles of " + of_run;
  if (statistic->function == "average") return "average of " + of_run;
  return fmt::format("share of runs with {} of {}", statistic->reduce, single_line(statistic->condition->text));
}

std::string axis_label(const FigureSpec& spec, const ExperimentRecord& record, const AxisGroup& group) {
  if (spec.kind == FigureKind::ledger) return with_unit_label("change by cause", group.unit.name);
  std::string names;
  for (const std::size_t value : group.values) names += (names.empty() ? "" : ", ") + value_text(spec, record, value);
  return with_unit_label(names, group.unit.name);
}

void set_y_labels(const FigureSpec& spec, const ExperimentRecord& record, const std::vector<AxisGroup>& groups,
                  FigureData& figure) {
  figure.y_labels.clear();
  figure.y_label.clear();
  for (const AxisGroup& group : groups) {
    figure.y_labels.push_back(axis_label(spec, record, group));
    figure.y_label += (figure.y_label.empty() ? "" : ", ") + figure.y_labels.back();
  }
}

void choose_units(const FigureSpec& spec, const ExperimentRecord& record, std::vector<AxisGroup>& groups,
                  FigureData& figure) {
  const bool is_line = spec.kind == FigureKind::line && spec.sweep.empty();
  const bool is_ledger = spec.kind == FigureKind::ledger && groups.size() == 1;
  if (!is_line && !is_ledger) return;
  if (spec.x == "time" && !spec.x_range) choose_unit_of_time(figure);
  if (figure.log_y) return;
  for (std::size_t axis = 0; axis < groups.size(); ++axis) {
    const bool is_asked = (axis == 0 && spec.y_range) || (axis == 1 && spec.y2_range);
    if (!is_asked) choose_unit(axis, groups[axis].unit, figure);
  }
  set_y_labels(spec, record, groups, figure);
}

}  // namespace perpend::reports
