#include <algorithm>
#include <cmath>
#include <optional>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {
namespace {

struct HeatRequest {
  const SweepRecord& sweep;
  std::string measure;
  std::string reduce;
  Unit unit;

  [[nodiscard]] const MethodRun* run(const std::string& method, const std::vector<std::size_t>& indices) const {
    const SweepPoint* point = find_point(sweep, indices);
    return point == nullptr ? nullptr : find_run(point->runs, method);
  }

  /// Appends a cell to the last row of the panel.
  void add_cell(const std::string& method, const std::vector<std::size_t>& indices, HeatPanel& panel) const {
    const MethodRun* found = run(method, indices);
    const double value = found == nullptr ? not_a_number : reduced(*found, measure, reduce) / unit.factor;
    const std::string reason = std::isfinite(value)                    ? ""
                               : found == nullptr                      ? "not run"
                               : found->status != RunStatus::completed ? describe_status(*found)
                                                                       : "no value";
    panel.values.back().push_back(value);
    panel.reasons.back().push_back(reason);
  }
};

/// Where a value between two of the axis lies, in cells. Pre: the axis ascends or descends.
double place_of(const SweepAxis& axis, double value) {
  const std::vector<double>& values = axis.values;
  std::size_t above = 1;
  while (above + 1 < values.size() && (value - values[above]) * (values[above] - values[above - 1]) > 0.0) ++above;
  const double part = (value - values[above - 1]) / (values[above] - values[above - 1]);
  return static_cast<double>(above) - 0.5 + part;
}

std::size_t index_of(const SweepAxis& axis, double value) {
  return static_cast<std::size_t>(std::find(axis.values.begin(), axis.values.end(), value) - axis.values.begin());
}

std::string describe_boundary(const SweepRecord& sweep, const SweepBoundary& boundary, std::size_t refined) {
  const std::vector<SweepAxis>& axes = sweep.spec.axes;
  const std::string line = describe_line(sweep.spec, boundary);
  const std::vector<std::string> ends =
      distinct_texts({boundary.low / axes[refined].unit.factor, boundary.high / axes[refined].unit.factor});
  const std::string unit = single_line(axes[refined].unit.name);
  return line + (line.empty() ? "" : ": ") + single_line(axes[refined].key) + " from " + ends[0] + " to " + ends[1] +
         (unit.empty() ? "" : " " + unit);
}

/// Stretches of the boundary of a method. `up`: the axis of the rows; nothing: the row is this one.
void add_marks(const SweepRecord& sweep, const std::string& method, std::size_t across, std::optional<std::size_t> up,
               std::size_t row, HeatPanel& panel) {
  if (!sweep.spec.refinement) return;
  const std::vector<SweepAxis>& axes = sweep.spec.axes;
  const std::size_t refined = sweep.spec.refinement->axis;
  if (refined != across && refined != up) return;
  for (const SweepBoundary& boundary : sweep.boundaries) {
    bool is_here = boundary.method == method;
    for (std::size_t i = 0; is_here && i < axes.size(); ++i)
      is_here = i == across || i == up || boundary.coordinates[i] == axes[i].values[0];
    if (!is_here) continue;
    const double from = place_of(axes[refined], boundary.low), to = place_of(axes[refined], boundary.high);
    const std::size_t cell = refined == up ? index_of(axes[across], boundary.coordinates[across])
                             : up          ? index_of(axes[*up], boundary.coordinates[*up])
                                           : row;
    const auto side = static_cast<double>(cell);
    HeatMark mark{.left = std::min(from, to),
                  .right = std::max(from, to),
                  .low = side,
                  .high = side + 1.0,
                  .is_level = refined == up,
                  .text = describe_boundary(sweep, boundary, refined)};
    if (mark.is_level) {
      std::swap(mark.left, mark.low);
      std::swap(mark.right, mark.high);
    }
    panel.marks.push_back(std::move(mark));
  }
}

/// Over one axis: a row for each method.
HeatPanel methods_panel(const HeatRequest& request, const std::vector<std::string>& methods, std::size_t across,
                        const ExperimentRecord& record) {
  const SweepAxis& axis = request.sweep.spec.axes[across];
  HeatPanel panel{"", "method", {}, axis_texts(axis), {}};
  std::vector<std::size_t> indices(request.sweep.spec.axes.size(), 0);
  for (auto method = methods.rbegin(); method != methods.rend(); ++method) {  // the first one on top
    panel.rows.push_back(shown_method(record, *method));
    panel.values.emplace_back();
    panel.reasons.emplace_back();
    for (indices[across] = 0; indices[across] < axis.values.size(); ++indices[across])
      request.add_cell(*method, indices, panel);
    add_marks(request.sweep, *method, across, std::nullopt, panel.rows.size() - 1, panel);
  }
  return panel;
}

/// Two axes: a panel for each method.
HeatPanel grid_panel(const HeatRequest& request, const std::string& method, const std::string& title,
                     std::size_t across, std::size_t up) {
  const std::vector<SweepAxis>& axes = request.sweep.spec.axes;
  HeatPanel panel{
      title, with_unit_label(axes[up].key, axes[up].unit.name), axis_texts(axes[up]), axis_texts(axes[across]), {}};
  std::vector<std::size_t> indices(axes.size(), 0);
  for (indices[up] = 0; indices[up] < axes[up].values.size(); ++indices[up]) {
    panel.values.emplace_back();
    panel.reasons.emplace_back();
    for (indices[across] = 0; indices[across] < axes[across].values.size(); ++indices[across])
      request.add_cell(method, indices, panel);
  }
  add_marks(request.sweep, method, across, up, 0, panel);
  return panel;
}

/// Axes with several values, that of x first. A map of one value across or up has no area.
std::vector<std::size_t> spread_axes(const SweepRecord& sweep, const std::string& x) {
  std::vector<std::size_t> spread;
  for (std::size_t i = 0; i < sweep.spec.axes.size(); ++i)
    if (sweep.spec.axes[i].values.size() > 1)
      spread.insert(sweep.spec.axes[i].key == x ? spread.begin() : spread.end(), i);
  return spread;
}

}  // namespace

std::vector<std::string> axis_texts(const SweepAxis& axis) {
  std::vector<std::string> texts;
  for (const double value : axis.values)
    texts.push_back(axis.is_of_words ? word_of(axis, value) : in_unit(value, axis.unit));
  return texts;
}

bool is_map(const SweepRecord& sweep, const FigureSpec& spec) {
  if (sweep.spec.is_zipped) return false;
  const std::vector<std::size_t> spread = spread_axes(sweep, spec.x);
  if (spread.size() != 1) return spread.size() > 1;
  return sweep.spec.axes[spread[0]].is_of_words || swept_methods(sweep, spec).size() > 1;
}

void drop_empty_panels(FigureData& figure) {
  const auto is_shown = [&](double value) { return std::isfinite(value) && (!figure.log_y || value > 0); };
  const auto is_empty = [&](const HeatPanel& panel) {
    return std::all_of(panel.values.begin(), panel.values.end(),
                       [&](const std::vector<double>& row) { return std::none_of(row.begin(), row.end(), is_shown); });
  };
  for (const HeatPanel& panel : figure.heat)
    if (is_empty(panel))
      figure.notes.push_back(std::string("no value that could be shown") +
                             (panel.title.empty() ? "" : " of " + panel.title));
  std::erase_if(figure.heat, is_empty);
}

void add_heat_maps(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  const std::vector<SweepAxis>& axes = sweep.spec.axes;
  const std::vector<std::size_t> spread = spread_axes(sweep, spec.x);
  if (!is_map(sweep, spec)) {
    FigureSpec line = spec;
    line.x = axes[spread.empty() ? 0 : spread[0]].key;
    figure.notes.push_back(sweep.spec.is_zipped
                               ? "drawn as a line: a map needs a grid"
                               : "drawn as a line: a map needs two keys of several values, or one and several methods");
    return add_sweep_curves(line, record, figure);
  }
  const std::size_t across = spread[0];
  figure.x_label = with_unit_label(axes[across].key, axes[across].unit.name);
  for (std::size_t i = 0; i < axes.size(); ++i)
    if (i != across && (spread.size() < 2 || i != spread[1]))
      figure.notes.push_back("shown at " + single_line(axes[i].key) + " = " + axis_value(axes[i], axes[i].values[0]));
  const std::vector<std::string> methods = swept_methods(sweep, spec);
  const std::vector<AxisGroup> groups = axis_groups(spec, record);
  for (std::size_t value = 0; value < spec.y.size(); ++value) {
    const std::string& measure = spec.y[value];
    const HeatRequest request{sweep, measure, spec.reduce, find_unit(record, measure).value_or(Unit{})};
    const std::string title =
        spec.y.size() > 1 ? with_unit_label(shown_measure(record, measure), request.unit.name) : "";
    if (spread.size() == 1) {
      figure.heat.push_back(methods_panel(request, methods, across, record));
      figure.heat.back().title = title;
      figure.heat.back().axis = axis_of(groups, value);
      continue;
    }
    for (const std::string& method : methods) {
      figure.heat.push_back(grid_panel(request, method, shown_method(record, method), across, spread[1]));
      figure.heat.back().axis = axis_of(groups, value);
      if (!title.empty()) figure.heat.back().title += ": " + title;
    }
  }
  const auto has_marks = [](const HeatPanel& panel) { return !panel.marks.empty(); };
  if (std::any_of(figure.heat.begin(), figure.heat.end(), has_marks)) {
    const SweepAxis& along = axes[sweep.spec.refinement->axis];
    figure.marks_text = "black lines: where outcomes change along " + single_line(along.key) + ", to " +
                        with_unit(sweep.spec.refinement->tolerance, along.unit);
  }
}

}  // namespace perpend::reports
