// Curves of several units: two share a plot, more are stacked, and no value changes its unit.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_script.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/page/page_data.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_axes {
namespace {

/// Drift in mm and energy in J, and with `has_third` a third measure in rad.
ExperimentRecord record_of_units(bool has_third = false) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    if (!has_third) continue;
    run.measures.push_back(run.measures[1]);
    run.measures.back().name = "turn";
    run.measures.back().unit = {"rad", {}, 1.0};
  }
  return record;
}

FigureSpec line_of(std::vector<std::string> measures, std::vector<std::string> methods = {}) {
  FigureSpec spec;
  spec.name = "several";
  spec.y = std::move(measures);
  spec.methods = std::move(methods);
  return spec;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

bool is_drawn(const FigureData& figure, const ExperimentRecord& record) {
  const GnuplotResult result = run_gnuplot(figure_script(figure, record, "svg"));
  return result.failure.find("not installed") != std::string::npos || result.failure.empty();
}

BOOST_AUTO_TEST_SUITE(axes)

BOOST_AUTO_TEST_CASE(two_units_have_the_left_and_the_right_axis_of_one_plot) {
  const ExperimentRecord record = record_of_units();
  const FigureData figure = figure_data(line_of({"drift", "energy"}, {"unstabilized", "baumgarte_50"}), record);
  BOOST_TEST((axis_layout(figure) == AxisLayout::sides));
  for (const FigureStyle& style : {FigureStyle{}, *find_figure_style("ieee")}) {
    const std::string script = figure_script(figure, record, "svg", style);
    BOOST_TEST(script.find("set ylabel 'drift [mm]'\n") != std::string::npos);
    BOOST_TEST(script.find("set y2label 'energy [J]'\n") != std::string::npos);
    BOOST_TEST(count(script, "axes x1y2") == 2U);  // a method each
    BOOST_TEST(count(script, "energy (right axis)'") == 2U);
    BOOST_TEST(count(script, "drift (left axis)'") == 2U);
    BOOST_TEST(script.find("multiplot") == std::string::npos);
  }
  BOOST_TEST(is_drawn(figure, record));
  const Json data = figure_json(figure);
  BOOST_TEST(data.at("has_sides").get<bool>());
  BOOST_TEST(data.at("y_labels") == Json({"drift [mm]", "energy [J]"}));
}

BOOST_AUTO_TEST_CASE(the_ends_of_printed_axes_are_those_of_their_own_curves) {
  FigureData figure;
  figure.y_labels = {"a [m]", "b [J]"};
  figure.curves.resize(2);
  figure.curves[0].x = figure.curves[1].x = {0.0, 1.0};
  figure.curves[0].y = {0.0, 1.0};
  figure.curves[1].y = {1000.0, 3000.0};
  figure.curves[1].axis = 1;
  // 3 % of room on both sides
  const std::string script = figure_script(figure, {}, "svg", *find_figure_style("ieee"));
  BOOST_TEST(script.find("set yrange [-0.03:1.03]\n") != std::string::npos);
  BOOST_TEST(script.find("set y2range [940:3060]\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(three_units_have_a_panel_each_over_the_same_x) {
  const ExperimentRecord record = record_of_units(true);
  const FigureData figure = figure_data(line_of({"drift", "turn", "energy"}, {"unstabilized"}), record);
  BOOST_TEST((axis_layout(figure) == AxisLayout::panels));
  const std::string script = figure_script(figure, record, "svg");
  BOOST_TEST(script.find("set multiplot layout 3,1") != std::string::npos);
  for (const char* label : {"drift [mm]", "turn [rad]", "energy [J]"})
    BOOST_TEST(count(script, "set ylabel '" + std::string(label) + "'\n") == 1U, label);
  BOOST_TEST(count(script, "plot $curve0") == 3U);
  BOOST_TEST(count(script, "x1y2") == 0U);
  BOOST_TEST(is_drawn(figure, record));
  BOOST_TEST(!figure_json(figure).contains("has_sides"));
}

BOOST_AUTO_TEST_CASE(many_curves_of_two_units_have_panels_too) {
  const ExperimentRecord record = record_of_units();
  const FigureData figure = figure_data(line_of({"drift", "energy"}), record);
  BOOST_TEST(figure.curves.size() == 8U);
  BOOST_TEST((axis_layout(figure) == AxisLayout::panels));
  BOOST_TEST(is_drawn(figure, record));
}

BOOST_AUTO_TEST_CASE(parts_of_a_figure_have_all_its_curves_once_and_only_the_first_the_ends_that_are_asked_for) {
  const ExperimentRecord record = record_of_units(true);
  FigureSpec spec = line_of({"drift", "energy", "turn"});
  spec.y_range = {0.0, 1e-3};  // m
  const FigureData figure = figure_data(spec, record);
  std::size_t total = 0;
  for (std::size_t axis = 0; axis < figure.y_labels.size(); ++axis) {
    const FigureData part = of_axis(figure, axis);
    total += part.curves.size();
    BOOST_TEST(part.y_range.has_value() == (axis == 0));
    BOOST_TEST((axis_layout(part) == AxisLayout::one));
  }
  BOOST_TEST(total == figure.curves.size());
}

BOOST_AUTO_TEST_CASE(the_second_unit_has_the_ends_that_the_scene_asks_for) {
  const ExperimentRecord record = record_of_units(true);
  FigureSpec spec = line_of({"drift", "energy"});
  spec.methods = {record.runs[0].method};
  spec.y2_range = {0.0, 5.0};  // J
  const FigureData figure = figure_data(spec, record);
  BOOST_REQUIRE((axis_layout(figure) == AxisLayout::sides));
  BOOST_TEST(!of_axis(figure, 0).y_range.has_value());
  BOOST_TEST((*of_axis(figure, 1).y_range == std::array{0.0, 5.0}));
  BOOST_TEST(figure_json(figure)["y2_range"] == (Json{0.0, 5.0}));
  BOOST_TEST(figure_script(figure, {}, "svg").find("set y2range [0:5]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_unit_without_a_curve_leaves_no_axis) {
  ExperimentRecord record = record_of_units();
  for (MethodRun& run : record.runs) run.measures.erase(run.measures.begin());
  record.sweeps.clear();
  const FigureData figure = figure_data(line_of({"drift", "energy"}), record);
  BOOST_TEST(figure.y_labels == std::vector<std::string>{"energy [J]"}, boost::test_tools::per_element());
  BOOST_TEST((axis_layout(figure) == AxisLayout::one));
}

BOOST_AUTO_TEST_CASE(work_and_heat_keep_their_units_apart) {
  ExperimentRecord record = record_of_units();
  for (MethodRun& run : record.runs) {
    run.cost.solves = 40;
    run.measures[1].summary.max = 2.0;
  }
  FigureSpec spec = line_of({"drift", "energy"});
  spec.kind = FigureKind::work_precision;
  spec.x = "solves";
  const FigureData work = figure_data(spec, record);
  BOOST_TEST(std::count_if(work.curves.begin(), work.curves.end(), [](const Curve& c) { return c.axis == 1; }) > 0);
  spec.kind = FigureKind::heatmap;
  spec.x = "g";
  spec.sweep = "gravity";
  const FigureData map = figure_data(spec, record);
  BOOST_REQUIRE(map.heat.size() == 2U);
  BOOST_TEST(color_label(map, map.heat[0]) == "max of drift [mm]");
  BOOST_TEST(color_label(map, map.heat[1]) == "max of energy [J]");
}

BOOST_AUTO_TEST_CASE(labels_of_a_logarithmic_axis_do_not_touch) {
  const auto script = [](const std::vector<double>& x) {
    FigureData figure;
    figure.log_x = figure.has_marks = true;
    Curve& curve = figure.curves.emplace_back();
    curve.x = x;
    curve.y.assign(x.size(), 1.0);
    return figure_script(figure, {}, "svg");
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  // As 0.0000001 and the like the labels of nine decades are one line of digits.
  BOOST_TEST(has(script({1e-7, 1e-3, 100.0}), "set format x '1e%T'"));
  BOOST_TEST(!has(script({1e-3, 1e-2, 1.0}), "set format x"));
  // Values have marks of their own where these have room.
  BOOST_TEST(has(script({1e-3, 1e-2, 1.0}), "set xtics ('0.001' 0.001"));
  BOOST_TEST(!has(script({1e-7, 12.0, 15.0}), "set xtics ("));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_axes
