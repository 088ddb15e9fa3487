// The files of a run: all there, whole, and telling the same.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "tests/cli/program.hpp"

namespace perpend::test::of_files {
namespace {

using nlohmann::json;

const std::string two_methods = ten_steps + R"(
method plain = none
method post = post_stabilization
measure drift = max_abs(constraint_error) { unit = mm }
measure energy = total_energy
figure drift { y = drift }
claim closed "closed to a micrometre" { value = max(drift, post); below = 1 um }
claim open "not closed without" { value = max(drift, plain); below = 1 um; expect = not_reproduced }
)";

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) result.push_back(line);
  return result;
}

struct Finished {
  Finished() {
    place.write("swing.scene", pendulum(two_methods));
    outcome = place.run({"run", "swing.scene", "--out", "out"});
  }
  Workplace place;
  Outcome outcome;
};

using Key = std::tuple<std::string, std::string, std::string>;  // run, kind, verdict

std::map<Key, int> counts_of_lines(const std::string& text) {
  std::map<Key, int> counts;
  std::map<int, std::pair<std::string, std::string>> groups;
  for (const std::string& line : lines(text)) {
    const json entry = json::parse(line);
    if (entry.contains("format")) continue;
    if (entry.contains("numbers")) continue;
    if (entry.contains("kind")) {
      groups[entry["group"]] = {entry["run"], entry["kind"]};
      continue;
    }
    const auto& [run, kind] = groups.at(entry["group"]);
    if (entry.contains("without_line"))
      counts[{run, kind, "proved"}] += entry["without_line"].get<int>();
    else
      ++counts[{run, kind, entry["verdict"]}];
  }
  return counts;
}

std::map<Key, int> counts_of_results(const json& results) {
  std::map<Key, int> counts;
  for (const json& run : results["runs"])
    for (const json& group : run["certificates"]["groups"])
      for (const char* verdict : {"proved", "refuted", "undecided"})
        if (const int count = group[verdict]; count > 0) counts[{run["method"], group["kind"], verdict}] = count;
  return counts;
}

BOOST_FIXTURE_TEST_SUITE(files, Finished)

BOOST_AUTO_TEST_CASE(every_promised_file_is_there_and_nothing_temporary) {
  BOOST_TEST(outcome.code == 0);
  for (const char* name : {"report.html", "results.json", "series.csv", "certificates.jsonl.gz", "junit.xml"})
    BOOST_TEST(place.has(std::string("out/") + name), name);
  BOOST_TEST(place.files("out", ".tmp").empty());
}

BOOST_AUTO_TEST_CASE(figures_come_as_svg_and_pdf_or_their_absence_is_said) {
  const bool drawn = place.has("out/figures/drift.svg") && place.has("out/figures/drift.pdf");
  const bool said = place.read("out/report.html").find("gnuplot is not installed") != std::string::npos;
  BOOST_TEST(drawn != said);
}

BOOST_AUTO_TEST_CASE(results_have_the_fields_that_programs_read) {
  const json results = place.json("out/results.json");
  BOOST_TEST(results["format"] == "perpend-results");
  BOOST_REQUIRE_EQUAL(results["runs"].size(), 2U);
  for (const json& run : results["runs"]) {
    for (const char* key : {"method", "stabilizer", "options", "status", "steps", "measures", "certificates", "cost"})
      BOOST_TEST(run.contains(key), key);
    BOOST_TEST(run["status"] == "completed");
    BOOST_TEST(run["steps"] == 10);
    for (const char* key : {"unit", "max", "min", "final", "rms", "at_max"})
      BOOST_TEST(run["measures"]["drift"].contains(key), key);
    BOOST_TEST(run["measures"]["drift"]["unit"] == "m");
  }
  BOOST_REQUIRE_EQUAL(results["claims"].size(), 2U);
  for (const json& claim : results["claims"])
    for (const char* key : {"id", "text", "source", "status", "expect", "measured", "lo", "hi", "unit"})
      BOOST_TEST(claim.contains(key), key);
  BOOST_TEST(results["claims"][0]["status"] == "reproduced");
  BOOST_TEST(results["claims"][1]["status"] == "not_reproduced");
  BOOST_TEST(results["provenance"]["scene_sha256"].get<std::string>().size() == 64U);
}

BOOST_AUTO_TEST_CASE(certificate_lines_and_results_count_the_same) {
  const auto counted = counts_of_lines(place.certificates("out"));
  const auto told = counts_of_results(place.json("out/results.json"));
  BOOST_TEST((counted == told));
  BOOST_TEST((counted.at({"plain", "kkt_residual", "proved"}) == 10));
  BOOST_TEST((counted.at({"post", "kkt_residual", "proved"}) == 20));
}

BOOST_AUTO_TEST_CASE(junit_has_a_case_for_each_claim_run_and_certificate_group) {
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(place.read("out/junit.xml").c_str()));
  std::set<std::string> names;
  for (const pugi::xpath_node node : document.select_nodes("/testsuites/testsuite[@name='swing']/testcase"))
    names.insert(node.node().attribute("name").value());
  std::set<std::string> expected{"claim closed", "claim open"};
  const json results = place.json("out/results.json");
  for (const json& run : results["runs"]) {
    const std::string method = run["method"];
    expected.insert("method " + method + ": run");
    for (const json& group : run["certificates"]["groups"])
      expected.insert("method " + method + ": certificate " + group["kind"].get<std::string>());
  }
  BOOST_TEST((names == expected));
  BOOST_TEST(document.select_nodes("//failure").empty());
}

BOOST_AUTO_TEST_CASE(the_series_has_a_row_for_each_step_of_each_method) {
  const std::vector<std::string> rows = lines(place.read("out/series.csv"));
  BOOST_REQUIRE_EQUAL(rows.size(), 1U + 2U * 11U);
  BOOST_TEST(rows[0].starts_with("method,step,time [s],drift [m]"));
  BOOST_TEST(rows[1].starts_with("plain,0,0,"));
  BOOST_TEST(rows[11].starts_with("plain,10,0.1,"));
  BOOST_TEST(rows[22].starts_with("post,10,0.1,"));
}

BOOST_AUTO_TEST_CASE(two_runs_agree_in_content_and_trajectories) {
  BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "again", "--quiet"}).code, 0);
  const json first = place.json("out/results.json");
  const json second = place.json("again/results.json");
  BOOST_TEST(first["provenance"]["content_sha256"] == second["provenance"]["content_sha256"]);
  for (std::size_t i = 0; i < first["runs"].size(); ++i)
    BOOST_TEST(first["runs"][i]["trajectory_hash"] == second["runs"][i]["trajectory_hash"]);
  BOOST_TEST(place.read("out/series.csv") == place.read("again/series.csv"));
}

BOOST_AUTO_TEST_CASE(another_scene_has_another_content) {
  BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "light", "--set", "g = 1 m/s^2", "--quiet"}).code, 0);
  const json first = place.json("out/results.json");
  const json second = place.json("light/results.json");
  BOOST_TEST(first["provenance"]["content_sha256"] != second["provenance"]["content_sha256"]);
  BOOST_TEST(first["runs"][0]["trajectory_hash"] != second["runs"][0]["trajectory_hash"]);
}

BOOST_AUTO_TEST_CASE(the_report_loads_nothing) {
  const std::string report = place.read("out/report.html");
  BOOST_TEST(report.find("Content-Security-Policy") != std::string::npos);
  BOOST_TEST(report.find("src=\"http") == std::string::npos);
  BOOST_TEST(report.find("default-src 'none'") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_CASE(markup_in_a_scene_is_shown_as_text) {
  const Workplace place;
  place.write(
      "swing.scene",
      pendulum("title = \"<script>alert(1)</script>\"\nnote = \"</script><img src=x onerror=alert(2)>\"\n" + ten_steps +
               plain_method +
               "claim c \"<b>bold</b> & </script><script>alert(3)\" { value = max(drift, plain); below = 1 m }"));
  BOOST_TEST(place.run({"run", "swing.scene", "--out", "out"}).code == 0);
  const std::string report = place.read("out/report.html");
  for (const char* raw : {"<script>alert", "<img src=x", "<b>bold"})
    BOOST_TEST(report.find(raw) == std::string::npos, raw);
  BOOST_TEST(report.find("&lt;script&gt;alert(1)") != std::string::npos);
  pugi::xml_document junit;
  BOOST_TEST(junit.load_string(place.read("out/junit.xml").c_str()));
}

BOOST_AUTO_TEST_CASE(rows_are_recorded_at_the_interval_and_at_the_end) {
  const Workplace place;
  const auto steps = [&](const std::string& every) {
    place.write("swing.scene",
                pendulum("run { step = 10 ms; duration = 0.1 s; record_every = " + every + " }\n" + plain_method));
    BOOST_TEST(place.run({"run", "swing.scene", "--out", "out", "--quiet"}).code == 0);
    return lines(place.read("out/series.csv")).size() - 1;
  };
  BOOST_TEST(steps("3") == 5U);     // 0, 3, 6, 9, 10
  BOOST_TEST(steps("1000") == 2U);  // 0, 10
}

/// Certificates by whether they have data; that of a constraint error counts where it has every state.
std::pair<long, long> certificates_with_and_without_data(const std::string& text, long num_states) {
  std::pair<long, long> counts{0, 0};
  for (const std::string& line : lines(text)) {
    const json entry = json::parse(line);
    if (entry.contains("without_line")) counts.second += entry["without_line"].get<long>();
    if (!entry.contains("step") || entry.contains("statement")) continue;
    BOOST_TEST(entry.contains("data"));
    const bool is_in_part =
        entry["data"].contains("states") && static_cast<long>(entry["data"]["states"].size()) != num_states;
    ++(is_in_part ? counts.second : counts.first);
  }
  return counts;
}

BOOST_AUTO_TEST_CASE(what_can_be_checked_again_is_counted_and_a_sample_is_all_of_a_short_run) {
  struct Row {
    const char* amount;
    const char* duration;
    long num_states;
    bool is_whole;
  };
  for (const Row& row : {Row{"first", "0.1 s", 11, false}, Row{"sample", "0.1 s", 11, true},
                         Row{"full", "0.1 s", 11, true}, Row{"sample", "1200 s", 120001, false},
                         Row{"1GB", "0.1 s", 11, true}, Row{"0.1 MB", "1200 s", 120001, false}}) {
    BOOST_TEST_INFO_SCOPE(row.amount << " " << row.duration);
    const Workplace place;
    place.write("swing.scene", pendulum("run { step = 10 ms; duration = " + std::string(row.duration) +
                                        "; record_every = 1000 }\n" + plain_method));
    BOOST_REQUIRE_EQUAL(
        place.run({"run", "swing.scene", "--out", "out", "--quiet", "--certificate-data", row.amount}).code, 0);
    const json counts = place.json("out/results.json")["summary"]["certificates"];
    const auto [with, without] = certificates_with_and_without_data(place.certificates("out"), row.num_states);
    BOOST_TEST(counts["recheckable"] == with);
    BOOST_TEST(counts["proved"] == with + without);
    BOOST_TEST((counts["proved"] == with) == row.is_whole);
    BOOST_TEST(with > 0);
  }
}

BOOST_AUTO_TEST_CASE(a_file_holds_all_data_up_to_the_size_asked_for_and_goes_on_as_a_sample) {
  const Workplace place;
  place.write("swing.scene", pendulum("run { step = 10 ms; duration = 600 s; record_every = 1000 }\n" + plain_method));
  const auto recheckable = [&](const std::string& amount) {
    BOOST_REQUIRE_EQUAL(place.run({"run", "swing.scene", "--out", "out", "--quiet", "--certificate-data", amount}).code,
                        0);
    return place.json("out/results.json")["summary"]["certificates"]["recheckable"].get<long>();
  };
  const long all = recheckable("full");
  const double bytes = static_cast<double>(place.read("out/certificates.jsonl.gz").size());
  const long sampled = recheckable("sample"), up_to_a_size = recheckable(std::to_string(0.6e-3 * bytes) + " kB");
  BOOST_TEST(sampled < up_to_a_size);
  BOOST_TEST(up_to_a_size < all);
  BOOST_TEST(up_to_a_size > 0.6 * static_cast<double>(all));
  for (const char* amount : {"", "none", "3", "3m", "-3MB", "0MB", "nanMB", "infGB"})
    BOOST_TEST(place.run({"run", "swing.scene", "--certificate-data", amount}).code == 2, amount);
}

BOOST_AUTO_TEST_CASE(one_step_in_n_or_none_is_certified_when_asked_and_the_motion_stays_the_same) {
  const Workplace place;
  place.write("swing.scene", pendulum("run { step = 10 ms; duration = 1 s }\n" + plain_method));
  const auto run = [&](const Arguments& more) {
    Arguments arguments{"run", "swing.scene", "--out", "out", "--no-cache"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = place.run(arguments);
    BOOST_REQUIRE_EQUAL(outcome.code, 0);
    return std::pair(outcome.out, place.json("out/results.json"));
  };
  const auto solves = [](const json& results) {
    for (const json& group : results["runs"][0]["certificates"]["groups"])
      if (group["kind"] == "kkt_residual") return group["proved"].get<long>();
    return 0L;
  };
  const auto [all_text, all] = run({});
  const auto [tenth_text, tenth] = run({"--certificates", "sample:10"});
  const auto [none_text, none] = run({"--certificates", "off"});
  BOOST_TEST(solves(all) == 100);
  BOOST_TEST(solves(tenth) == 10);
  BOOST_TEST(tenth["summary"]["certificates"]["every"] == 10);
  BOOST_TEST(tenth_text.find("one step in 10") != std::string::npos);
  BOOST_TEST(none["summary"]["certificates"]["proved"] == 0);
  BOOST_TEST(none["summary"]["certificates"]["every"] == 0);
  BOOST_TEST(none_text.find("nothing is proved of this run") != std::string::npos);
  BOOST_TEST(place.read("out/report.html").find("nothing is proved of this run") != std::string::npos);
  for (const json& other : {tenth, none})
    BOOST_TEST(other["runs"][0]["trajectory_hash"] == all["runs"][0]["trajectory_hash"]);
  const auto [written_text, written] = run({"--set", "verify_every = 10"});
  BOOST_TEST(solves(written) == 10);
  for (const char* wrong : {"", "full", "sample", "sample:0", "sample:-1", "sample:1.5", "sample:x", "10"})
    BOOST_TEST(place.run({"run", "swing.scene", "--certificates", wrong}).code == 2, wrong);
  for (const char* wrong : {"verify_every = 1.5", "verify_every = -1", "verify_every = 1 s", "verify_every = all"})
    BOOST_TEST(place.run({"run", "swing.scene", "--set", wrong}).code == 2, wrong);
}

}  // namespace
}  // namespace perpend::test::of_files
