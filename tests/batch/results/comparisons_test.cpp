// Work and precision: medians over problems, and the front of the settings that no other beats.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>

#include "batch/results/comparisons.hpp"
#include "batch/results/file.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_comparisons {
namespace {

using batch::Comparison;
using batch::comparisons_of;

/// Settings are methods with a step and a gain; a length is a problem.
const std::string three_keys =
    "measure energy = energy_error\n"
    "sweep all { step = [4, 2, 1] ms; alpha = [1, 2, 3]/s; length = [0.25, 0.5, 1, 2] m }";

struct Numbers {
  double error, work;
};
using Settings = std::map<std::vector<double>, std::vector<Numbers>>;  ///< of method, step and gain

/// Small whole numbers, so that there are ties; some runs fail, have no error or cost nothing.
MethodRun random_run(Random& random, const std::string& method) {
  MethodRun run;
  run.method = method;
  run.status = random.below(40) == 0 ? RunStatus::diverged : RunStatus::completed;
  run.cost.solves = random.below(60) == 0 ? 0 : 1 + random.below(9);
  run.cost.seconds = random.uniform(1.0, 2.0);
  MeasureRecord energy{.name = "energy", .text = "energy_error", .unit = {"J", {}, 1.0}, .summary = {}, .values = {}};
  energy.summary.max = random.below(60) == 0 ? not_a_number : random.below(9);
  energy.summary.min = -random.below(9);
  run.measures.push_back(energy);
  return run;
}

/// A file with such runs at all points, and what the settings had where they came to their end.
Settings fill(const Planned& planned, batch::StudyFile& file, Random& random) {
  Settings settings;
  for (std::int64_t i = 0; i < planned.plan().num_points(); ++i) {
    const batch::PlannedPoint point = planned.plan().point(i);
    std::vector<batch::StudyFile::Result> results;
    for (std::size_t m = 0; m < 2; ++m) {
      MethodRun run = random_run(random, planned.plan().sweeps()[0].methods[m]);
      const MeasureSummary& s = run.measures[0].summary;
      const double error = std::max(std::abs(s.max), std::abs(s.min));
      auto& own = settings[{static_cast<double>(m), point.values.coordinates[0], point.values.coordinates[1]}];
      if (run.status == RunStatus::completed && !std::isnan(s.max) && error > 0.0 && run.cost.solves > 0)
        own.push_back({error, static_cast<double>(run.cost.solves)});
      results.push_back(
          {.run = point.first_run + static_cast<std::int64_t>(m), .method = m, .key = {}, .record = std::move(run)});
    }
    file.add(point, results);
  }
  return settings;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t n = values.size();
  return 0.5 * (values[(n - 1) / 2] + values[n / 2]);
}

BOOST_AUTO_TEST_SUITE(comparisons)

BOOST_AUTO_TEST_CASE(the_front_is_what_nothing_is_better_than) {
  Random random(11);
  const Planned planned(swept_pendulum(three_keys));
  int num_on_front = 0, num_tied = 0;
  for (int trial = 0; trial < 30; ++trial) {
    const TemporaryFolder folder;
    batch::StudyFile file(folder.at("study.sqlite"), planned.plan(), {}, "a test");
    std::map<std::vector<double>, Numbers> expected;
    for (const auto& [setting, runs] : fill(planned, file, random)) {
      if (runs.size() != 4) continue;  // it failed somewhere
      std::vector<double> errors, works;
      for (const Numbers& one : runs) errors.push_back(one.error), works.push_back(one.work);
      expected[setting] = {median(errors), median(works)};
    }
    file.commit();
    batch::Database database(folder.at("study.sqlite"), batch::Access::read);
    batch::Query rows(database, "SELECT method, step, alpha, error, work, on_front FROM work_all");
    std::size_t count = 0;
    while (rows.step()) {
      ++count;
      const auto own = expected.find({rows.text(0) == "held" ? 0.0 : 1.0, rows.number(1), rows.number(2)});
      BOOST_REQUIRE((own != expected.end()));
      const double error = own->second.error, work = own->second.work;
      BOOST_TEST(rows.number(3) == error);
      BOOST_TEST(rows.number(4) == work);
      const bool is_beaten = std::any_of(expected.begin(), expected.end(), [&](const auto& other) {
        const auto [e, w] = other.second;
        return e <= error && w <= work && (e < error || w < work);
      });
      BOOST_TEST((rows.whole(5) != 0) == !is_beaten);
      num_on_front += is_beaten ? 0 : 1;
      num_tied += static_cast<int>(std::count_if(expected.begin(), expected.end(), [&](const auto& other) {
        return !is_beaten && other.first != own->first && other.second.error == error && other.second.work == work;
      }));
    }
    BOOST_TEST(count == expected.size());
  }
  BOOST_TEST(num_on_front > 30);
  BOOST_TEST(num_tied > 0);  // equals are on it together
}

BOOST_AUTO_TEST_CASE(a_figure_of_the_scene_says_what_the_error_is) {
  const Planned planned(
      swept_pendulum("measure energy = energy_error\nsweep order { step = [4, 2] ms }\n"
                     "figure f { kind = work_precision; y = drift; sweep = order; x = factorizations; reduce = final; "
                     "methods = held }"));
  const auto all = comparisons_of(planned.plan());
  BOOST_REQUIRE(all.size() == 1U);
  BOOST_TEST(all[0].measure == "drift");
  BOOST_TEST(all[0].reduction == "final");
  BOOST_TEST(all[0].cost == "factorizations");
  BOOST_TEST((all[0].methods == std::vector<std::string>{"held"}));
  BOOST_TEST(all[0].taken == "by figure f");
}

BOOST_AUTO_TEST_CASE(without_a_figure_the_first_kind_of_error_that_is_recorded_is_taken) {
  const auto measure_of = [](const std::string& more) {
    const Planned planned(swept_pendulum(more));
    const auto all = comparisons_of(planned.plan());
    return all.empty() ? "" : all[0].measure;
  };
  const std::string order = "sweep order { step = [4, 2] ms }\n", energy = "measure energy = energy_error\n",
                    position = "measure position = reference_error(bob)\n";
  BOOST_TEST(measure_of(order) == "drift");
  BOOST_TEST(measure_of(order + energy) == "energy");
  // Not recorded unless it is asked for: a reference costs more than all methods together.
  BOOST_TEST(measure_of(order + energy + position) == "energy");
  BOOST_TEST(measure_of(order + energy + position +
                        "claim c { value = order(position, held, over: order.step); in = [0, 9] }") == "position");
  // A map of gains is no comparison of steps.
  BOOST_TEST(measure_of("sweep map { alpha = [1, 2]/s; length = [1, 2] m }") == "");
}

BOOST_AUTO_TEST_CASE(keys_that_change_the_world_make_problems) {
  const Planned grid(swept_pendulum(three_keys));
  BOOST_REQUIRE(comparisons_of(grid.plan()).size() == 1U);
  BOOST_TEST(comparisons_of(grid.plan())[0].settings == 9);
  BOOST_TEST(comparisons_of(grid.plan())[0].problems == 4);
  const Planned zipped(swept_pendulum("sweep all { step = [4, 2, 4, 2] ms; length = [1, 1, 2, 2] m; combine = zip }"));
  BOOST_TEST(comparisons_of(zipped.plan())[0].settings == 2);
  BOOST_TEST(comparisons_of(zipped.plan())[0].problems == 2);
}

BOOST_AUTO_TEST_CASE(a_tolerance_is_weighed_against_iterations_too) {
  const Planned planned(
      swept_pendulum("param close = 1e-9 m\nmethod exact = ggl(tolerance: close)\n"
                     "sweep all { close = [1e-6, 1e-9] m; methods = exact }"));
  const auto all = comparisons_of(planned.plan());
  BOOST_REQUIRE(all.size() == 2U);
  BOOST_TEST(all[0].cost == "solves");
  BOOST_TEST(all[1].cost == "iterations");
}

/// Two sweeps whose views SQL would take for one.
BOOST_AUTO_TEST_CASE(every_sweep_has_views_of_its_own) {
  const Planned planned(
      swept_pendulum("sweep order { step = [4, 2] ms }\nsweep Order { step = [4, 1] ms }\n"
                     "sweep seconds_order { step = [2, 1] ms }"));
  const TemporaryFolder folder;
  batch::StudyFile file(folder.at("study.sqlite"), planned.plan(), {}, "a test");
  batch::Database database(folder.at("study.sqlite"), batch::Access::read);
  batch::Query views(database,
                     "SELECT COUNT(DISTINCT name) FROM sqlite_master WHERE type = 'view' AND name LIKE 'work%'");
  BOOST_TEST(views.step());
  BOOST_TEST(views.whole(0) == 6);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_comparisons
