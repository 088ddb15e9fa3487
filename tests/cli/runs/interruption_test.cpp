// Signals and limits of time: what is finished is kept, says of itself that it is incomplete, and replaces nothing that
// is complete.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <pugixml.hpp>
#include <thread>

#include "tests/cli/program.hpp"

namespace perpend::test::of_interruption {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Minutes of work, so that the end always comes in the middle of it.
const std::string long_run = "run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + plain_method;
const std::string closed = "\nclaim closed \"closed\" { value = max(drift, plain); below = 1 m }\n";

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

BOOST_AUTO_TEST_SUITE(interruption)

BOOST_AUTO_TEST_CASE(every_signal_that_ends_a_run_leaves_its_finished_part_and_nothing_temporary) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const Workplace place;
    place.write("swing.scene", pendulum(long_run + "method later = none\n" + closed));
    const Outcome outcome =
        place.run({"run", "swing.scene", "--jobs", "1", "--out", "out"}, {.interrupt_in = "out", .signal = signal});
    BOOST_TEST(outcome.code == 130);
    BOOST_TEST(outcome.complains("what there is of it is in out/incomplete"), outcome.err);
    BOOST_TEST(!outcome.says("All as expected"));
    BOOST_TEST(!place.has("out/results.json"));
    const json results = place.json("out/incomplete/results.json");
    BOOST_TEST(results["summary"]["stopped_by"] == "signal");
    BOOST_TEST(results["summary"]["as_expected"] == false);
    BOOST_REQUIRE_EQUAL(results["runs"].size(), 2U);
    BOOST_TEST(results["runs"][0]["status"] == "interrupted");
    BOOST_TEST(results["runs"][0]["stopped_by"] == "signal");
    BOOST_TEST(results["runs"][0]["steps"] < results["runs"][0]["planned_steps"]);
    BOOST_TEST(results["runs"][1]["status"] == "not_run");
    BOOST_TEST(results["claims"][0]["status"] == "not_run");
    BOOST_TEST(place.read("out/incomplete/report.html").find("incomplete: interrupted by a signal") !=
               std::string::npos);
    BOOST_TEST(!place.certificates("out/incomplete").empty());
    pugi::xml_document junit;
    BOOST_REQUIRE(junit.load_string(place.read("out/incomplete/junit.xml").c_str()));
    BOOST_TEST(junit.select_nodes("//failure").size() >= 4U);  // all runs, each of the two, the claim
    BOOST_TEST(place.files("out", ".tmp").empty());
    BOOST_TEST(place.files("out", ".lock").empty());
  }
}

BOOST_AUTO_TEST_CASE(results_of_a_run_that_came_to_its_end_stay_until_another_one_does) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "out"}).code, 0);
  const std::string results = place.read("out/results.json");
  const std::string certificates = place.certificates("out");
  const auto files = place.files("out", "");
  place.write("swing.scene", pendulum(long_run));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}, {.interrupt_in = "out"}).code == 130);
  BOOST_TEST(place.read("out/results.json") == results);
  BOOST_TEST(place.certificates("out") == certificates);
  BOOST_TEST(place.has("out/incomplete/results.json"));
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).code == 0);
  BOOST_TEST(place.files("out", "") == files, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_a_user_puts_next_to_results_that_are_incomplete_stays) {
  const Workplace place;
  place.write("part.scene", "param weight = 1 kg\n");
  const std::string include = "include \"part.scene\"\n";
  place.write("swing.scene", include + pendulum(long_run + "figure d { y = drift }\n"));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}, {.interrupt_in = "out"}).code == 130);
  const std::string inputs = "out/incomplete/inputs/", figures = "out/incomplete/figures/";
  for (const char* name : {"swing.scene", "part.scene"}) BOOST_TEST(place.has(inputs + name), name);
  BOOST_TEST(place.has(figures + "d.svg"));
  const std::vector<std::string> mine{inputs + "mine.scene", inputs + "more/notes.txt", figures + "mine.svg",
                                      figures + "mine.pdf", "out/incomplete/notes.txt"};
  for (const std::string& name : mine) place.write(name, "mine");
  place.write("swing.scene", include + pendulum(long_run));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}, {.interrupt_in = "out"}).code == 130);
  for (const std::string& name : mine) BOOST_TEST(place.read(name) == "mine", name);
  BOOST_TEST(!place.has(figures + "d.svg"));
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).code == 0);
  BOOST_TEST(place.files("out/incomplete", "").size() == mine.size());
  for (const std::string& name : mine) BOOST_TEST(place.read(name) == "mine", name);
}

BOOST_AUTO_TEST_CASE(a_stamp_that_somebody_wrote_leads_to_no_file_outside) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  const std::vector<std::string> mine{"out/figures/a.svg", "out/a.svg", "a.svg", "out/incomplete/a.svg"};
  for (const std::string& name : mine) place.write(name, "mine");
  place.write("out/incomplete/.up-to-date", "incomplete\n4\n1 x ../figures/a.svg\n1 x figures/../../a.svg\n1 x " +
                                                place.path("a.svg") + "\n1 x a.svg\n1 x inputs/../a.svg\n");
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).code == 0);
  for (const std::string& name : mine) BOOST_TEST(place.has(name), name);
}

BOOST_AUTO_TEST_CASE(among_several_scenes_the_finished_ones_are_complete_and_the_rest_does_not_begin) {
  const Workplace place;
  place.write("a/short.scene", pendulum(ten_steps + plain_method));
  place.write("a/long.scene", pendulum(long_run));
  const Outcome outcome = place.run(
      {"run", "a/short.scene", "a/long.scene", "a/missing.scene", "--jobs", "1", "--out", "out", "--format", "json"},
      {.interrupt_in = "out/a/long"});
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(!outcome.complains("missing.scene"));
  const json printed = json::parse(outcome.out);
  BOOST_REQUIRE_EQUAL(printed.size(), 2U);
  BOOST_TEST(printed[0]["summary"]["stopped_by"] == "none");
  BOOST_TEST(printed[1]["summary"]["stopped_by"] == "signal");
  BOOST_TEST(place.has("out/a/short/results.json"));
  const std::string index = place.read("out/index.html");
  BOOST_TEST(index.find("a/short/report.html") != std::string::npos);
  BOOST_TEST(index.find("a/long/incomplete/report.html") != std::string::npos);
  BOOST_TEST(index.find(">incomplete<") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_limit_ends_each_run_by_itself_and_is_no_success) {
  const Workplace place;
  place.write("swing.scene", pendulum(long_run + "method coarse = post_stabilization { step = 50 ms }\n" + closed));
  const auto start = Clock::now();
  const Outcome outcome =
      place.run({"run", "swing.scene", "--out", "out", "--limit", std::to_string(300 * slowdown) + "ms"});
  BOOST_TEST(seconds_since(start) < 30.0 * slowdown);  // without the limit: minutes
  BOOST_TEST(outcome.code == 3);
  BOOST_TEST(outcome.says("stopped by its time limit"));
  const json results = place.json("out/incomplete/results.json");
  BOOST_TEST(results["summary"]["stopped_by"] == "time_limit");
  BOOST_TEST(results["runs"][0]["status"] == "interrupted");
  BOOST_TEST(results["runs"][0]["stopped_by"] == "time_limit");
  BOOST_TEST(results["runs"][1]["status"] == "completed");
  BOOST_TEST(results["runs"][1]["stopped_by"] == "none");
  BOOST_TEST(results["claims"][0]["status"] == "undecided");
  BOOST_TEST(place.run({"run", "swing.scene", "--limit", "60"}).code == 2);
  BOOST_TEST(place.run({"run", "swing.scene", "--limit", "-1s"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_limit_that_is_not_met_changes_nothing) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "plain"}).code == 0);
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "limited", "--limit", "2 min"}).code == 0);
  BOOST_TEST(place.json("plain/results.json")["provenance"]["content_sha256"] ==
             place.json("limited/results.json")["provenance"]["content_sha256"]);
}

/// [Murty78]: 1 on the diagonal, 2 below it. Lemke's method takes 2^n pivots where b falls: an hour for n = 30.
void add_hard_problem(const Workplace& place, const std::string& name) {
  const std::string head = "%%MatrixMarket matrix array real general\n";
  constexpr int n = 30;
  std::string a = head + "30 30\n", b = head + "30 1\n";
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) a += i == j ? "1\n" : i > j ? "2\n" : "0\n";
  long right = 1L << n;
  for (int i = 0; i < n; ++i) b += "-" + std::to_string((1L << n) - (right >>= 1)) + "\n";
  place.write(name + ".mtx", a);
  place.write(name + "_q.mtx", b);
}

const std::string endless = "lemke(pivots: 1000000000)";

BOOST_AUTO_TEST_CASE(a_problem_that_takes_too_long_costs_a_solver_its_limit_and_no_other_anything) {
  const Workplace place;
  add_hard_problem(place, "lcps/hard");
  place.write("lcps/one.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n");
  place.write("lcps/one_q.mtx", "%%MatrixMarket matrix array real general\n1 1\n-1\n");
  const auto start = Clock::now();
  const Outcome outcome = place.run({"solve", "lcp", "lcps", "--solver", endless, "--solver", "murty", "--limit",
                                     "300ms", "--json", "table.json", "--report", "table.html"});
  BOOST_TEST(seconds_since(start) < 20.0);
  BOOST_TEST(outcome.code == 0, outcome.err);  // murty solves both
  for (const json& row : place.json("table.json")) {
    const bool is_cut = row["problem"] == "hard" && row["solver"] == endless;
    BOOST_TEST(row["status"] == (is_cut ? "interrupted" : "converged"), row.dump());
    BOOST_TEST(row["stopped_by"] == (is_cut ? "time_limit" : "none"), row.dump());
  }
  BOOST_TEST(place.read("table.html").find("time limit") != std::string::npos);
  BOOST_TEST(place.run({"solve", "lcp", "lcps", "--solver", endless, "--limit", "100ms"}).code == 3);
}

BOOST_AUTO_TEST_CASE(an_interrupted_comparison_keeps_its_rows_beside_a_complete_table) {
  const Workplace place;
  add_hard_problem(place, "lcps/b-hard");
  for (const char* name : {"lcps/a", "lcps/c"}) {
    place.write(std::string(name) + ".mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n");
    place.write(std::string(name) + "_q.mtx", "%%MatrixMarket matrix array real general\n1 1\n-1\n");
  }
  place.write("table.json", "an earlier one");
  Running running = place.start({"solve", "lcp", "lcps", "--solver", endless, "--solver", "murty", "--json",
                                 "table.json", "--report", "table.html"});
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  running.send(SIGINT);
  BOOST_TEST(running.wait(10.0) == 130);
  BOOST_TEST(place.read("table.json") == "an earlier one");
  BOOST_TEST(!place.has("table.html"));
  std::map<std::pair<std::string, std::string>, std::string> status;
  for (const json& row : place.json("table.incomplete.json")) status[{row["problem"], row["solver"]}] = row["status"];
  const std::map<std::pair<std::string, std::string>, std::string> expected{
      {{"a", endless}, "converged"},    {{"a", "murty"}, "converged"}, {{"b-hard", endless}, "interrupted"},
      {{"b-hard", "murty"}, "not_run"}, {{"c", endless}, "not_run"},   {{"c", "murty"}, "not_run"}};
  BOOST_TEST((status == expected));
  BOOST_TEST(place.read("table.incomplete.html").find("Incomplete: interrupted after 2 of 3 problems") !=
             std::string::npos);
  BOOST_TEST(place.read(".stderr").find("what there is is in table.incomplete.json") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(interrupted_cases_count_those_that_were_judged) {
  const Workplace place;
  Running running = place.start({"cases", "run", "--family", "gram", "--count", "100000000", "--format", "json"});
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  running.send(SIGTERM);
  BOOST_TEST(running.wait(10.0) == 130);
  const json table = json::parse(place.read(".stdout"));
  BOOST_TEST(table["summary"]["stopped_by"] == "signal");
  BOOST_TEST(table["summary"]["cases"] > 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_interruption
