// A study in parts, which several processes run: joined they are the study in one piece.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
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

BOOST_AUTO_TEST_CASE(a_merge_names_the_shard_that_does_not_fit) {
  const Studio studio;
  const auto shard = [&](const std::string& folder, const std::string& which, Arguments more = {}) {
    more.insert(more.end(), {"--no-cache", "--shard", which});
    BOOST_TEST(studio.study(folder, more).code == 0);
  };
  for (const std::string which : {"1/3", "2/3", "3/3"}) shard("out", which);
  shard("other", "2/3", {"--methods", "corrected"});
  shard("other", "1/4");
  const auto refuses = [&](const std::string& why) {
    const Outcome merged = studio.run({"study", "merge", "out"});
    BOOST_TEST(merged.code == 4);
    BOOST_TEST(merged.complains(why), merged.err);
    BOOST_TEST(studio.files("out", ".tmp").empty());
  };
  namespace fs = std::filesystem;
  const auto put = [&](const std::string& from, const std::string& to) {
    fs::copy_file(studio.path(from), studio.path("out/" + to), fs::copy_options::overwrite_existing);
  };
  fs::rename(studio.path("out/shard-2-of-3.sqlite"), studio.path("second"));
  refuses("shards missing: 2: run each as --shard k/3 with --out out");
  put("other/shard-2-of-3.sqlite", "shard-2-of-3.sqlite");
  refuses("out/shard-2-of-3.sqlite: of another plan than most of the shards");
  put("out/shard-1-of-3.sqlite", "shard-2-of-3.sqlite");
  refuses("out/shard-2-of-3.sqlite: is shard 1/3 under another name");
  studio.write("out/shard-2-of-3.sqlite", "torn");
  refuses("out/shard-2-of-3.sqlite: file is not a database: remove the file, and run shard 2/3 again");
  put("second", "shard-2-of-3.sqlite");
  put("other/shard-1-of-4.sqlite", "shard-1-of-4.sqlite");
  refuses("3 of 3 (shard-1-of-3.sqlite, shard-2-of-3.sqlite, shard-3-of-3.sqlite) and 1 of 4 (shard-1-of-4.sqlite)");
  fs::remove(studio.path("out/shard-1-of-4.sqlite"));
  BOOST_TEST(studio.run({"study", "merge", "out"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_merge_without_room_leaves_nothing_behind) {
  const Studio studio;
  for (const std::string which : {"1/2", "2/2"})
    BOOST_TEST(studio.study("out", {"--no-cache", "--shard", which}).code == 0);
  const auto size = static_cast<long>(std::filesystem::file_size(studio.path("out/shard-1-of-2.sqlite")));
  for (const long most : {size / 2, size + 4096}) {
    const Outcome merged = studio.run({"study", "merge", "out"}, {.max_file_bytes = most});
    BOOST_TEST(merged.code == 4, merged.err);
    BOOST_TEST(studio.files("out", "").size() == 2U);
  }
  BOOST_TEST(studio.run({"study", "merge", "out"}).code == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_study_shards
