// Series of studies: the same archives however the work is shared and interrupted, and nothing of them in the file.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_series {
namespace {

/// Names and bytes.
std::map<std::string, std::string> archives(const Studio& studio, const std::string& folder) {
  std::map<std::string, std::string> found;
  for (const std::string& file : studio.files(folder + "/series", ""))
    found[std::filesystem::path(file).filename().string()] =
        studio.read(folder + "/series/" + std::filesystem::path(file).filename().string());
  return found;
}

BOOST_AUTO_TEST_SUITE(study_series)

BOOST_AUTO_TEST_CASE(archives_do_not_depend_on_how_the_work_is_shared) {
  const Studio studio;
  const Outcome one = studio.study("one", {"--series", "--jobs", "1", "--no-cache"});
  BOOST_TEST(one.code == 0, one.err);
  BOOST_TEST(one.says("series of 84 runs in 2 files"), one.out);
  const auto expected = archives(studio, "one");
  BOOST_TEST(expected.size() == 2U);  // one a sweep
  const Outcome four = studio.study("four", {"--series", "--jobs", "4", "--cache", "cache"});
  const Outcome cached = studio.study("cached", {"--series", "--cache", "cache", "--no-isolate"});
  BOOST_TEST(cached.says("84 from the cache"), cached.out);
  for (const std::string shard : {"1/3", "2/3", "3/3"})
    BOOST_TEST(studio.study("shards", {"--series", "--no-cache", "--shard", shard}).code == 0);
  BOOST_TEST(!studio.has("shards/series"));
  const Outcome merged = studio.run({"study", "merge", "shards"});
  for (const auto& [folder, outcome] :
       std::map<std::string, Outcome>{{"four", four}, {"cached", cached}, {"shards", merged}}) {
    BOOST_TEST(content_of(outcome) == content_of(one), folder << outcome.err);
    BOOST_TEST((archives(studio, folder) == expected), folder);
  }
  // Judged again after a merge, without a run.
  const Outcome again = studio.study("shards", {"--series", "--no-cache"});
  BOOST_TEST(again.says("84 kept, 0 from the cache, 0 made"), again.out);
  BOOST_TEST((archives(studio, "shards") == expected));
}

BOOST_AUTO_TEST_CASE(results_are_those_without_series_and_the_file_is_as_small) {
  const Studio studio;
  BOOST_TEST(studio.study("plain", {"--no-cache"}).code == 0);
  BOOST_TEST(studio.study("series", {"--series", "--no-cache"}).code == 0);
  BOOST_TEST(studio.ask("plain", all_runs) == studio.ask("series", all_runs));
  BOOST_TEST(studio.ask("series", "select count(*) from pending_series") == "count(*)\n0\n");
  const auto size = [&](const std::string& folder) {
    return std::filesystem::file_size(studio.path(folder + "/study.sqlite"));
  };
  BOOST_TEST(size("series") < size("plain") + 16384);
  // Without them in the same folder it is another plan, and they are gone.
  const Outcome without = studio.study("series", {"--no-cache"});
  BOOST_TEST(without.complains("84 runs of an earlier plan are set aside"), without.err);
  BOOST_TEST(archives(studio, "series").empty());
}

BOOST_AUTO_TEST_CASE(kills_lose_no_series) {
  const Studio studio;
  const Outcome whole = studio.study("whole", {"--series", "--no-cache"});
  std::mt19937 random(3);
  for (int kill = 0; kill < 20; ++kill) {
    Running running =
        studio.start({"study", "a.scene", "--out", "out", "--series", "--no-cache", "--quiet", "--jobs", "2"});
    std::this_thread::sleep_for(std::chrono::microseconds(5000 + random() % 60000));
    running.send(SIGKILL);
    static_cast<void>(running.wait());
  }
  BOOST_TEST(content_of(studio.study("out", {"--series", "--no-cache"})) == content_of(whole));
  BOOST_TEST((archives(studio, "out") == archives(studio, "whole")));
}

BOOST_AUTO_TEST_CASE(an_archive_that_is_lost_is_made_again) {
  const Studio studio;
  const Outcome whole = studio.study("out", {"--series", "--no-cache"});
  const auto expected = archives(studio, "out");
  BOOST_REQUIRE(expected.size() == 2U);
  std::filesystem::remove(studio.path("out/series/" + expected.rbegin()->first));
  const Outcome again = studio.study("out", {"--series", "--no-cache"});
  BOOST_TEST(again.says("80 kept, 0 from the cache, 4 made"), again.out);
  BOOST_TEST(content_of(again) == content_of(whole));
  BOOST_TEST((archives(studio, "out") == expected));
  // The right size but other bytes: reported when its runs are needed again.
  std::filesystem::remove(studio.path("out/series/" + expected.rbegin()->first));
  studio.write("out/series/" + expected.begin()->first, std::string(expected.begin()->second.size(), 'x'));
  const Outcome damaged = studio.study("out", {"--series", "--no-cache"});
  BOOST_TEST(damaged.code == 4);
  BOOST_TEST(damaged.complains("remove the file, and the study makes its runs again"), damaged.err);
}

BOOST_AUTO_TEST_CASE(files_that_the_study_did_not_make_stay) {
  const Studio studio;
  std::filesystem::create_directories(studio.path("out/series/00009-0123abcd.npz"));  // a folder is none of its files
  const std::vector<std::string> own{"00007-0123abcd.npz", "00000-0123abcd.npz.tmp", "123456-00000000.npz"};
  const std::vector<std::string> others{"mine.npz",
                                        "notes.tmp",
                                        "00007-0123abc.npz",
                                        "0007-0123abcd.npz",
                                        "00007-0123ABCD.npz",
                                        "00007-0123abcd.npy",
                                        "a00007-0123abcd.npz",
                                        "00007-0123abcd.npz.txt",
                                        "00007-0123abcd-mean.npz"};
  for (const auto* names : {&own, &others})
    for (const std::string& name : *names) studio.write("out/series/" + name, "mine");
  for (const Arguments& more : {Arguments{"--series", "--no-cache"}, Arguments{"--series"}, Arguments{"--no-cache"}}) {
    BOOST_TEST(studio.study("out", more).code == 0);
    for (const std::string& name : others) BOOST_TEST(studio.read("out/series/" + name) == "mine", name);
    for (const std::string& name : own) BOOST_TEST(!studio.has("out/series/" + name), name);
    BOOST_TEST(studio.has("out/series/00009-0123abcd.npz"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_study_series
