// Statistics over a sweep in figures: known samples at each value of x.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "reports/figures/figure_script.hpp"
#include "reports/figures/figure_series.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_statistics {
namespace {

/// Largest drift of run (g, k): g k mm, with k = 1, ..., 5.
ExperimentRecord record_of_grid() {
  ExperimentRecord record = sample_record(40);
  SweepRecord& sweep = record.sweeps[0];
  const MethodRun run = sweep.points[0].runs[0];
  sweep.spec.axes = {{"g", {"m/s^2", dimension::acceleration, 1.0}, {10.0, 1.0}, {"10", "1"}},
                     {"k", {}, {1.0, 2.0, 3.0, 4.0, 5.0}, {"1", "2", "3", "4", "5"}}};
  sweep.points.clear();
  for (const double g : sweep.spec.axes[0].values)
    for (const double k : sweep.spec.axes[1].values) {
      SweepPoint& point = sweep.points.emplace_back(SweepPoint{{g, k}, {run}});
      point.runs[0].measures[0].summary.max = 1e-3 * g * k;
    }
  return record;
}

ClaimQuery query_of(const std::string& function) {
  ClaimQuery query;
  query.function = function;
  query.measure = "drift";
  query.sweep = "gravity";
  query.condition = MeasureCondition{"drift", Comparison::less, 3.5e-3, "drift < 3.5 mm"};
  return query;
}

FigureData figure_of(const std::vector<ClaimQuery>& queries, const ExperimentRecord& record) {
  FigureSpec spec;
  spec.name = "statistics";
  spec.x = "g";
  spec.sweep = "gravity";
  spec.statistics = queries;
  spec.y.assign(queries.size(), "drift");
  return figure_data(spec, record);
}

const auto each = boost::test_tools::per_element();

BOOST_AUTO_TEST_SUITE(statistics_of_sweeps)

BOOST_AUTO_TEST_CASE(a_median_stands_at_each_value_of_x_between_its_quartiles) {
  const FigureData figure = figure_of({query_of("median")}, record_of_grid());
  BOOST_REQUIRE(figure.curves.size() == 1U);
  const Curve& curve = figure.curves[0];
  BOOST_TEST(curve.x == (std::vector<double>{1, 10}), each);
  const auto close = [](double value, double wanted) { return std::abs(value - wanted) <= 1e-12 * wanted; };
  BOOST_TEST((close(curve.y[0], 3) && close(curve.y[1], 30)));      // mm
  BOOST_TEST((close(curve.low[0], 2) && close(curve.high[0], 4)));  // of 1, 2, 3, 4, 5
  BOOST_TEST((close(curve.low[1], 20) && close(curve.high[1], 40)));
  BOOST_TEST(figure.y_label == "median and quartiles of max of drift [mm]");
  BOOST_TEST(figure_script(figure, {}, "svg").find("using 1:3:4 with filledcurves") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(quantiles_averages_and_shares_have_no_band_and_shares_an_axis_of_their_own) {
  std::vector<ClaimQuery> queries{query_of("quantile"), query_of("average"), query_of("fraction")};
  queries[0].share = 0.75;
  const FigureData figure = figure_of(queries, record_of_grid());
  BOOST_REQUIRE(figure.curves.size() == 3U);
  BOOST_TEST(std::abs(figure.curves[0].y[0] - 4) <= 1e-12);
  BOOST_TEST(std::abs(figure.curves[1].y[1] - 30) <= 1e-11);
  BOOST_TEST(figure.curves[2].y == (std::vector<double>{0.6, 0.0}), each);  // 1, 2, 3 of 5 lie below 3.5 mm
  BOOST_TEST((figure.curves[1].axis == 0U && figure.curves[2].axis == 1U));
  for (const Curve& curve : figure.curves) BOOST_TEST(curve.low.empty());
  BOOST_TEST(figure.curves[2].label.ends_with("share of runs with max of drift < 3.5 mm"), figure.curves[2].label);
}

BOOST_AUTO_TEST_CASE(chosen_keys_take_part_of_the_points_and_a_method_its_own_curve) {
  ClaimQuery query = query_of("median");
  query.point = {{"k", 4.0}};
  BOOST_TEST(std::abs(figure_of({query}, record_of_grid()).curves.at(0).y[0] - 4) <= 1e-12);
  query.method = "baumgarte_50";  // which no point of this sweep ran
  BOOST_TEST(figure_of({query}, record_of_grid()).curves.empty());
}

BOOST_AUTO_TEST_CASE(a_run_that_did_not_complete_leaves_a_hole_and_counts_in_no_share) {
  ExperimentRecord record = record_of_grid();
  record.sweeps[0].points[5].runs[0].status = RunStatus::diverged;  // g = 1, k = 1
  const FigureData figure = figure_of({query_of("median")}, record);
  BOOST_TEST((std::isnan(figure.curves.at(0).y[0]) && !std::isnan(figure.curves[0].y[1])));
  BOOST_TEST(figure.notes.at(0).find("no point at g = 1 m/s^2: not every run completed") != std::string::npos,
             figure.notes.at(0));
  BOOST_TEST(figure_of({query_of("fraction")}, record).curves.at(0).y[0] == 0.4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_statistics
