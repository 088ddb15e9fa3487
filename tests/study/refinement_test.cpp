// Refinement of sweeps: what is halved contains every change that its ends show, whatever changes where.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "study/sweeps/refinement.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_refinement {
namespace {

SweepAxis axis_of(const char* key, std::vector<double> values) {
  return {.key = key, .unit = {"m", {}, 1.0}, .values = std::move(values), .words = {}};
}

/// Between 2 and 4 values on each of three axes, the refined one ascending or descending; `width` between neighbours.
SweepSpec random_sweep(Random& random, int halvings) {
  SweepSpec sweep;
  for (const char* key : {"a", "b", "c"}) {
    std::vector<double> values{random.uniform(-1.0, 1.0)};
    const double direction = random.uniform(-1.0, 1.0) < 0.0 ? -1.0 : 1.0;
    for (int i = 1 + static_cast<int>(random.uniform(0.0, 2.99)); i > 0; --i)
      values.push_back(values.back() + direction * random.uniform(0.5, 1.0));
    sweep.axes.push_back(axis_of(key, values));
  }
  SweepRefinement refinement;
  refinement.axis = static_cast<std::size_t>(random.uniform(0.0, 2.99));
  refinement.most_halvings = halvings;
  refinement.tolerance = std::ldexp(1.0, -halvings);
  sweep.refinement = refinement;
  return sweep;
}

BOOST_AUTO_TEST_SUITE(refinement)

BOOST_AUTO_TEST_CASE(lines_and_places_number_the_grid_once) {
  Random random(3);
  for (int trial = 0; trial < 50; ++trial) {
    const SweepSpec sweep = random_sweep(random, 3);
    const RefinedLines lines(sweep);
    const std::size_t axis = sweep.refinement->axis;
    std::set<std::int64_t> seen;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
      const GridPoint first = lines.point(lines.grid_index(line, 0));
      for (std::int64_t place = 0; place < lines.length(); ++place) {
        seen.insert(lines.grid_index(line, place));
        GridPoint point = lines.point(lines.grid_index(line, place));
        BOOST_TEST(point.coordinates[axis] == sweep.axes[axis].values[static_cast<std::size_t>(place)]);
        point.coordinates[axis] = first.coordinates[axis];
        BOOST_TEST((point.coordinates == first.coordinates));
      }
    }
    BOOST_TEST(seen.size() == grid_size(sweep));
    BOOST_TEST((*seen.begin() == 0 && *seen.rbegin() + 1 == static_cast<std::int64_t>(grid_size(sweep))));
  }
}

/// Neighbouring doubles near 1e9 are 1.2e-7 apart: wider than the tolerance, and nothing lies between them.
BOOST_AUTO_TEST_CASE(an_interval_that_cannot_be_halved_is_short) {
  SweepSpec sweep;
  sweep.axes.push_back(axis_of("a", {1e9, 1e9 + 1e-6}));
  sweep.refinement.emplace().tolerance = 1e-7;
  sweep.refinement->most_halvings = 4;
  const RefinedLines lines(sweep);
  for (const double change : {1e9, 1e9 + 3e-7, 1e9 + 8e-7}) {
    const auto found = lines.refine(
        0, [&](std::int64_t index) { return lines.point(index).coordinates[0] > change ? "above" : "below"; });
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST((found[0].low <= change && change < found[0].high));
    BOOST_TEST(short_width(*sweep.refinement).holds(found[0].low, found[0].high));
  }
  BOOST_TEST(!short_width(*sweep.refinement).holds(1e9, 1e9 + 1e-6));
}

/// Outcomes change at random places of each line, as often as they like.
BOOST_AUTO_TEST_CASE(intervals_are_short_and_their_ends_differ) {
  Random random(5);
  constexpr int halvings = 7;
  for (int trial = 0; trial < 50; ++trial) {
    const SweepSpec sweep = random_sweep(random, halvings);
    const RefinedLines lines(sweep);
    const std::size_t axis = sweep.refinement->axis;
    const double frequency = random.uniform(0.1, 3.0), phase = random.uniform(0.0, 6.0);
    const auto outcome_at = [&](double value) {
      return std::string(1,
                         static_cast<char>('a' + static_cast<int>(1.5 + 1.49 * std::sin(frequency * value + phase))));
    };
    std::set<std::int64_t> made;
    for (std::int64_t line = 0; line < lines.count(); ++line) {
      double at = 0.0;  // the ends of what is left, from the first value of the line to the last one
      std::string last;
      std::size_t num_seen = 0;
      const auto found = lines.refine(line, [&](std::int64_t index) {
        const GridPoint point = lines.point(index);
        const bool is_new = made.insert(index).second;
        BOOST_TEST(is_new);
        BOOST_TEST(index < lines.end_index());
        if (index >= static_cast<std::int64_t>(grid_size(sweep))) {
          BOOST_TEST(index >= lines.first_index(line));
          BOOST_TEST(index < lines.first_index(line + 1));
          ++num_seen;
        }
        at = point.coordinates[axis];
        return last = outcome_at(at);
      });
      for (const SweepBoundary& boundary : found) {
        BOOST_TEST(boundary.low < boundary.high);
        BOOST_TEST(boundary.high - boundary.low <= sweep.refinement->tolerance * (1.0 + 1e-9));
        BOOST_TEST(boundary.below == outcome_at(boundary.low));
        BOOST_TEST(boundary.above == outcome_at(boundary.high));
        BOOST_TEST(boundary.below != boundary.above);
      }
      BOOST_TEST(num_seen <= found.size() * halvings);
      // Each pair of neighbours of the grid that differ has a change between them.
      const std::vector<double>& values = sweep.axes[axis].values;
      for (std::size_t i = 1; i < values.size(); ++i) {
        if (outcome_at(values[i - 1]) == outcome_at(values[i])) continue;
        const double low = std::min(values[i - 1], values[i]), high = std::max(values[i - 1], values[i]);
        BOOST_TEST(std::any_of(found.begin(), found.end(),
                               [&](const SweepBoundary& one) { return one.low >= low && one.high <= high; }));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_has_no_outcome_is_not_halved) {
  Random random(7);
  const SweepSpec sweep = random_sweep(random, 5);
  const RefinedLines lines(sweep);
  int asked = 0;
  BOOST_TEST(
      lines.refine(0, [&](std::int64_t) { return ++asked % 2 == 0 ? std::string() : std::to_string(asked); }).empty());
  BOOST_TEST(asked == lines.length());
}

BOOST_AUTO_TEST_CASE(runs_have_the_outcomes_that_are_asked_for) {
  MethodRun run;
  run.status = RunStatus::diverged;
  run.certificates.resize(2);
  run.certificates[0].kind = "rank";
  run.certificates[0].proved = 3;
  run.certificates[1].kind = "spectral_radius";
  run.certificates[1].proved = run.certificates[1].refuted = 1;
  SweepRefinement by;
  BOOST_TEST(refined_outcome(by, run) == "diverged");
  by.outcome = RefinedOutcome::completion;
  BOOST_TEST(refined_outcome(by, run) == "not completed");
  by.outcome = RefinedOutcome::certificate;
  by.certificate = "spectral_radius";
  BOOST_TEST(refined_outcome(by, run) == "refuted");
  by.certificate = "rank";
  BOOST_TEST(refined_outcome(by, run) == "proved");
  by.certificate = "reference";
  BOOST_TEST(refined_outcome(by, run) == "");
  run.stopped_by = StopReason::time_limit;
  by.outcome = RefinedOutcome::status;
  BOOST_TEST(refined_outcome(by, run) == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_refinement
