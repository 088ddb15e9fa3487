#include "reports/figures/figure_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reports/figures/figure_series.hpp"
#include "reports/figures/thinning.hpp"
#include "reports/page/page_data.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"

namespace perpend::reports {

namespace {

Unit unit_of_x(const FigureSpec& spec, const ExperimentRecord& record) {
  if (const SweepRecord* sweep = find_sweep(record, spec.sweep))
    for (const SweepAxis& axis : sweep->spec.axes)
      if (axis.key == spec.x) return axis.unit;
  return find_unit(record, spec.x).value_or(Unit{"", {}, 1.0});
}

std::string x_label(const FigureSpec& spec, const ExperimentRecord& record) {
  if (spec.x == "time") return "time [s]";
  if (spec.x == "step") return "step";
  const std::optional<Unit> unit = find_unit(record, spec.x);
  return with_unit_label(shown_measure(record, spec.x), unit ? unit->name : "");
}

std::size_t nearest_frame(const std::vector<double>& times, double time) {
  std::size_t nearest = 0;
  for (std::size_t i = 1; i < times.size(); ++i)
    if (std::abs(times[i] - time) < std::abs(times[nearest] - time)) nearest = i;
  return nearest;
}

void add_snapshots(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const bool is_spatial = record.space == Space::spatial;
  figure.x_label = is_spatial ? "across, seen from azimuth -60\u00b0, elevation 22\u00b0 [m]" : "x [m]";
  figure.y_label = is_spatial ? "up [m]" : "y [m]";
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    const MethodRun& run = record.runs[i];
    if (!is_selected(spec.methods, run.method) || num_frames(run.frames, record.space) == 0) continue;
    SnapshotPanel panel{static_cast<int>(i), {}, {}};
    std::vector<double> shown;
    for (const double time : spec.times) {
      if (time <= run.frames.times.back() + run.step) {
        panel.frames.push_back(nearest_frame(run.frames.times, time));
        shown.push_back(run.frames.times[panel.frames.back()]);
        // Half a step: closer than that no state exists.
        if (!(std::abs(shown.back() - time) <= 0.5 * run.step + 1e-9 * time))
          figure.notes.push_back(shown_name(run) + ": the pose kept next to " + significant(time) + " s is that at " +
                                 significant(shown.back()) + " s");
      }
    }
    panel.labels = distinct_texts(shown);
    if (panel.frames.size() < spec.times.size())
      figure.notes.push_back(shown_name(run) + " ended before the last of the times wanted");
    if (!has_panel_a_time(record)) {
      figure.snapshots.push_back(panel);
      continue;
    }
    for (std::size_t k = 0; k < panel.frames.size(); ++k)
      figure.snapshots.push_back({panel.run, {panel.frames[k]}, {panel.labels[k]}});
  }
}

bool has_positive(const FigureData& figure) {
  const auto is_any_positive = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double value) { return value > 0; });
  };
  return std::any_of(figure.curves.begin(), figure.curves.end(),
                     [&](const Curve& curve) { return is_any_positive(curve.y); }) ||
         std::any_of(figure.heat.begin(), figure.heat.end(), [&](const HeatPanel& panel) {
           return std::any_of(panel.values.begin(), panel.values.end(), is_any_positive);
         });
}

/// Whether all colours of maps would be one: a scale by logarithms says nothing then.
bool has_one_color(const FigureData& figure) {
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const HeatPanel& panel : figure.heat)
    for (const auto& row : panel.values)
      for (const double value : row) {
        if (!(value > 0.0 && std::isfinite(value))) continue;
        least = std::min(least, value);
        largest = std::max(largest, value);
      }
  return least == largest;
}

bool is_sweep_ready(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  const SweepRecord* sweep = find_sweep(record, spec.sweep);
  if (sweep != nullptr && !sweep->points.empty() && !sweep->spec.axes.empty()) return true;
  figure.notes.push_back("nothing to draw: sweep '" + single_line(spec.sweep) + "' has no points");
  return false;
}

void add_content(const FigureSpec& spec, const ExperimentRecord& record, FigureData& figure) {
  if (needs_sweep(spec) && !is_sweep_ready(spec, record, figure)) return;
  switch (spec.kind) {
    case FigureKind::line:
      if (spec.sweep.empty()) add_time_curves(spec, record, figure);
      if (!spec.sweep.empty()) add_sweep_curves(spec, record, figure);
      break;
    case FigureKind::work_precision:
      add_work_precision(spec, record, figure);
      break;
    case FigureKind::heatmap:
      add_heat_maps(spec, record, figure);
      break;
    case FigureKind::snapshots:
      add_snapshots(spec, record, figure);
      break;
    case FigureKind::order:
      add_orders(spec, record, figure);
      break;
    case FigureKind::stability:
      add_stability(spec, record, figure);
      break;
    case FigureKind::ledger:
      add_ledgers(spec, record, figure);
      break;
    case FigureKind::distribution:
      add_distributions(spec, record, figure);
      break;
    case FigureKind::profile:
      add_profiles(spec, record, figure);
      break;
    case FigureKind::fit:  // by fit_figure
      break;
  }
  if (figure.curves.empty() && figure.heat.empty() && figure.snapshots.empty())
    figure.notes.push_back("nothing to draw: no run has these measures");
}

/// Axes as the scene asks, and what claims want, in the units shown.
void add_ranges(const FigureSpec& spec, const ExperimentRecord& record, const std::vector<AxisGroup>& groups,
                FigureData& figure) {
  const auto shown = [](const std::array<double, 2>& range, const Unit& unit) {
    return std::array{range[0] / unit.factor, range[1] / unit.factor};
  };
  const Unit y_unit = groups.empty() ? Unit{} : groups[0].unit;
  if (spec.x_range) figure.x_range = shown(*spec.x_range, unit_of_x(spec, record));
  if (spec.y_range) figure.y_range = shown(*spec.y_range, y_unit);
  if (spec.y2_range && groups.size() > 1) figure.y2_range = shown(*spec.y2_range, groups[1].unit);
  if (spec.kind != FigureKind::line || groups.size() != 1) return;
  for (const ClaimRecord& claim : record.claims)
    if (claim.figure == spec.name && claim.unit.dimension == y_unit.dimension && claim.unit.dimension != Dimension{})
      figure.wanted.push_back(
          {claim.range_lower / y_unit.factor, claim.range_upper / y_unit.factor, single_line(claim.id)});
}

/// Words have no order that a line could follow: for lines the first axis of numbers; null: there is none.
const SweepAxis* axis_across(const SweepRecord& sweep, FigureKind kind) {
  for (const SweepAxis& axis : sweep.spec.axes)
    if (kind != FigureKind::line || !axis.is_of_words) return &axis;
  return nullptr;
}

FigureSpec sweep_figure(const SweepRecord& sweep, const std::string& measure, FigureKind kind) {
  FigureSpec spec;
  spec.name = sweep.spec.name + "_" + measure + (kind == FigureKind::heatmap ? "_map" : "");
  spec.title = measure + " over " + sweep.spec.name;
  spec.y = {measure};
  if (const SweepAxis* axis = axis_across(sweep, kind)) spec.x = axis->key;
  spec.sweep = sweep.spec.name;
  spec.kind = kind;
  spec.scale = Scale::log;
  return spec;
}

void add_sweep_figures(const ExperimentRecord& record, std::vector<FigureSpec>& figures) {
  for (const SweepRecord& sweep : record.sweeps) {
    const bool is_shown = std::any_of(record.figures.begin(), record.figures.end(),
                                      [&](const FigureSpec& spec) { return spec.sweep == sweep.spec.name; });
    if (is_shown || sweep.points.empty()) continue;
    for (const std::string& measure : measure_names(sweep.points[0].runs)) {
      if (axis_across(sweep, FigureKind::line) != nullptr)
        figures.push_back(sweep_figure(sweep, measure, FigureKind::line));
      const FigureSpec map = sweep_figure(sweep, measure, FigureKind::heatmap);
      if (is_map(sweep, map)) figures.push_back(map);
    }
  }
}

}  // namespace

bool has_panel_a_time(const ExperimentRecord& record) {
  constexpr long most_overlaid = 6;  // moving bodies: a leg or an arm is still read with five times over one another
  const auto is_wall = [](const BodyDrawing& body) { return is_endless(body.shape); };
  const auto is_moving = [](const BodyDrawing& body) { return body.kind != BodyKind::fixed; };
  return std::any_of(record.bodies.begin(), record.bodies.end(), is_wall) ||
         std::count_if(record.bodies.begin(), record.bodies.end(), is_moving) > most_overlaid;
}

double log_floor(const FigureData& figure) {
  constexpr double smallest_share = 1e-16;  // half the spacing of doubles at 1
  double least = std::numeric_limits<double>::infinity();
  double largest = 0;
  for (const Curve& curve : figure.curves)
    for (const double y : curve.y) {
      if (!std::isfinite(y) || !(y > 0)) continue;
      least = std::min(least, y);
      largest = curve.is_complete ? std::max(largest, y) : largest;
    }
  return least < largest * smallest_share ? largest * smallest_share : 0;
}

std::string hidden_by_log(const FigureData& figure) {
  std::string zero;
  std::string negative;
  for (const Curve& curve : figure.curves) {
    double largest = -std::numeric_limits<double>::infinity();
    bool is_zero = true;
    for (const double y : curve.y) {
      if (!std::isfinite(y)) continue;
      largest = std::max(largest, y);
      is_zero = is_zero && y == 0;
    }
    if (!std::isfinite(largest) || largest > 0) continue;
    std::string& names = is_zero ? zero : negative;
    names += (names.empty() ? "" : ", ") + curve.label;
  }
  if (!zero.empty()) zero += " (0 throughout)";
  if (!negative.empty()) negative += " (never positive)";
  if (zero.empty() && negative.empty()) return "";
  return "not shown on the logarithmic axis: " + zero + (zero.empty() || negative.empty() ? "" : "; ") + negative;
}

std::string lost_in_range(const FigureData& figure) {
  if (figure.log_y) return "";
  std::string text;
  for (const Curve& curve : figure.curves) {
    if (curve.axis > 1) continue;
    const auto& range = curve.axis == 0 ? figure.y_range : figure.y2_range;
    if (!range) continue;
    const auto [low, high] = *range;
    // A line is about this part of the height of a plot.
    const double line = 0.01 * (high - low);
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      const double y = curve.y[i];
      const bool is_shown =
          !figure.x_range || (curve.x[i] >= (*figure.x_range)[0] && curve.x[i] <= (*figure.x_range)[1]);
      if (!std::isfinite(y) || !is_shown) continue;
      least = std::min(least, y);
      largest = std::max(largest, y);
    }
    if (!(least <= largest)) continue;
    const bool is_cut = least < low - line || largest > high + line;
    const bool is_flat = largest < low + line || least > high - line;
    if (!is_cut && !is_flat) continue;
    text += fmt::format("{}{} {} these axes: from {} to {}", text.empty() ? "" : "; ", curve.label,
                        is_cut ? "leaves" : "lies on the edge of", significant(least), significant(largest));
  }
  return text;
}

FigureData figure_data(const FigureSpec& spec, const ExperimentRecord& record) {
  if (spec.kind == FigureKind::fit)
    for (const FitRecord& fit : record.fits)
      if (fit_figure_name(fit.name) == spec.name) return fit_figure(fit);
  FigureData figure;
  figure.name = spec.name;
  figure.title = single_line(spec.title.empty() ? spec.name : spec.title);
  figure.kind = spec.kind;
  figure.x_label = x_label(spec, record);
  std::vector<AxisGroup> groups = axis_groups(spec, record);
  set_y_labels(spec, record, groups, figure);
  figure.log_y = spec.scale == Scale::log || spec.kind == FigureKind::work_precision;
  add_content(spec, record, figure);
  drop_empty_axes(groups, figure);
  if (figure.y_labels.size() > groups.size() && !groups.empty()) set_y_labels(spec, record, groups, figure);
  const bool has_values = !figure.curves.empty() || !figure.heat.empty();
  if (figure.log_y && has_values && !has_positive(figure)) {
    figure.log_y = false;
    figure.notes.push_back("linear instead of logarithmic: no value is positive");
  }
  if (figure.log_y && has_one_color(figure)) figure.log_y = false;
  choose_units(spec, record, groups, figure);
  add_ranges(spec, record, groups, figure);
  if (figure.is_function && figure.time_per_x > 0.0) add_differences(spec, record, groups, figure);
  drop_empty_panels(figure);
  return figure;
}

std::vector<FigureSpec> all_figures(const ExperimentRecord& record) {
  std::vector<FigureSpec> figures = record.figures;
  for (const FitRecord& fit : record.fits) {
    FigureSpec spec;
    spec.name = fit_figure_name(fit.name);
    spec.kind = FigureKind::fit;
    figures.push_back(spec);
  }
  const bool has_series = std::any_of(figures.begin(), figures.end(), [](const FigureSpec& spec) {
    return spec.kind == FigureKind::line && spec.sweep.empty();
  });
  for (const std::string& measure : has_series ? std::vector<std::string>{} : measure_names(record.runs)) {
    FigureSpec spec;
    spec.name = measure;
    spec.title = measure;
    spec.y = {measure};
    figures.push_back(spec);
  }
  add_sweep_figures(record, figures);
  return figures;
}

std::vector<std::size_t> drawn_rows(const Curve& curve) {
  return thinned_rows(curve.y, points_in_a_file);
}

}  // namespace perpend::reports
