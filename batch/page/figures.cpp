#include "batch/page/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reports/figures/figure_series.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/thinning.hpp"
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

/// More than one and a half decades, and a logarithm shows more than a line.
bool spans_decades(double low, double high) {
  return low > 0.0 && high > 30.0 * low;
}

const std::vector<double> shares_of_decades{0.0, 0.02, 0.98};

/// The same of all values but the farthest 2 % at either end, so that one run alone does not press the others together.
/// `quantiles`: of shares_of_decades.
bool spans_decades(const Quantiles& quantiles) {
  return quantiles.size() > 0 && quantiles[0] > 0.0 && spans_decades(quantiles[1], quantiles[2]);
}

bool is_constant(const std::vector<const Samples*>& all) {
  Extent extent;
  for (const Samples* samples : all) {
    if (samples->size() == 0) continue;
    extent.hold(samples->at(0).value);
    extent.hold(samples->at(samples->size() - 1).value);
  }
  return !(extent.low < extent.high);
}

std::size_t most_samples(const std::vector<const Samples*>& all) {
  std::size_t most = 0;
  for (const Samples* samples : all) most = std::max(most, samples->size());
  return most;
}

/// One curve for each method, with what the picture has, no more: the texts of a point take more room than its numbers.
/// `x_of`: of a sample; `y_of`: of a sample, its place in the order and how many there are.
template <class X, class Y>
StaticFigure figure_of(const Sweep& sweep, const std::vector<const Samples*>& all, const SampleOrder& order,
                       const X& x_of, const Y& y_of) {
  StaticFigure figure{reports::FigureData{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Samples& samples = *all[i];
    if (samples.size() == 0) continue;
    reports::RowThinner thinner(samples.size(), reports::points_in_a_file);
    std::size_t place = 0;
    samples.each(order, [&](const Sample& sample) { thinner.take(y_of(sample, place++, samples.size())); });
    reports::Curve curve;
    curve.label = samples.method();
    curve.color = static_cast<int>(i);
    std::vector<reports::StaticPoint> points;
    place = 0;
    samples.each(order, [&](const Sample& sample) {
      const std::size_t here = place++;
      if (points.size() == thinner.rows().size() || thinner.rows()[points.size()] != here) return;
      curve.x.push_back(x_of(sample));
      curve.y.push_back(y_of(sample, here, samples.size()));
      points.push_back(sweep.point(samples.method(), sample.point, sample.at));
    });
    figure.data.curves.push_back(std::move(curve));
    figure.points.push_back(std::move(points));
  }
  return figure;
}

StaticFigure over_key(const SweepSamples& own, const Sweep& sweep, const std::vector<const Samples*>& all,
                      const Measure& measure, std::size_t key, const SampleOrder& order) {
  const Axis& axis = sweep.axes[key];
  StaticFigure figure = figure_of(
      sweep, all, order, [&](const Sample& sample) { return sample.at[key] / axis.factor; },
      [](const Sample& sample, std::size_t, std::size_t) { return sample.value; });
  figure.data.log_x = spans_decades(own.quantiles_of_key(all, key, shares_of_decades));
  figure.data.log_y = spans_decades(own.quantiles_of_values(all, shares_of_decades));
  figure.data.name =
      sweep.axes.size() > 1 ? fmt::format("{} over {}", measure.largest(), axis.name) : measure.largest();
  figure.data.x_label = axis.label();
  figure.data.y_label = with_unit(measure.largest(), measure);
  return figure;
}

/// The share of runs with at most a value; where the curve crosses a half is the median. `order`: by value.
StaticFigure distribution(const SweepSamples& own, const Sweep& sweep, const std::vector<const Samples*>& all,
                          const Measure& measure, const SampleOrder& order) {
  StaticFigure figure = figure_of(
      sweep, all, order, [](const Sample& sample) { return sample.value; },
      [](const Sample&, std::size_t place, std::size_t size) {
        return static_cast<double>(place + 1) / static_cast<double>(size);
      });
  figure.data.log_x = spans_decades(own.quantiles_of_values(all, shares_of_decades));
  figure.data.name = "distribution of the " + measure.largest();
  figure.data.x_label = with_unit(measure.largest(), measure);
  figure.data.y_label = "share of runs with at most this";
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
reports::StaticMap count_map(const Sweep& sweep, const Samples& samples, const Measure& measure, std::size_t key) {
  constexpr std::size_t side = 48;
  const Axis& axis = sweep.axes[key];
  Extent x, y;
  samples.each(SampleOrder::by_value(), [&](const Sample& sample) {
    x.hold(sample.at[key]);
    y.hold(sample.si);
  });
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
  samples.each(SampleOrder::by_value(), [&](const Sample& sample) {
    ++bins.counts[bin_of(bins.y, sample.si) * side + bin_of(bins.x, sample.at[key])];
  });
  const std::int64_t most = *std::max_element(bins.counts.begin(), bins.counts.end());
  reports::StaticMap map;
  map.method = samples.method();
  map.title = title_of(sweep, samples.method(), fmt::format("runs by {} and {}", axis.name, measure.largest()));
  const auto scale_of = [](const Extent& of) { return spans_decades(of.low, of.high) ? ", logarithmic" : ""; };
  map.x_label = axis.label() + scale_of(x);
  map.y_label = with_unit(measure.largest(), measure) + scale_of(y);
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

void add_counts(const Sweep& sweep, const std::vector<const Samples*>& all, const Measure& measure, std::size_t key,
                StaticSection& section) {
  // One value is no axis; the table of values has it.
  for (const Samples* samples : all)
    if (!is_constant({samples})) section.maps.push_back(count_map(sweep, *samples, measure, key));
}

/// Errors against a step or a tolerance are straight lines between logarithms: their slope is the order.
void add_order(const Axis& axis, reports::FigureData& figure) {
  const auto is_positive = [](const reports::Curve& curve) {
    return std::all_of(curve.y.begin(), curve.y.end(), [](double y) { return y > 0.0; });
  };
  if (!axis.is_setting || !axis.words.empty() || !(axis.values.front() > 0.0) || axis.num_distinct < 3 ||
      !std::all_of(figure.curves.begin(), figure.curves.end(), is_positive))
    return;
  figure.log_x = figure.log_y = true;
  for (reports::Curve& curve : figure.curves)
    if (const auto order = reports::fitted_order(curve.x, curve.y))
      curve.label += fmt::format(", order {:.2f}", *(curve.order = order));
}

}  // namespace

void add_curves(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                StaticSection& section) {
  for (const Measure& measure : measures) {
    const std::vector<const Samples*> all = samples.of(measure);
    if (most_samples(all) == 0) continue;
    const bool is_ordered =
        sweep.axes.front().words.empty() &&
        std::all_of(all.begin(), all.end(), [](const Samples* one) { return !one->is_random_along(0); });
    if (!is_ordered && most_samples(all) > most_marks) {
      add_counts(sweep, all, measure, 0, section);
    } else {
      StaticFigure figure = over_key(samples, sweep, all, measure, 0, SampleOrder::by_key(0));
      figure.data.has_lines = is_ordered;
      // A logarithm of the number of a seed says nothing.
      if (!is_ordered && sweep.design == "given") figure.data.log_x = false;
      figure.data.has_marks = !is_ordered || most_samples(all) <= 50;
      if (is_ordered) add_order(sweep.axes.front(), figure.data);
      section.curves.push_back(std::move(figure));
    }
    const bool is_sample = !is_ordered || sweep.design == "drawn";
    if (is_sample && !is_constant(all))
      section.curves.push_back(distribution(samples, sweep, all, measure, SampleOrder::by_value_and_key()));
  }
}

void add_scatter(SweepSamples& samples, const Sweep& sweep, const std::vector<Measure>& measures,
                 StaticSection& section) {
  std::size_t count = 0;
  for (const Measure& measure : measures) {
    const std::vector<const Samples*> all = samples.of(measure);
    if (is_constant(all)) continue;
    for (std::size_t key = 0; key < sweep.axes.size(); ++key) {
      if (sweep.axes[key].num_distinct < 2 || ++count > most_scatter) continue;
      if (most_samples(all) > most_marks) {
        add_counts(sweep, all, measure, key, section);
        continue;
      }
      StaticFigure figure = over_key(samples, sweep, all, measure, key, SampleOrder::by_run());
      figure.data.has_lines = false;
      figure.data.has_marks = true;
      figure.data.is_function = false;
      section.curves.push_back(std::move(figure));
    }
    if (count <= most_scatter)
      section.curves.push_back(distribution(samples, sweep, all, measure, SampleOrder::by_value()));
  }
  if (count > most_scatter)
    section.line += fmt::format("; {} of {} figures of measures over keys are drawn", most_scatter, count);
}

}  // namespace perpend::batch
