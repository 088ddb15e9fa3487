// Error against cost.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/figures/figures.hpp"
#include "reports/page/page_data.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_work_precision {
namespace {

constexpr std::size_t work = 3;  // of the figures of the sample

ExperimentRecord sample() {
  ExperimentRecord record = sample_record(40);
  long solves = 100;
  for (SweepPoint& point : record.sweeps[0].points) {
    for (MethodRun& run : point.runs) run.cost.solves = solves;
    for (MethodRun& run : point.runs) run.cost.factorizations = 2 * solves;
    for (MethodRun& run : point.runs) run.cost.iterations = 3 * solves;
    solves *= 2;
  }
  return record;
}

FigureData drawn(const ExperimentRecord& record) {
  return figure_data(record.figures[work], record);
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

BOOST_AUTO_TEST_SUITE(work_precision)

BOOST_AUTO_TEST_CASE(cost_is_counted_in_solves_unless_said_otherwise) {
  ExperimentRecord record = sample();
  BOOST_TEST(drawn(record).x_label == "linear systems solved");
  BOOST_TEST(drawn(record).curves[0].x == (std::vector<double>{100, 200, 400, 800, 1600}),
             boost::test_tools::per_element());
  record.figures[work].x = "factorizations";
  BOOST_TEST(drawn(record).curves[0].x[4] == 3200);
  record.figures[work].x = "iterations";
  BOOST_TEST(drawn(record).curves[0].x[4] == 4800);
  record.figures[work].x = "seconds";
  BOOST_TEST(drawn(record).x_label == "CPU time spent stepping [ms]");
  BOOST_TEST(drawn(record).curves[0].x[4] == 100);
}

BOOST_AUTO_TEST_CASE(it_does_not_depend_on_how_fast_the_machine_is) {
  ExperimentRecord record = sample();
  const std::string before = page_data(record)["figures"][work].dump();
  for (SweepPoint& point : record.sweeps[0].points)
    for (MethodRun& run : point.runs) run.cost.seconds *= 7;
  BOOST_TEST(page_data(record)["figures"][work].dump() == before);
}

BOOST_AUTO_TEST_CASE(both_axes_are_logarithmic_and_points_say_what_they_are) {
  const FigureData figure = drawn(sample());
  BOOST_TEST((figure.log_x && figure.log_y && figure.has_marks));
  BOOST_REQUIRE(figure.curves[0].points.size() == 5U);
  BOOST_TEST(figure.curves[0].points[1] == "g = 5 m/s^2");
}

BOOST_AUTO_TEST_CASE(a_run_that_diverged_leaves_a_gap_and_a_note) {
  ExperimentRecord record = sample();
  record.sweeps[0].points[2].runs[0].status = RunStatus::diverged;
  record.sweeps[0].points[2].runs[0].as_expected = false;
  const FigureData figure = drawn(record);
  BOOST_TEST(std::isnan(figure.curves[0].y[2]));
  BOOST_TEST(std::isnan(figure.curves[0].x[2]));
  BOOST_REQUIRE(figure.notes.size() == 2U);
  BOOST_TEST(figure.notes[0] == "unstabilized: no point at g = 10 m/s^2: diverged");
  // All points of the third method: said once.
  BOOST_TEST(figure.notes[1].starts_with("wild: no point at g = 1 m/s^2; g = 5 m/s^2;"));
  BOOST_TEST(figure.curves.size() == 3U);  // and the front of both
  const std::string text = figure_script(figure, record, "svg");
  BOOST_TEST(count_of(text, "NaN NaN\n") == 1U);
  BOOST_TEST(count_of(text, "set logscale x") == 1U);
}

BOOST_AUTO_TEST_CASE(what_has_no_place_on_a_logarithmic_axis_is_said) {
  ExperimentRecord record = sample();
  record.sweeps[0].points[0].runs[0].measures[0].summary.max = 0;
  record.sweeps[0].points[1].runs[0].cost.solves = 0;
  record.sweeps[0].points[2].runs[0].measures[0].summary.max = not_a_number;
  const std::vector<std::string> notes = drawn(record).notes;
  BOOST_REQUIRE(notes.size() >= 3U);
  BOOST_TEST(count_of(notes[0], "no error") == 1U);
  BOOST_TEST(count_of(notes[1], "not measured") == 1U);
  BOOST_TEST(count_of(notes[2], "no value") == 1U);
}

BOOST_AUTO_TEST_CASE(points_keep_the_order_of_the_sweep) {
  ExperimentRecord record = sample();
  std::reverse(record.sweeps[0].points.begin(), record.sweeps[0].points.end());
  BOOST_TEST(drawn(record).curves[0].x == (std::vector<double>{1600, 800, 400, 200, 100}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(without_a_sweep_each_method_is_a_point) {
  ExperimentRecord record = sample();
  record.figures[work].sweep = "";
  const FigureData figure = drawn(record);
  BOOST_REQUIRE(figure.curves.size() == 4U);  // the one that diverged has none; the front of the others is the last
  BOOST_TEST(figure.curves[0].x.size() == 1U);
  BOOST_TEST(figure.curves[0].points[0] == "step = 0.05 s");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_work_precision
