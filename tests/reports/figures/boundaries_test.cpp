// Boundaries of refined sweeps on the page of a run: lines on maps, where the intervals are, and a table.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "reports/figures/figures.hpp"
#include "reports/page/html.hpp"
#include "reports/page/page_data.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/support/random.hpp"

namespace perpend::reports::of_boundaries {
namespace {

constexpr std::size_t map = 2;  // of the figures of the sample

SweepRefinement refinement(std::size_t axis, double tolerance) {
  SweepRefinement result;
  result.axis = axis;
  result.tolerance = tolerance;
  return result;
}

/// A boundary of the first method.
SweepBoundary interval(std::vector<double> coordinates, double low, double high) {
  return {"unstabilized", std::move(coordinates), low, high, "completed", "diverged"};
}

/// The sweep of the sample over g and h, refined along one of them, with an interval of the first method.
ExperimentRecord refined(std::vector<double> g, std::vector<double> h, std::size_t axis, SweepBoundary boundary) {
  ExperimentRecord record = sample_record(40);
  SweepRecord& sweep = record.sweeps[0];
  const SweepPoint point = sweep.points[0];
  sweep.points.clear();
  sweep.spec.axes[0].values = g;
  sweep.spec.axes.push_back({"h", {"ms", dimension::time, 1e-3}, h, std::vector<std::string>(h.size(), "h")});
  for (const double one : g)
    for (const double other : h) {
      sweep.points.push_back(point);
      sweep.points.back().coordinates = {one, other};
    }
  sweep.spec.refinement = refinement(axis, 1e-4);
  sweep.boundaries = {std::move(boundary)};
  return record;
}

HeatMark mark_of(const ExperimentRecord& record) {
  const FigureData figure = figure_data(record.figures[map], record);
  BOOST_REQUIRE(!figure.heat.empty());
  BOOST_REQUIRE(figure.heat[0].title == "unstabilized");
  BOOST_REQUIRE(figure.heat[0].marks.size() == 1U);
  for (std::size_t i = 1; i < figure.heat.size(); ++i) BOOST_TEST(figure.heat[i].marks.empty());
  return figure.heat[0].marks[0];
}

BOOST_AUTO_TEST_SUITE(boundaries)

BOOST_AUTO_TEST_CASE(a_line_crosses_its_cell_where_the_interval_is) {
  const HeatMark up = mark_of(refined({1, 5, 10}, {1e-3, 2e-3, 4e-3}, 1, interval({5, 2e-3}, 2.5e-3, 3e-3)));
  BOOST_TEST(up.is_level);
  BOOST_TEST((up.left == 1.0 && up.right == 2.0));
  BOOST_TEST((std::abs(up.low - 1.75) < 1e-12 && std::abs(up.high - 2.0) < 1e-12));
  BOOST_TEST(up.text == "g = 5 m/s^2: h from 2.5 to 3 ms");
  const HeatMark across = mark_of(refined({1, 5, 10}, {1e-3, 2e-3, 4e-3}, 0, interval({5, 4e-3}, 6.25, 7.5)));
  BOOST_TEST(!across.is_level);
  BOOST_TEST((across.low == 2.0 && across.high == 3.0));
  BOOST_TEST((std::abs(across.left - 1.75) < 1e-12 && std::abs(across.right - 2.0) < 1e-12));
}

/// Also along keys that descend: between the cells whose values enclose it, in proportion.
BOOST_AUTO_TEST_CASE(a_line_lies_between_the_cells_of_its_neighbours) {
  test::Random random(7);
  for (int trial = 0; trial < 100; ++trial) {
    const double direction = trial % 2 == 0 ? 1.0 : -1.0;
    std::vector<double> values{random.uniform(-1.0, 1.0)};
    for (int i = 1 + random.below(5); i > 0; --i)
      values.push_back(values.back() + direction * random.uniform(0.1, 1.0));
    const auto below = static_cast<std::size_t>(random.below(static_cast<int>(values.size()) - 1));
    const double part = random.uniform(0.0, 1.0);
    const double at = values[below] + part * (values[below + 1] - values[below]);
    const HeatMark mark = mark_of(refined({1, 5}, values, 1, interval({1, at}, at, at)));
    constexpr double rounding = 1e-9;  // 1e-16 by a width of 0.1, with room
    BOOST_TEST(std::abs(mark.low - (static_cast<double>(below) + 0.5 + part)) < rounding);
    BOOST_TEST(mark.high == mark.low);
  }
}

BOOST_AUTO_TEST_CASE(methods_as_rows_have_their_own_lines) {
  ExperimentRecord record = sample_record(40);
  SweepRecord& sweep = record.sweeps[0];
  sweep.spec.refinement = refinement(0, 1.0);
  sweep.boundaries = {{"baumgarte_50", {10}, 10, 30, "a", "b"}};
  const FigureData figure = figure_data(record.figures[map], record);
  BOOST_REQUIRE(figure.heat.size() == 1U);
  BOOST_REQUIRE(figure.heat[0].marks.size() == 1U);
  const HeatMark& mark = figure.heat[0].marks[0];
  BOOST_TEST(figure.heat[0].rows[static_cast<std::size_t>(mark.low)] == "baumgarte_50");
  BOOST_TEST((mark.left == 2.5 && mark.right == 3.0 && !mark.is_level));
  BOOST_TEST(figure.marks_text == "black lines: where outcomes change along g, to 1 m/s^2");
}

BOOST_AUTO_TEST_CASE(files_and_page_show_them) {
  const ExperimentRecord record = refined({1, 5, 10}, {1e-3, 2e-3, 4e-3}, 1, interval({5, 2e-3}, 2.5e-3, 3e-3));
  const FigureData figure = figure_data(record.figures[map], record);
  const std::string script = figure_script(figure, record, "svg");
  // The middle of the interval, between the rows 1 and 2, across the column 1: twice, for the white edges.
  BOOST_TEST(script.find("set arrow from 0.5,1.375 to 1.5,1.375 nohead front lw 4") != std::string::npos);
  BOOST_TEST(script.find("set arrow from 0.5,1.375 to 1.5,1.375 nohead front lw 2") != std::string::npos);
  BOOST_TEST(script.find("set arrow", script.find("$heat1")) == std::string::npos);  // of this panel alone
  BOOST_TEST(page_data(record)["figures"][map]["heat"][0]["marks"][0]["text"] == "g = 5 m/s^2: h from 2.5 to 3 ms");
  const Json view = page_view(record);
  BOOST_REQUIRE(view["has_boundaries"].get<bool>());
  const Json row = view["boundaries"]["rows"][0];
  BOOST_TEST(row["low"] == "2.5");
  BOOST_TEST(row["high"] == "3");
  BOOST_TEST(row["above"] == "diverged");
  BOOST_TEST(html_report(record).find("Where outcomes change") != std::string::npos);
  BOOST_TEST(html_report(sample_record(40)).find("Where outcomes change") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_boundaries
