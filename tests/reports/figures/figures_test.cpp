#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <thread>

#include "reports/figures/figure_data.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/gnuplot.hpp"
#include "reports/page/outline.hpp"
#include "reports/text/verdicts.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::reports::of_figures {
namespace {

namespace fs = std::filesystem;

bool has_gnuplot() {
  return run_gnuplot("print 1\n").failure.find("not installed") == std::string::npos;
}

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
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
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

BOOST_AUTO_TEST_CASE(a_figure_that_fails_is_named_and_keeps_no_other_from_being_drawn) {
  const TemporaryFolder folder;
  // Refuses the second file of one figure, alone or among others.
  const std::string program = folder.at("refusing"), script = folder.at("script");
  BOOST_REQUIRE(!write_file(program, "#!/bin/sh\ncat > \"" + script + "\"\nsed -n '/pdfcairo/,/unset output/p' \"" +
                                         script +
                                         "\" | grep -q 'refuse this' && { echo 'bad axis' >&2; exit 1; }\n"
                                         "exec gnuplot -d \"" +
                                         script + "\"\n")
                     .has_value());
  fs::permissions(program, fs::perms::owner_all);
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  ExperimentRecord record = sample_record(40);
  const auto map = std::find_if(record.figures.begin(), record.figures.end(),
                                [](const FigureSpec& figure) { return figure.name == "map"; });
  BOOST_TEST_REQUIRE((map != record.figures.end()));
  map->title = "refuse this";
  const FiguresResult result = write_figures(record, folder.at("figures"), program.c_str());
  BOOST_TEST(result.names.size() == 4U);
  BOOST_REQUIRE(result.undrawn.size() == 1U);
  BOOST_TEST(result.undrawn[0].figure == "map");
  BOOST_TEST(result.undrawn[0].reason == "gnuplot ended with exit code 1: bad axis");
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(!fs::exists(folder.at("figures/map.svg")));
  for (const std::string& name : result.names) BOOST_TEST(fs::exists(folder.at("figures/" + name + ".svg")));
}

BOOST_AUTO_TEST_CASE(pictures_of_one_process_are_those_of_a_process_each) {
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  const ExperimentRecord record = sample_record(40);
  std::vector<std::string> scripts;
  for (const FigureSpec& spec : record.figures)
    for (const bool has_question : {false, true})
      scripts.push_back(figure_script(figure_data(spec, record), record, "svg") +
                        (has_question ? "print GPVAL_X_MIN, GPVAL_X_MAX\n" : ""));
  const std::vector<GnuplotResult> together = run_gnuplot(scripts);
  BOOST_TEST_REQUIRE(together.size() == scripts.size());
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    const GnuplotResult alone = run_gnuplot(scripts[i]);
    BOOST_TEST(together[i].failure.empty());
    BOOST_TEST((together[i].picture == alone.picture));
    // Alone it stands behind what gnuplot warns of.
    BOOST_TEST(alone.said.ends_with(together[i].said));
    BOOST_TEST(together[i].said.empty() == (i % 2 == 0));
  }
  // The one without a picture is named, and the others have theirs.
  scripts[1] = "plot nothing\n";
  const std::vector<GnuplotResult> apart = run_gnuplot(scripts);
  for (std::size_t i = 0; i < scripts.size(); ++i) {
    BOOST_TEST(apart[i].failure.empty() == (i != 1));
    if (i != 1) BOOST_TEST((apart[i].picture == together[i].picture));
  }
}

BOOST_AUTO_TEST_CASE(pictures_share_processes_that_run_side_by_side) {
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  const SideBySide on_threads = [](std::size_t count, const std::function<void(std::size_t)>& task) {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back([&task, i] { task(i); });
    for (std::thread& thread : threads) thread.join();
  };
  // Files of one process are often opened while those of another are.
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    const std::string program = folder.at("counting");
    BOOST_REQUIRE(!write_file(program, "#!/bin/sh\necho x >> \"" + folder.at("calls") + "\"\nexec gnuplot \"$@\"\n"));
    fs::permissions(program, fs::perms::owner_all);
    const FiguresResult result =
        write_figures(sample_record(40), folder.at("figures"), program.c_str(), nullptr, on_threads);
    BOOST_TEST(result.names.size() == 5U);
    BOOST_TEST(fs::file_size(folder.at("calls")) == 4U * 2U);  // ten pictures
  }
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

BOOST_AUTO_TEST_CASE(text_stays_text_in_gnuplot) {
  const std::string literal = gnuplot_string("it's `date` \"x\"\nsystem('x')");
  BOOST_TEST(std::count(literal.begin(), literal.end(), '\'') == 2);
  BOOST_TEST(literal.find('`') == std::string::npos);
  BOOST_TEST(literal.find('\n') == std::string::npos);
  BOOST_TEST(gnuplot_number(not_a_number) == "NaN");
  BOOST_TEST(gnuplot_string("a ]]> b").find("]]>") == std::string::npos);  // it would end CDATA in an SVG file
  BOOST_TEST(gnuplot_tic("100 %s") == "'100 %%s'");
}

/// A name of a folder may begin with what gnuplot takes for a pipe, and hold quotes and line breaks.
BOOST_AUTO_TEST_CASE(no_name_of_a_folder_reaches_gnuplot) {
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  for (const char* name : {"|touch pwned #", "'; system('touch pwned'); '", "two\nlines", "`touch pwned`", "-d"}) {
    const FiguresResult result = write_figures(sample_record(), name);
    for (const WriteError& error : result.errors) BOOST_ERROR(error.message());
    BOOST_TEST(fs::exists(fs::path(name) / (result.names.at(0) + ".svg")));
  }
  fs::current_path(before);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    BOOST_TEST(entry.path().filename() != "pwned");
}

BOOST_AUTO_TEST_CASE(gnuplot_draws_all_kinds_as_svg_and_pdf) {
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  const TemporaryFolder folder;
  const FiguresResult result = write_figures(sample_record(), folder.at("figures"));
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(result.names.size() == 5U);
  for (const std::string& name : result.names) {
    BOOST_TEST(read_text(folder.at("figures/" + name + ".svg")).find("</svg>") != std::string::npos);
    BOOST_TEST(read_text(folder.at("figures/" + name + ".pdf")).starts_with("%PDF"));
  }
  BOOST_TEST(read_text(folder.at("figures/fig3.svg")).find("drift [mm]") != std::string::npos);
  for (const auto& entry : fs::directory_iterator(folder.at("figures"))) BOOST_TEST(entry.path().extension() != ".tmp");
}

BOOST_AUTO_TEST_CASE(hostile_names_run_no_command) {
  if (!has_gnuplot()) {
    BOOST_TEST_MESSAGE("skipped: gnuplot is not installed");
    return;
  }
  const TemporaryFolder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  const FiguresResult result = write_figures(hostile_record(), folder.at("figures"));
  fs::current_path(before);
  for (const WriteError& error : result.errors) BOOST_ERROR(error.message());
  BOOST_TEST(!fs::exists(folder.at("pwned")));
  BOOST_TEST(!result.names.empty());
}

BOOST_AUTO_TEST_CASE(a_missing_gnuplot_is_a_named_warning) {
  const TemporaryFolder folder;
  const FiguresResult result = write_figures(sample_record(), folder.at("figures"), "no-such-gnuplot");
  BOOST_TEST(result.errors.empty());
  BOOST_TEST(result.names.empty());
  BOOST_TEST(result.warnings.size() == 1U);  // a run without a point
  BOOST_REQUIRE(result.undrawn.size() == 5U);
  for (const UndrawnFigure& one : result.undrawn)
    BOOST_TEST(one.reason == "the program gnuplot is not installed (package gnuplot-nox)");
  const std::vector<std::string> sentences = describe(result.undrawn);
  BOOST_REQUIRE_EQUAL(sentences.size(), 1U);
  for (const UndrawnFigure& one : result.undrawn)
    BOOST_TEST(sentences[0].find(one.figure) != std::string::npos, sentences[0]);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_figures
