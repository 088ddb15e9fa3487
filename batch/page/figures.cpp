#include "batch/page/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "batch/page/statistics.hpp"
#include "kernel/model/numbers/quantile.hpp"
#include "reports/figures/figure_series.hpp"
#include "reports/figures/figures.hpp"
#include "reports/text/text.hpp"

namespace perpend::batch {

namespace {

using reports::StaticFigure;
using reports::StaticSection;

constexpr std::size_t most_marks = 2000;  // a curve; of more, cells count them
constexpr std::size_t most_scatter = 24;  // figures of a sweep

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;

  void hold(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

/// The runs of a method that came to their end.
struct Runs {
  std::string method;
  std::vector<Sample> samples;
};

/// More than one and a half decades, and a logarithm shows more than a line.
bool spans_decades(double low, double high) {
  return low > 0.0 && high > 30.0 * low;
}

/// The same of all values but the farthest 2 % at either end, so that one run alone does not press the others together.
bool spans_decades(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return !values.empty() && values.front() > 0.0 && spans_decades(quantile(values, 0.02), quantile(values, 0.98));
}

bool is_constant(std::span<const Runs> all) {
  Extent extent;
  for (const Runs& runs : all)
    for (const Sample& sample : runs.samples) extent.hold(sample.value);
  return !(extent.low < extent.high);
}

std::vector<Runs> runs_of(Database& database, const Sweep& sweep, const Measure& measure) {
  std::vector<Runs> all;
  for (const std::string& method : sweep.methods) all.push_back({method, samples_of(database, sweep, method, measure)});
  return all;
}

std::size_t most_samples(const std::vector<Runs>& all) {
  std::size_t most = 0;
  for (const Runs& runs : all) most = std::max(most, runs.samples.size());
  return most;
}

/// One curve for each method; `x_of` and `y_of`: of a sample and its place.
template <class X, class Y>
StaticFigure figure_of(const Sweep& sweep, const std::vector<Runs>& all, const X& x_of, const Y& y_of) {
  StaticFigure figure{reports::FigureData{}};
  std::vector<double> all_x, all_y;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<Sample>& samples = all[i].samples;
    if (samples.empty()) continue;
    reports::Curve whole;
    for (std::size_t k = 0; k < samples.size(); ++k) {
      whole.x.push_back(x_of(all[i], k));
      whole.y.push_back(y_of(all[i], k));
    }
    all_x.insert(all_x.end(), whole.x.begin(), whole.x.end());
    all_y.insert(all_y.end(), whole.y.begin(), whole.y.end());
    // What the picture has, no more: the texts of a point take more room than its numbers.
    reports::Curve curve;
    curve.label = all[i].method;
    curve.color = static_cast<int>(i);
    std::vector<reports::StaticPoint> points;
    for (const std::size_t k : reports::drawn_rows(whole)) {
      curve.x.push_back(whole.x[k]);
      curve.y.push_back(whole.y[k]);
      points.push_back(sweep.point(all[i].method, samples[k].point, samples[k].at));
    }
    figure.data.curves.push_back(std::move(curve));
    figure.points.push_back(std::move(points));
  }
  figure.data.log_x = spans_decades(std::move(all_x));
  figure.data.log_y = spans_decades(std::move(all_y));
  return figure;
}

StaticFigure over_key(const Sweep& sweep, const std::vector<Runs>& all, const Measure& measure, std::size_t key) {
  const Axis& axis = sweep.axes[key];
  StaticFigure figure = figure_of(
      sweep, all, [&](const Runs& runs, std::size_t k) { return runs.samples[k].at[key] / axis.factor; },
      [](const Runs& runs, std::size_t k) { return runs.samples[k].value; });
  figure.data.name =
      sweep.axes.size() > 1 ? fmt::format("{} over {}", measure.largest(), axis.name) : measure.largest();
  figure.data.x_label = axis.label();
  figure.data.y_label = with_unit(measure.largest(), measure);
  return figure;
}

/// The share of runs with at most a value; where the curve crosses a half is the median.
StaticFigure distribution(const Sweep& sweep, std::vector<Runs> all, const Measure& measure) {
  for (Runs& runs : all)
    std::stable_sort(runs.samples.begin(), runs.samples.end(),
                     [](const Sample& a, const Sample& b) { return a.value < b.value; });
  StaticFigure figure = figure_of(
      sweep, all, [](const Runs& runs, std::size_t k) { return runs.samples[k].value; },
      [](const Runs& runs, std::size_t k) {
        return static_cast<double>(k + 1) / static_cast<double>(runs.samples.size());
      });
  figure.data.name = "distribution of the " + measure.largest();
  figure.data.x_label = with_unit(measure.largest(), measure);
  figure.data.y_label = "share of runs with at most this";
  figure.data.log_y = false;
  figure.data.y_range = {0.0, 1.0};
  figure.data.has_marks = most_samples(all) <= 50;
  return figure;
}

std::vector<double> edges_between(double low, double high, std::size_t count) {
  const bool is_log = spans_decades(low, high);
  // The largest value lies inside: far above what rounding of the power leaves, far below a pixel.
  const double end = high + 1e-9 * (is_log ? high : high - low);
  std::vector<double> edges;
  for (std::size_t i = 0; i <= count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    edges.push_back(is_log ? low * std::pow(end / low, share) : low + (end - low) * share);
  }
  edges.front() = low;
  edges.back() = end;
  return edges;
}

std::size_t bin_of(const std::vector<double>& edges, double value) {
  const auto above = std::upper_bound(edges.begin() + 1, edges.end() - 1, value);
  return static_cast<std::size_t>(above - edges.begin()) - 1;
}

/// How many runs have a value of a key and a largest value of a measure in each cell.
reports::StaticMap count_map(const Sweep& sweep, const Runs& runs, const Measure& measure, std::size_t key) {
  constexpr std::size_t side = 48;
  const Axis& axis = sweep.axes[key];
  Extent x, y;
  for (const Sample& sample : runs.samples) {
    x.hold(sample.at[key]);
    y.hold(sample.si);
  }
  reports::MapBins bins{.key = key,
                        .x = edges_between(x.low, x.high, side),
                        .y = edges_between(y.low, y.high, side),
                        .x_texts = {},
                        .y_texts = {},
                        .measure = measure.name,
                        .column = measure.column(""),
                        .counts = std::vector<std::int64_t>(side * side)};
  const auto shown = [](double value, double factor, const std::string& unit) {
    return reports::significant(value / factor) + (unit.empty() ? "" : " " + unit);
  };
  for (const double edge : bins.x) bins.x_texts.push_back(shown(edge, axis.factor, axis.unit));
  for (const double edge : bins.y) bins.y_texts.push_back(shown(edge, measure.factor, measure.unit));
  for (const Sample& sample : runs.samples)
    ++bins.counts[bin_of(bins.y, sample.si) * side + bin_of(bins.x, sample.at[key])];
  const std::int64_t most = *std::max_element(bins.counts.begin(), bins.counts.end());
  reports::StaticMap map;
  map.method = runs.method;
  map.title = title_of(sweep, runs.method, fmt::format("runs by {} and {}", axis.name, measure.largest()));
  map.x_label = axis.label();
  map.y_label = with_unit(measure.largest(), measure);
  for (const std::size_t i : {std::size_t{0}, side / 2, side}) {
    const double share = static_cast<double>(i) / static_cast<double>(side);
    map.x_ticks.emplace_back(share, reports::significant(bins.x[i] / axis.factor));
    map.y_ticks.emplace_back(share, reports::significant(bins.y[i] / measure.factor));
  }
  map.columns = map.rows = side;
  map.palette = reports::value_palette();
  const auto color = [&](double count) {
    return static_cast<std::uint8_t>(
        1 + std::lround(254.0 * std::log(count) / std::log(static_cast<double>(std::max<std::int64_t>(most, 2)))));
  };
  for (const std::int64_t count : bins.counts)
    map.cells.push_back(count == 0 ? std::uint8_t{0} : color(static_cast<double>(count)));
  map.legend = {{std::uint8_t{0}, "no run"}, {color(1.0), "1"}};
  if (most > 1) map.legend.emplace_back(color(static_cast<double>(most)), std::to_string(most));
  map.bins = std::move(bins);
  return map;
}

void add_counts(const Sweep& sweep, const std::vector<Runs>& all, const Measure& measure, std::size_t key,
                StaticSection& section) {
  // One value is no axis; the table of values has it.
  for (const Runs& runs : all)
    if (!is_constant({&runs, 1})) section.maps.push_back(count_map(sweep, runs, measure, key));
}

bool is_in_order(const Runs& runs) {
  std::vector<double> values;
  for (const Sample& sample : runs.samples) values.push_back(sample.value);
  return !looks_random(values);
}

/// Errors against a step or a tolerance are straight lines between logarithms: their slope is the order.
void add_order(const Axis& axis, reports::FigureData& figure) {
  const auto is_positive = [](const reports::Curve& curve) {
    return std::all_of(curve.y.begin(), curve.y.end(), [](double y) { return y > 0.0; });
  };
  if (!axis.is_setting || !axis.words.empty() || !(axis.values.front() > 0.0) || axis.values.size() < 3 ||
      !std::all_of(figure.curves.begin(), figure.curves.end(), is_positive))
    return;
  figure.log_x = figure.log_y = true;
  for (reports::Curve& curve : figure.curves)
    if (const auto order = reports::fitted_order(curve.x, curve.y))
      curve.label += fmt::format(", order {:.2f}", *(curve.order = order));
}

}  // namespace

void add_curves(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StaticSection& section) {
  for (const Measure& measure : measures) {
    std::vector<Runs> all = runs_of(database, sweep, measure);
    if (most_samples(all) == 0) continue;
    for (Runs& runs : all)
      std::stable_sort(runs.samples.begin(), runs.samples.end(),
                       [](const Sample& a, const Sample& b) { return a.at[0] < b.at[0]; });
    const bool is_ordered = sweep.axes.front().words.empty() && std::all_of(all.begin(), all.end(), is_in_order);
    if (!is_ordered && most_samples(all) > most_marks) {
      add_counts(sweep, all, measure, 0, section);
    } else {
      StaticFigure figure = over_key(sweep, all, measure, 0);
      figure.data.has_lines = is_ordered;
      figure.data.has_marks = !is_ordered || most_samples(all) <= 50;
      if (is_ordered) add_order(sweep.axes.front(), figure.data);
      section.curves.push_back(std::move(figure));
    }
    const bool is_sample = !is_ordered || sweep.design == "drawn";
    if (is_sample && !is_constant(all)) section.curves.push_back(distribution(sweep, std::move(all), measure));
  }
}

void add_scatter(Database& database, const Sweep& sweep, const std::vector<Measure>& measures, StaticSection& section) {
  std::size_t count = 0;
  for (const Measure& measure : measures) {
    std::vector<Runs> all = runs_of(database, sweep, measure);
    if (is_constant(all)) continue;
    for (std::size_t key = 0; key < sweep.axes.size(); ++key) {
      if (sweep.axes[key].values.size() < 2 || ++count > most_scatter) continue;
      if (most_samples(all) > most_marks) {
        add_counts(sweep, all, measure, key, section);
        continue;
      }
      StaticFigure figure = over_key(sweep, all, measure, key);
      figure.data.has_lines = false;
      figure.data.has_marks = true;
      figure.data.is_function = false;
      section.curves.push_back(std::move(figure));
    }
    if (count <= most_scatter) section.curves.push_back(distribution(sweep, std::move(all), measure));
  }
  if (count > most_scatter)
    section.line += fmt::format("; {} of {} figures of measures over keys are drawn", most_scatter, count);
}

}  // namespace perpend::batch
