// Samples of a study are what its file has, in every order that a page asks for.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>

#include "batch/page/samples.hpp"
#include "tests/batch/kept_study.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_samples {
namespace {

using batch::Database;
using batch::SampleOrder;
using batch::Samples;

struct Kept {
  std::int64_t run = 0;
  double alpha = 0.0, length = 0.0, largest = 0.0;
};

constexpr const char* put_run =
    "INSERT INTO runs SELECT ?, 0, ?, 'held', ?, 1, 1, '', 0.005, 10, 10, 10, 10, hex(zeroblob(32)), 0";
constexpr const char* put_measure = "INSERT INTO run_measures VALUES (?, 'drift', ?, 0, 0, 0, 0, 0, NULL, NULL)";

/// With ties, and runs that failed or whose measure has no value.
std::vector<Kept> fill(Database& file, int num_runs) {
  Random random(2);
  batch::Query point(file, "INSERT INTO points VALUES (0, ?, ?, ?)"), run(file, put_run), measure(file, put_measure);
  std::vector<Kept> kept;
  for (int i = 0; i < num_runs; ++i) {
    const Kept one{i, 1.0 + random.below(9), random.uniform(1.0, 2.0), 1e-6 * random.below(30)};
    point.bind(i, 0, one.alpha).run();
    point.bind(i, 1, one.length).run();
    run.bind(i, i, i % 7 == 3 ? "diverged" : "completed").run();
    constexpr double none = std::numeric_limits<double>::quiet_NaN(), endless = std::numeric_limits<double>::infinity();
    measure.bind(i, i % 11 == 5 ? none : i % 11 == 6 ? endless : one.largest).run();
    if (i % 7 != 3 && i % 11 != 5 && i % 11 != 6) kept.push_back(one);
  }
  return kept;
}

/// `most_held`: none are held, or all.
void expect_every_order_is_that_of_a_sort(std::size_t most_held) {
  constexpr int num_runs = 500;
  const TemporaryFolder folder;
  std::vector<Kept> kept;
  const std::string path = kept_study(folder, num_runs, [&](Database& file) { kept = fill(file, num_runs); });
  Database file(path, batch::Access::read);
  const std::vector<batch::Sweep> sweeps = batch::sweeps_of(file);
  const std::vector<batch::Measure> measures = batch::measures_of(file);
  const auto drift =
      std::find_if(measures.begin(), measures.end(), [](const auto& one) { return one.name == "drift"; });
  BOOST_REQUIRE((sweeps.size() == 1 && drift != measures.end()));
  batch::SweepSamples all(file, sweeps.front(), most_held);
  const Samples& found = all.of("held", *drift);
  BOOST_REQUIRE(found.size() == kept.size());
  const auto expect = [&](const SampleOrder& order, const auto& key) {
    std::stable_sort(kept.begin(), kept.end(), [&](const Kept& a, const Kept& b) { return key(a) < key(b); });
    std::size_t i = 0;
    found.each(order, [&](const batch::Sample& sample) {
      const Kept& one = kept[i++];
      BOOST_REQUIRE(sample.point == one.run);
      BOOST_REQUIRE((sample.at == std::vector{one.alpha, one.length}));
      BOOST_REQUIRE((sample.si == one.largest && sample.value == one.largest / drift->factor));
      const auto below =
          std::count_if(kept.begin(), kept.end(), [&](const Kept& k) { return k.largest < one.largest; });
      const auto equal =
          std::count_if(kept.begin(), kept.end(), [&](const Kept& k) { return k.largest == one.largest; });
      BOOST_REQUIRE(sample.rank == static_cast<double>(below) + 0.5 * static_cast<double>(equal - 1));
    });
    BOOST_TEST(i == kept.size());
  };
  expect(SampleOrder::by_run(), [](const Kept& k) { return k.run; });
  expect(SampleOrder::by_value(), [](const Kept& k) { return std::tuple(k.largest, k.run); });
  expect(SampleOrder::by_value_and_key(), [](const Kept& k) { return std::tuple(k.largest, k.alpha, k.run); });
  expect(SampleOrder::by_key(0), [](const Kept& k) { return std::tuple(k.alpha, k.run); });
  expect(SampleOrder::by_key(1), [](const Kept& k) { return std::tuple(k.length, k.run); });
  expect(SampleOrder::by_line(0, 2), [](const Kept& k) { return std::tuple(k.length, k.alpha, k.run); });
}

BOOST_AUTO_TEST_SUITE(samples)

BOOST_AUTO_TEST_CASE(every_order_in_memory_is_that_of_a_sort) {
  expect_every_order_is_that_of_a_sort(batch::SweepSamples::most_in_memory);
}

BOOST_AUTO_TEST_CASE(every_order_in_the_database_is_that_of_a_sort) {
  expect_every_order_is_that_of_a_sort(0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_samples
