// Refined sweeps: the boundary between outcomes is the same however the work is shared, and where theory puts it.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "batch/database.hpp"
#include "tests/cli/study/studio.hpp"

namespace perpend::test::of_study_refinement {
namespace {

/// [Hong06]: stable where (beta h)^2 + 4 alpha h < 4.
std::string refined(const std::string& refine) {
  return pendulum(
      "param a = 0.5\nparam b = 0.5\nrun { step = 10 ms; duration = 1 s }\n"
      "method held = baumgarte(alpha: a / 10 ms, beta: b / 10 ms)\nmethod plain = none\n"
      "measure drift = max_abs(constraint_error)\n"
      "sweep map { a = [0.2, 0.4, 0.6, 0.8]; b = lin_range(0.1, 2.1, 5); methods = held; expect = any\n" +
      refine + " }\nsweep order { step = [10, 5] ms; methods = plain }\n");
}
const std::string proved = refined("refine = certificate(spectral_radius, along: b, to: 0.001)");

BOOST_AUTO_TEST_SUITE(study_refinement)

BOOST_AUTO_TEST_CASE(the_proved_boundary_is_that_of_the_theory) {
  const Studio studio(proved);
  const Outcome outcome = studio.study("out", {"--no-cache"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("58 of 58 runs"), outcome.out);  // 22, and 4 lines halved 9 times
  const auto rows = studio.rows("out", "select * from boundaries_map order by a");
  BOOST_TEST(rows.size() == 4U);
  for (const auto& row : rows) {
    const double limit = std::sqrt(4.0 - 4.0 * row["a"].get<double>());
    BOOST_TEST(row["low"].get<double>() < limit);
    BOOST_TEST(row["high"].get<double>() > limit);
    BOOST_TEST(row["high"].get<double>() - row["low"].get<double>() <= 0.001);
    BOOST_TEST(row["below"].get<std::string>() == "proved");
    BOOST_TEST(row["above"].get<std::string>() == "refuted");
  }
  BOOST_TEST(studio.read("out/study.html").find("Where outcomes change along b") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_refined_study_does_not_depend_on_how_it_is_shared) {
  for (const std::string& text : {proved, refined("refine = completion(along: a, to: 0.005)")}) {
    const Studio studio(text);
    const Outcome whole = studio.study("whole", {"--no-cache", "--jobs", "1"});
    BOOST_TEST(content_of(studio.study("threads", {"--no-cache", "--jobs", "4"})) == content_of(whole));
    for (const std::string out : {"cold", "warm"})
      BOOST_TEST(content_of(studio.study(out, {"--cache", "cache"})) == content_of(whole));
    const Outcome again = studio.study("warm", {"--cache", "cache"});
    BOOST_TEST(again.says("0 from the cache, 0 made"), again.out);
    BOOST_TEST(content_of(again) == content_of(whole));
    for (const std::string shard : {"1/3", "2/3", "3/3"})
      BOOST_TEST(studio.study("shards", {"--no-cache", "--shard", shard}).code == 0);
    const Outcome merged = studio.run({"study", "merge", "shards"});
    BOOST_TEST(content_of(merged) == content_of(whole), merged.err);
    const std::string boundaries = "select * from boundaries order by method, line, low";
    BOOST_TEST(studio.ask("shards", boundaries) == studio.ask("whole", boundaries));
  }
}

BOOST_AUTO_TEST_CASE(why_knows_the_points_that_refine) {
  const Studio studio(proved);
  const auto lines_of = [&](const Arguments& more) {
    Arguments arguments{"study", "a.scene", "--why"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome why = studio.run(arguments);
    const auto count = [&](const std::string& end) {
      int lines = 0;
      for (std::size_t at = 0; (at = why.out.find(end, at)) != std::string::npos; at += end.size()) ++lines;
      return lines;
    };
    return std::vector<int>{count("in the file of the study\n"), count("in the cache\n"), count("runs: ")};
  };
  const auto numbers = [](int file, int cache, int open) { return std::vector<int>{file, cache, open}; };
  BOOST_TEST(lines_of({"--no-cache"}) == numbers(0, 0, 22), boost::test_tools::per_element());
  BOOST_TEST(studio.study("out", {"--cache", "cache"}).code == 0);
  BOOST_TEST(lines_of({"--out", "out", "--no-cache"}) == numbers(58, 0, 0), boost::test_tools::per_element());
  BOOST_TEST(lines_of({"--cache", "cache"}) == numbers(0, 58, 0), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_killed_refinement_goes_on) {
  const Studio studio(proved);
  const Outcome whole = studio.study("whole", {"--no-cache"});
  std::mt19937 random(1);
  for (int kill = 0; kill < 15; ++kill) {
    Running running = studio.start({"study", "a.scene", "--out", "out", "--no-cache", "--quiet", "--jobs", "2"});
    std::this_thread::sleep_for(std::chrono::microseconds(10000 + random() % 60000));
    running.send(SIGKILL);
    static_cast<void>(running.wait());
  }
  BOOST_TEST(content_of(studio.study("out", {"--no-cache"})) == content_of(whole));
}

/// Runs of an earlier program between points of the grid are not those of this one.
BOOST_AUTO_TEST_CASE(runs_that_no_interval_asks_for_are_forgotten) {
  const Studio studio(refined("refine = status(along: b, to: 0.001)"));
  const Outcome whole = studio.study("out", {"--no-cache"});
  {
    batch::Database database(studio.path("out/study.sqlite"), batch::Access::write);
    database.run("CREATE TEMP TABLE last AS SELECT run, point FROM runs WHERE sweep = 0 ORDER BY run DESC LIMIT 1");
    for (const std::string table : {"runs", "origins"}) {
      database.run("CREATE TEMP TABLE one AS SELECT * FROM " + table + " WHERE run = (SELECT run FROM last)");
      database.run("UPDATE one SET run = run + 1");
      if (table == "runs") database.run("UPDATE one SET point = point + 1, status = 'not_finite'");
      database.run("INSERT INTO main." + table + " SELECT * FROM one");
      database.run("DROP TABLE one");
    }
    database.run(
        "INSERT INTO points SELECT sweep, point + 1, position, value FROM points WHERE sweep = 0 AND point = (SELECT "
        "point FROM last)");
  }
  const Outcome again = studio.study("out", {"--no-cache"});
  BOOST_TEST(content_of(again) == content_of(whole));
}

BOOST_AUTO_TEST_CASE(a_run_finds_the_boundaries_of_a_study) {
  const Studio studio(refined("refine = status(along: b, to: 0.01)"));
  BOOST_TEST(studio.study("study", {"--no-cache"}).code == 0);
  std::string claimed = refined("refine = status(along: b, to: 0.01)");
  claimed.insert(claimed.rfind('}'), "claim edge \"w\" { value = boundary(held, sweep: map, a: 0.4); above = 1.5 }\n");
  studio.write("a.scene", claimed);
  BOOST_TEST(studio.run({"run", "a.scene", "--out", "run", "--quiet"}).code == 0);
  const auto asked = studio.rows("study", "select low, high, below, above from boundaries order by line");
  const auto results = studio.json("run/results.json");
  const auto& found = results["sweeps"][0]["boundaries"];
  BOOST_REQUIRE(found.size() == asked.size());
  BOOST_TEST(found.size() > 0U);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const char* name : {"low", "high", "below", "above"}) BOOST_TEST((found[i][name] == asked[i][name]), name);
  BOOST_TEST(results["claims"][0]["hi"].get<double>() - results["claims"][0]["lo"].get<double>() <= 0.01);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_study_refinement
