// Shards are joined as they were committed, whatever ended their processes.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "batch/study/conduct.hpp"
#include "batch/study/shards.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_shards {
namespace {

namespace fs = std::filesystem;
using batch::Shard;

/// The files of a process that is killed once all is committed: with what is still in its log.
void run_and_kill(const batch::StudyPlan& plan, Shard shard, const std::string& folder) {
  const TemporaryFolder scratch;
  batch::StudyFile file(scratch.at(file_name(shard)), plan, shard, "a test");
  const batch::Tally tally = conduct(plan, file, {.shard = shard});
  BOOST_TEST(tally.is_complete);
  BOOST_TEST(fs::exists(scratch.at(file_name(shard) + "-wal")));
  for (const char* companion : {"", "-wal"})
    fs::copy_file(scratch.at(file_name(shard) + companion), folder + "/" + file_name(shard) + companion);
}

BOOST_AUTO_TEST_SUITE(shards)

BOOST_AUTO_TEST_CASE(what_a_killed_process_committed_is_merged) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder, other;
  for (const std::int64_t number : {1, 2, 3}) run_and_kill(planned.plan(), {number, 3}, folder.path());
  const batch::Shards found = batch::find_shards(folder.path());
  BOOST_TEST(found.trouble.empty());
  BOOST_REQUIRE(found.states.size() == 3U);
  for (const batch::StudyState& state : found.states) BOOST_TEST(state.finished == state.expected);
  const std::string merged = batch::merge_shards(folder.path(), found);
  batch::StudyFile whole(other.at("study.sqlite"), planned.plan(), {}, "a test");
  BOOST_TEST(conduct(planned.plan(), whole, {}).made == 19);
  BOOST_TEST(whole.finish() == merged);
}

/// In a shard of its own a point runs, whatever another one has.
BOOST_AUTO_TEST_CASE(a_point_that_is_listed_again_is_run_once) {
  for (const bool keeps_series : {false, true}) {
    const Planned planned(
        swept_pendulum("sweep gain { alpha = [1, 2, 1, 2, 1]/s; length = [0.5, 1, 0.5] m }\n"
                       "sweep pairs { alpha = [3, 4, 3]/s; length = [1, 1, 1] m; combine = zip; methods = held }"),
        {}, {}, keeps_series);
    const batch::StudyPlan& plan = planned.plan();
    BOOST_TEST(plan.num_runs() == 33);
    const TemporaryFolder folder, other;
    std::int64_t made = 0;
    for (std::int64_t number = 1; number <= plan.num_points(); ++number) {
      const Shard shard{number, plan.num_points()};
      batch::StudyFile file(folder.at(file_name(shard)), plan, shard, "a test");
      made += conduct(plan, file, {.shard = shard}).made;
      static_cast<void>(file.finish());
    }
    BOOST_TEST(made == 33);
    const std::string merged = batch::merge_shards(folder.path(), batch::find_shards(folder.path()));
    batch::StudyFile whole(other.at("study.sqlite"), plan, {}, "a test");
    const batch::Tally tally = conduct(plan, whole, {});
    BOOST_TEST(tally.is_complete);
    BOOST_TEST(tally.made == 10);
    BOOST_TEST(tally.repeated == 23);
    if (keeps_series) whole.pack_series();
    BOOST_TEST(whole.finish() == merged);
    BOOST_TEST(conduct(plan, whole, {}).kept == 33);
  }
}

BOOST_AUTO_TEST_CASE(what_keeps_shards_apart_is_said) {
  const Planned planned(swept_pendulum(two_sweeps)), other(swept_pendulum(two_sweeps), {{"length", "2 m"}});
  const TemporaryFolder folder;
  BOOST_TEST(batch::find_shards(folder.path()).trouble.front().find("no shards") != std::string::npos);
  run_and_kill(planned.plan(), {1, 2}, folder.path());
  BOOST_TEST(batch::find_shards(folder.path()).trouble.front().find("shards missing: 2") != std::string::npos);
  run_and_kill(other.plan(), {2, 2}, folder.path());
  BOOST_TEST(batch::find_shards(folder.path()).trouble.front().find("of another plan") != std::string::npos);
  run_and_kill(planned.plan(), {3, 3}, folder.path());
  BOOST_TEST(batch::find_shards(folder.path()).trouble.front().find("different counts") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_file_of_a_newer_version_is_refused_and_stays) {
  const Planned planned(swept_pendulum(two_sweeps));
  const TemporaryFolder folder;
  const std::string path = folder.at("study.sqlite");
  {
    batch::StudyFile file(path, planned.plan(), {}, "a test");
    static_cast<void>(conduct(planned.plan(), file, {}));
    static_cast<void>(file.finish());
  }
  batch::Database database(path, batch::Access::write);
  database.run("UPDATE study SET value = '99' WHERE name = 'format'");
  const auto names_both = [](const batch::DatabaseError& error) {
    return std::string(error.what()).find("of format 99; this program reads 2") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(static_cast<void>(batch::read_state(database)), batch::DatabaseError, names_both);
  BOOST_CHECK_EXCEPTION(batch::StudyFile(path, planned.plan(), {}, "a test"), batch::DatabaseError, names_both);
  batch::Query count(database, "SELECT COUNT(*) FROM runs");
  BOOST_TEST((count.step() && count.whole(0) == 19));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_shards
