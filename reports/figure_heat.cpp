#include "reports/figure_series.hpp"
#include "reports/text.hpp"

namespace perpend::reports {
namespace {

std::vector<std::string> axis_texts(const SweepAxis& axis) {
  std::vector<std::string> texts;
  for (const double value : axis.values) texts.push_back(in_unit(value, axis.unit));
  return texts;
}

struct HeatRequest {
  const SweepRecord& sweep;
  std::string measure;
  std::string reduce;
  Unit unit;

  [[nodiscard]] double value(const std::string& method, const std::vector<std::size_t>& indices) const {
    const SweepPoint* point = find_point(sweep, indices);
    const MethodRun* run = point == nullptr ? nullptr : find_run(point->runs, method);
    return run == nullptr ? not_a_number : reduced(*run, measure, reduce) / unit.factor;
  }
};

/// One axis: a row for each method.
HeatPanel methods_panel(const HeatRequest& request, const std::vector<std::string>& methods) {
  const SweepAxis& axis = request.sweep.spec.axes[0];
  HeatPanel panel{"", "method", {}, axis_texts(axis), {}};
  for (auto method = methods.rbegin(); method != methods.rend(); ++method) {  // the first one on top
    panel.rows.push_back(single_line(*method));
    panel.values.emplace_back();
    for (std::size_t i = 0; i < axis.values.size(); ++i) panel.values.back().push_back(request.value(*method, {i}));
  }
  return panel;
}

/// Two axes: a panel for each method.
HeatPanel grid_panel(const HeatRequest& request, const std::string& method, std::size_t across, std::size_t up) {
  const std::vector<SweepAxis>& axes = request.sweep.spec.axes;
  HeatPanel panel{single_line(method),
                  with_unit_label(axes[up].key, axes[up].unit.name),
                  axis_texts(axes[up]),
                  axis_texts(axes[across]),
                  {}};
  std::vector<std::size_t> indices(axes.size(), 0);
  for (indices[up] = 0; indices[up] < axes[up].values.size(); ++indices[up]) {
    panel.values.emplace_back();
    for (indices[across] = 0; indices[across] < axes[across].values.size(); ++indices[across])
      panel.values.back().push_back(request.value(method, indices));
  }
  return panel;
}

}  // namespace

void add_heat_maps(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord& sweep = *find_sweep(record, spec.sweep);
  const std::vector<SweepAxis>& axes = sweep.spec.axes;
  const std::size_t across = axes.size() > 1 && axes[1].key == spec.x ? 1 : 0;
  figure.x_label = with_unit_label(axes[across].key, axes[across].unit.name);
  for (std::size_t i = 2; i < axes.size(); ++i)
    figure.notes.push_back("shown at " + single_line(axes[i].key) + " = " + with_unit(axes[i].values[0], axes[i].unit));
  const std::vector<std::string> methods = swept_methods(sweep, spec);
  for (const std::string& measure : spec.y) {
    const HeatRequest request{sweep, measure, spec.reduce, find_unit(record, measure).value_or(Unit{})};
    const std::string title = spec.y.size() > 1 ? with_unit_label(measure, request.unit.name) : "";
    if (axes.size() == 1) {
      figure.heat.push_back(methods_panel(request, methods));
      figure.heat.back().title = title;
      continue;
    }
    for (const std::string& method : methods) {
      figure.heat.push_back(grid_panel(request, method, across, across == 0 ? 1 : 0));
      if (!title.empty()) figure.heat.back().title += ": " + title;
    }
  }
}

}  // namespace perpend::reports
