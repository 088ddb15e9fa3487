// Spectral radius of a method of two gains over both, with the boundary of its stability.
#include <fmt/format.h>

#include <algorithm>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {

void add_stability(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const auto found = std::find_if(record.stability_maps.begin(), record.stability_maps.end(),
                                  [&](const StabilityMap& map) { return map.figure == spec.name; });
  figure.x_label = "alpha h";
  figure.y_labels = {"beta h"};
  figure.y_label = figure.y_labels[0];
  figure.is_function = false;
  figure.has_marks = true;
  if (found == record.stability_maps.end() || found->x.empty()) return;
  figure.field = RadiusField{found->x, found->y, found->radius};
  figure.x_range = {found->x.front(), found->x.back()};
  figure.y_range = {found->y.front(), found->y.back()};
  Curve boundary;
  boundary.label = "boundary of stability, proved";
  boundary.is_outline = true;
  for (const auto& [x, y] : found->boundary) {
    boundary.x.push_back(x);
    boundary.y.push_back(y);
  }
  if (boundary.x.size() > 1) figure.curves.push_back(std::move(boundary));
  for (const StabilityMap::Point& point : found->points) {
    const std::string name = shown_method(record, point.method);
    if (!(point.x >= found->x.front() && point.x <= found->x.back() && point.y >= found->y.front() &&
          point.y <= found->y.back())) {
      figure.notes.push_back(fmt::format("{} lies outside, at alpha h = {}, beta h = {}", name, significant(point.x),
                                         significant(point.y)));
      continue;
    }
    Curve curve;
    curve.label = name;
    curve.color = color_of(record, point.method);
    curve.x = {point.x};
    curve.y = {point.y};
    curve.points = {fmt::format("alpha h = {}, beta h = {}", significant(point.x), significant(point.y))};
    figure.curves.push_back(std::move(curve));
  }
}

}  // namespace perpend::reports
