// The misfit of a fit over its keys, with the confidence region.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/figures/figure_series.hpp"
#include "reports/text/fits.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

std::string limit_label(const FitRecord& fit) {
  return fmt::format("limit of the {} % region", significant(100.0 * fit.confidence));
}

/// The whole, and what each datum adds to it.
void add_misfit_curves(const FitRecord& fit, FigureData& figure) {
  const SweepAxis& axis = fit.axes[0];
  const std::vector<double> x = in_shown_unit(axis.values, axis.unit);
  figure.x_label = with_unit_label(axis.key, axis.unit.name);
  const double limit = fit.least + fit.limit;
  figure.curves.push_back(
      {.label = limit_label(fit), .x = {x.front(), x.back()}, .y = {limit, limit}, .points = {}, .is_outline = true});
  figure.curves.push_back({.label = "misfit chi^2", .color = 0, .x = x, .y = fit.misfits, .points = {}});
  for (std::size_t i = 0; i < fit.data.size(); ++i) {
    const DatumRecord& datum = fit.data[i];
    Curve part{
        .label = single_line(datum.name), .color = static_cast<int>(i) + 1, .dash = 1, .x = x, .y = {}, .points = {}};
    for (const double value : datum.values) {
      const double pull = (value - datum.printed) / datum.deviation;
      part.y.push_back(pull * pull);
    }
    figure.curves.push_back(std::move(part));
  }
  // A misfit far from the best point must not flatten the part that decides.
  constexpr double heights = 3.0;
  double largest = limit;
  for (const double misfit : fit.misfits)
    if (std::isfinite(misfit)) largest = std::max(largest, misfit);
  figure.y_range = {0.0, std::min(1.05 * largest, heights * limit)};
  for (const RegionPart& part : fit.region)
    figure.regions.push_back({part.extents[0].low / axis.unit.factor, part.extents[0].high / axis.unit.factor});
}

/// Where between the middles of two neighbouring cells the misfit passes the limit; nothing where it does not.
std::optional<double> crossing(double here, double next, double limit) {
  if ((here <= limit) == (next <= limit) || std::isnan(here) || std::isnan(next)) return std::nullopt;
  return (limit - here) / (next - here);
}

/// Columns are values of the second key, rows of the first.
void add_misfit_map(const FitRecord& fit, FigureData& figure) {
  const std::size_t num_rows = fit.axes[0].values.size(), num_columns = fit.axes[1].values.size();
  figure.x_label = with_unit_label(fit.axes[1].key, fit.axes[1].unit.name);
  figure.log_y = true;
  HeatPanel panel{"",
                  with_unit_label(fit.axes[0].key, fit.axes[0].unit.name),
                  axis_texts(fit.axes[0]),
                  axis_texts(fit.axes[1]),
                  {}};
  const auto at = [&](std::size_t row, std::size_t column) { return fit.misfits[row * num_columns + column]; };
  const double limit = fit.least + fit.limit;
  for (std::size_t row = 0; row < num_rows; ++row) {
    panel.values.emplace_back();
    panel.reasons.emplace_back();
    for (std::size_t column = 0; column < num_columns; ++column) {
      panel.values.back().push_back(at(row, column));
      panel.reasons.back().emplace_back(std::isnan(at(row, column)) ? "no misfit" : "");
      const double left = static_cast<double>(column), low = static_cast<double>(row);
      const auto add = [&](double place, bool is_level) {
        HeatMark mark{.left = left, .right = left + 1.0, .low = place, .high = place, .is_level = true, .text = ""};
        if (!is_level)
          mark = {.left = place, .right = place, .low = low, .high = low + 1.0, .is_level = false, .text = ""};
        mark.text = limit_label(fit);
        panel.marks.push_back(std::move(mark));
      };
      if (column + 1 < num_columns)
        if (const auto share = crossing(at(row, column), at(row, column + 1), limit)) add(left + 0.5 + *share, false);
      if (row + 1 < num_rows)
        if (const auto share = crossing(at(row, column), at(row + 1, column), limit)) add(low + 0.5 + *share, true);
    }
  }
  figure.heat.push_back(std::move(panel));
  figure.marks_text = "black lines: " + limit_label(fit);
}

}  // namespace

std::string fit_figure_name(const std::string& fit) {
  return "fit_" + fit;
}

FigureData fit_figure(const FitRecord& fit) {
  FigureData figure;
  figure.name = fit_figure_name(fit.name);
  figure.title = single_line(fit.words.empty() ? "Fit " + fit.name : fit.words);
  figure.kind = FigureKind::fit;
  figure.y_label = "misfit chi^2";
  figure.y_labels = {figure.y_label};
  if (!fit.reason.empty()) {
    figure.notes = describe_fit(fit);
    return figure;
  }
  fit.axes.size() == 1 ? add_misfit_curves(fit, figure) : add_misfit_map(fit, figure);
  return figure;
}

}  // namespace perpend::reports
