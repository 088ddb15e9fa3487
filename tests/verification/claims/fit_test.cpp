// Fits over sweeps: of linear models the best values, the region and the goodness are known in closed form.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>

#include "verification/claims/fit.hpp"

namespace perpend::test::of_fits {
namespace {

constexpr double quantile_of_one = 3.841458820694124;  // of chi-squared, 0.95, one degree of freedom
constexpr double quantile_of_two = 5.991464547107979;

using Model = std::function<std::vector<double>(const std::vector<double>&)>;

std::vector<double> spaced(double first, double last, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(first + (last - first) * i / (count - 1));
  return values;
}

/// A run has the values of the model at its point as the last values of measures "0", "1", ...
SweepRecord sweep_of(const Model& model, const std::vector<std::vector<double>>& axes) {
  SweepRecord sweep;
  sweep.spec.name = "grid";
  constexpr const char* keys[] = {"a", "b"};
  for (std::size_t k = 0; k < axes.size(); ++k)
    sweep.spec.axes.push_back({.key = keys[k], .unit = {}, .values = axes[k], .words = {}});
  const std::vector<double> once{0.0};
  for (const double a : axes[0])
    for (const double b : axes.size() > 1 ? axes[1] : once) {
      SweepPoint& point = sweep.points.emplace_back();
      point.coordinates = {a};
      if (axes.size() > 1) point.coordinates.push_back(b);
      MethodRun& run = point.runs.emplace_back();
      run.method = "exact";
      run.status = RunStatus::completed;
      for (const double value : model(point.coordinates)) {
        MeasureRecord& measure = run.measures.emplace_back();
        measure.name = std::to_string(run.measures.size() - 1);
        measure.summary.final = value;
      }
    }
  return sweep;
}

/// The i-th datum: measure "i" is printed[i] with deviation[i].
FitSpec spec_of(const std::vector<double>& printed, const std::vector<double>& deviations) {
  FitSpec spec;
  spec.name = "truth";
  spec.sweep = "grid";
  for (std::size_t i = 0; i < printed.size(); ++i) {
    FitDatum& datum = spec.data.emplace_back();
    datum.name = "datum" + std::to_string(i);
    datum.value.op = ClaimExpression::Op::query;
    datum.value.query.function = "final";
    datum.value.query.measure = std::to_string(i);
    datum.value.query.method = "exact";
    datum.printed = printed[i];
    datum.deviation = deviations[i];
  }
  return spec;
}

const Model identity = [](const std::vector<double>& at) { return at; };

Interval answer_of(const FitRecord& fit, const std::string& function, const std::string& key = "") {
  ClaimQuery query;
  query.function = function;
  query.fit = fit.name;
  query.axis = key;
  const QueryAnswer answer = answer_fit(query, fit);
  BOOST_REQUIRE(std::holds_alternative<Known>(answer));
  return std::get<Known>(answer).value;
}

BOOST_AUTO_TEST_SUITE(fits)

/// y_i = c_i a: a* = sum c d/s^2 / sum c^2/s^2, and the region is a* -+ sqrt(q / sum c^2/s^2).
BOOST_AUTO_TEST_CASE(a_straight_line_has_the_region_of_its_formula) {
  const std::vector<double> slopes{1.0, 2.0, -0.5}, deviations{0.1, 0.4, 0.2}, printed{2.05, 3.9, -1.1};
  const Model model = [&](const std::vector<double>& at) {
    return std::vector<double>{slopes[0] * at[0], slopes[1] * at[0], slopes[2] * at[0]};
  };
  double weight = 0.0, moment = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    weight += slopes[i] * slopes[i] / (deviations[i] * deviations[i]);
    moment += slopes[i] * printed[i] / (deviations[i] * deviations[i]);
  }
  const double best = moment / weight, half = std::sqrt(quantile_of_one / weight), step = 0.01;
  // A grid through the best value, so that its least misfit is the true one.
  const FitSpec spec = spec_of(printed, deviations);
  const SweepRecord sweep = sweep_of(model, {spaced(best - 100 * step, best + 100 * step, 201)});
  const FitRecord fit = fit_sweep(spec, sweep);
  BOOST_TEST(fit.reason == "");
  BOOST_TEST(std::abs(fit.best.at(0) - best) <= 1e-12);
  BOOST_TEST(std::abs(fit.limit - quantile_of_one) <= 1e-12);
  BOOST_TEST(fit.degrees == 2);
  BOOST_TEST(std::abs(fit.goodness - std::exp(-0.5 * fit.least)) <= 1e-12);  // two degrees of freedom
  BOOST_REQUIRE(fit.region.size() == 1U);
  const RegionExtent& extent = fit.region[0].extents.at(0);
  // A chord of a parabola lies at most weight step^2 / 4 above it, where its slope is at least 2 weight (half - step).
  const double rounding = 0.25 * step * step / (2.0 * (half - step));
  BOOST_TEST(std::abs(extent.low - (best - half)) <= rounding);
  BOOST_TEST(std::abs(extent.high - (best + half)) <= rounding);
  BOOST_TEST((extent.low_end == RegionEnd::crossing && extent.high_end == RegionEnd::crossing));
  for (std::size_t i = 0; i < 3; ++i)
    BOOST_TEST(std::abs(fit.data[i].pull() - (slopes[i] * best - printed[i]) / deviations[i]) <= 1e-12);
  BOOST_TEST(answer_of(fit, "best", "a").lo == fit.best[0]);
  BOOST_TEST(answer_of(fit, "lowest", "a").lo == extent.low);
  BOOST_TEST(answer_of(fit, "highest", "a").hi == extent.high);
  BOOST_TEST(answer_of(fit, "misfit").lo == fit.least);
  BOOST_TEST(answer_of(fit, "goodness").lo == fit.goodness);
}

/// y = (a + b, a - b, 2 a) with deviation 1: the matrix of the normal equations is diag(6, 2), and the region an
/// ellipse of half axes sqrt(q / 6) and sqrt(q / 2).
BOOST_AUTO_TEST_CASE(two_keys_have_an_ellipse) {
  const Model model = [](const std::vector<double>& at) {
    return std::vector<double>{at[0] + at[1], at[0] - at[1], 2.0 * at[0]};
  };
  constexpr double step = 0.05;
  const SweepRecord sweep = sweep_of(model, {spaced(-3.0, 3.0, 121), spaced(4.0, -2.0, 121)});
  const FitRecord fit = fit_sweep(spec_of({1.0, -1.0, 0.0}, {1.0, 1.0, 1.0}), sweep);
  BOOST_TEST(std::abs(fit.best.at(0)) <= 1e-12);
  BOOST_TEST(std::abs(fit.best.at(1) - 1.0) <= 1e-12);
  BOOST_TEST(std::abs(fit.least) <= 1e-20);
  BOOST_TEST(std::abs(fit.limit - quantile_of_two) <= 1e-12);
  BOOST_REQUIRE(fit.region.size() == 1U);
  const double halves[] = {std::sqrt(quantile_of_two / 6.0), std::sqrt(quantile_of_two / 2.0)};
  const double centres[] = {0.0, 1.0};
  for (std::size_t k = 0; k < 2; ++k) {
    const RegionExtent& extent = fit.region[0].extents.at(k);
    // The outermost row of points lies through the centre: chords along it, as for one key.
    BOOST_TEST(std::abs(extent.low - (centres[k] - halves[k])) <= step * step);
    BOOST_TEST(std::abs(extent.high - (centres[k] + halves[k])) <= step * step);
  }
}

BOOST_AUTO_TEST_CASE(data_that_contradict_each_other_fit_badly) {
  // Both are the key: chi^2 = (a - 0)^2 + (a - d)^2 is least at d/2, d^2/2.
  const double apart = std::sqrt(2.0 * quantile_of_one);
  const Model twice = [](const std::vector<double>& at) { return std::vector<double>{at[0], at[0]}; };
  const SweepRecord sweep = sweep_of(twice, {spaced(-apart, 2.0 * apart, 301)});
  const FitRecord fit = fit_sweep(spec_of({0.0, apart}, {1.0, 1.0}), sweep);
  BOOST_TEST(std::abs(fit.best.at(0) - 0.5 * apart) <= 1e-12);
  BOOST_TEST(std::abs(fit.goodness - 0.05) <= 1e-9);
  BOOST_TEST(std::abs(fit.data[0].pull() + fit.data[1].pull()) <= 1e-12);
}

BOOST_AUTO_TEST_CASE(as_many_data_as_keys_leave_nothing_to_test) {
  const SweepRecord sweep = sweep_of(identity, {spaced(0.0, 4.0, 41)});
  const FitRecord fit = fit_sweep(spec_of({2.0}, {0.5}), sweep);
  BOOST_TEST(fit.degrees == 0);
  BOOST_TEST(std::isnan(fit.goodness));
  ClaimQuery query;
  query.function = "goodness";
  BOOST_TEST(std::holds_alternative<Unknown>(answer_fit(query, fit)));
}

BOOST_AUTO_TEST_CASE(a_region_that_reaches_the_end_of_the_grid_may_go_on) {
  const SweepRecord sweep = sweep_of(identity, {spaced(0.0, 2.0, 21)});
  const FitRecord fit = fit_sweep(spec_of({1.9}, {0.3}), sweep);
  const RegionExtent& extent = fit.region.at(0).extents.at(0);
  BOOST_TEST((extent.low_end == RegionEnd::crossing));
  BOOST_TEST((extent.high_end == RegionEnd::grid));
  BOOST_TEST(extent.high == 2.0);
  const Interval highest = answer_of(fit, "highest", "a");
  BOOST_TEST(highest.lo == 2.0);
  BOOST_TEST(std::isinf(highest.hi));
}

BOOST_AUTO_TEST_CASE(two_roots_are_two_parts_that_of_the_best_point_first) {
  const Model square = [](const std::vector<double>& at) { return std::vector<double>{at[0] * at[0] - 0.01 * at[0]}; };
  const SweepRecord sweep = sweep_of(square, {spaced(-3.0, 3.0, 601)});
  const FitRecord fit = fit_sweep(spec_of({4.0}, {0.2}), sweep);
  BOOST_REQUIRE(fit.region.size() == 2U);
  const bool is_positive = fit.best.at(0) > 0.0;
  BOOST_TEST((fit.region[0].extents[0].low > 0.0) == is_positive);
  BOOST_TEST((fit.region[1].extents[0].low > 0.0) == !is_positive);
  BOOST_TEST(answer_of(fit, "lowest", "a").lo < -1.9);
  BOOST_TEST(answer_of(fit, "highest", "a").hi > 1.9);
}

BOOST_AUTO_TEST_CASE(a_run_that_fails_has_no_misfit_and_ends_what_is_known) {
  SweepRecord sweep = sweep_of(identity, {spaced(0.0, 4.0, 41)});
  for (std::size_t i = 22; i < 41; ++i) {
    sweep.points[i].runs[0].status = RunStatus::diverged;
    sweep.points[i].runs[0].message = "joint pin came apart";
  }
  const FitRecord fit = fit_sweep(spec_of({2.0}, {0.5}), sweep);
  BOOST_TEST(fit.num_failed == 19);
  BOOST_TEST(fit.failure == "datum0: the run of exact is diverged: joint pin came apart");
  BOOST_TEST(std::isnan(fit.misfits.at(22)));
  const RegionExtent& extent = fit.region.at(0).extents.at(0);
  BOOST_TEST((extent.high_end == RegionEnd::failed));
  BOOST_TEST(std::abs(extent.high - 2.1) <= 1e-12);
  for (std::size_t i = 0; i < 22; ++i) sweep.points[i].runs[0].status = RunStatus::singular;
  const FitRecord none = fit_sweep(spec_of({2.0}, {0.5}), sweep);
  BOOST_TEST(none.reason.find("no point of sweep grid has a value of every datum") == 0U, none.reason);
  BOOST_TEST(none.region.empty());
}

BOOST_AUTO_TEST_CASE(the_order_of_the_values_means_nothing) {
  const FitSpec spec = spec_of({1.234}, {0.2});
  const SweepRecord up = sweep_of(identity, {spaced(0.0, 3.0, 31)}), down = sweep_of(identity, {spaced(3.0, 0.0, 31)});
  const FitRecord a = fit_sweep(spec, up), b = fit_sweep(spec, down);
  BOOST_TEST(std::abs(a.best[0] - b.best[0]) <= 1e-12);
  BOOST_TEST(std::abs(a.region[0].extents[0].low - b.region[0].extents[0].low) <= 1e-12);
  BOOST_TEST(std::abs(a.region[0].extents[0].high - b.region[0].extents[0].high) <= 1e-12);
}

BOOST_AUTO_TEST_CASE(what_did_not_run_is_said) {
  BOOST_TEST(fit_sweep(spec_of({1.0}, {1.0}), std::nullopt).reason == "sweep grid did not run");
  SweepRecord sweep = sweep_of(identity, {spaced(0.0, 4.0, 5)});
  sweep.points.pop_back();
  BOOST_TEST(fit_sweep(spec_of({1.0}, {1.0}), sweep).reason == "only 4 of 5 points of sweep grid ran");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_fits
