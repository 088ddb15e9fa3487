// A million points on a thousand nodes, on paper: nothing is run. docs/studies.md quotes the numbers.
#include <sqlite3.h>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <filesystem>

#include "batch/cluster/job_script.hpp"
#include "batch/study/shards.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"
#include "tests/support/random.hpp"

namespace perpend::test::of_large_plans {
namespace {

namespace fs = std::filesystem;
using batch::Shard;

constexpr std::int64_t num_points = 1'000'000, num_nodes = 1000;

std::string million() {
  return swept_pendulum(
      "sweep map { alpha = lin_range(1/s, 2/s, 1000); length = lin_range(1 m, 2 m, 1000); methods = held }");
}

/// That a shard is lost, when its node fails once in `hours` on average.
double loss_probability(double shard_seconds, double hours) {
  return -std::expm1(-shard_seconds / (3600.0 * hours));
}

/// The file of a shard in which all is finished, without a run: what a merge reads of it is of the usual size.
void fill(const batch::StudyPlan& plan, Shard shard, const std::string& folder) {
  const std::string path = folder + "/" + file_name(shard);
  { const batch::StudyFile file(path, plan, shard, "a test"); }
  batch::Database file(path, batch::Access::write);
  batch::Database::Transaction transaction(file);
  const std::string runs = "WITH RECURSIVE these(run) AS (SELECT " + std::to_string(shard.number - 1) +
                           " UNION ALL SELECT run + " + std::to_string(shard.count) + " FROM these WHERE run + " +
                           std::to_string(shard.count) + " < " + std::to_string(plan.num_runs()) + ") ";
  file.run(runs + "INSERT INTO points SELECT 0, run, 0, run FROM these");
  file.run(runs + "INSERT INTO points SELECT 0, run, 1, -run FROM these");
  file.run(
      runs +
      "INSERT INTO runs SELECT run, 0, run, 'held', 'completed', 1, 1, '', 0.005, 10, 10, 10, 10, hex(zeroblob(32)), 0 "
      "FROM these");
  file.run(runs + "INSERT INTO run_measures SELECT run, 'drift', run, 0, 0, 0, 0, 0, NULL, NULL FROM these");
  file.run(runs + "INSERT INTO origins SELECT run, hex(zeroblob(32)), 0, 0.1, 0.1, NULL, NULL FROM these");
  transaction.commit();
}

struct Merge {
  std::int64_t most_bytes = 0;  ///< that SQLite had at a time
  std::size_t num_files = 0;
  std::int64_t num_runs = 0;
};

/// Merges a study of `side` x `side` points in four shards.
Merge merge(int side) {
  const std::string range = std::to_string(side) + ")";
  const Planned planned(swept_pendulum("sweep map { alpha = lin_range(1/s, 2/s, " + range +
                                       "; length = lin_range(1 m, 2 m, " + range + "; methods = held }"));
  const TemporaryFolder folder;
  for (std::int64_t number = 1; number <= 4; ++number) fill(planned.plan(), {number, 4}, folder.path());
  const batch::Shards shards = batch::find_shards(folder.path());
  BOOST_REQUIRE(shards.trouble.empty());
  sqlite3_memory_highwater(1);
  static_cast<void>(batch::merge_shards(folder.path(), shards));
  Merge result{.most_bytes = sqlite3_memory_highwater(0), .num_files = 0, .num_runs = 0};
  for ([[maybe_unused]] const fs::directory_entry& entry : fs::directory_iterator(folder.path())) ++result.num_files;
  batch::Database merged(folder.at("study.sqlite"), batch::Access::read);
  result.num_runs = batch::read_state(merged).finished;
  return result;
}

BOOST_AUTO_TEST_SUITE(large_plans)

BOOST_AUTO_TEST_CASE(a_million_points_are_planned_in_seconds) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const Planned planned(million());
  const batch::StudyPlan& plan = planned.plan();
  BOOST_TEST(plan.num_points() == num_points);
  constexpr double run_seconds = 0.3;
  const std::int64_t count = batch::shards_for(run_seconds * num_points, num_points, batch::most_shards_by_default);
  BOOST_TEST(count == 1000);
  const double shard_seconds = run_seconds * static_cast<double>(plan.num_points(Shard{1, count}));
  BOOST_TEST((shard_seconds >= 60.0 && shard_seconds <= 600.0));
  std::int64_t runs = 0;
  for (std::int64_t number = 1; number <= count; ++number) runs += plan.num_runs({number, count});
  BOOST_TEST(runs == num_points);
  // What a shard asks of its plan: a thousand points and their keys.
  const Shard last{count, count};
  for (std::int64_t i = 0; i < plan.num_points(last); ++i)
    BOOST_REQUIRE(plan.key(plan.point(plan.point_of(last, i)), 0).hash.size() == 64U);
  const batch::JobScript job{.program = "/perpend",
                             .scene = "/a.scene",
                             .folder = "/out",
                             .options = {},
                             .name = batch::job_name("/out", plan, count).text(),
                             .num_shards = count};
  BOOST_TEST(batch::job_script(job).size() < 3000U);
  constexpr double most_seconds = 30.0;  // 0.05 s on a free machine; a sanitizer's build on a busy one takes most
  BOOST_TEST(std::chrono::duration<double>(Clock::now() - start).count() < most_seconds);
}

BOOST_AUTO_TEST_CASE(shards_take_minutes_whatever_the_runs_take) {
  for (const double run_seconds : {1e-3, 1e-2, 0.1, 0.5}) {
    const double seconds = run_seconds * num_points;
    const double each = seconds / static_cast<double>(batch::shards_for(seconds, num_points, 1000));
    BOOST_TEST((each >= 60.0 && each <= 600.0), run_seconds);
  }
  BOOST_TEST(batch::shards_for(10.0, num_points, 1000) == 1);    // not worth two
  BOOST_TEST(batch::shards_for(1e9, num_points, 1000) == 1000);  // as many as the cluster takes
  BOOST_TEST(batch::shards_for(1e9, 7, 1000) == 7);              // no more than points
}

BOOST_AUTO_TEST_CASE(the_name_of_a_job_tells_what_it_runs) {
  const Planned planned(million());
  const batch::JobName name = batch::job_name("/out", planned.plan(), 1000);
  const auto read = batch::JobName::read(name.text());
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->text() == name.text());
  BOOST_TEST(read->num_shards == 1000);
  BOOST_TEST(read->experiment == "pendulum");
  BOOST_TEST(read->folder != batch::job_name("/other", planned.plan(), 1000).folder);
  for (const char* other : {"", "bash", "perpend", "perpend-1234abcd-1234abcd-0-a", "perpend-1234abcd-1234abcd-a"})
    BOOST_TEST(!batch::JobName::read(other).has_value(), other);
}

/// Twice as many runs take the same memory, and no file of their own.
BOOST_AUTO_TEST_CASE(a_merge_streams) {
  const Merge small = merge(200), large = merge(300);
  BOOST_TEST(small.num_runs == 40000);
  BOOST_TEST(large.num_runs == 90000);
  BOOST_TEST_MESSAGE("merge: " << small.most_bytes << " and " << large.most_bytes << " bytes");
  BOOST_TEST(large.most_bytes < 1.1 * static_cast<double>(small.most_bytes));
  BOOST_TEST(large.most_bytes < 20'000'000);
  BOOST_TEST(small.num_files == 5U);  // four shards and the study
  BOOST_TEST(large.num_files == 5U);
}

/// Each round submits what the one before lost: K p / (1 - p) shards are lost in all, and the time that this adds is
/// that of as many rounds as something is lost in.
BOOST_AUTO_TEST_CASE(lost_shards_cost_one_round_on_average) {
  constexpr double shard_seconds = 300.0, hours = 24.0;  // a node that fails every day
  const double p = loss_probability(shard_seconds, hours);
  const double expected = num_nodes * p / (1.0 - p);
  double expected_rounds = 0.0;
  for (int round = 1; round < 20; ++round) expected_rounds -= std::expm1(num_nodes * std::log1p(-std::pow(p, round)));
  BOOST_TEST(std::abs(expected - 3.48) < 0.01);
  BOOST_TEST(std::abs(expected_rounds * shard_seconds - 294.0) < 1.0);
  BOOST_TEST(num_nodes * std::pow(p, 4) < 1e-6);  // that --resubmit 3 does not suffice
  Random random(1);
  constexpr int trials = 400;
  double lost = 0.0, rounds = 0.0;
  for (int trial = 0; trial < trials; ++trial)
    for (std::int64_t open = num_nodes; open > 0;) {
      std::int64_t lost_now = 0;
      for (std::int64_t i = 0; i < open; ++i) lost_now += random.uniform(0.0, 1.0) < p ? 1 : 0;
      lost += static_cast<double>(lost_now);
      rounds += lost_now > 0 ? 1.0 : 0.0;
      open = lost_now;
    }
  // Four standard deviations of a mean of so many: of Poisson's numbers, and of rounds that hardly differ.
  BOOST_TEST(std::abs(lost / trials - expected) < 4.0 * std::sqrt(expected / trials));
  BOOST_TEST(std::abs(rounds / trials - expected_rounds) < 4.0 * std::sqrt(0.05 / trials));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_large_plans
