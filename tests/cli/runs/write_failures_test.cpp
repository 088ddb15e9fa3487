// Full disks: no file that looks whole and is not, no mix of two runs, nothing temporary left.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
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
      place.run(arguments, {.standard_output = "/dev/null", .max_file_bytes = 1000, .interrupt_in = ""});
  BOOST_TEST(failed.code == 4);
  BOOST_TEST(failed.complains("cannot write out/certificates.jsonl.gz: File too large"), failed.err);
  const Outcome again = place.run(arguments);
  BOOST_TEST(again.code == 0);
  BOOST_TEST(!again.says("results kept"));
  BOOST_TEST(place.has("out/report.html"));
}

const std::string two_figures = ten_steps + plain_method +
                                "measure energy = total_energy\nfigure drift { y = drift }\n"
                                "figure energy { y = energy; title = \"the bad one\" }\n";

/// Where the program looks for others, while this lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) : before_(::getenv("PATH")) { ::setenv("PATH", path.c_str(), 1); }
  ~SearchPath() { ::setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_;
};

Outcome run_with(const Workplace& place, const std::string& programs, const Arguments& arguments) {
  const SearchPath path(programs);
  return place.run(arguments);
}

/// The folder `bin` before those of the system.
std::string put_first(const Workplace& place) {
  return place.path("bin") + ":" + ::getenv("PATH");
}

/// A folder with a gnuplot that does so with the figure `energy`, and with others what gnuplot does: `body` is shell.
void put_gnuplot(const Workplace& place, const std::string& body) {
  place.write("bin/gnuplot",
              "#!/bin/sh\nscript=$(cat)\ncase \"$script\" in\n*'the bad one'*) " + body + ";;\nesac\necho a picture\n");
  std::filesystem::permissions(place.path("bin/gnuplot"), std::filesystem::perms::owner_all);
}

/// The exit code tells of the run: a picture that is missing is a warning wherever the run is told of.
BOOST_AUTO_TEST_CASE(a_figure_that_gnuplot_fails_on_is_a_warning_and_the_exit_code_is_that_of_the_run) {
  const std::string claim = "claim c \"w\" { value = max(drift, plain); below = ";
  for (const auto& [body, reason] : std::vector<std::pair<std::string, std::string>>{
           {"echo 'no such font' >&2; exit 3", "gnuplot ended with exit code 3: no such font"},
           {"echo half; kill -9 $$", "signal 9 ended gnuplot"},
           {"exit 0", "gnuplot drew nothing"}})
    for (const auto& [range, code] : std::vector<std::pair<std::string, int>>{{"1 m }", 0}, {"1e-30 m }", 1}}) {
      BOOST_TEST_INFO_SCOPE(body);
      const Workplace place;
      put_gnuplot(place, body);
      place.write("swing.scene", pendulum(two_figures + claim + range));
      place.write("out/figures/energy.svg", "of an earlier run");
      const Outcome outcome = run_with(place, put_first(place), {"run", "swing.scene", "--out", "out"});
      BOOST_TEST(outcome.code == code, outcome.err);
      BOOST_TEST(place.has("out/figures/drift.svg"));
      BOOST_TEST(place.has("out/figures/drift.pdf"));
      BOOST_TEST(!place.has("out/figures/energy.svg"));
      BOOST_TEST(!place.has("out/figures/energy.pdf"));
      BOOST_TEST(outcome.says("warning: figure energy was not drawn: " + reason), outcome.out);
      BOOST_TEST(!outcome.says("All as expected"));
      BOOST_TEST(place.read("out/report.html").find("figure energy was not drawn: " + reason) != std::string::npos);
      const auto undrawn = place.json("out/results.json")["undrawn_figures"];
      BOOST_REQUIRE_EQUAL(undrawn.size(), 1U);
      BOOST_TEST(undrawn[0]["figure"] == "energy");
      BOOST_TEST(undrawn[0]["reason"].get<std::string>().starts_with(reason));
      // The content is the same as with all figures, and the figure can still be drawn later.
      const auto content = [&](const char* folder) {
        return place.json(std::string(folder) + "/results.json")["provenance"]["content_sha256"];
      };
      put_gnuplot(place, "echo a picture; exit 0");
      const Outcome again =
          run_with(place, put_first(place), {"run", "swing.scene", "--out", "out", "--skip-unchanged"});
      BOOST_TEST(place.has("out/figures/energy.svg"));
      BOOST_TEST(again.code == code);
      BOOST_REQUIRE_EQUAL(run_with(place, "/nowhere", {"run", "swing.scene", "--out", "other"}).code, code);
      BOOST_TEST(content("out") == content("other"));
      BOOST_TEST(place.json("other/results.json")["undrawn_figures"].size() == 2U);
    }
}

BOOST_AUTO_TEST_CASE(a_figure_that_cannot_be_written_is_a_failure) {
  const Workplace place;
  put_gnuplot(place, "");
  place.write("swing.scene", pendulum(two_figures));
  place.write("out/figures/energy.svg.tmp/taken", "");
  const Outcome one = run_with(place, put_first(place), {"run", "swing.scene", "--out", "out"});
  BOOST_TEST(one.code == 4);
  BOOST_TEST(one.complains("cannot create out/figures/energy.svg: Is a directory"), one.err);
  BOOST_TEST(place.has("out/figures/drift.pdf"));
  BOOST_TEST(place.json("out/results.json")["undrawn_figures"][0]["figure"] == "energy");
  place.write("flat/figures", "a file");
  const Outcome all = run_with(place, put_first(place), {"run", "swing.scene", "--out", "flat"});
  BOOST_TEST(all.code == 4);
  BOOST_TEST(all.complains("cannot create the directory flat/figures"), all.err);
  BOOST_TEST(place.json("flat/results.json")["undrawn_figures"].size() == 2U);
  BOOST_TEST(place.has("flat/report.html"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_write_failures
