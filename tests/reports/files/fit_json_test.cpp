// Fits in results, in words and as figures.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/figures/figure_script.hpp"
#include "reports/files/fit_json.hpp"
#include "reports/text/fits.hpp"

namespace perpend::reports::of_fits {
namespace {

FitRecord line() {
  FitRecord fit;
  fit.name = "gravity";
  fit.sweep = "scale";
  fit.confidence = 0.95;
  fit.axes.push_back(
      {.key = "g", .unit = {"mm/s^2", dimension::acceleration, 1e-3}, .values = {1, 2, 3, 4}, .words = {}});
  fit.data.push_back({.name = "fig3",
                      .words = "the error",
                      .source = "Key fig. 3",
                      .text = "max(drift, post)",
                      .printed = 0.02,
                      .deviation = 0.005,
                      .unit = {"mm", dimension::length, 1e-3},
                      .note = "by eye",
                      .values = {0.01, 0.015, 0.03, not_a_number},
                      .best = 0.015});
  fit.misfits = {4.0, 1.0, 4.0, not_a_number};
  fit.best_point = 1;
  fit.best = {2.0};
  fit.least = 1.0;
  fit.limit = 3.84;
  fit.region.push_back({.points = {0, 1, 2}, .extents = {{1.0, 3.0, RegionEnd::grid, RegionEnd::failed}}});
  fit.num_failed = 1;
  fit.failure = "fig3: the run of post is diverged";
  fit.place.line = 12;
  return fit;
}

FitRecord area() {
  FitRecord fit = line();
  fit.axes.push_back({.key = "length", .unit = {"m", dimension::length, 1.0}, .values = {1, 2, 3}, .words = {}});
  fit.misfits = {9, 9, 9, 9, 1, 9, 9, 9, 9, 9, not_a_number, 9};
  fit.data[0].values.assign(12, 0.01);
  fit.best_point = 4;
  fit.best = {2.0, 2.0};
  fit.degrees = 3;
  fit.goodness = 0.01;
  fit.region = {{.points = {4}, .extents = {{1.5, 2.5}, {1.5, 2.5}}}};
  return fit;
}

BOOST_AUTO_TEST_SUITE(fits)

BOOST_AUTO_TEST_CASE(what_is_read_writes_the_same_text) {
  for (const FitRecord& fit : {line(), area()}) {
    const Json json = fit_json(fit);
    BOOST_TEST(fit_json(read_fit(Json::parse(json.dump()))) == json);
  }
}

BOOST_AUTO_TEST_CASE(sentences_say_what_is_open) {
  const std::vector<std::string> said = describe_fit(line());
  BOOST_REQUIRE(said.size() == 4U);
  BOOST_TEST(said[0] == "Best of 4 points of sweep scale: g = 2000 mm/s^2.");
  BOOST_TEST(
      said[1] ==
      "Confidence region of 95 %: g from 1000 to 3000 mm/s^2 (the lower end is the end of the grid: it may go on) "
      "(the upper end is a run without a misfit: it may go on).");
  BOOST_TEST(said[2] == "There are as many data as keys: nothing is left to test the fit by.");
  BOOST_TEST(said[3] == "1 of 4 points have no misfit; at the first, fig3: the run of post is diverged.");
  const std::vector<std::string> bad = describe_fit(area());
  BOOST_TEST(bad[1].find("length from 1.5 to 2.5 m (at once)") != std::string::npos, bad[1]);
  BOOST_TEST(bad[2].find("contradict") != std::string::npos, bad[2]);
  FitRecord none = line();
  none.reason = "sweep scale did not run";
  BOOST_TEST(describe_fit(none) == std::vector<std::string>{"Not fitted: sweep scale did not run."});
}

BOOST_AUTO_TEST_CASE(one_key_is_drawn_as_curves_with_the_region_shaded) {
  const FigureData figure = fit_figure(line());
  BOOST_REQUIRE(figure.curves.size() == 3U);
  BOOST_TEST(figure.curves[0].is_outline);
  BOOST_TEST(figure.curves[0].y.at(0) == 4.84);
  BOOST_TEST(figure.curves[1].y.at(1) == 1.0);
  BOOST_TEST(figure.curves[2].label == "fig3");
  BOOST_TEST(std::abs(figure.curves[2].y.at(0) - 4.0) <= 1e-12);
  BOOST_TEST(figure.curves[1].x.at(0) == 1000.0);
  BOOST_REQUIRE(figure.regions.size() == 1U);
  BOOST_TEST(figure.regions[0][0] == 1000.0);
  BOOST_TEST(figure_script(figure, {}, "svg").find("rectangle from first 1000, graph 0 to first 3000, graph 1") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_fit_of_many_points_is_drawn_by_the_least_misfits_next_to_each_other) {
  FitRecord fit = line();
  const auto misfit = [](std::size_t i) { return std::abs(static_cast<double>(i) - 70'001.0); };
  fit.axes[0].values.clear(), fit.misfits.clear(), fit.data[0].values.clear();
  for (std::size_t i = 0; i < 100'000; ++i) {
    fit.axes[0].values.push_back(static_cast<double>(i));
    fit.misfits.push_back(i == 500 ? not_a_number : misfit(i));
    fit.data[0].values.push_back(0.01);
  }
  const FigureData curves = fit_figure(fit);
  BOOST_TEST(curves.curves[1].x.size() <= 3000U);
  BOOST_TEST(*std::min_element(curves.curves[1].y.begin(), curves.curves[1].y.end()) == 0.0);
  BOOST_TEST(curves.notes.size() == 1U);
  fit.axes.insert(fit.axes.begin(), {.key = "mass", .unit = {}, .values = std::vector<double>(500, 1.0), .words = {}});
  fit.axes[1].values.resize(200);
  const FigureData map = fit_figure(fit);
  const HeatPanel& panel = map.heat.at(0);
  BOOST_TEST(panel.rows.size() * panel.columns.size() <= 10'000U);
  BOOST_TEST(panel.values.size() == panel.rows.size());
  const std::size_t height = (500 + panel.rows.size() - 1) / panel.rows.size();
  const std::size_t width = (200 + panel.columns.size() - 1) / panel.columns.size();
  BOOST_TEST(panel.values.at(70'001 / 200 / height).at(70'001 % 200 / width) == 0.0);
  for (const std::vector<double>& row : panel.values)
    for (const double value : row) BOOST_TEST(!std::isnan(value));
}

BOOST_AUTO_TEST_CASE(two_keys_are_a_map_with_the_edge_of_the_region) {
  const FigureData figure = fit_figure(area());
  BOOST_REQUIRE(figure.heat.size() == 1U);
  const HeatPanel& panel = figure.heat[0];
  BOOST_TEST(panel.rows.size() == 4U);
  BOOST_TEST(panel.columns.size() == 3U);
  BOOST_TEST(panel.values.at(1).at(1) == 1.0);
  BOOST_TEST(panel.reasons.at(3).at(1) == "no misfit");
  // Around the one point, at (4.84 - 1) / (9 - 1) of the way to its neighbours.
  BOOST_REQUIRE(panel.marks.size() == 4U);
  const auto left = std::find_if(panel.marks.begin(), panel.marks.end(),
                                 [](const HeatMark& mark) { return !mark.is_level && mark.left < 1.5; });
  BOOST_REQUIRE(left != panel.marks.end());
  BOOST_TEST(std::abs(left->left - (1.5 - 3.84 / 8.0)) <= 1e-12);
  BOOST_TEST(left->low == 1.0);
  BOOST_TEST(left->high == 2.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_fits
