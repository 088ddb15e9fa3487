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

/// Points of a fit of one key, so that a page stays usable: that of the least misfit of some that follow each other.
std::vector<std::size_t> shown_points(const FitRecord& fit) {
  constexpr std::size_t most_points = 3000;
  const std::size_t all = fit.misfits.size(), size = (all + most_points - 1) / most_points;
  std::vector<std::size_t> shown;
  for (std::size_t first = 0; first < all; first += size) {
    std::size_t least = first;
    for (std::size_t i = first; i < std::min(first + size, all); ++i)
      if (fit.misfits[i] < fit.misfits[least] || std::isnan(fit.misfits[least])) least = i;
    shown.push_back(least);
  }
  return shown;
}

std::vector<double> taken(const std::vector<double>& values, const std::vector<std::size_t>& places) {
  std::vector<double> some;
  for (const std::size_t place : places) some.push_back(values[place]);
  return some;
}

/// The whole, and what each datum adds to it.
void add_misfit_curves(const FitRecord& fit, FigureData& figure) {
  const SweepAxis& axis = fit.axes[0];
  const std::vector<std::size_t> shown = shown_points(fit);
  const std::vector<double> all_x = in_shown_unit(axis.values, axis.unit), x = taken(all_x, shown);
  figure.x_label = with_unit_label(axis.key, axis.unit.name);
  const double limit = fit.least + fit.limit;
  if (shown.size() < fit.misfits.size())
    figure.notes.push_back(
        fmt::format("{} of {} points are drawn: the one of the least misfit of some that follow each "
                    "other.",
                    shown.size(), fit.misfits.size()));
  figure.curves.push_back({.label = limit_label(fit),
                           .x = {all_x.front(), all_x.back()},
                           .y = {limit, limit},
                           .points = {},
                           .is_outline = true});
  figure.curves.push_back({.label = "misfit chi^2", .color = 0, .x = x, .y = taken(fit.misfits, shown), .points = {}});
  for (std::size_t i = 0; i < fit.data.size(); ++i) {
    const DatumRecord& datum = fit.data[i];
    Curve part{
        .label = single_line(datum.name), .color = static_cast<int>(i) + 1, .dash = 1, .x = x, .y = {}, .points = {}};
    for (const double value : taken(datum.values, shown)) {
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

/// The grid of a fit in blocks of points, so that a page stays usable: a block stands for its least misfit.
struct Blocks {
  std::size_t num_rows, num_columns;       ///< of blocks
  std::size_t height = 1, width = 1;       ///< of a block [points]
  std::vector<double> misfits{};           ///< row by row
  std::vector<std::string> rows, columns;  ///< the values in their middle

  explicit Blocks(const FitRecord& fit)
      : num_rows(fit.axes[0].values.size()),
        num_columns(fit.axes[1].values.size()),
        rows(axis_texts(fit.axes[0])),
        columns(axis_texts(fit.axes[1])) {
    constexpr std::size_t most_cells = 10'000;
    const std::size_t all_rows = num_rows, all_columns = num_columns;
    const auto num_of = [](std::size_t all, std::size_t size) { return (all + size - 1) / size; };
    while (num_rows * num_columns > most_cells) {
      ++(num_rows >= num_columns ? height : width);
      num_rows = num_of(all_rows, height);
      num_columns = num_of(all_columns, width);
    }
    misfits.assign(num_rows * num_columns, not_a_number);
    for (std::size_t point = 0; point < fit.misfits.size(); ++point) {
      double& least = misfits[point / all_columns / height * num_columns + point % all_columns / width];
      least = std::fmin(least, fit.misfits[point]);
    }
    keep_middles(rows, height);
    keep_middles(columns, width);
  }

 private:
  static void keep_middles(std::vector<std::string>& texts, std::size_t size) {
    std::vector<std::string> kept;
    for (std::size_t first = 0; first < texts.size(); first += size)
      kept.push_back(texts[(first + std::min(first + size, texts.size()) - 1) / 2]);
    texts = std::move(kept);
  }
};

/// Columns are values of the second key, rows of the first.
void add_misfit_map(const FitRecord& fit, FigureData& figure) {
  const Blocks blocks(fit);
  const std::size_t num_rows = blocks.num_rows, num_columns = blocks.num_columns;
  if (blocks.height * blocks.width > 1)
    figure.notes.push_back(
        fmt::format("Each cell has the least misfit of up to {} x {} points.", blocks.height, blocks.width));
  figure.x_label = with_unit_label(fit.axes[1].key, fit.axes[1].unit.name);
  figure.log_y = true;
  HeatPanel panel{"", with_unit_label(fit.axes[0].key, fit.axes[0].unit.name), blocks.rows, blocks.columns, {}};
  const auto at = [&](std::size_t row, std::size_t column) { return blocks.misfits[row * num_columns + column]; };
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
