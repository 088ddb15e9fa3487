// A study in parts, which several processes run: joined they are the study in one piece.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <thread>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_shards {

BOOST_AUTO_TEST_SUITE(study_shards)

BOOST_AUTO_TEST_CASE(shards_merge_to_the_study_in_one_piece) {
  const Studio studio;
  const Outcome whole = studio.study("whole", {"--no-cache"});
  for (const int count : {1, 3, 7}) {
    const std::string folder = "shards" + std::to_string(count);
    const std::string of = "/" + std::to_string(count);
    for (int k = 2; k <= count; ++k)
      BOOST_TEST(studio.study(folder, {"--no-cache", "--shard", std::to_string(k) + of}).code == 0);
    if (count > 1) {
      const Outcome early = studio.run({"study", "merge", folder});
      BOOST_TEST(early.code != 0);
      BOOST_TEST(early.complains("shards missing: 1"), early.err);
      BOOST_TEST(!studio.has(folder + "/study.sqlite"));
    }
    BOOST_TEST(studio.study(folder, {"--no-cache", "--shard", "1" + of}).code == 0);
    if (count > 1) {
      const Outcome merged = studio.run({"study", "merge", folder});
      BOOST_TEST(merged.code == 0, merged.err);
      BOOST_TEST(content_of(merged) == content_of(whole));
    }
    BOOST_TEST(studio.ask(folder, all_runs) == studio.ask("whole", all_runs));
    BOOST_TEST(studio.run({"study", "status", folder}).says("84 of 84 runs, 0 not as expected"));
  }
}

/// The log of a study that was killed stays next to where its file was.
BOOST_AUTO_TEST_CASE(a_merge_replaces_a_killed_study_with_its_log) {
  const Studio studio;
  const Outcome whole = studio.study("whole", {"--no-cache"});
  Running running = studio.start({"study", "a.scene", "--out", "out", "--no-cache", "--quiet", "--jobs", "1"});
  while (!studio.has("out/study.sqlite-wal")) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  running.send(SIGKILL);
  static_cast<void>(running.wait());
  for (const std::string shard : {"1/2", "2/2"})
    BOOST_TEST(studio.study("out", {"--no-cache", "--shard", shard}).code == 0);
  BOOST_TEST(content_of(studio.run({"study", "merge", "out"})) == content_of(whole));
  BOOST_TEST(studio.ask("out", all_runs) == studio.ask("whole", all_runs));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_study_shards
