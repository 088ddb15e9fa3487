// What the options of a study promise beyond its results.
#include <boost/test/unit_test.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_study_options {
namespace {

struct Desk : Workplace {
  explicit Desk(const std::string& sweeps) {
    write("a.scene", pendulum("param alpha = 10/s\nparam drop = 0 m/s\nrun { step = 2 ms; duration = 50 ms }\n"
                              "method held = baumgarte(alpha: alpha)\n" +
                              sweeps));
  }
  Outcome study(const Arguments& more) const {
    Arguments arguments{"study", "a.scene", "--jobs", "1"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
};

BOOST_AUTO_TEST_SUITE(study_options)

BOOST_AUTO_TEST_CASE(a_failure_that_the_file_keeps_stops_a_study_that_is_to_fail_fast) {
  const Desk desk("sweep gain { alpha = [10, 1e200, 20, 30]/s }\n");
  BOOST_TEST(desk.study({"--out", "out", "--no-cache", "--fail-fast"}).says("2 of 4 runs"));
  const Outcome again = desk.study({"--out", "out", "--no-cache", "--fail-fast"});
  BOOST_TEST(again.code == 3);
  BOOST_TEST(again.says("0 kept, 0 from the cache, 0 made"), again.out);
  BOOST_TEST(again.complains("not as expected: swing / gain / 1 / held"), again.err);
  BOOST_TEST(again.complains("--fail-fast stops there"), again.err);
  BOOST_TEST(desk.study({"--out", "out", "--no-cache"}).says("2 kept, 0 from the cache, 2 made"));
  // A failure of a scene that has changed since does not belong to this study.
  desk.write("a.scene", pendulum("param alpha = 10/s\nrun { step = 2 ms; duration = 40 ms }\n"
                                 "method held = baumgarte(alpha: alpha)\nsweep gain { alpha = [10, 20]/s }\n"));
  BOOST_TEST(desk.study({"--out", "out", "--no-cache", "--fail-fast"}).says("2 of 2 runs"));
}

BOOST_AUTO_TEST_CASE(why_writes_nothing) {
  const Desk desk("sweep gain { alpha = [10, 20]/s }\n");
  BOOST_TEST(desk.study({"--why", "--cache", "cache"}).says("gain / 0 / held (alpha = 10/s): runs: there is no cache"));
  BOOST_TEST(!desk.has("cache"));
  BOOST_TEST(desk.study({"--out", "out", "--cache", "cache"}).code == 0);
  const std::string before = desk.read("cache/cache.sqlite");
  BOOST_TEST(desk.study({"--why", "--cache", "cache"}).says("gain / 0 / held (alpha = 10/s): in the cache"));
  BOOST_TEST((desk.read("cache/cache.sqlite") == before));
  BOOST_TEST(desk.study({"--why", "--no-cache"}).says("runs: no cache is asked"));
}

BOOST_AUTO_TEST_CASE(a_value_that_a_sweep_replaces_is_said) {
  const Desk desk("sweep gain { alpha = [10, 20]/s }\nsweep fall { drop = [0, 1] m/s }\n");
  const Outcome one = desk.study({"--out", "one", "--no-cache", "--set", "alpha = 7/s"});
  BOOST_TEST(one.complains("a.scene: --set alpha: swept by gain, whose values hold there\n"), one.err);
  const Outcome all = desk.study({"--out", "all", "--no-cache", "--set", "alpha = 7/s", "--sweeps", "gain"});
  BOOST_TEST(all.complains("swept by gain, whose values hold there: it changes no run"), all.err);
  const Outcome none = desk.study({"--out", "none", "--no-cache", "--set", "g = 9 m/s^2"});
  BOOST_TEST(none.err == "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_study_options
