// Claims about all points of a sweep: shares, quantiles and means of known samples, and what they say of more than the
// sample.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "tests/support/random.hpp"
#include "verification/claims/claim_points.hpp"

namespace perpend::test::of_claim_points {
namespace {

MethodRun run_with(double drift, RunStatus status = RunStatus::completed) {
  MethodRun run;
  run.method = "post";
  run.status = status;
  MeasureRecord measure;
  measure.name = "drift";
  measure.unit = {"mm", dimension::length, 1e-3};
  measure.summary.max = measure.summary.final = drift;
  run.measures.push_back(measure);
  return run;
}

/// Drifts 1, 2, ..., n mm at the points of a sweep of `seed`.
SweepRecord sweep_of(int n) {
  SweepRecord sweep;
  sweep.spec.name = "seeds";
  sweep.spec.axes.push_back({.key = "seed", .unit = {}, .values = {}, .words = {}});
  for (int i = 1; i <= n; ++i) {
    sweep.spec.axes[0].values.push_back(i);
    sweep.points.push_back({{static_cast<double>(i)}, {run_with(1e-3 * i)}});
  }
  return sweep;
}

ClaimQuery query_of(const std::string& function) {
  ClaimQuery query;
  query.function = function;
  query.measure = "drift";
  query.method = "post";
  query.sweep = "seeds";
  query.condition = MeasureCondition{"drift", Comparison::less, 0.0805};
  return query;
}

Known known_of(const ClaimQuery& query, const SweepRecord& sweep) {
  const QueryAnswer answer = answer_points(query, sweep);
  BOOST_REQUIRE(std::holds_alternative<Known>(answer));
  return std::get<Known>(answer);
}

Interval value_of(const ClaimQuery& query, const SweepRecord& sweep) {
  return known_of(query, sweep).value;
}

bool is_known(const ClaimQuery& query, const SweepRecord& sweep) {
  return std::holds_alternative<Known>(answer_points(query, sweep));
}

BOOST_AUTO_TEST_SUITE(claim_points)

/// As from a file: each point is there while it is seen, and no longer.
BOOST_AUTO_TEST_CASE(points_that_come_one_after_the_other_have_the_same_answers) {
  SweepRecord sweep = sweep_of(101);
  sweep.points[7].runs[0] = run_with(1.0, RunStatus::diverged);
  std::size_t num_seen = 0;
  const SweepView passing(sweep.spec, sweep.boundaries, [&](const SweepView::See& see) {
    for (const SweepPoint& point : sweep.points) {
      const SweepPoint copy = point;
      ++num_seen;
      if (!see(copy)) return;
    }
  });
  for (const char* function : {"median", "quantile", "fraction"}) {
    const ClaimQuery query = query_of(function);
    const QueryAnswer answer = answer_points(query, passing);
    BOOST_REQUIRE(std::holds_alternative<Known>(answer));
    const Known there = std::get<Known>(answer), here = known_of(query, sweep);
    BOOST_TEST(there.value.lo == here.value.lo);
    BOOST_TEST(there.value.hi == here.value.hi);
    BOOST_TEST(there.proof == here.proof);
  }
  BOOST_TEST(num_seen == 303U);
  ClaimContext context;
  context.sweeps = {passing};
  ClaimQuery first = query_of("max");
  first.point = {{"seed", 3.0}};
  const QueryAnswer answer = answer_query(first, context);
  BOOST_TEST(std::get<Known>(answer).value.hi == 3e-3);
  BOOST_TEST(num_seen == 306U);  // no further
}

BOOST_AUTO_TEST_CASE(a_sample_has_its_shares_quantiles_and_mean) {
  const SweepRecord sweep = sweep_of(100);
  BOOST_TEST(value_of(query_of("fraction"), sweep).lo == 0.8);
  BOOST_TEST(std::abs(value_of(query_of("median"), sweep).lo - 0.0505) <= 1e-15);
  BOOST_TEST(std::abs(value_of(query_of("average"), sweep).lo - 0.0505) <= 1e-15);
  ClaimQuery query = query_of("quantile");
  query.share = 0.9;
  BOOST_TEST(std::abs(value_of(query, sweep).lo - 0.0901) <= 1e-15);
  query.point = {{"seed", 7.0}};
  BOOST_TEST(value_of(query, sweep).lo == 7e-3);
}

BOOST_AUTO_TEST_CASE(a_run_without_a_value_is_named_by_its_point) {
  SweepRecord sweep = sweep_of(10);
  sweep.spec.axes.push_back({.key = "law", .unit = {}, .values = {1.0, 2.0}, .words = {"newton", "poisson"}});
  sweep.spec.axes.back().is_of_words = true;
  for (SweepPoint& point : sweep.points) point.coordinates.push_back(2.0);
  sweep.points[6].runs[0] = run_with(1.0, RunStatus::diverged);
  const auto words_of = [&](const char* function) {
    const QueryAnswer answer = answer_points(query_of(function), sweep);
    const auto* known = std::get_if<Known>(&answer);
    return known != nullptr ? known->proof : std::get<Unknown>(answer).reason;
  };
  for (const char* function : {"median", "average"})
    BOOST_TEST(words_of(function).find("at seed = 7, law = poisson, is diverged") != std::string::npos,
               words_of(function));
  sweep = sweep_of(3);
  sweep.points[1].runs[0].measures.clear();
  BOOST_TEST(words_of("fraction").find(", at seed = 2") != std::string::npos, words_of("fraction"));
}

/// Published values: [ClopperPearson34] for 8 of 10; ranks 40 and 61 of 100 for the median.
BOOST_AUTO_TEST_CASE(a_confidence_widens_a_value_to_what_the_points_were_drawn_from) {
  ClaimQuery query = query_of("fraction");
  query.condition->threshold = 0.0085;
  query.confidence = 0.95;
  const Interval share = value_of(query, sweep_of(10));
  BOOST_TEST(std::abs(share.lo - 0.4439) <= 5e-5);
  BOOST_TEST(std::abs(share.hi - 0.9748) <= 5e-5);
  BOOST_TEST(known_of(query, sweep_of(10)).estimate.value() == 0.8);
  query = query_of("median");
  query.confidence = 0.95;
  const Interval middle = value_of(query, sweep_of(100));
  BOOST_TEST(middle.lo == 40 * 1e-3);
  BOOST_TEST(middle.hi == 61 * 1e-3);
  ClaimQuery alone = query;
  alone.confidence.reset();
  BOOST_TEST(known_of(query, sweep_of(100)).estimate.value() == value_of(alone, sweep_of(100)).lo);
  BOOST_TEST(!known_of(alone, sweep_of(100)).estimate);
  // Five values say nothing of a median with so much confidence.
  const Interval few = value_of(query, sweep_of(5));
  BOOST_TEST((std::isinf(few.lo) && std::isinf(few.hi)));
}

BOOST_AUTO_TEST_CASE(none_and_all_leave_one_end_open_to_chance) {
  for (const std::size_t n : {1U, 10U, 100U}) {
    BOOST_TEST(fraction_interval(0, n, 0.9).first == 0.0);
    BOOST_TEST(fraction_interval(n, n, 0.9).second == 1.0);
    // (1 - p)^n = 0.05.
    BOOST_TEST(std::abs(fraction_interval(0, n, 0.9).second - (1.0 - std::pow(0.05, 1.0 / static_cast<double>(n)))) <=
               1e-12);
  }
}

std::string reason_of(const ClaimQuery& query, const SweepRecord& sweep) {
  return std::get<Known>(answer_points(query, sweep)).proof;
}

/// A list of masses is no sample of anything; seeds and drawn values are.
BOOST_AUTO_TEST_CASE(only_a_random_sample_speaks_of_more_than_its_runs) {
  for (const char* function : {"median", "fraction", "average"}) {
    SweepRecord sweep = sweep_of(10);
    const ClaimQuery query = query_of(function);
    const auto speaks = [&] {
      const std::string reason = reason_of(query, sweep);
      return reason.find("confidence") != std::string::npos || reason.find("standard error") != std::string::npos;
    };
    BOOST_TEST(speaks());
    sweep.spec.axes[0].key = "mass";
    BOOST_TEST(!speaks());
    BOOST_TEST(reason_of(query, sweep).find("10 runs") != std::string::npos);
    sweep.spec.design = SweepDesign::spread;
    BOOST_TEST(!speaks());
    sweep.spec.design = SweepDesign::drawn;
    BOOST_TEST(speaks());
  }
}

/// Over seeds and masses runs are a sample once the mass is chosen.
BOOST_AUTO_TEST_CASE(a_grid_of_seeds_is_a_sample_at_each_point_of_its_other_keys) {
  SweepSpec sweep;
  sweep.axes = {{"seed", {}, {1.0, 2.0, 3.0}, {}}, {"mass", {}, {1.0, 2.0}, {}}};
  BOOST_TEST(!is_random_sample(sweep, {}));
  BOOST_TEST(is_random_sample(sweep, {{"mass", 2.0}}));
  BOOST_TEST(!is_random_sample(sweep, {{"seed", 2.0}}));
  sweep.axes[1].values = {1.0};
  BOOST_TEST(is_random_sample(sweep, {}));
}

BOOST_AUTO_TEST_CASE(intervals_contain_the_truth_as_often_as_they_say) {
  Random random(11);
  constexpr int trials = 400, n = 40;
  int shares = 0, medians = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(random.uniform(0.0, 1.0));
    std::sort(values.begin(), values.end());
    const auto below = static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), 0.3) - values.begin());
    const auto [low, high] = fraction_interval(below, n, 0.9);
    shares += low <= 0.3 && 0.3 <= high ? 1 : 0;
    const auto [first, last] = quantile_ranks(n, 0.5, 0.9);
    medians += values[first - 1] <= 0.5 && 0.5 <= values[last - 1] ? 1 : 0;
  }
  // 90 % at least; four standard deviations of 400 trials below that are 84 %.
  BOOST_TEST(shares >= 336);
  BOOST_TEST(medians >= 336);
}

/// 1, 2, ..., 10 mm, of which 4 mm is lost: sorted, it may be the first or the last.
BOOST_AUTO_TEST_CASE(a_few_runs_that_fail_leave_a_quantile_enclosed) {
  SweepRecord sweep = sweep_of(10);
  sweep.points[3].runs[0] = run_with(1.0, RunStatus::diverged);
  BOOST_TEST(value_of(query_of("fraction"), sweep).lo == 0.9);
  const Interval middle = value_of(query_of("median"), sweep);
  BOOST_TEST(std::abs(middle.lo - 5.5e-3) <= 1e-15);
  BOOST_TEST(std::abs(middle.hi - 6.5e-3) <= 1e-15);
  BOOST_TEST(reason_of(query_of("median"), sweep).find("1 of them has no value") != std::string::npos);
  BOOST_TEST(!is_known(query_of("average"), sweep));
  ClaimQuery query = query_of("quantile");
  query.share = 0.95;
  BOOST_TEST(value_of(query, sweep).lo > 9e-3);
  BOOST_TEST(std::isinf(value_of(query, sweep).hi));
  // The enclosure has what any value in the place of the lost one would give.
  for (double drift = 0.0; drift < 12e-3; drift += 0.5e-3) {
    SweepRecord known = sweep;
    known.points[3].runs[0] = run_with(drift);
    const double value = value_of(query_of("median"), known).lo;
    BOOST_TEST((middle.lo <= value && value <= middle.hi), drift);
  }
  for (int i = 0; i < 6; ++i) sweep.points[static_cast<std::size_t>(i)].runs[0] = run_with(1.0, RunStatus::diverged);
  BOOST_TEST(!is_known(query_of("median"), sweep));
}

BOOST_AUTO_TEST_CASE(a_run_that_diverges_as_expected_is_above_what_it_had) {
  SweepRecord sweep = sweep_of(10);
  sweep.points[3].runs[0] = run_with(1.0, RunStatus::diverged);
  sweep.points[3].runs[0].expect = ExpectedOutcome::diverges;
  const Interval middle = value_of(query_of("median"), sweep);
  BOOST_TEST((middle.lo == middle.hi && middle.lo > 0.0055 && middle.lo < 0.0075));
  BOOST_TEST(std::isinf(value_of(query_of("average"), sweep).hi));
}

BOOST_AUTO_TEST_CASE(a_run_without_an_end_counts_either_way) {
  SweepRecord sweep = sweep_of(10);
  ClaimQuery query = query_of("fraction");
  query.condition->threshold = 0.0085;
  for (const int i : {2, 9}) {
    sweep.points[static_cast<std::size_t>(i)].runs[0].status = RunStatus::interrupted;
    sweep.points[static_cast<std::size_t>(i)].runs[0].stopped_by = StopReason::time_limit;
  }
  const Interval share = value_of(query, sweep);
  BOOST_TEST((share.lo == 0.7 && share.hi == 0.9));
  BOOST_TEST(reason_of(query, sweep).find("7 to 9 of 10 runs; 2 of them have no end") != std::string::npos);
  query.confidence = 0.95;
  const Interval probability = value_of(query, sweep);
  BOOST_TEST(probability.lo == fraction_interval(7, 10, 0.95).first);
  BOOST_TEST(probability.hi == fraction_interval(9, 10, 0.95).second);
  BOOST_TEST(!is_known(query_of("average"), sweep));
}

BOOST_AUTO_TEST_CASE(a_run_that_is_not_there_leaves_the_claim_open) {
  for (const char* function : {"median", "fraction", "average"}) {
    SweepRecord sweep = sweep_of(10);
    sweep.points[3].runs[0].stopped_by = StopReason::signal;
    BOOST_TEST(!is_known(query_of(function), sweep));
    sweep.points[3].runs.clear();
    BOOST_TEST(!is_known(query_of(function), sweep));
  }
}

BOOST_AUTO_TEST_CASE(what_a_refinement_added_is_no_part_of_the_sample) {
  SweepRecord sweep = sweep_of(10);
  sweep.spec.refinement = SweepRefinement{};
  sweep.points.push_back({{3.5}, {run_with(1.0)}});
  BOOST_TEST(value_of(query_of("fraction"), sweep).lo == 1.0);
  sweep.boundaries.push_back(
      {.method = "post", .coordinates = {3.5}, .low = 3.5, .high = 4.0, .below = "a", .above = "b"});
  ClaimQuery query = query_of("boundary");
  const QueryAnswer one = answer_boundary(query, sweep);
  BOOST_REQUIRE(std::holds_alternative<Known>(one));
  BOOST_TEST((std::get<Known>(one).value.lo == 3.5 && std::get<Known>(one).value.hi == 4.0));
  sweep.boundaries.push_back(sweep.boundaries.back());
  BOOST_TEST(std::holds_alternative<Unknown>(answer_boundary(query, sweep)));
  sweep.boundaries.clear();
  BOOST_TEST(std::holds_alternative<Unknown>(answer_boundary(query, sweep)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_claim_points
