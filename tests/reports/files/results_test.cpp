#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "reports/files/json.hpp"
#include "reports/files/junit.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/result_files.hpp"
#include "reports/text/tables.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_results {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

BOOST_AUTO_TEST_SUITE(results)

BOOST_AUTO_TEST_CASE(json_has_the_documented_fields_in_si) {
  const Json results = Json::parse(json_report(sample_record()));
  BOOST_TEST(results["format"] == "perpend-results");
  BOOST_TEST(results["version"] == results_version);
  const Json& run = results["runs"][1];
  BOOST_TEST(run["options"]["alpha"] == "50 1/s");
  BOOST_TEST(run["status"] == "completed");
  BOOST_TEST(run["measures"]["drift"]["unit"] == "m");
  BOOST_TEST(run["measures"]["drift"]["max"].get<double>() == sample_record().runs[1].measures[0].summary.max);
  BOOST_TEST(run["certificates"]["proved"] == 800);
  BOOST_TEST(results["claims"][0]["status"] == "not_reproduced");
  BOOST_TEST(results["claims"][0]["as_expected"] == true);
  BOOST_TEST(results["claims"][3]["measured"] == "nan");
  BOOST_TEST(results["sweeps"][0]["points"].size() == 5U);
  BOOST_TEST(results["sweeps"][0]["axes"][0]["key"] == "g");
  BOOST_TEST(results["parameters"][0]["given"] == false);
}

BOOST_AUTO_TEST_CASE(doubles_survive_json) {
  for (const double value : {0.1, 1.0 / 3.0, 6.02e23, 5e-324, -0.0}) {
    const Json number = Json::parse(json_text(json_number(value)));
    BOOST_TEST(number.get<double>() == value);
  }
  BOOST_TEST(json_number(-std::numeric_limits<double>::infinity()) == "-inf");
}

BOOST_AUTO_TEST_CASE(the_content_hash_forgets_where_and_when_but_not_what) {
  const ExperimentRecord first = sample_record();
  ExperimentRecord second = first;
  second.provenance.date = "2031-05-05T05:05:05Z";
  second.provenance.cpu = "another";
  second.provenance.command = "perpend run elsewhere";
  second.scene_file = "other/place.scene";
  second.runs[0].cost.seconds *= 3;
  second.runs[0].certificates[0].seconds *= 3;
  second.sweeps[0].points[1].runs[0].cost.certify_seconds = 7;
  const auto hash = [](const ExperimentRecord& record) { return results_json(record)["provenance"]["content_sha256"]; };
  BOOST_TEST(hash(first) == hash(second));
  second.runs[0].measures[0].summary.max = std::nextafter(second.runs[0].measures[0].summary.max, 1.0);
  BOOST_TEST(hash(first) != hash(second));
  BOOST_TEST(hash(first) == content_hash(results_json(first)));
}

BOOST_AUTO_TEST_CASE(csv_numbers_read_back_as_the_same_doubles) {
  const TemporaryFolder folder;
  const ExperimentRecord record = sample_record(40);
  BOOST_REQUIRE(!write_series_csv(record, folder.at("series.csv")).has_value());
  const std::vector<std::string> lines = lines_of(read_text(folder.at("series.csv")));
  BOOST_TEST(lines[0] == "method,step,time [s],drift [m],energy [kg m^2/s^2]\r");
  BOOST_TEST(lines.size() == 1U + 41 + 41 + 21 + 41);
  const std::string& row = lines[1 + 41 + 7];
  BOOST_TEST(row.starts_with("baumgarte_50,7,"));
  const std::size_t comma = row.find(',', 16);
  BOOST_TEST(std::stod(row.substr(comma + 1)) == record.runs[1].measures[0].values[7]);
}

BOOST_AUTO_TEST_CASE(csv_quotes_names_and_writes_nan) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_series_csv(hostile_record(), folder.at("series.csv")).has_value());
  const std::string text = read_text(folder.at("series.csv"));
  BOOST_TEST(text.find("\"<script>alert(1)</script>]]>\"\"'") != std::string::npos);
  BOOST_TEST(text.find(",nan,") != std::string::npos);
  BOOST_TEST(text.find(",inf,") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(junit_has_a_case_for_each_claim_certificate_group_and_run) {
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(junit_text(sample_record()).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  BOOST_TEST(suite.attribute("name").value() == std::string("double_pendulum"));
  BOOST_TEST(suite.attribute("tests").as_int() == 4 + 4 * 2 + 4 + 5 * 3);
  BOOST_TEST(suite.attribute("failures").as_int() == 0);
}

BOOST_AUTO_TEST_CASE(junit_fails_what_is_not_as_expected_and_shows_the_numbers) {
  ExperimentRecord record = sample_record();
  record.claims[0].expect = ClaimVerdict::reproduced;
  record.claims[3].expect = ClaimVerdict::reproduced;
  record.runs[0].certificates[0] = CertificateGroup{};
  pugi::xml_document document;
  BOOST_REQUIRE(document.load_string(junit_text(record).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  BOOST_TEST(suite.attribute("failures").as_int() == 3);
  const pugi::xml_node claim = suite.find_child_by_attribute("testcase", "name", "claim fig3");
  const std::string message = claim.child("failure").attribute("message").value();
  BOOST_TEST(message.find("2.73") != std::string::npos);
  BOOST_TEST(message.find("[15, 25] mm") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(junit_of_hostile_names_is_well_formed) {
  pugi::xml_document document;
  const std::string text = junit_text(hostile_record());
  BOOST_TEST(document.load_string(text.c_str()));
  BOOST_TEST(text.find('\x1B') == std::string::npos);
  BOOST_TEST(text.find("<script>") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_that_did_not_run_is_as_expected) {
  ExperimentRecord record = sample_record();
  BOOST_TEST(unexpected_results(record).empty());
  record.claims[1].status = record.claims[1].expect = ClaimVerdict::not_run;
  record.runs[1].certificates[0].proved = 0;
  record.runs[3] = MethodRun{};
  BOOST_TEST(unexpected_results(record).size() == 3U);
}

BOOST_AUTO_TEST_CASE(a_status_says_no_more_than_was_done) {
  MethodRun run = sample_record(40).runs[0];
  BOOST_TEST(describe_status(run) == "completed");
  run.as_expected = false;
  BOOST_TEST(describe_status(run) == "completed, which was not expected");
  run.as_expected = true;
  run.steps = run.planned_steps = 0;  // a linear system
  BOOST_TEST(describe_status(run) == "analysed");
  run.status = RunStatus::not_run;
  BOOST_TEST(describe_status(run) == "not run");
  run.status = RunStatus::iteration_limit;
  run.as_expected = false;
  BOOST_TEST(describe_status(run) == "stopped: iteration_limit");
}

std::vector<int> indices(const std::vector<bool>& marks) {
  std::vector<int> set;
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (marks[i]) set.push_back(static_cast<int>(i));
  return set;
}

BOOST_AUTO_TEST_CASE(the_best_reached_its_end_is_not_the_reference_and_has_an_error_measure) {
  std::vector<MethodRun> runs = sample_record().runs;
  const auto best = [&](const char* measure) { return indices(best_runs(runs, measure, 4)); };
  BOOST_TEST(best("drift") == std::vector{1}, boost::test_tools::per_element());
  BOOST_TEST(best("energy").empty());
  runs[1].status = RunStatus::iteration_limit;
  BOOST_TEST(best("drift").empty());  // alone among its kind: nothing to be better than
  runs[1].status = RunStatus::completed;
  runs[1].measures[0].summary.final = not_a_number;  // known for its first part only
  BOOST_TEST(best("drift").empty());
  runs[1].measures[0].summary.max = not_a_number;
  BOOST_TEST(best("drift").empty());
}

// Rounding of the last bits ranks nothing: who prints the same shares the star.
BOOST_AUTO_TEST_CASE(the_best_is_shared_by_all_that_print_the_same_digits) {
  const double least = 2.7301e-3;
  const std::vector<double> values{least * (1 + 1e-12), least, not_a_number, 2.7349e-3, 2.7351e-3, 3.0};
  BOOST_TEST(indices(best_values(values, 17)) == std::vector{1}, boost::test_tools::per_element());
  BOOST_TEST(indices(best_values(values, 4)) == (std::vector{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(indices(best_values(values, 3)) == (std::vector{0, 1, 3}), boost::test_tools::per_element());
  BOOST_TEST(indices(best_values({0.0, 0.0}, 3)) == (std::vector{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(indices(best_values({not_a_number, 1.0}, 3)).empty());
  ExperimentRecord record = sample_record(40);
  record.runs[0].measures[0].summary = record.runs[1].measures[0].summary;
  record.runs[0].measures[0].summary.max *= 1 + 1e-12;
  const std::string text = text_report(record, 100);
  const auto stars = std::count(text.begin(), text.begin() + static_cast<long>(text.find("* smallest")), '*');
  BOOST_TEST(stars == 2);
}

BOOST_AUTO_TEST_CASE(a_point_of_a_sweep_that_is_not_as_expected_spoils_the_whole) {
  ExperimentRecord record = sample_record(40);
  BOOST_TEST(unexpected_results(record).empty());
  for (const std::size_t point : {3U, 4U}) {
    MethodRun& run = record.sweeps[0].points[point].runs[1];
    run.status = RunStatus::diverged;
    run.message = "at step 7: the pin came apart";
    run.as_expected = false;
  }
  const std::vector<std::string> unexpected = unexpected_results(record);
  BOOST_REQUIRE(unexpected.size() == 1U);
  BOOST_TEST(
      unexpected[0] ==
      "sweep gravity: method baumgarte_50: 2 of 5 points, the first at g = 50 m/s^2: diverged: at step 7: the pin "
      "came apart");
  const Json summary = results_json(record)["summary"];
  BOOST_TEST(!summary["as_expected"].get<bool>());
  BOOST_TEST(summary["sweep_runs"]["unexpected"] == 2);
  BOOST_TEST(summary["sweep_runs"]["as_expected"] == 13);
  BOOST_TEST(text_report(record).find("All as expected") == std::string::npos);
  BOOST_TEST(junit_text(record).find("failures=\"2\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_certificate_of_a_point_of_a_sweep_counts_too) {
  ExperimentRecord record = sample_record(40);
  record.sweeps[0].points[1].runs[0].certificates[1].as_expected = false;
  const std::vector<std::string> unexpected = unexpected_results(record);
  BOOST_REQUIRE(unexpected.size() == 1U);
  BOOST_TEST(unexpected[0].find("1 of 5 points, at g = 5 m/s^2: certificate spd_delassus") != std::string::npos);
}

// Words of a source stand in quotation marks, no others do.
BOOST_AUTO_TEST_CASE(quotation_marks_are_for_quotations_alone) {
  ClaimRecord claim = sample_record(40).claims[0];
  claim.words = "it drifts";
  claim.source = "Hong06 5";
  const auto text = [&](ClaimKind kind) {
    claim.kind = kind;
    return stated(claim);
  };
  BOOST_TEST(text(ClaimKind::quoted) == "\"it drifts\" (Hong06 5)");
  BOOST_TEST(text(ClaimKind::read_off) == "it drifts (read off Hong06 5)");
  BOOST_TEST(text(ClaimKind::derived) == "it drifts (derived from Hong06 5)");
  BOOST_TEST(text(ClaimKind::ours) == "it drifts (ours, after Hong06 5)");
  claim.source.clear();
  BOOST_TEST(text(ClaimKind::ours) == "it drifts (ours)");
  const ExperimentRecord record = sample_record(40);
  for (const std::string& output : {text_report(record), junit_text(record)})
    for (const ClaimRecord& one : record.claims) {
      const bool is_marked = output.find("\"" + one.words + "\"") != std::string::npos;
      BOOST_TEST(is_marked == (one.kind == ClaimKind::quoted), one.words);
    }
}

BOOST_AUTO_TEST_CASE(all_is_not_said_beside_a_figure_that_was_not_drawn) {
  ExperimentRecord record = sample_record(40);
  record.undrawn = {{"map", "no reason"}};
  const std::string text = text_report(record);
  BOOST_TEST(text.find("All as expected") == std::string::npos);
  BOOST_TEST(text.find("Results as expected; not every figure was drawn.") != std::string::npos);
  BOOST_TEST(text.find("warning: figure map was not drawn") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(durations_are_written_as_people_say_them) {
  for (const auto& [seconds, text] : std::vector<std::pair<double, const char*>>{{57.8, "57.8 s"},
                                                                                 {585.4, "585 s"},
                                                                                 {12345.6, "12346 s"},
                                                                                 {1.0, "1 s"},
                                                                                 {0.0321, "32.1 ms"},
                                                                                 {4.1e-4, "410 \u00b5s"},
                                                                                 {7e-9, "7 ns"},
                                                                                 {0.0, "0 ns"}})
    BOOST_TEST(duration_text(seconds) == text);
}

BOOST_AUTO_TEST_CASE(the_terminal_shows_verdicts_and_fits) {
  const std::string text = text_report(sample_record(), 100);
  for (const char* part :
       {"|drift| max [mm]", "0.3*", "fig3: NOT reproduced (as expected), measured 2.73 mm", "diverged (expected)",
        "2 reproduced, 1 NOT reproduced, 1 undecided (all as expected)", "All as expected."})
    BOOST_TEST(text.find(part) != std::string::npos, part);
  for (const std::string& line : lines_of(text)) BOOST_TEST(line.size() <= 100U, line);
  BOOST_TEST(text_report(hostile_record()).find('\x1B') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_terminal_names_what_is_not_as_expected) {
  ExperimentRecord record = sample_record();
  record.claims[0].expect = ClaimVerdict::reproduced;
  const std::string text = text_report(record);
  BOOST_TEST(text.find("NOT as expected:\n  claim fig3") != std::string::npos);
  BOOST_TEST(text.find("All as expected") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_empty_record_makes_no_claim_of_success_it_cannot_back) {
  BOOST_TEST(text_report(ExperimentRecord{}).find("proved") == std::string::npos);
  BOOST_TEST(Json::parse(json_report(ExperimentRecord{}))["runs"].empty());
}

BOOST_AUTO_TEST_CASE(provenance_knows_the_build) {
  const Provenance provenance = collect_provenance("abc");
  BOOST_TEST(provenance.scene_sha256.starts_with("ba7816bf"));
  BOOST_TEST(provenance.flags.find("-ffp-contract=off") != std::string::npos);
  BOOST_TEST(!provenance.compiler.empty());
  std::set<std::string> names;
  for (const auto& [name, version] : provenance.libraries) names.insert(name);
  BOOST_TEST(names.size() == provenance.libraries.size());
  for (const char* name : {"C library and libm", "FLINT", "Arb", "GMP", "MPFR", "Eigen"})
    BOOST_TEST(names.contains(name), name);
  for (const auto& [name, version] : provenance.libraries) BOOST_TEST(!version.empty(), name);
  BOOST_TEST(provenance.date.size() == 20U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_results
