// Full disks: no file that looks whole and is not, no mix of two runs, nothing temporary left.
#include <boost/test/unit_test.hpp>
#include <pugixml.hpp>

#include "tests/cli/program.hpp"

namespace perpend::test::of_write_failures {
namespace {

BOOST_AUTO_TEST_SUITE(write_failures)

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
  BOOST_TEST(failed.complains("cannot write out/certificates.jsonl.gz: File too large"), failed.err);
  const Outcome again = place.run(arguments);
  BOOST_TEST(again.code == 0);
  BOOST_TEST(!again.says("results kept"));
  BOOST_TEST(place.has("out/report.html"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_write_failures
