#include <fmt/format.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "reports/files/junit.hpp"
#include "reports/files/result_files.hpp"
#include "reports/page/html.hpp"
#include "reports/page/index.hpp"
#include "reports/page/page_data.hpp"
#include "reports/page/page_text.hpp"
#include "reports/text/tables.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_page {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The data element as the page's script reads it.
Json embedded(const std::string& page) {
  const std::string opening = "id=\"data\">";
  const std::size_t begin = page.find(opening) + opening.size();
  return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

BOOST_AUTO_TEST_SUITE(page)

BOOST_AUTO_TEST_CASE(the_page_has_its_parts) {
  const std::string page = html_report(sample_record());
  for (const char* part :
       {"Double pendulum falling from rest", "All results are as expected", "not given", "NOT reproduced",
        "the error climbs to around 20 mm", "max(drift, unstabilized)", "diverged (expected)", "Rump [Rump06]",
        "least-norm multipliers", "Not part of the results hash", "Results SHA-256"})
    BOOST_TEST(contains(page, part), part);
}

/// Whoever reads "proved" anywhere reads next to it what was granted, and over how many certificates a worst bound is.
BOOST_AUTO_TEST_CASE(granted_rows_and_missing_bounds_are_told_wherever_certificates_are_counted) {
  ExperimentRecord record = sample_record(8);
  CertificateGroup& group = record.runs[0].certificates[1];
  const std::string granted = fmt::format("{} proved (3 grant 5 rows as rounding)", group.proved);
  const std::string known = fmt::format("(known of {} of {})", group.proved - 2, group.proved);
  for (const bool is_so : {false, true}) {
    group.granting = is_so ? 3 : 0;
    group.granted_rows = is_so ? 5 : 0;
    group.bounds[0].known = group.proved - (is_so ? 2 : 0);
    const std::string page = html_report(record), text = text_report(record, 100), junit = junit_text(record);
    for (const std::string& report : {page, text, junit}) BOOST_TEST(contains(report, "3 grant 5 rows") == is_so);
    for (const std::string& report : {page, junit}) BOOST_TEST(contains(report, known) == is_so);
    BOOST_TEST(contains(junit, granted) == is_so);
    const Json results = results_json(record);
    const Json& of_group = results["runs"][0]["certificates"]["groups"][1];
    BOOST_TEST(of_group["granting"] == group.granting);
    BOOST_TEST(of_group["granted_rows"] == group.granted_rows);
    BOOST_TEST(of_group["bounds"][0]["known"] == group.bounds[0].known);
    BOOST_TEST(results["summary"]["certificates"]["granting"] == group.granting);
    BOOST_TEST(results["summary"]["certificates"]["granted_rows"] == group.granted_rows);
  }
}

BOOST_AUTO_TEST_CASE(the_page_refers_to_nothing_outside) {
  const std::string page = html_report(sample_record());
  BOOST_TEST(contains(page, "default-src 'none'"));
  BOOST_TEST(!contains(page, "unsafe-inline"));
  for (const char* part : {" src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"})
    BOOST_TEST(!contains(page, part), part);
}

BOOST_AUTO_TEST_CASE(hostile_names_are_text_in_markup_and_in_data) {
  const std::string page = html_report(hostile_record());
  BOOST_TEST(!contains(page, "<script>alert"));
  BOOST_TEST(contains(page, "&lt;script&gt;alert(1)"));
  BOOST_TEST(contains(page, "\\u003cscript\\u003ealert(1)"));
  const Json data = embedded(page);
  BOOST_TEST(contains(data["mechanism"]["bodies"][0]["name"].get<std::string>(), "<script>alert(1)</script>"));
}

BOOST_AUTO_TEST_CASE(what_is_not_a_number_is_a_hole_in_the_data) {
  const Json data = embedded(html_report(hostile_record()));
  const Json& curve = data["figures"][0]["curves"][0];
  BOOST_TEST(curve["y"][3].is_null());
  BOOST_TEST(curve["y"][4].is_null());
}

BOOST_AUTO_TEST_CASE(long_series_are_thinned_and_keep_their_peak) {
  ExperimentRecord record = sample_record(20'000);
  record.runs[1].measures[0].values[777] = 5.0;
  const Json data = page_data(record);
  const Json& curve = data["figures"][0]["curves"][1];
  BOOST_TEST(curve["rows"] == 20'001);
  BOOST_TEST(curve["y"].size() <= 1500U);
  BOOST_TEST(curve["y"].size() == curve["x"].size());
  BOOST_TEST(std::count(curve["y"].begin(), curve["y"].end(), Json(5000.0)) == 1);
  BOOST_TEST(data["mechanism"]["runs"][0]["poses"].size() <= 600U);
}

BOOST_AUTO_TEST_CASE(json_cannot_close_its_element) {
  const std::string text = embedded_json({{"a", "</script><!--\xE2\x80\xA8&"}});
  BOOST_TEST(text == R"({"a":"\u003c/script\u003e\u003c!--\u2028\u0026"})");
}

BOOST_AUTO_TEST_CASE(an_unexpected_result_is_on_top) {
  ExperimentRecord record = sample_record();
  record.claims[0].expect = ClaimVerdict::reproduced;
  const std::string page = html_report(record);
  BOOST_TEST(contains(page, "Not all results are as expected"));
  BOOST_TEST(contains(page, "claim fig3: NOT reproduced, expected reproduced"));
}

BOOST_AUTO_TEST_CASE(a_record_without_mechanism_or_claims_leaves_their_sections_out) {
  ExperimentRecord record = sample_record();
  record.bodies.clear();
  record.claims.clear();
  for (MethodRun& run : record.runs) run.certificates.clear();
  const std::string page = html_report(record);
  BOOST_TEST(!contains(page, "id=\"stage\""));
  BOOST_TEST(!contains(page, "<h2>Claims"));
  BOOST_TEST(contains(page, "nothing here is proved"));
}

BOOST_AUTO_TEST_CASE(write_all_writes_every_file_and_says_what_it_lacks) {
  const TemporaryFolder folder;
  std::vector<UndrawnFigure> undrawn;
  WriteOptions options;
  options.gnuplot = "no-such-gnuplot";
  options.undrawn = &undrawn;
  BOOST_TEST(write_all(sample_record(), folder.at("deep/out"), options).empty());
  for (const char* name : {"report.html", "results.json", "series.csv", "junit.xml"})
    BOOST_TEST(std::filesystem::exists(folder.at("deep/out/") + name), name);
  BOOST_TEST(undrawn.size() == 5U);
  const Json results = Json::parse(read_text(folder.at("deep/out/results.json")));
  BOOST_REQUIRE_EQUAL(results["undrawn_figures"].size(), 5U);
  for (const Json& one : results["undrawn_figures"])
    BOOST_TEST(contains(one["reason"].get<std::string>(), "gnuplot is not installed"));
  const std::string page = read_text(folder.at("deep/out/report.html"));
  BOOST_TEST(contains(page, "gnuplot is not installed"));
  BOOST_TEST(!contains(page, "All results are as expected"));
}

BOOST_AUTO_TEST_CASE(the_index_lists_scenes_and_claims_by_paper) {
  const TemporaryFolder folder;
  WriteOptions options;
  options.figures = false;
  ExperimentRecord other = sample_record();
  other.title = "Another scene";
  other.claims.resize(1);
  other.claims[0].source = "Hong06 (20)";
  other.claims[0].expect = ClaimVerdict::reproduced;
  BOOST_TEST(write_all(sample_record(), folder.at("a b/chain"), options).empty());
  BOOST_TEST(write_all(other, folder.at("hong"), options).empty());
  BOOST_REQUIRE(!write_index(folder.path()).error);
  const std::string page = read_text(folder.at("index.html"));
  for (const char* part : {"<h3>ClinePai03</h3>", "<h3>Hong06</h3>", "href=\"a%20b/chain/report.html\"",
                           "Another scene", "1 of 2 scenes not as expected", "2.73 mm"})
    BOOST_TEST(contains(page, part), part);
}

BOOST_AUTO_TEST_CASE(a_broken_results_file_is_named_and_spoils_the_verdict) {
  const TemporaryFolder folder;
  WriteOptions options;
  options.figures = false;
  BOOST_TEST(write_all(sample_record(), folder.at("good"), options).empty());
  BOOST_REQUIRE(!create_directory(folder.at("bad")).has_value());
  BOOST_REQUIRE(!write_file(folder.at("bad/results.json"), "{\"format\": ").has_value());
  BOOST_REQUIRE(!write_index(folder.path()).error);
  const std::string page = read_text(folder.at("index.html"));
  BOOST_TEST(contains(page, "cannot use bad/results.json"));
  BOOST_TEST(!contains(page, "all as expected</strong>"));
}

BOOST_AUTO_TEST_CASE(an_index_of_nothing_is_not_a_success) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_index(folder.path()).error);
  BOOST_TEST(contains(read_text(folder.at("index.html")), "verdict bad"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_page
