// Errors over a swept key with the exponent that fits them, and curves that cannot be distinguished from each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/figures/figure_series.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();

  void hold(const std::vector<double>& values) {
    for (const double value : values)
      if (std::isfinite(value)) {
        least = std::min(least, value);
        largest = std::max(largest, value);
      }
  }
};

/// `curve` less `base` where both have a value at the same x.
Curve difference(const Curve& curve, const Curve& base) {
  Curve result{.label = fmt::format("{} - {}", curve.label, base.label),
               .color = curve.color,
               .dash = curve.dash,
               .is_complete = curve.is_complete,
               .x = {},
               .y = {},
               .points = {}};
  std::size_t at = 0;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    while (at < base.x.size() && base.x[at] < curve.x[i]) ++at;
    if (at == base.x.size() || base.x[at] != curve.x[i]) continue;
    result.x.push_back(curve.x[i]);
    result.y.push_back(curve.y[i] - base.y[at]);
  }
  return result;
}

}  // namespace

std::optional<double> fitted_order(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!(x[i] > 0.0) || !(y[i] > 0.0) || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
    const double u = std::log(x[i]), v = std::log(y[i]);
    n += 1.0;
    sx += u;
    sy += v;
    sxx += u * u;
    sxy += u * v;
  }
  const double spread = n * sxx - sx * sx;
  if (n < 2.0 || !(spread > 0.0)) return std::nullopt;
  return (n * sxy - sx * sy) / spread;
}

void add_orders(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  add_sweep_curves(spec, record, figure);
  figure.log_x = figure.log_y = true;
  for (Curve& curve : figure.curves) {
    curve.order = fitted_order(curve.x, curve.y);
    if (curve.order) curve.label += fmt::format(", order {:.2f}", *curve.order);
  }
}

void add_differences(const FigureSpec& spec, const ExperimentRecord& record, const std::vector<AxisGroup>& groups,
                     FigureData& figure) {
  // A line is about 1/200 of the height of a plot.
  constexpr double line_width = 0.005;
  if (figure.curves.size() < 2 || figure.y_labels.size() > 1) return;
  const Curve& base = figure.curves.front();
  Extent extent;
  for (const Curve& curve : figure.curves)
    if (curve.is_complete) extent.hold(curve.y);
  const double height = extent.largest - extent.least;
  if (!(height > 0.0) || !base.is_complete) return;
  for (const Curve& curve : figure.curves) {
    if (&curve == &base || !curve.is_complete) continue;
    Curve less = difference(curve, base);
    const double largest = largest_size(less.y);
    if (less.x.size() > 1 && largest > 0.0 && largest < line_width * height)
      figure.differences.push_back(std::move(less));
  }
  if (figure.differences.empty()) return;
  double largest = 0.0;
  for (const Curve& less : figure.differences) largest = std::max(largest, largest_size(less.y));
  AxisGroup group = groups[0];
  group.unit = unit_of_axis(group.unit, largest * group.unit.factor);
  for (Curve& less : figure.differences)
    for (double& y : less.y) y /= group.unit.factor / groups[0].unit.factor;
  figure.difference_label = "difference of " + axis_label(spec, record, group);
}

}  // namespace perpend::reports
