// What a figure shows where values are missing, not numbers, or beyond all measure.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/gnuplot.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::reports::of_figure_data {
namespace {

constexpr std::size_t line = 0;  // of the figures of the sample
constexpr std::size_t by_gravity = 1;
constexpr std::size_t map = 2;
constexpr std::size_t work = 3;
constexpr std::size_t poses = 4;

FigureData drawn(const ExperimentRecord& record, std::size_t figure) {
  return figure_data(record.figures[figure], record);
}

std::string script(const ExperimentRecord& record, std::size_t figure, const char* terminal = "svg") {
  return figure_script(drawn(record, figure), record, terminal);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

BOOST_AUTO_TEST_SUITE(figure_content)

BOOST_AUTO_TEST_CASE(a_run_without_the_measure_has_no_curve_and_the_others_keep_their_colour) {
  ExperimentRecord record = sample_record(40);
  record.runs[0].measures.erase(record.runs[0].measures.begin());
  const FigureData figure = drawn(record, line);
  BOOST_REQUIRE(figure.curves.size() == 3U);
  BOOST_TEST(figure.curves[0].color == 1);
  BOOST_TEST(figure.curves[0].label == "baumgarte_50");
}

BOOST_AUTO_TEST_CASE(a_run_without_series_has_no_curve) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) run.times.clear();
  const FigureData figure = drawn(record, line);
  BOOST_TEST(figure.curves.empty());
  BOOST_TEST(!can_draw(figure));
  BOOST_REQUIRE(figure.notes.size() == 1U);
  BOOST_TEST(contains(figure.notes[0], "nothing to draw"));
}

BOOST_AUTO_TEST_CASE(times_and_values_of_different_lengths_are_cut_to_the_shorter) {
  ExperimentRecord record = sample_record(40);
  record.runs[0].measures[0].values.resize(17);
  const FigureData figure = drawn(record, line);
  BOOST_TEST(figure.curves[0].x.size() == 17U);
  BOOST_TEST(figure.curves[0].y.size() == 17U);
  BOOST_TEST(figure.curves[1].x.size() == 41U);
}

BOOST_AUTO_TEST_CASE(a_nan_is_a_hole_in_the_data_and_in_the_script) {
  ExperimentRecord record = sample_record(8);
  record.runs[1].measures[0].values[2] = not_a_number;
  record.runs[1].measures[0].values[3] = std::numeric_limits<double>::infinity();
  BOOST_TEST(std::isnan(drawn(record, line).curves[1].y[2]));
  const std::string text = script(record, line);
  BOOST_TEST(contains(text, "set datafile missing 'NaN'"));
  BOOST_TEST(count_of(text, " NaN\n") == 2U);
}

BOOST_AUTO_TEST_CASE(a_run_that_stopped_early_says_so_and_does_not_set_the_range) {
  ExperimentRecord record = sample_record(40);
  record.runs[2].measures[0].values.back() = 1e200;
  const std::string text = script(record, line);
  const std::size_t at = text.find("set yrange [");
  BOOST_REQUIRE(at != std::string::npos);
  const std::string range = text.substr(at + 12, text.find(']', at) - at - 12);
  BOOST_TEST(std::stod(range.substr(range.find(':') + 1)) < 100);  // [mm]
  BOOST_TEST(contains(text, "'wild, diverged (expected)'"));
}

BOOST_AUTO_TEST_CASE(a_logarithmic_figure_without_a_positive_value_is_linear_and_says_so) {
  ExperimentRecord record = sample_record(8);
  record.figures[line].scale = Scale::log;
  for (MethodRun& run : record.runs)
    for (double& value : run.measures[0].values) value = -1;
  const FigureData figure = drawn(record, line);
  BOOST_TEST(!figure.log_y);
  BOOST_REQUIRE(figure.notes.size() == 1U);
  BOOST_TEST(contains(figure.notes[0], "linear instead of logarithmic"));
  BOOST_TEST(!contains(script(record, line), "logscale"));
}

BOOST_AUTO_TEST_CASE(on_a_logarithmic_axis_what_is_not_positive_is_a_hole) {
  ExperimentRecord record = sample_record(8);
  record.figures[line].scale = Scale::log;
  record.figures[line].methods = {"baumgarte_50"};
  for (double& value : record.runs[1].measures[0].values) value = 1e-3;
  record.runs[1].measures[0].values[0] = 0;
  record.runs[1].measures[0].values[1] = -1;
  const std::string text = script(record, line);
  BOOST_TEST(contains(text, "set logscale y"));
  BOOST_TEST(count_of(text, " NaN\n") == 2U);
}

BOOST_AUTO_TEST_CASE(a_logarithmic_figure_names_the_runs_that_it_cannot_show) {
  ExperimentRecord record = sample_record(8);
  record.figures[line].scale = Scale::log;
  for (MethodRun& run : record.runs)
    for (double& value : run.measures[0].values) value = 1e-3;
  BOOST_TEST(hidden_by_log(drawn(record, line)) == "");
  for (double& value : record.runs[0].measures[0].values) value = 0;
  record.runs[0].measures[0].values[2] = not_a_number;
  for (double& value : record.runs[1].measures[0].values) value = -1;
  record.runs[1].measures[0].values[0] = 0;
  record.runs[2].measures[0].values[0] = 0;  // one zero hides no run
  const std::string hidden =
      "not shown on the logarithmic axis: unstabilized (0 throughout); baumgarte_50 (never positive)";
  BOOST_TEST(hidden_by_log(drawn(record, line)) == hidden);
  BOOST_TEST(contains(script(record, line),
                      "set xlabel 'time [s]'.sprintf('%c', 10).'not shown on the logarithmic axis: unst"));
  record.figures[line].scale = Scale::linear;
  BOOST_TEST(!contains(script(record, line), "not shown"));
}

BOOST_AUTO_TEST_CASE(bodies_that_no_method_moves_are_grey_in_every_panel) {
  ExperimentRecord record = sample_record();
  record.figures[poses].methods = {"unstabilized"};
  const std::size_t num_times = drawn(record, poses).snapshots[0].frames.size();
  const auto num_grey = [&] { return count_of(script(record, poses), "lc rgb '#7b8694' notitle"); };
  for (BodyDrawing& body : record.bodies) body.kind = BodyKind::rigid;
  BOOST_TEST(num_grey() == 0U);
  record.bodies[0].kind = BodyKind::fixed;
  BOOST_TEST(num_grey() == num_times);
}

BOOST_AUTO_TEST_CASE(long_names_of_axes_are_broken_into_lines) {
  BOOST_TEST(gnuplot_lines("drift [mm]", 12) == "'drift [mm]'");
  BOOST_TEST(gnuplot_lines("drift [mm], energy [J]", 12) == "'drift [mm],'.sprintf('%c', 10).'energy [J]'");
  BOOST_TEST(gnuplot_lines("aaaa\u00e4bbb", 5) == "'aaaa\u00e4'.sprintf('%c', 10).'bbb'");
  BOOST_TEST(gnuplot_lines("", 5) == "''");
}

BOOST_AUTO_TEST_CASE(a_logarithmic_axis_begins_at_the_rounding_of_the_largest_value) {
  ExperimentRecord record = sample_record(8);
  record.figures[line].scale = Scale::log;
  record.figures[line].methods = {"baumgarte_50"};
  for (double& value : record.runs[1].measures[0].values) value = 2e-3;
  BOOST_TEST(log_floor(drawn(record, line)) == 0);
  BOOST_TEST(!contains(script(record, line), "set yrange"));
  BOOST_TEST(!contains(script(record, line), "set label"));
  record.runs[1].measures[0].values[1] = 1e-40;
  BOOST_TEST(std::abs(log_floor(drawn(record, line)) / 2e-16 - 1) < 1e-12);  // of 2 mm; rounding of two products
  BOOST_TEST(contains(script(record, line), "set yrange [2e-16:*]"));
  BOOST_TEST(contains(script(record, line), "set label 'shown down to 1e-16 of the largest value'"));
  BOOST_TEST(contains(script(record, line), "1e-37"));  // the data keep it [mm]
}

BOOST_AUTO_TEST_CASE(against_another_measure_x_may_run_back_and_has_that_measures_unit) {
  ExperimentRecord record = sample_record(40);
  record.figures[line].x = "energy";
  const FigureData figure = drawn(record, line);
  BOOST_TEST(!figure.is_function);
  BOOST_TEST(figure.x_label == "energy [J]");
  BOOST_TEST(figure.curves[0].x[3] == record.runs[0].measures[1].values[3]);
}

BOOST_AUTO_TEST_CASE(against_the_step_x_counts_steps) {
  ExperimentRecord record = sample_record(40);
  record.figures[line].x = "step";
  const FigureData figure = drawn(record, line);
  BOOST_TEST(figure.x_label == "step");
  BOOST_TEST(figure.curves[0].x.back() == 40);
}

BOOST_AUTO_TEST_CASE(two_measures_are_told_apart_by_name_and_dash) {
  ExperimentRecord record = sample_record(40);
  record.figures[line].y = {"drift", "energy"};
  const FigureData figure = drawn(record, line);
  BOOST_REQUIRE(figure.curves.size() == 8U);
  BOOST_TEST(figure.curves[0].label == "unstabilized: drift");
  BOOST_TEST(figure.curves[4].label == "unstabilized: energy");
  BOOST_TEST(figure.curves[0].dash != figure.curves[4].dash);
  BOOST_TEST(figure.y_label == "drift [mm], energy [J]");
}

BOOST_AUTO_TEST_CASE(an_axis_shows_the_expression_that_a_figure_draws) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    run.measures[0].is_of_query = true;
    run.measures[0].text = "2 * max_abs(constraint_error)";
  }
  record.figures[line].x = record.figures[line].y[0] = "drift";
  const FigureData figure = drawn(record, line);
  BOOST_TEST(figure.x_label == "2 * max_abs(constraint_error) [mm]");
  BOOST_TEST(figure.y_label.starts_with("2 * max_abs(constraint_error) ["));
}

BOOST_AUTO_TEST_CASE(a_point_that_did_not_run_is_a_hole_in_curves_and_maps) {
  ExperimentRecord record = sample_record(40);
  record.sweeps[0].points.erase(record.sweeps[0].points.begin() + 2);
  record.sweeps[0].points[0].runs.erase(record.sweeps[0].points[0].runs.begin());
  const FigureData curves = drawn(record, by_gravity);
  const auto unstabilized = std::find_if(curves.curves.begin(), curves.curves.end(),
                                         [](const Curve& curve) { return curve.label == "unstabilized"; });
  BOOST_REQUIRE((unstabilized != curves.curves.end()));
  BOOST_TEST(unstabilized->x.size() == 5U);
  BOOST_TEST((std::isnan(unstabilized->y[0]) && std::isnan(unstabilized->y[2])));
  BOOST_TEST((std::isfinite(unstabilized->y[1]) && std::isfinite(unstabilized->y[4])));
  const HeatPanel panel = drawn(record, map).heat[0];
  for (const auto& row : panel.values) BOOST_TEST(std::isnan(row[2]));
}

BOOST_AUTO_TEST_CASE(a_map_of_one_axis_has_the_first_method_on_top) {
  const FigureData figure = drawn(sample_record(40), map);
  BOOST_REQUIRE(figure.heat.size() == 1U);
  BOOST_TEST(figure.heat[0].rows.back() == "unstabilized");
  BOOST_TEST(figure.heat[0].columns == (std::vector<std::string>{"1", "5", "10", "50", "100"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_that_diverged_has_no_place_in_a_sweep_or_a_map) {
  const ExperimentRecord record = sample_record(40);
  const FigureData figure = drawn(record, map);
  BOOST_TEST(figure.heat[0].rows.front() == "wild");
  for (const double value : figure.heat[0].values.front()) BOOST_TEST(std::isnan(value));
  for (const Curve& curve : drawn(record, work).curves) BOOST_TEST(curve.label != "wild");
}

BOOST_AUTO_TEST_CASE(times_share_a_picture_unless_bodies_are_many_or_lie_on_a_wall) {
  ExperimentRecord record = sample_record();
  const FigureSpec spec = record.figures.back();
  const std::vector<SnapshotPanel> overlaid = figure_data(spec, record).snapshots;
  BOOST_TEST(!has_panel_a_time(record));
  BodyDrawing floor;
  floor.kind = BodyKind::fixed;
  floor.shape = test::with_planar_form(ShapeKind::halfplane);
  record.bodies.push_back(floor);
  BOOST_TEST(has_panel_a_time(record));
  std::size_t count = 0;
  for (const SnapshotPanel& panel : overlaid) count += panel.frames.size();
  const std::vector<SnapshotPanel> apart = figure_data(spec, record).snapshots;
  BOOST_REQUIRE_EQUAL(apart.size(), count);
  std::size_t at = 0;
  for (const SnapshotPanel& panel : overlaid)
    for (std::size_t k = 0; k < panel.frames.size(); ++k, ++at) {
      BOOST_TEST(apart[at].run == panel.run);
      BOOST_TEST((apart[at].frames == std::vector<std::size_t>{panel.frames[k]}));
      BOOST_TEST((apart[at].labels == std::vector<std::string>{panel.labels[k]}));
    }
  record.bodies.assign(7, BodyDrawing{});
  BOOST_TEST(has_panel_a_time(record));
  record.bodies.resize(6);
  BOOST_TEST(!has_panel_a_time(record));
}

BOOST_AUTO_TEST_CASE(snapshots_say_when_and_leave_out_what_the_run_did_not_reach) {
  ExperimentRecord record = sample_record();
  record.runs[2].frames.times.resize(3);  // 0, 0.02, 0.04 s
  record.runs[2].frames.poses.resize(3);
  const FigureData figure = drawn(record, poses);
  BOOST_REQUIRE(figure.snapshots.size() == 4U);
  BOOST_TEST(figure.snapshots[0].labels == (std::vector<std::string>{"0", "0.1", "0.26", "0.4"}),
             boost::test_tools::per_element());
  BOOST_TEST(figure.snapshots[2].labels == (std::vector<std::string>{"0"}), boost::test_tools::per_element());
  BOOST_REQUIRE(figure.notes.size() == 1U);
  BOOST_TEST(contains(figure.notes[0], "wild ended before"));
}

BOOST_AUTO_TEST_CASE(a_pose_that_was_not_kept_is_not_passed_off_as_the_one_wanted) {
  ExperimentRecord record = sample_record();
  record.figures[poses].methods = {"unstabilized"};
  record.figures[poses].times = {0.11};
  const FigureData figure = drawn(record, poses);
  BOOST_REQUIRE(figure.notes.size() == 1U);
  BOOST_TEST(contains(figure.notes[0], "next to 0.11 s is that at 0.1"));
  BOOST_TEST(figure.snapshots[0].labels[0].starts_with("0.1"));
}

BOOST_AUTO_TEST_CASE(no_word_of_a_scene_leaves_its_quotes_in_a_script) {
  const ExperimentRecord record = hostile_record();
  for (const FigureSpec& spec : record.figures) {
    const std::string text = figure_script(figure_data(spec, record), record, "svg");
    BOOST_TEST(!contains(text, "`"));
    BOOST_TEST(!contains(text, "\x1B"));
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      const std::string row = text.substr(begin, end - begin);
      BOOST_TEST(std::count(row.begin(), row.end(), '\'') % 2 == 0, row);
      bool is_quoted = false;
      for (const char c : row) {
        is_quoted = c == '\'' ? !is_quoted : is_quoted;
        if (c == '<' || c == '"') BOOST_TEST((is_quoted || contains(row, "<< EOD")), row);
      }
      begin = end + 1;
    }
  }
}

BOOST_AUTO_TEST_CASE(a_script_closes_what_it_opens) {
  const ExperimentRecord record = sample_record(40);
  for (std::size_t figure = 0; figure < record.figures.size(); ++figure)
    for (const char* terminal : {"svg", "pdf"}) {
      const std::string text = script(record, figure, terminal);
      BOOST_TEST(count_of(text, "<< EOD\n") == count_of(text, "\nEOD\n"));
      BOOST_TEST(count_of(text, "\nset multiplot") == count_of(text, "unset multiplot"));
      BOOST_TEST(text.starts_with("reset\n"));
      BOOST_TEST(text.ends_with("set output\n"));
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_figure_data
