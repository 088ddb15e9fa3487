// Orders, distributions, profiles, ledgers and the rest, on records whose answer is known.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "reports/figures/figure_script.hpp"
#include "reports/figures/figure_series.hpp"
#include "reports/figures/printed_key.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_figure_kinds {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Over the sweep of gravity: the largest drift of each method is proportional to it.
FigureData swept(const ExperimentRecord& record, FigureKind kind) {
  FigureSpec spec;
  spec.name = "kind";
  spec.y = {"drift"};
  spec.x = "g";
  spec.sweep = "gravity";
  spec.kind = kind;
  return figure_data(spec, record);
}

const Curve& curve_of(const FigureData& figure, const std::string& name) {
  const auto found = std::find_if(figure.curves.begin(), figure.curves.end(),
                                  [&](const Curve& curve) { return curve.label.starts_with(name); });
  BOOST_REQUIRE(found != figure.curves.end());
  return *found;
}

BOOST_AUTO_TEST_SUITE(figure_kinds)

BOOST_AUTO_TEST_CASE(a_power_has_its_exponent_as_order) {
  for (const double exponent : {0.5, 1.0, 2.0, 4.0}) {
    std::vector<double> x, y;
    for (const double h : {1.0, 0.5, 0.25, 0.125}) {
      x.push_back(h);
      y.push_back(3e-4 * std::pow(h, exponent));
    }
    // Four logarithms and their sums: a few roundings.
    BOOST_TEST(std::abs(*fitted_order(x, y) - exponent) < 1e-13);
  }
}

BOOST_AUTO_TEST_CASE(what_no_logarithm_takes_is_left_out_of_the_order) {
  const double nan = std::nan("");
  BOOST_TEST(std::abs(*fitted_order({1, 2, 4, 8}, {1, nan, 16, 0}) - 2.0) < 1e-13);
  BOOST_TEST(!fitted_order({1, 2}, {0, -1}));
  BOOST_TEST(!fitted_order({1}, {1}));
  BOOST_TEST(!fitted_order({2, 2}, {1, 4}));
}

BOOST_AUTO_TEST_CASE(an_order_stands_in_the_label_and_both_axes_are_logarithmic) {
  const FigureData figure = swept(sample_record(40), FigureKind::order);
  BOOST_TEST(figure.log_x);
  BOOST_TEST(figure.log_y);
  BOOST_TEST(curve_of(figure, "unstabilized").label == "unstabilized, order 1.00");
}

BOOST_AUTO_TEST_CASE(a_distribution_rises_from_0_to_the_share_of_runs_with_a_value) {
  const ExperimentRecord record = sample_record(40);
  const FigureData figure = swept(record, FigureKind::distribution);
  const Curve& curve = curve_of(figure, "unstabilized");
  BOOST_TEST(curve.y.front() == 0.0);
  BOOST_TEST(curve.y.back() == 1.0);
  BOOST_TEST(std::is_sorted(curve.x.begin(), curve.x.end()));
  BOOST_TEST(std::is_sorted(curve.y.begin(), curve.y.end()));
  BOOST_TEST(curve.x.size() == 2 * record.sweeps[0].points.size());
  // The method that diverges everywhere has no curve, and a note.
  BOOST_TEST(figure.curves.size() == 2U);
  BOOST_REQUIRE(figure.notes.size() == 1U);
  BOOST_TEST(figure.notes[0] == "wild: 5 of 5 runs have no value: 5 diverged (expected)");
}

BOOST_AUTO_TEST_CASE(a_profile_begins_with_the_share_of_wins_and_no_method_beats_itself) {
  const FigureData figure = swept(sample_record(40), FigureKind::profile);
  double wins = 0.0;
  for (const Curve& curve : figure.curves) {
    BOOST_TEST(curve.x.front() >= 1.0);
    BOOST_TEST(curve.y.back() <= 1.0);
    const auto above = std::upper_bound(curve.x.begin(), curve.x.end(), 1.0);
    if (above != curve.x.begin()) wins += curve.y[static_cast<std::size_t>(above - curve.x.begin()) - 1];
  }
  BOOST_TEST(wins == 1.0);  // each point has one winner
}

BOOST_AUTO_TEST_CASE(a_ledger_has_every_cause_at_the_same_rows) {
  ExperimentRecord record = sample_record(2000);
  FigureSpec spec;
  spec.name = "ledger";
  spec.kind = FigureKind::ledger;
  spec.y = {"energy"};
  const FigureData figure = figure_data(spec, record);
  BOOST_REQUIRE(!figure.ledgers.empty());
  for (const LedgerPanel& panel : figure.ledgers) {
    BOOST_TEST(panel.values.size() == panel.causes.size());
    for (const std::vector<double>& cause : panel.values) BOOST_TEST(cause.size() == panel.x.size());
    BOOST_TEST(panel.x.size() < 1000U);  // thinned
    BOOST_TEST(std::is_sorted(panel.x.begin(), panel.x.end()));
  }
}

BOOST_AUTO_TEST_CASE(measures_of_two_units_have_two_axes) {
  FigureSpec spec;
  spec.name = "both";
  spec.y = {"drift", "energy"};
  const FigureData figure = figure_data(spec, sample_record(40));
  BOOST_TEST(figure.y_labels == (std::vector<std::string>{"drift [mm]", "energy [J]"}),
             boost::test_tools::per_element());
  BOOST_TEST(std::count_if(figure.curves.begin(), figure.curves.end(), [](const Curve& c) { return c.axis == 1; }) ==
             4);
}

BOOST_AUTO_TEST_CASE(curves_that_coincide_are_shown_as_differences_too) {
  ExperimentRecord record = sample_record(40);
  record.runs.resize(2);
  record.runs[1].times = record.runs[0].times;
  record.runs[1].measures[0].values = record.runs[0].measures[0].values;
  record.runs[1].measures[0].values[7] += 1e-6 * record.runs[0].measures[0].summary.max;
  FigureSpec spec;
  spec.name = "drift";
  spec.y = {"drift"};
  const FigureData figure = figure_data(spec, record);
  BOOST_REQUIRE(figure.differences.size() == 1U);
  const std::vector<double>& y = figure.differences[0].y;
  BOOST_TEST(std::count_if(y.begin(), y.end(), [](double value) { return value != 0.0; }) == 1);
  BOOST_TEST(figure_data(spec, sample_record(40)).differences.empty());
}

BOOST_AUTO_TEST_CASE(no_point_lies_below_the_front) {
  const FigureData figure = swept(sample_record(40), FigureKind::work_precision);
  const Curve& front = figure.curves.back();
  BOOST_REQUIRE(front.is_outline);
  for (const Curve& curve : figure.curves)
    for (std::size_t i = 0; i < curve.x.size() && !curve.is_outline; ++i) {
      double best = infinity;
      for (std::size_t k = 0; k < front.x.size(); ++k)
        if (front.x[k] <= curve.x[i]) best = std::min(best, front.y[k]);
      if (std::isfinite(curve.y[i])) BOOST_TEST(best <= curve.y[i]);
    }
}

BOOST_AUTO_TEST_CASE(a_cell_without_a_value_says_why) {
  ExperimentRecord record = sample_record(40);
  record.sweeps[0].points.pop_back();
  const FigureData figure = swept(record, FigureKind::heatmap);
  BOOST_REQUIRE(figure.heat.size() == 1U);
  const HeatPanel& panel = figure.heat[0];
  for (std::size_t r = 0; r < panel.rows.size(); ++r)
    for (std::size_t c = 0; c < panel.columns.size(); ++c)
      BOOST_TEST(panel.reasons[r][c].empty() == std::isfinite(panel.values[r][c]));
  BOOST_TEST(panel.reasons[0].back() == "not run");
  BOOST_TEST(panel.reasons[0].front() == "diverged (expected)");  // wild is the lowest row
}

BOOST_AUTO_TEST_CASE(axes_and_wanted_ranges_are_in_the_units_shown) {
  ExperimentRecord record = sample_record(40);
  FigureSpec spec = record.figures[0];
  spec.x_range = {0.0, 0.6};
  spec.y_range = {0.0, 0.025};
  record.claims[0].figure = spec.name;
  record.claims[0].unit = {"mm", dimension::length, 1e-3};
  record.claims[0].range_lower = 0.015;
  record.claims[0].range_upper = infinity;
  const FigureData figure = figure_data(spec, record);
  BOOST_TEST((*figure.y_range == std::array{0.0, 25.0}));
  BOOST_TEST((*figure.x_range == std::array{0.0, 0.6}));
  BOOST_REQUIRE(figure.wanted.size() == 1U);
  BOOST_TEST(figure.wanted[0].low == 15.0);
  BOOST_TEST(figure.wanted[0].high == infinity);
}

BOOST_AUTO_TEST_CASE(a_curve_that_axes_of_the_scene_flatten_or_cut_is_named_with_its_values) {
  FigureData figure;
  const auto add = [&](const char* label, std::vector<double> y) {
    Curve& curve = figure.curves.emplace_back();
    curve.label = label;
    for (std::size_t i = 0; i < y.size(); ++i) curve.x.push_back(static_cast<double>(i));
    curve.y = std::move(y);
  };
  add("flat", {0.0, 0.02});
  add("seen", {0.0, 3.0});
  add("cut", {0.0, 7.0, not_a_number});
  BOOST_TEST(lost_in_range(figure) == "");
  figure.y_range = {0.0, 5.0};
  BOOST_TEST(lost_in_range(figure) ==
             "flat lies on the edge of these axes: from 0 to 0.02; cut leaves these axes: from 0 to 7");
  Curve& right = figure.curves.emplace_back(figure.curves.front());
  right.label = "right";
  right.axis = 1;
  BOOST_TEST(lost_in_range(figure).find("right") == std::string::npos);
  figure.y2_range = {0.0, 0.01};
  BOOST_TEST(lost_in_range(figure).find("right leaves these axes: from 0 to 0.02") != std::string::npos);
  figure.x_range = {0.0, 0.5};
  BOOST_TEST(lost_in_range(figure).find("cut lies on the edge of these axes: from 0 to 0") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_key_too_long_for_the_axes_of_a_printed_figure_stands_below_them) {
  const FigureStyle style = *find_figure_style("ieee");
  FigureData figure;
  const auto add = [&](int count) {
    for (int k = 0; k < count; ++k) {
      Curve& curve = figure.curves.emplace_back();
      curve.label = "a method with a long name: a cause";
      curve.x = {0.0, 1.0};
      curve.y = {0.0, static_cast<double>(k)};
    }
  };
  add(3);
  BOOST_TEST(height_of_key_below(figure, style) == 0.0);
  BOOST_TEST(printed_key(figure, style).find("set key inside") != std::string::npos);
  add(13);
  // 16 lines of 8 pt, 1.5 letters high, and a blank one
  BOOST_TEST(std::abs(height_of_key_below(figure, style) - (17 * 1.5 * 8.0 / 72.0 + 0.05)) < 1e-12);
  BOOST_TEST(printed_key(figure, style).find("set key outside bottom") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(linear_axes_over_time_have_a_prefix_and_the_values_keep_their_size) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    for (double& time : run.times) time *= 1e-4;
    for (MeasureRecord& measure : run.measures)
      for (double& value : measure.values) value *= 1e-6;
  }
  FigureSpec spec;
  spec.name = "drift";
  spec.y = {"drift"};
  spec.scale = Scale::linear;
  const FigureData figure = figure_data(spec, record);
  BOOST_TEST(figure.x_label.starts_with("time ["));
  BOOST_TEST(figure.x_label != "time [s]");
  BOOST_TEST(figure.y_label.starts_with("drift ["));
  BOOST_TEST(figure.y_label != "drift [mm]");
  const MethodRun& run = record.runs[0];
  const double seconds = figure.curves[0].x.back() * figure.time_per_x;
  BOOST_TEST(std::abs(seconds - run.times.back()) <= 1e-15 * seconds);  // one division and one product
  BOOST_TEST(largest_size(figure.curves[0].y) >= 1.0);
  BOOST_TEST(largest_size(figure.curves[0].y) < 1000.0);
  // The ends of axes stand in the scene's units.
  spec.x_range = std::array{0.0, 1e-3};
  spec.y_range = std::array{0.0, 1e-9};
  const FigureData asked = figure_data(spec, record);
  BOOST_TEST(asked.x_label == "time [s]");
  BOOST_TEST(asked.y_label == "drift [mm]");
}

BOOST_AUTO_TEST_CASE(a_file_stacks_the_causes_of_a_ledger_and_colours_the_field_of_a_stability_map) {
  FigureData ledger;
  ledger.ledgers.push_back({"a method", {0.0, 1.0}, {"gains", "losses"}, {{0.0, 2.0}, {0.0, -3.0}}});
  const std::string stacked = figure_script(ledger, {}, "svg");
  // x, sum, and two edges for each cause
  BOOST_TEST(stacked.find("1 -1 0 2 0 -3\n") != std::string::npos);
  BOOST_TEST(stacked.find("using 1:5:6 with filledcurves") != std::string::npos);

  FigureData map;
  map.field = RadiusField{{0.0, 1.0}, {0.0, 1.0}, {{0.5, 1.0}, {1.2, std::nan("")}}};
  map.curves.push_back({.label = "boundary", .x = {0.0, 1.0}, .y = {0.0, 1.0}, .points = {}, .is_outline = true});
  const std::string colours = figure_script(map, {}, "svg");
  BOOST_TEST(colours.find("0 0 0\n1 0 0\n0 1 1\n1 1 NaN\nEOD\n") != std::string::npos);
  BOOST_TEST(colours.find("plot $field using 1:2:3 with image") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_has_a_triangle_for_each_order_that_can_be_distinguished) {
  FigureData figure;
  figure.log_x = figure.log_y = figure.has_marks = true;
  const auto add = [&](double factor, double order) {
    Curve& curve = figure.curves.emplace_back();
    curve.order = order;
    for (const double h : {0.25, 0.5, 1.0, 2.0}) {
      curve.x.push_back(h);
      curve.y.push_back(factor * std::pow(h, order));
    }
  };
  add(1.0, 1.0);
  add(1.001, 1.02);  // on the first
  add(1e-4, 3.9);
  const std::string script = figure_script(figure, {}, "svg");
  const auto count = [&](const std::string& part) {
    int found = 0;
    for (std::size_t at = script.find(part); at != std::string::npos; at = script.find(part, at + 1)) ++found;
    return found;
  };
  BOOST_TEST(count("set label '1' at") == 3);  // one slope, and the level sides of two triangles
  BOOST_TEST(count("set label '4' at") == 1);
  BOOST_TEST(count("$slopes using") == 1);
  BOOST_TEST(count("set xtics ('0.25' 0.25, '0.5' 0.5, '1' 1, '2' 2)") == 1);
  figure.curves.resize(1);
  figure.curves[0].order.reset();
  BOOST_TEST(figure_script(figure, {}, "svg").find("$slopes") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_map_names_its_unit_and_why_cells_are_white) {
  FigureData figure;
  figure.log_y = true;
  figure.y_label = "max of drift [mm]";
  HeatPanel& panel = figure.heat.emplace_back();
  panel.rows = {"a"};
  panel.columns = {"1", "2"};
  panel.values = {{1e-3, std::nan("")}};
  panel.reasons = {{"", "diverged"}};
  const std::string script = figure_script(figure, {}, "svg");
  BOOST_TEST(script.find("set cblabel 'max of drift [mm]'") != std::string::npos);
  BOOST_TEST(script.find("white: diverged") != std::string::npos);
  // gnuplot leaves no room for the name next to marks of another form.
  BOOST_TEST(script.find("set format cb '1e%T'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_label_stands_for_the_name_in_legends) {
  ExperimentRecord record = sample_record(40);
  record.runs[1].label = "Baumgarte, alpha = 50/s";
  FigureSpec spec;
  spec.name = "drift";
  spec.y = {"drift"};
  const FigureData figure = figure_data(spec, record);
  BOOST_TEST(figure.curves[1].label == "Baumgarte, alpha = 50/s");
  BOOST_TEST(curve_of(swept(record, FigureKind::order), "Baumgarte").color == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_figure_kinds
