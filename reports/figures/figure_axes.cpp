// Curves of several units: which axis each stands on.
#include <algorithm>
#include <vector>

#include "reports/figures/figure_series.hpp"

namespace perpend::reports {

namespace {

std::vector<bool> used_axes(const FigureData& figure) {
  std::vector<bool> is_used(std::max<std::size_t>(figure.y_labels.size(), 1), false);
  for (const Curve& curve : figure.curves) is_used[curve.axis] = true;
  return is_used;
}

}  // namespace

AxisLayout axis_layout(const FigureData& figure) {
  // More curves than that cannot be followed to two axes.
  constexpr std::size_t most_curves = 6;
  if (figure.curves.empty() || figure.y_labels.size() < 2) return AxisLayout::one;
  const bool is_plain = figure.kind == FigureKind::line && figure.y_labels.size() == 2;
  return is_plain && figure.curves.size() <= most_curves ? AxisLayout::sides : AxisLayout::panels;
}

FigureData of_axis(const FigureData& figure, std::size_t axis) {
  FigureData part = figure;
  part.y_label = figure.y_labels.at(axis);
  part.y_labels = {part.y_label};
  if (axis == 1) part.y_range = part.y2_range;
  if (axis > 1) part.y_range.reset();
  part.y2_range.reset();
  std::erase_if(part.curves, [&](const Curve& curve) { return curve.axis != axis; });
  for (Curve& curve : part.curves) curve.axis = 0;
  return part;
}

std::string color_label(const FigureData& figure, const HeatPanel& panel) {
  return panel.axis < figure.y_labels.size() ? figure.y_labels[panel.axis] : figure.y_label;
}

std::string key_label(const FigureData& figure, const Curve& curve) {
  if (axis_layout(figure) != AxisLayout::sides) return curve.label;
  return curve.label + (curve.axis == 0 ? " (left axis)" : " (right axis)");
}

void drop_empty_axes(std::vector<AxisGroup>& groups, FigureData& figure) {
  if (figure.curves.empty() || figure.y_labels.size() != groups.size()) return;
  const std::vector<bool> is_used = used_axes(figure);
  std::vector<std::size_t> place(groups.size(), 0);
  std::vector<AxisGroup> kept;
  for (std::size_t axis = 0; axis < groups.size(); ++axis) {
    place[axis] = kept.size();
    if (is_used[axis]) kept.push_back(groups[axis]);
  }
  for (Curve& curve : figure.curves) curve.axis = place[curve.axis];
  groups = std::move(kept);
}

}  // namespace perpend::reports
