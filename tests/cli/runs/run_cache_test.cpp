// The cache of `perpend run`: a run that was made is found, its files are the same bytes, and one that is another is
// made.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "batch/database.hpp"
#include "tests/cli/program.hpp"

namespace perpend::test::of_run_caches {
namespace {

using Json = nlohmann::json;

const std::string four_methods =
    "param alpha = 10/s\nrun { step = 2 ms; duration = 100 ms }\n"
    "method a = none\nmethod b = baumgarte(alpha: alpha)\nmethod c = post_stabilization\nmethod d = baumgarte(alpha: "
    "20/s)\n"
    "measure drift = max_abs(constraint_error)\nmeasure energy = total_energy\n"
    "figure poses { kind = snapshots; times = [0, 50] ms; methods = b }\n";
const std::string swept = "sweep gain { alpha = [1, 5, 25]/s; methods = b }\n";

/// A scene, runs of it into folders of their own, and what they wrote.
struct Cached : Workplace {
  explicit Cached(const std::string& text = pendulum(four_methods + swept)) { write("a.scene", text); }

  Outcome make(const std::string& out, const std::string& scene = "a.scene", const Arguments& more = {},
               const Surroundings& surroundings = {}) const {
    Arguments arguments{"run", scene, "--out", out, "--cache", "cache", "--certificate-data", "full"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, surroundings);
  }

  /// How many runs of the folder, those of sweeps too, came about like this.
  [[nodiscard]] long count(const std::string& out, const std::string& how) const {
    long count = 0;
    const Json results = json(out + "/results.json");
    for (const auto& run : results["runs"]) count += run["cache"] == how ? 1 : 0;
    for (const auto& sweep : results["sweeps"])
      for (const auto& point : sweep["points"])
        for (const auto& run : point["runs"]) count += run["cache"] == how ? 1 : 0;
    return count;
  }

  /// Results without what says where, when and how they came about: the measured times stay.
  [[nodiscard]] std::string results(const std::string& out) const {
    Json results = json(out + "/results.json");
    results["provenance"].erase("outside_hash");
    for (auto& run : results["runs"]) run.erase("cache");
    for (auto& sweep : results["sweeps"])
      for (auto& point : sweep["points"])
        for (auto& run : point["runs"]) run.erase("cache");
    return results.dump();
  }

  void check_same(const std::string& a, const std::string& b) const {
    BOOST_TEST((results(a) == results(b)));
    BOOST_TEST(!files(a + "/figures", ".svg").empty());
    for (const std::string file : {"certificates.jsonl.gz", "series.csv", "figures/poses.svg"})
      BOOST_TEST((read(a + "/" + file) == read(b + "/" + file)), file);
  }

  void change(const std::string& sql) const {
    batch::Database(path("cache/cache.sqlite"), batch::Access::write).run(sql);
  }
};

BOOST_AUTO_TEST_SUITE(run_caches)

BOOST_AUTO_TEST_CASE(a_run_that_was_made_is_found_and_writes_the_same_files) {
  const Cached place;
  const Outcome first = place.make("first");
  BOOST_REQUIRE_EQUAL(first.code, 0);
  BOOST_TEST(!first.says("From the cache"), first.out);
  BOOST_TEST(place.count("first", "added") == 7);
  const Outcome second = place.make("second");
  BOOST_TEST(second.code == 0);
  BOOST_TEST(second.says("From the cache: 7 of 7 runs"), second.out);
  BOOST_TEST(place.count("second", "found") == 7);
  place.check_same("first", "second");
  // One that is drawn anew has another date.
  BOOST_TEST((place.read("first/figures/poses.pdf") == place.read("second/figures/poses.pdf")));
  BOOST_TEST(place.read("second/report.html").find("7 of 7 runs, with the times of when they were made") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_comments_claims_and_other_declarations_make_no_run) {
  const Cached place;
  BOOST_TEST(place.make("first").code == 0);
  std::string other = "# another comment\n" + pendulum(swept + four_methods +
                                                       "title = \"b\"\nclaim small \"w\" { value = "
                                                       "max(drift, c); below = 1 m }\n");
  other.replace(other.find("experiment swing"), 16, "experiment other");
  place.write("folder/b.scene", other);
  BOOST_TEST(place.make("second", "folder/b.scene").code == 0);
  BOOST_TEST(place.count("second", "found") == 7);
}

BOOST_AUTO_TEST_CASE(of_four_methods_the_one_that_changed_is_made) {
  const Cached place;
  BOOST_TEST(place.make("first").code == 0);
  std::string other = pendulum(four_methods + swept);
  other.replace(other.find("alpha: 20/s"), 11, "alpha: 3/s");
  place.write("a.scene", other);
  BOOST_TEST(place.make("second").code == 0);
  BOOST_TEST(place.count("second", "found") == 6);
  BOOST_TEST(place.json("second/results.json")["runs"][3]["cache"] == "added");
  // Numbers as this scene writes them.
  other.replace(other.find("alpha: 3/s"), 10, "alpha: 3.0/s");
  place.write("a.scene", other);
  BOOST_TEST(place.make("third").code == 0);
  BOOST_TEST(place.count("third", "found") == 7);
  BOOST_TEST(place.json("third/results.json")["runs"][3]["options"]["alpha"] == "3.0/s");
}

BOOST_AUTO_TEST_CASE(what_is_recorded_is_part_of_the_key) {
  const Cached place(pendulum(four_methods));
  BOOST_TEST(place.make("first").code == 0);
  BOOST_TEST(place.make("other", "a.scene", {"--certificate-data", "sample"}).code == 0);
  BOOST_TEST(place.count("other", "added") == 4);
  place.write("a.scene", pendulum(four_methods + "figure more { kind = snapshots; times = [70 ms]; methods = c }\n"));
  BOOST_TEST(place.make("shown").code == 0);
  BOOST_TEST(place.count("shown", "added") == 4);
}

BOOST_AUTO_TEST_CASE(what_was_evicted_or_corrupted_is_made_again) {
  const Cached place;
  BOOST_TEST(place.make("first").code == 0);
  place.change("DELETE FROM runs WHERE rowid % 2 = 0");
  BOOST_TEST(place.make("half").code == 0);
  BOOST_TEST(place.count("half", "found") == 4);
  BOOST_TEST(place.count("half", "added") == 3);
  BOOST_TEST(place.read("first/certificates.jsonl.gz") == place.read("half/certificates.jsonl.gz"));
  // The last byte of an entry is one of its certificates.
  place.change(
      "UPDATE runs SET run = CAST(substr(run, 1, length(run) - 1) || x'5A' AS BLOB) WHERE place = 'swing / c'");
  const Outcome why =
      place.run({"run", "a.scene", "--out", "x", "--cache", "cache", "--certificate-data", "full", "--why"});
  BOOST_TEST(why.says("swing / c (whole run; shown at 0, 0.05 s; certificates full): runs: its entry is corrupted"),
             why.out);
  BOOST_TEST(place.make("repaired").code == 0);
  BOOST_TEST(place.json("repaired/results.json")["runs"][2]["cache"] == "added");
  BOOST_TEST(place.count("repaired", "found") == 6);
  BOOST_TEST(place.read("first/certificates.jsonl.gz") == place.read("repaired/certificates.jsonl.gz"));
  BOOST_TEST(place.run({"cache", "verify", "--cache", "cache"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_corrupted_picture_is_drawn_again) {
  const Cached place;
  BOOST_TEST(place.make("first").code == 0);
  const std::size_t count = place.files("first/figures", ".svg").size() + place.files("first/figures", ".pdf").size();
  const std::string pictures = std::to_string(count) + " pictures";
  BOOST_TEST(place.run({"cache", "ls", "--cache", "cache"}).says(": 7 runs, " + pictures));
  place.change("UPDATE pictures SET picture = CAST(substr(picture, 1, length(picture) - 1) || x'5A' AS BLOB)");
  BOOST_TEST(place.make("second").code == 0);
  BOOST_TEST((place.read("first/figures/poses.svg") == place.read("second/figures/poses.svg")));
  BOOST_TEST(place.run({"cache", "verify", "--cache", "cache"}).code == 0);
  place.change("UPDATE pictures SET picture = 'x'");
  BOOST_TEST(place.run({"cache", "verify", "--cache", "cache"}).code == 1);
  BOOST_TEST(place.run({"cache", "ls", "--cache", "cache"}).says(": 7 runs, 0 pictures"));
  BOOST_TEST(place.make("third").code == 0);
  BOOST_TEST(place.run({"cache", "export", "copy", "--cache", "cache"}).says("7 runs copied"));
  BOOST_TEST(place.run({"cache", "gc", "--most", "0", "--cache", "copy"}).says("7 runs removed, " + pictures));
}

BOOST_AUTO_TEST_CASE(processes_may_write_the_same_key) {
  const Cached place;
  std::vector<Running> running;
  for (const std::string out : {"one", "two", "three"}) {
    const Arguments arguments{"run", "a.scene", "--quiet", "--out", out, "--cache", "cache", "--certificate-data",
                              "full"};
    running.push_back(place.start(arguments));
  }
  for (Running& one : running) BOOST_TEST(one.wait() == 0);
  BOOST_TEST(place.read("one/certificates.jsonl.gz") == place.read("two/certificates.jsonl.gz"));
  BOOST_TEST(place.read("one/certificates.jsonl.gz") == place.read("three/certificates.jsonl.gz"));
  BOOST_TEST(place.run({"cache", "verify", "--cache", "cache"}).says(": 7 runs"));
  BOOST_TEST(place.make("last").code == 0);
  BOOST_TEST(place.count("last", "found") == 7);
}

BOOST_AUTO_TEST_CASE(a_study_and_a_run_share_the_points_of_a_sweep) {
  const Cached place;
  BOOST_TEST(place.make("first").code == 0);
  BOOST_TEST(place.run({"study", "a.scene", "--out", "study", "--cache", "cache"}).says("3 from the cache, 0 made"));
}

BOOST_AUTO_TEST_CASE(why_says_what_changed) {
  const Cached place;
  const auto why = [&](const Arguments& more = {}) {
    Arguments arguments{"run", "a.scene", "--cache", "cache", "--why"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = place.run(arguments);
    BOOST_TEST(outcome.code == 0, outcome.err);
    return outcome.out;
  };
  BOOST_TEST(why().find("swing / c (whole run; shown at 0, 0.05 s): runs: there is no cache") != std::string::npos);
  BOOST_TEST(!place.has("cache"));
  BOOST_TEST(place.run({"run", "a.scene", "--cache", "cache"}).code == 0);
  const std::string known = why();
  BOOST_TEST(known.find("swing / c (whole run; shown at 0, 0.05 s): in the cache") != std::string::npos, known);
  BOOST_TEST(known.find("swing / gain / 2 / b (alpha = 25/s): in the cache") != std::string::npos, known);
  BOOST_TEST(known.find("runs:") == std::string::npos, known);
  BOOST_TEST(why({"--set", "g = 1 m/s^2"}).find("runs: the scene changed, values changed from") != std::string::npos);
  std::string other = pendulum(four_methods);
  other.replace(other.find("mass = 1 kg"), 11, "mass = 2 kg");
  place.write("a.scene", other);
  BOOST_TEST(why().find("swing / d (whole run; shown at 0, 0.05 s): runs: the scene changed\n") != std::string::npos);
  BOOST_TEST(why({"--lcps", "lcps"}).find("runs: the files of --lcps are in no cache") != std::string::npos);
  place.change("UPDATE runs SET program = 'another'");
  BOOST_TEST(why().find("runs: the program changed, the scene changed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_was_broken_off_is_not_kept) {
  const Cached place(pendulum("run { step = 10 us; duration = 90 s; record_every = 100000 }\n" + plain_method));
  const Outcome cut = place.make("cut", "a.scene", {"--limit", "50ms"});
  BOOST_TEST(cut.code == 3);
  BOOST_TEST(place.json("cut/incomplete/results.json")["runs"][0]["cache"] == "none");
  BOOST_TEST(place.run({"cache", "ls", "--cache", "cache"}).says(": 0 runs"));
}

BOOST_AUTO_TEST_CASE(certificates_of_limited_size_and_files_of_lcps_are_made_each_time) {
  const Cached place(pendulum(four_methods));
  BOOST_TEST(place.make("first").code == 0);
  for (const Arguments& more : {Arguments{"--certificate-data", "1MB"}, Arguments{"--lcps", "lcps"}}) {
    BOOST_TEST(place.make("again", "a.scene", more).code == 0);
    BOOST_TEST(place.count("again", "none") == 4);
  }
}

BOOST_AUTO_TEST_CASE(the_default_is_the_cache_of_the_user) {
  const Cached place;
  const Surroundings home{.cache_home = place.path("home")};
  BOOST_TEST(place.run({"run", "a.scene", "--quiet"}, home).code == 0);
  BOOST_TEST(place.has("home/perpend/cache.sqlite"));
  BOOST_TEST(place.run({"run", "a.scene"}, home).says("From the cache: 7 of 7 runs"));
  BOOST_TEST(!place.run({"run", "a.scene", "--no-cache"}, home).says("From the cache"));
  BOOST_TEST(!place.run({"run", "a.scene"}).says("From the cache"));
}

/// No file of the run is larger than its certificates; those of all methods and more are in the cache.
BOOST_AUTO_TEST_CASE(a_full_disk_under_the_cache_costs_a_warning_and_no_result) {
  std::string longer = pendulum(four_methods);
  longer.replace(longer.find("step = 2 ms"), 11, "step = 50 us");
  const Cached place(longer);
  BOOST_TEST(place.make("whole").code == 0);
  std::filesystem::remove_all(place.path("cache"));
  const auto size = static_cast<long>(std::filesystem::file_size(place.path("whole/certificates.jsonl.gz")));
  const Outcome outcome = place.make("full", "a.scene", {"--jobs", "1"}, {.max_file_bytes = size + 100});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.complains("warning: the cache takes no more runs: "), outcome.err);
  BOOST_TEST(place.count("full", "failed") == 1);
  BOOST_TEST(place.count("full", "added") == 3);
  BOOST_TEST((place.read("whole/certificates.jsonl.gz") == place.read("full/certificates.jsonl.gz")));
  BOOST_TEST(place.make("again").code == 0);
  BOOST_TEST(place.count("again", "found") == 3);
}

BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_opened_costs_a_warning_and_no_result) {
  const Cached place(pendulum(four_methods));
  place.write("cache", "no folder");
  const Outcome outcome = place.make("out");
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.complains("warning: no cache: "), outcome.err);
  BOOST_TEST(place.count("out", "none") == 4);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_run_caches
