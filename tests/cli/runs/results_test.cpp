// What is done with results: compared, made again from their folder, and held to a lock.
#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "tests/cli/program.hpp"

namespace perpend::test::of_results {
namespace {

using Json = nlohmann::json;

const std::string scene = pendulum("param alpha = 10/s\n" + ten_steps + R"(
  method plain = none
  method held = baumgarte(alpha: alpha)
  measure drift = max_abs(constraint_error) { unit = mm }
  measure energy = total_energy
  sweep gain { alpha = [1, 5]/s; methods = held }
  claim closed "closed to a metre" { value = max(drift, held); below = 1 m }
)");

/// A scene and its results in out/.
struct Made : Workplace {
  Made() {
    write("a.scene", scene);
    BOOST_TEST_REQUIRE(run({"run", "a.scene", "--out", "out", "--no-cache"}).code == 0);
  }
};

BOOST_FIXTURE_TEST_SUITE(results, Made)

BOOST_AUTO_TEST_CASE(a_folder_does_not_differ_from_itself) {
  const Outcome outcome = run({"compare", "out", "out"});
  BOOST_TEST(outcome.code == 0);
  BOOST_TEST(outcome.says("no change: all"));
}

BOOST_AUTO_TEST_CASE(a_changed_value_is_told_with_where_trajectories_part_and_ends_with_one) {
  BOOST_TEST(run({"run", "a.scene", "--out", "other", "--set", "alpha = 11/s", "--no-cache"}).code == 0);
  const Outcome outcome = run({"compare", "out", "other", "--report", "change.html"});
  BOOST_TEST(outcome.code == 1);
  BOOST_TEST(outcome.says("param alpha: 10 1/s -> 11 1/s"));
  BOOST_TEST(outcome.says("held: parts at step "));
  BOOST_TEST(outcome.says("drift max"));
  BOOST_TEST(!outcome.says("plain: parts"));
  BOOST_TEST(read("change.html").find("Where trajectories part") != std::string::npos);
  const Json told = Json::parse(run({"compare", "out", "other", "--format", "json"}).out);
  BOOST_TEST(told["changed"] == true);
  BOOST_TEST(run({"compare", "out", "other", "--tolerance", "1e9"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_tolerance_has_a_share_or_a_measure_and_a_unit) {
  const auto code = [&](const std::string& tolerance) {
    return run({"compare", "out", "out", "--tolerance", tolerance}).code;
  };
  for (const char* good : {"0", "1e-6", "drift = 1e-6", "drift=1 um", "energy = 2 J"})
    BOOST_TEST(code(good) == 0, good);
  for (const char* bad : {"", "x", "-1", "nan", "1 um", "drift = 1 parsec", "drift =", "drift = 1 s", "nosuch = 1e-6"})
    BOOST_TEST(code(bad) == 2, bad);
}

BOOST_AUTO_TEST_CASE(what_is_no_folder_of_results_is_refused) {
  write("empty/file.txt", "");
  write("torn/results.json", read("out/results.json").substr(0, 500));
  for (const char* other : {"none", "empty", "torn", "a.scene"}) {
    const Outcome outcome = run({"compare", "out", other});
    BOOST_TEST(outcome.code == 2, other);
    BOOST_TEST(outcome.complains(std::string("error: ") + other), outcome.err);
    BOOST_TEST(run({"reproduce", other}).code == 2, other);
  }
}

BOOST_AUTO_TEST_CASE(results_are_made_again_from_their_folder_alone) {
  std::filesystem::rename(path("out"), path("moved"));
  write("a.scene", "broken {");
  const Outcome outcome = run({"reproduce", "moved", "--out", "again"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("no change: all"));
  BOOST_TEST(json("moved/results.json")["provenance"]["content_sha256"] ==
             json("again/results.json")["provenance"]["content_sha256"]);
}

BOOST_AUTO_TEST_CASE(what_was_set_on_the_command_line_is_set_again) {
  BOOST_TEST(run({"run", "a.scene", "--out", "set", "--set", "alpha = 3/s", "--methods", "held", "--no-cache"}).code ==
             0);
  const Outcome outcome = run({"reproduce", "set"});
  BOOST_TEST(outcome.code == 0, outcome.out);
}

BOOST_AUTO_TEST_CASE(a_run_without_its_sweeps_is_made_again_without_them) {
  BOOST_TEST(run({"run", "a.scene", "--out", "alone", "--no-sweeps", "--no-cache"}).code == 0);
  const Outcome outcome = run({"reproduce", "alone"});
  BOOST_TEST(outcome.code == 0, outcome.out);
}

BOOST_AUTO_TEST_CASE(rows_that_are_lost_are_told) {
  std::filesystem::copy(path("out"), path("copy"), std::filesystem::copy_options::recursive);
  std::filesystem::remove(path("copy/series.npz"));
  const Outcome outcome = run({"compare", "out", "copy"});
  BOOST_TEST(outcome.code == 0, outcome.err);
  BOOST_TEST(outcome.says("held: the rows are not compared: one of them has no series"), outcome.out);
}

BOOST_AUTO_TEST_CASE(a_number_that_was_tampered_with_is_found) {
  Json results = json("out/results.json");
  results["runs"][1]["measures"]["drift"]["max"] = 1.0;
  write("out/results.json", results.dump());
  const Outcome outcome = run({"reproduce", "out"});
  BOOST_TEST(outcome.code == 1);
  BOOST_TEST(outcome.says("drift max"));
}

BOOST_AUTO_TEST_CASE(a_lost_scene_is_named) {
  std::filesystem::remove(path("out/inputs/a.scene"));
  const Outcome outcome = run({"reproduce", "out"});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.complains("inputs/a.scene is missing"));
}

BOOST_AUTO_TEST_CASE(results_do_not_replace_what_they_are_compared_with) {
  BOOST_TEST(run({"reproduce", "out", "--out", "out"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_lock_holds_a_scene_and_says_which_number_moved) {
  BOOST_TEST(run({"run", "a.scene", "--locked"}).code == 2);
  BOOST_TEST(run({"run", "a.scene", "--lock", "--quiet"}).code == 0);
  BOOST_TEST(has("a.lock"));
  BOOST_TEST(run({"run", "a.scene", "--locked", "--quiet"}).code == 0);
  const Outcome moved = run({"run", "a.scene", "--locked", "--quiet", "--set", "alpha = 11/s"});
  BOOST_TEST(moved.code == 1);
  BOOST_TEST(moved.complains("held"));
  BOOST_TEST(moved.complains("drift max"));
  BOOST_TEST(run({"run", "a.scene", "--lock", "--locked"}).code == 2);
  BOOST_TEST(run({"run", "a.scene", "--lock", "--methods", "plain"}).code == 2);
}

BOOST_AUTO_TEST_CASE(tolerances_that_people_gave_a_lock_stay) {
  BOOST_TEST(run({"run", "a.scene", "--lock", "--quiet"}).code == 0);
  Json lock = json("a.lock");
  lock["tolerances"] = {{"drift", {{"relative", 0.5}}}};
  write("a.lock", lock.dump());
  BOOST_TEST(run({"run", "a.scene", "--lock", "--quiet"}).code == 0);
  BOOST_TEST(json("a.lock")["tolerances"]["drift"]["relative"] == 0.5);
}

BOOST_AUTO_TEST_CASE(series_of_all_points_and_states_are_kept_where_that_is_asked) {
  BOOST_TEST(!has("out/states.npz"));
  BOOST_TEST(run({"run", "a.scene", "--out", "full", "--series", "--states"}).code == 0);
  BOOST_TEST(has("full/states.npz"));
  BOOST_TEST(read("full/series.npz").find("sweep/gain/held/measure/drift.npy") != std::string::npos);
  BOOST_TEST(read("out/series.npz").find("sweep/gain") == std::string::npos);
  BOOST_TEST(read("out/series.npz").find("held/measure/drift.npy") != std::string::npos);
  BOOST_TEST(run({"compare", "out", "full"}).code == 0);
}

BOOST_AUTO_TEST_CASE(provenance_has_this_scene_alone_and_what_it_ran_on) {
  write("b.scene", scene);
  BOOST_TEST(run({"run", "a.scene", "b.scene", "--out", "both", "--set", "alpha = 3/s"}).code == 0);
  for (const std::string& file : files("both", "results.json")) {
    const Json outside = json(std::filesystem::relative(file, path("")).string())["provenance"]["outside_hash"];
    const auto command = outside["command"].get<std::string>();
    BOOST_TEST((command.find("a.scene") == std::string::npos) != (command.find("b.scene") == std::string::npos),
               command);
    BOOST_TEST(command.find("--set 'alpha = 3/s'") != std::string::npos, command);
    BOOST_TEST(outside["libraries"].contains("C library and libm"));
    BOOST_TEST(outside.contains("commit"));
  }
}

BOOST_AUTO_TEST_CASE(figures_for_a_paper_come_from_the_folder_with_tables_and_references) {
  const Outcome outcome = run({"figures", "out", "--format", "svg"});
  BOOST_TEST_REQUIRE(outcome.code == 0, outcome.err);
  BOOST_TEST(!files("out/figures-ieee", ".svg").empty());
  BOOST_TEST(read("out/figures-ieee/measures.tex").find("\\toprule") != std::string::npos);
  BOOST_TEST(read("out/figures-ieee/claims.tex").find("closed to a metre") != std::string::npos);
  const std::string references = read("out/figures-ieee/references.bib");
  BOOST_TEST(references.find("@article{Baumgarte72,") != std::string::npos, references);
  BOOST_TEST(references.find("Haug89") == std::string::npos);
  BOOST_TEST(run({"figures", "out", "--format", "svg"}).says(": 0 drawn"));
  BOOST_TEST(!run({"figures", "out", "--format", "svg", "--force"}).says(": 0 drawn"));
}

BOOST_AUTO_TEST_CASE(figures_need_the_scene_and_an_archive_an_author) {
  std::filesystem::remove_all(path("out/inputs"));
  BOOST_TEST(run({"figures", "out"}).code == 2);
  BOOST_TEST(run({"archive", "out"}).code == 2);
  BOOST_TEST(run({"archive", "none", "--author", "A"}).code == 2);
}

BOOST_AUTO_TEST_CASE(an_archive_has_every_file_and_is_the_same_each_time) {
  const Arguments archive{"archive", "out", "--author", "A. \"Author\"", "--license", "CC-BY-4.0", "--out"};
  const auto make = [&](const std::string& name) {
    Arguments arguments = archive;
    arguments.push_back(name);
    return run(arguments);
  };
  BOOST_TEST(make("a.zip").code == 0);
  BOOST_TEST(make("b.zip").code == 0);
  const std::string bytes = read("a.zip");
  BOOST_TEST((bytes == read("b.zip")));
  for (const char* name : {"ro-crate-metadata.json", "CITATION.cff", "results.json", "inputs/a.scene"})
    BOOST_TEST(bytes.find(name) != std::string::npos, name);
  BOOST_TEST(bytes.find(".up-to-date") == std::string::npos);
  BOOST_TEST(make("nowhere/a.zip").code == 4);
}

BOOST_AUTO_TEST_CASE(a_page_lists_several_folders) {
  BOOST_TEST(run({"run", "a.scene", "--out", "other", "--quiet"}).code == 0);
  BOOST_TEST(run({"report", "out", "other", "--out", "all.html"}).code == 0);
  const std::string page = read("all.html");
  BOOST_TEST(page.find("\"out/report.html") != std::string::npos);
  BOOST_TEST(page.find("\"other/report.html") != std::string::npos);
  BOOST_TEST(run({"report", "out", "none"}).code == 2);
}

BOOST_AUTO_TEST_CASE(a_page_ends_with_the_verdict_over_all_that_it_lists) {
  const std::string results = read("out/results.json");
  const std::string expected = "\"as_expected\": true";
  BOOST_TEST(run({"report", "out"}).code == 0);
  std::string unexpected = results;
  unexpected.replace(unexpected.find(expected), expected.size(), "\"as_expected\": false");
  write("unexpected/results.json", unexpected);
  BOOST_TEST(run({"report", "out", "unexpected", "--out", "all.html"}).code == 1);
  write("broken/results.json", results.substr(0, results.size() / 2));
  const Outcome broken = run({"report", "out", "unexpected", "broken", "--out", "all.html"});
  BOOST_TEST(broken.code == 2);
  BOOST_TEST(broken.err.find("error: cannot use broken/results.json") != std::string::npos, broken.err);
  BOOST_TEST(!read("all.html").empty());
  write("empty/notes.txt", "");
  const Outcome empty = run({"report", "empty"});
  BOOST_TEST(empty.code == 2);
  BOOST_TEST(empty.err.find("no results.json") != std::string::npos, empty.err);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_results
