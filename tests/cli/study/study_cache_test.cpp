// The cache of runs: what was run is not run again, and what was not is.
#include <boost/test/unit_test.hpp>

#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_caches {

BOOST_AUTO_TEST_SUITE(study_caches)

BOOST_AUTO_TEST_CASE(a_finished_study_is_not_run_again) {
  const Studio studio;
  const Outcome first = studio.study("out", {"--cache", "cache"});
  BOOST_TEST(first.says("84 made"), first.out);
  const Outcome again = studio.study("out", {"--cache", "cache"});
  BOOST_TEST(again.says("84 kept, 0 from the cache, 0 made"), again.out);
  const Outcome elsewhere = studio.study("other", {"--cache", "cache"});
  BOOST_TEST(elsewhere.says("0 kept, 84 from the cache, 0 made"), elsewhere.out);
  BOOST_TEST(content_of(first) == content_of(again));
  BOOST_TEST(content_of(first) == content_of(elsewhere));
}

BOOST_AUTO_TEST_CASE(a_changed_scene_runs_what_it_changes) {
  const Studio studio;
  BOOST_TEST(studio.study("out", {"--cache", "cache"}).code == 0);
  std::string changed = swept_scene;
  changed.replace(changed.find("40/s, 8"), 7, "40/s, 8");
  changed.replace(changed.find("[4, 2, 1, 0.5] ms"), 17, "[4, 2, 1, 0.25] ms");
  studio.write("a.scene", "# seen again\n" + changed);
  const Outcome outcome = studio.study("out", {"--cache", "cache"});
  BOOST_TEST(outcome.complains("84 runs of an earlier plan are set aside"), outcome.err);
  BOOST_TEST(outcome.says("83 kept, 0 from the cache, 1 made"), outcome.out);
  const Outcome why = studio.run({"study", "a.scene", "--set", "alpha = 10/s", "--why", "--cache", "empty"});
  BOOST_TEST(why.says("swing / order / 3 / corrected (alpha = 10/s, step = 0.25 ms): runs: there is no cache"),
             why.out);
}

BOOST_AUTO_TEST_CASE(methods_of_one_base_name_are_not_each_other_in_the_cache) {
  const Studio studio(
      pendulum("param drop = 0 m/s\nrun { step = 2 ms; duration = 50 ms }\n"
               "for i in 1..3 { method held[i] = baumgarte(alpha: i * 10/s) }\n"
               "measure drift = max_abs(constraint_error)\n"
               "sweep twice { drop = [0, 1] m/s }\nsweep again { drop = [0, 1] m/s }\n"));
  const Outcome fresh = studio.study("fresh", {"--no-cache"});
  for (const std::string out : {"cold", "warm"})
    BOOST_TEST(content_of(studio.study(out, {"--cache", "cache", "--jobs", "1"})) == content_of(fresh));
  BOOST_TEST(studio.ask("warm", "select count(distinct trajectory) as n from runs") == "n\n3\n");
}

BOOST_AUTO_TEST_CASE(a_corrupted_entry_of_the_cache_is_made_again) {
  const Studio studio;
  const Outcome first = studio.study("out", {"--cache", "cache"});
  std::string bytes = studio.read("cache/cache.sqlite");
  // Inside the first run: past the texts of its row, of which the last are its values and its place.
  const std::size_t place = bytes.find("0 m/sswing / map / 0 / held");
  BOOST_REQUIRE(place != std::string::npos);
  bytes[place + 200] = static_cast<char>(bytes[place + 200] ^ 1);
  studio.write("cache/cache.sqlite", bytes);
  const Outcome other = studio.study("other", {"--cache", "cache"});
  BOOST_TEST(other.says("83 from the cache, 1 made"), other.out);
  BOOST_TEST(content_of(first) == content_of(other));
  BOOST_TEST(studio.run({"cache", "verify", "--cache", "cache"}).says(": 84 runs"));
  BOOST_TEST(studio.run({"cache", "export", "copy", "--cache", "cache"}).says("84 runs copied"));
  BOOST_TEST(studio.run({"cache", "gc", "--most", "0", "--cache", "cache"}).says("84 runs removed"));
  BOOST_TEST(studio.study("third", {"--cache", "copy"}).says("84 from the cache"));
}

BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_used_costs_no_result) {
  const Studio studio;
  studio.write("file", "no folder");
  const Outcome outcome = studio.study("out", {"--cache", "file"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.complains("warning: no cache: "), outcome.err);
  studio.write("garbage/cache.sqlite", std::string(5000, 'x'));
  const Outcome garbage = studio.study("again", {"--cache", "garbage"});
  BOOST_TEST(garbage.code == 0);
  BOOST_TEST(garbage.complains("file is not a database; its file is damaged: delete it"), garbage.err);
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_cache_is_not_made_one_by_asking) {
  const Studio studio;
  for (const char* command : {"ls", "gc", "verify"}) {
    const Outcome outcome = studio.run({"cache", command, "--cache", "typo"});
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.complains("typo: no cache of runs is there"), outcome.err);
  }
  studio.write("garbage/cache.sqlite", std::string(5000, 'x'));
  const Outcome garbage = studio.run({"cache", "verify", "--cache", "garbage"});
  BOOST_TEST(garbage.code == 1);
  BOOST_TEST(garbage.complains("a cache whose file is damaged can be deleted"), garbage.err);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_study_caches
