// Interruption and full disks: no file that looks whole and is not, no mix of two runs, nothing temporary left.
#include <boost/test/unit_test.hpp>
#include <pugixml.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test {
namespace {

/// Minutes of work, so that the interruption always comes in the middle of it.
const std::string long_run = "run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + plain_method;

BOOST_AUTO_TEST_SUITE(write_failures)

BOOST_AUTO_TEST_CASE(an_interrupted_run_writes_nothing_and_says_so) {
  const Workplace place;
  place.write("swing.scene", pendulum(long_run));
  for (const Arguments& more : {Arguments{}, {"--quiet"}}) {
    Arguments arguments{"run", "swing.scene", "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = place.run(arguments, {.standard_output = "", .max_file_bytes = -1, .interrupt_in = "out"});
    BOOST_TEST(outcome.code == 130);
    BOOST_TEST(outcome.complains("interrupted; nothing was written"));
    BOOST_TEST(outcome.out.empty());
    BOOST_TEST(place.files("out", "").empty());
  }
}

BOOST_AUTO_TEST_CASE(an_interrupted_run_leaves_earlier_results_as_they_were) {
  const Workplace place;
  place.write("swing.scene", pendulum(ten_steps + plain_method));
  BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "out"}).code, 0);
  const std::string results = place.read("out/results.json");
  const std::string certificates = place.read("out/certificates.jsonl");
  const auto files = place.files("out", "");
  place.write("swing.scene", pendulum(long_run));
  const Outcome outcome = place.run({"run", "swing.scene", "--out", "out"},
                                    {.standard_output = "", .max_file_bytes = -1, .interrupt_in = "out"});
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(place.read("out/results.json") == results);
  BOOST_TEST(place.read("out/certificates.jsonl") == certificates);
  BOOST_TEST(place.files("out", "") == files, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_interruption_among_several_scenes_keeps_what_is_finished) {
  const Workplace place;
  place.write("a/short.scene", pendulum(ten_steps + plain_method));
  place.write("a/long.scene", pendulum(long_run));
  const Outcome outcome =
      place.run({"run", "a/short.scene", "a/long.scene", "a/missing.scene", "--out", "out", "--format", "json"},
                {.standard_output = "", .max_file_bytes = -1, .interrupt_in = "out/a/long"});
  BOOST_TEST(outcome.code == 130);
  BOOST_TEST(!outcome.complains("missing.scene"));
  BOOST_TEST(nlohmann::json::parse(outcome.out).size() == 1U);
  BOOST_TEST(place.has("out/a/short/results.json"));
  BOOST_TEST(place.files("out/a/long", "").empty());
  BOOST_TEST(place.read("out/index.html").find("a/short/report.html") != std::string::npos);
}

/// At each size of file at which the disk may be full, what is there is whole and of this run.
BOOST_AUTO_TEST_CASE(a_full_disk_leaves_only_whole_files_of_one_run) {
  for (const long bytes : {0L, 100L, 3000L, 8000L, 20000L, 100000L}) {
    const Workplace place;
    place.write("swing.scene", pendulum("title = \"first\"\nrun { step = 1 ms; duration = 0.2 s }\n" + plain_method));
    BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "out"}).code, 0);
    place.write("swing.scene", pendulum("title = \"second\"\nrun { step = 1 ms; duration = 0.3 s }\n" + plain_method));
    const Outcome outcome = place.run({"run", "swing.scene", "--out", "out"},
                                      {.standard_output = "/dev/null", .max_file_bytes = bytes, .interrupt_in = ""});
    BOOST_TEST(outcome.code == 4, "limit " << bytes);
    BOOST_TEST(place.files("out", ".tmp").empty());
    BOOST_TEST(!place.has("out/.up-to-date"));
    if (place.has("out/results.json")) BOOST_TEST(place.json("out/results.json")["title"] == "second");
    if (place.has("out/series.csv")) BOOST_TEST(place.read("out/series.csv").find("\nplain,300,") != std::string::npos);
    if (place.has("out/report.html")) BOOST_TEST(place.read("out/report.html").find("</html>") != std::string::npos);
    if (place.has("out/junit.xml")) {
      pugi::xml_document junit;
      BOOST_TEST(junit.load_string(place.read("out/junit.xml").c_str()));
    }
  }
}

BOOST_AUTO_TEST_CASE(results_of_a_run_that_could_not_be_written_are_not_kept_as_unchanged) {
  const Workplace place;
  place.write("swing.scene", pendulum("run { step = 1 ms; duration = 0.2 s }\n" + plain_method));
  const Arguments arguments{"run", "swing.scene", "--out", "out", "--skip-unchanged"};
  const Outcome failed =
      place.run(arguments, {.standard_output = "/dev/null", .max_file_bytes = 3000, .interrupt_in = ""});
  BOOST_TEST(failed.code == 4);
  BOOST_TEST(failed.complains("cannot write out/certificates.jsonl: File too large"), failed.err);
  const Outcome again = place.run(arguments);
  BOOST_TEST(again.code == 0);
  BOOST_TEST(!again.says("results kept"));
  BOOST_TEST(place.has("out/report.html"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test
