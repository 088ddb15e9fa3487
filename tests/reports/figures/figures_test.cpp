#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/page/outline.hpp"
#include "reports/text/verdicts.hpp"
#include "tests/reports/figures/with_gnuplot.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::reports::of_figures {
namespace {

BOOST_AUTO_TEST_SUITE(figures)

BOOST_AUTO_TEST_CASE(a_line_shows_values_in_the_unit_of_the_measure) {
  const ExperimentRecord record = sample_record();
  const FigureData figure = figure_data(record.figures[0], record);
  BOOST_REQUIRE(figure.curves.size() == 4U);
  BOOST_TEST(figure.x_label == "time [s]");
  BOOST_TEST(figure.y_label == "drift [mm]");
  BOOST_TEST(figure.curves[0].y[9] == record.runs[0].measures[0].values[9] / 1e-3);
  BOOST_TEST(figure.curves[2].label == "wild, diverged (expected)");
  BOOST_TEST(!figure.curves[2].is_complete);
}

BOOST_AUTO_TEST_CASE(beside_a_run_that_stopped_a_linear_axis_still_shows_values_below_zero) {
  FigureData figure;
  for (const bool is_complete : {true, false}) {
    Curve curve;
    curve.label = is_complete ? "whole" : "stopped";
    curve.is_complete = is_complete;
    curve.x = {0.0, 1.0};
    curve.y = {0.0, -2.0};
    figure.curves.push_back(curve);
  }
  // 4 % of room on both sides.
  const std::string script = figure_script(figure, {}, "svg");
  BOOST_TEST(script.find("set yrange [-2.08:0.08]\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_sweep_has_a_point_a_value_and_holes_where_runs_failed) {
  const ExperimentRecord record = sample_record();
  const FigureData figure = figure_data(record.figures[1], record);
  BOOST_REQUIRE(figure.curves.size() == 3U);
  BOOST_TEST(figure.curves[0].x == (std::vector<double>{1, 5, 10, 50, 100}), boost::test_tools::per_element());
  BOOST_TEST(figure.curves[0].y[4] == record.sweeps[0].points[4].runs[0].measures[0].summary.max / 1e-3);
  BOOST_TEST(std::isnan(figure.curves[2].y[0]));
  BOOST_TEST((figure.log_x && figure.log_y && figure.has_marks));
}

BOOST_AUTO_TEST_CASE(a_grid_is_a_panel_a_method_with_the_axes_in_their_places) {
  ExperimentRecord record = sample_record();
  SweepRecord& sweep = record.sweeps[0];
  const std::vector<SweepPoint> points = sweep.points;
  sweep.spec.axes.push_back({"h", {"ms", dimension::time, 1e-3}, {1e-3, 2e-3}, {"1 ms", "2 ms"}});
  sweep.points.clear();
  for (const SweepPoint& point : points)
    for (const double h : {1e-3, 2e-3}) {
      sweep.points.push_back({{point.coordinates[0], h}, point.runs});
      sweep.points.back().runs[0].measures[0].summary.max = point.coordinates[0] * h;
    }
  const FigureData map = figure_data(record.figures[2], record);
  BOOST_REQUIRE(map.heat.size() == 2U);  // no run of the third method reached its end
  BOOST_TEST(map.heat[0].columns.size() == 5U);
  BOOST_TEST(map.heat[0].rows.back() == "2");
  BOOST_TEST(map.heat[0].row_label == "h [ms]");
  BOOST_TEST(std::abs(map.heat[0].values[1][3] - 50 * 2e-3 / 1e-3) < 1e-12);  // rounding of one product
  BOOST_TEST(figure_data(record.figures[1], record).curves[1].label == "unstabilized, h = 2 ms");
}

BOOST_AUTO_TEST_CASE(over_words_there_is_a_map_and_no_line_but_over_another_key) {
  ExperimentRecord record = sample_record(40);
  record.figures.clear();
  record.sweeps[0].spec.axes[0].is_of_words = true;
  for (const bool has_numbers : {false, true}) {
    if (has_numbers) {
      record.sweeps[0].spec.axes.push_back({"h", {"ms", dimension::time, 1e-3}, {1e-3}, {"1 ms"}});
      for (SweepPoint& point : record.sweeps[0].points) point.coordinates.push_back(1e-3);
    }
    const std::vector<FigureSpec> figures = all_figures(record);
    bool has_map = false;
    for (const FigureSpec& figure : figures) {
      has_map = has_map || figure.kind == FigureKind::heatmap;
      if (figure.kind == FigureKind::line && !figure.sweep.empty()) BOOST_TEST(figure.x == "h");
    }
    BOOST_TEST(has_map);
    const bool has_line = std::any_of(figures.begin(), figures.end(), [](const FigureSpec& one) {
      return one.kind == FigureKind::line && !one.sweep.empty();
    });
    BOOST_TEST(has_line == has_numbers);
  }
}

/// The sweep of the sample with only its first `values` values, and of its methods the first `methods`.
ExperimentRecord cut_sweep(std::size_t values, std::size_t methods) {
  ExperimentRecord record = sample_record(40);
  SweepRecord& sweep = record.sweeps[0];
  sweep.points.resize(values);
  sweep.spec.axes[0].values.resize(values);
  for (SweepPoint& point : sweep.points) point.runs.resize(methods);
  return record;
}

// A map needs an area: two values each way.
BOOST_AUTO_TEST_CASE(a_heat_map_without_an_area_becomes_a_line_or_points) {
  for (const std::size_t values : {1U, 2U, 5U})
    for (const std::size_t methods : {1U, 2U}) {
      const ExperimentRecord record = cut_sweep(values, methods);
      const FigureData figure = figure_data(record.figures[2], record);
      const bool is_map = values > 1 && methods > 1;
      BOOST_TEST(figure.heat.size() == (is_map ? 1U : 0U));
      BOOST_TEST(figure.curves.size() == (is_map ? 0U : methods));
      for (const Curve& curve : figure.curves) BOOST_TEST(curve.x.size() == values);
      BOOST_TEST(figure.notes.empty() == is_map);
    }
}

BOOST_AUTO_TEST_CASE(a_key_of_one_value_beside_others_leaves_a_map_over_these) {
  ExperimentRecord record = cut_sweep(5, 2);
  SweepRecord& sweep = record.sweeps[0];
  sweep.spec.axes.insert(sweep.spec.axes.begin(), {"h", {"ms", dimension::time, 1e-3}, {2e-3}, {"2 ms"}});
  for (SweepPoint& point : sweep.points) point.coordinates.insert(point.coordinates.begin(), 2e-3);
  const FigureData figure = figure_data(record.figures[2], record);
  BOOST_REQUIRE(figure.heat.size() == 1U);
  BOOST_TEST(figure.heat[0].columns.size() == 5U);
  BOOST_TEST(figure.heat[0].rows.size() == 2U);
  BOOST_TEST(figure.x_label == "g [m/s^2]");
  BOOST_TEST((figure.notes == std::vector<std::string>{"shown at h = 2 ms"}));
  for (SweepPoint& point : sweep.points) point.runs.resize(1);
  const FigureData line = figure_data(record.figures[2], record);
  BOOST_REQUIRE(line.curves.size() == 1U);
  BOOST_TEST(line.curves[0].x.size() == 5U);
}

/// The figures of a record by gnuplot itself: none fails, each leaves a picture.
void check_drawn(const ExperimentRecord& record, std::size_t count) {
  if (!has_gnuplot()) return;
  const TemporaryFolder folder;
  const FiguresResult result = write_figures(record, folder.at("figures"));
  for (const std::string& failure : describe(result.undrawn)) BOOST_ERROR(failure);
  BOOST_TEST(result.names.size() == count);
}

BOOST_AUTO_TEST_CASE(gnuplot_draws_sweeps_of_every_shape) {
  for (const std::size_t values : {1U, 2U})
    for (const std::size_t methods : {1U, 2U})
      for (const Scale scale : {Scale::linear, Scale::log}) {
        BOOST_TEST_INFO_SCOPE(values << " values, " << methods << " methods");
        ExperimentRecord record = cut_sweep(values, methods);
        record.figures = {record.figures[1], record.figures[2]};
        for (FigureSpec& spec : record.figures) spec.scale = scale;
        check_drawn(record, 4);  // and those of two series over time
      }
}

BOOST_AUTO_TEST_CASE(a_panel_of_holes_leaves_the_others) {
  ExperimentRecord record = cut_sweep(2, 2);
  SweepRecord& sweep = record.sweeps[0];
  sweep.spec.axes.push_back({"h", {"ms", dimension::time, 1e-3}, {1e-3, 2e-3}, {"1 ms", "2 ms"}});
  const std::vector<SweepPoint> points = sweep.points;
  sweep.points.clear();
  for (const SweepPoint& point : points)
    for (const double h : {1e-3, 2e-3}) {
      sweep.points.push_back({{point.coordinates[0], h}, point.runs});
      sweep.points.back().runs[0].status = RunStatus::diverged;
    }
  record.figures = {record.figures[2]};
  const FigureData figure = figure_data(record.figures[0], record);
  BOOST_TEST(figure.heat.size() == 1U);
  BOOST_TEST((figure.notes == std::vector<std::string>{"no value that could be shown of unstabilized"}));
  check_drawn(record, 3);
}

BOOST_AUTO_TEST_CASE(a_figure_without_data_says_so) {
  const ExperimentRecord record = sample_record();
  FigureSpec spec = record.figures[0];
  spec.y = {"nothing"};
  BOOST_TEST(figure_data(spec, record).notes.size() == 1U);
  spec = record.figures[2];
  spec.sweep = "missing";
  BOOST_TEST(figure_data(spec, record).notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(without_figures_each_measure_and_each_sweep_gets_its_own) {
  ExperimentRecord record = sample_record();
  record.figures.clear();
  const std::vector<FigureSpec> figures = all_figures(record);
  BOOST_TEST(figures.size() == 2U + 2 * 2);
  for (const FigureSpec& spec : figures) BOOST_TEST(figure_data(spec, record).notes.size() <= 1U);
}

BOOST_AUTO_TEST_CASE(every_shape_has_an_outline_and_turns_with_its_body) {
  BOOST_TEST(outline(test::with_planar_form({ShapeKind::rod, {2, 0}, {}})).size() == 2U);
  Shape pair;
  pair.parts.assign(2, test::with_planar_form({ShapeKind::box, {2, 1}, {}}));
  const auto lines = outline(pair);
  BOOST_TEST(std::count_if(lines.begin(), lines.end(), [](const auto& point) { return std::isnan(point[0]); }) == 1);
  const auto box = outline(test::with_planar_form({ShapeKind::box, {2, 1}, {}}));
  BOOST_TEST(box.front() == box.back(), boost::test_tools::per_element());
  for (const auto& point : outline(test::with_planar_form({ShapeKind::capsule, {4, 1}, {}}))) {
    const double beyond = std::max(std::abs(point[0]) - 2.0, 0.0);
    BOOST_TEST(std::abs(std::hypot(beyond, point[1]) - 1.0) < 1e-15 * 8);  // a few roundings of numbers near 1
  }
  const std::array<float, 3> quarter_turn{5.F, 0.F, static_cast<float>(M_PI / 2)};
  const std::array<double, 2> turned = placed({1, 0}, quarter_turn);
  BOOST_TEST(std::abs(turned[0] - 5) < 1e-7);  // float angle
  BOOST_TEST(std::abs(turned[1] - 1) < 1e-7);
}

/// A body without shape, with `points` held by hinges to the ground, the last by a rail as well.
ExperimentRecord shapeless_body(const std::vector<std::array<double, 2>>& points) {
  ExperimentRecord record;
  record.bodies.push_back({.name = "link", .kind = BodyKind::rigid, .shape = {}, .color = ""});
  for (const auto& point : points)
    record.joints.push_back({.name = "pin", .type = "revolute", .body = {-1, 0}, .anchor = {{{9, 9}, point}}});
  record.joints.push_back({.name = "rail", .type = "prismatic", .body = {-1, 0}, .anchor = {{{0, 0}, {70, 0}}}});
  return record;
}

BOOST_AUTO_TEST_CASE(a_body_without_shape_is_drawn_between_its_centre_and_its_hinges) {
  using Line = std::vector<std::array<double, 2>>;
  const auto drawn = [](const Line& points) { return body_outline(shapeless_body(points), 0); };
  BOOST_TEST(drawn({}).empty());
  BOOST_TEST(drawn({{0, 0}}).empty());
  BOOST_TEST((drawn({{2, 1}}) == Line{{0, 0}, {2, 1}}));
  BOOST_TEST((drawn({{2, 1}, {-2, -1}}) == Line{{-2, -1}, {2, 1}}));                 // the centre between them
  BOOST_TEST((drawn({{3, 0}, {1, 0}, {1, 0}}) == Line{{0, 0}, {3, 0}}));             // or beyond, and one twice
  BOOST_TEST((drawn({{1, 1}, {-1, 1}}) == Line{{-1, 1}, {0, 0}, {1, 1}, {-1, 1}}));  // or to the side: a triangle
  const Line square = drawn({{1, 1}, {-1, -1}, {1, -1}, {-1, 1}, {0.5, 0}});
  BOOST_TEST((square == Line{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}));
}

BOOST_AUTO_TEST_CASE(a_shape_is_drawn_as_it_is_and_a_particle_as_a_dot) {
  ExperimentRecord record = shapeless_body({{1, 0}, {0, 1}});
  record.bodies[0].shape = test::with_planar_form({ShapeKind::rod, {2, 0}, {}});
  BOOST_TEST(body_outline(record, 0).size() == 2U);
  record.bodies[0].shape = {};
  record.bodies[0].kind = BodyKind::particle;
  BOOST_TEST(body_outline(record, 0).empty());
}

BOOST_AUTO_TEST_CASE(the_edge_of_a_half_plane_is_drawn_as_far_as_bodies_come_near_it) {
  ExperimentRecord record;
  record.bodies.resize(2);
  record.bodies[0].kind = BodyKind::fixed;
  record.bodies[0].shape = test::with_planar_form(ShapeKind::halfplane);
  record.bodies[1].shape = test::with_planar_form(ShapeKind::disk);
  record.bodies[1].shape.size = {0.5, 0};
  MethodRun& run = record.runs.emplace_back();
  run.frames.poses = {{{{0, 0, 0}, {-4, 0.5, 0}}}, {{{0, 0, 0}, {0, 9, 0}}}, {{{0, 0, 0}, {4, 0.5, 0}}}};
  const auto near = body_outline(record, 0);
  BOOST_REQUIRE(near.size() == 2U);
  BOOST_TEST(std::abs(near[0][0] + 4.5 + 0.9) < 1e-12);  // from ball to ball, and a tenth more
  BOOST_TEST(std::abs(near[1][0] - 4.5 - 0.9) < 1e-12);
  run.frames.poses = {{{{0, 0, 0}, {0, 9.5, 0}}}};
  const auto far = body_outline(record, 0);
  BOOST_TEST(std::abs(far[1][0] - far[0][0] - 1.0) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_figures
