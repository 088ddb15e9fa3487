// The index over many scenes, some of them broken.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "reports/page/index.hpp"
#include "tests/reports/page/page_reader.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_index_pages {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class Results {
 public:
  void add(const std::string& name, const ExperimentRecord& record) { add_text(name, json_text(results_json(record))); }
  void add_text(const std::string& name, const std::string& text) {
    if (!std::filesystem::exists(folder_.at(name))) BOOST_REQUIRE(!create_directory(folder_.at(name)).has_value());
    BOOST_REQUIRE(!write_file(folder_.at(name + "/results.json"), text).has_value());
  }
  void add_page(const std::string& name) {
    BOOST_REQUIRE(!write_file(folder_.at(name), "<!DOCTYPE html>").has_value());
  }
  [[nodiscard]] std::string index() const {
    BOOST_REQUIRE(!write_index(folder_.path()).error);
    return read_text(folder_.at("index.html"));
  }
  [[nodiscard]] std::string at(const std::string& name) const { return folder_.at(name); }

 private:
  TemporaryFolder folder_;
};

ExperimentRecord scene(const std::string& title, const std::string& source) {
  ExperimentRecord record = sample_record(8);
  record.title = title;
  record.sweeps.clear();
  for (ClaimRecord& claim : record.claims) claim.source = source;
  return record;
}

/// results.json of the sample with one part taken away.
std::string without(const std::string& pointer) {
  Json results = results_json(scene("cut", "Hong06"));
  const Json::json_pointer path(pointer);
  results[path.parent_pointer()].erase(path.back());
  return json_text(results);
}

BOOST_AUTO_TEST_SUITE(index_pages)

BOOST_AUTO_TEST_CASE(many_scenes_are_sorted_by_folder_and_their_claims_by_paper) {
  Results results;
  for (int i = 30; i > 0; --i)
    results.add("s" + std::to_string(100 + i),
                scene("scene " + std::to_string(i), i % 2 == 0 ? "Hong06 (20)" : "Aarts99"));
  const std::string page = results.index();
  BOOST_TEST(count_of(page, ">scene ") == 30U);
  for (int i = 2; i <= 30; ++i)
    BOOST_TEST(page.find(">scene " + std::to_string(i - 1) + "<") < page.find(">scene " + std::to_string(i) + "<"));
  BOOST_TEST(page.find("<h3>Aarts99</h3>") < page.find("<h3>Hong06</h3>"));
  BOOST_TEST(contains(page, "30 scenes, all as expected"));
  BOOST_TEST(contains(page, "60 reproduced, 30 NOT reproduced, 30 undecided (all as expected)"));
}

BOOST_AUTO_TEST_CASE(claims_are_counted_by_kind_and_source_and_name_their_scene) {
  Results results;
  results.add("a", scene("one", "Hong06 (20)"));
  results.add("b", scene("two", "Aarts99"));
  const std::string page = results.index();
  BOOST_TEST(contains(page, "2 quoted, 2 read off, 2 derived, 2 ours"));
  // Claims, by kind, by verdict: what is ours does not count for a paper.
  const auto cells = [&](const std::string& name) {
    const std::size_t begin = page.find(">" + name + "</a>");
    if (begin == std::string::npos) return std::string();
    std::string numbers;
    for (std::size_t at = begin, end = page.find("</tr>", begin);
         (at = page.find("<td class=\"number\">", at)) < end;) {
      at += std::string("<td class=\"number\">").size();
      numbers += page.substr(at, page.find('<', at) - at);
    }
    return numbers;
  };
  BOOST_TEST(cells("Hong06") == "31110210");
  BOOST_TEST(cells("Ours") == "20002002");
  BOOST_TEST(page.find("<h3>Ours</h3>") > page.find("<h3>Hong06</h3>"));
  const std::string all_claims = page.substr(page.find("<section id=\"claims\">"));
  BOOST_TEST(count_of(all_claims, "<q>") == 2U);
  BOOST_TEST(count_of(page, "<small>in double_<wbr>pendulum</small>") == 8U);
}

BOOST_AUTO_TEST_CASE(claims_of_a_source_that_do_not_reproduce_come_first_with_a_picture) {
  Results results;
  ExperimentRecord record = scene("one", "Hong06 (20)");
  const auto failed = std::find_if(record.claims.begin(), record.claims.end(), [](const ClaimRecord& claim) {
    return claim.status == ClaimVerdict::not_reproduced;
  });
  BOOST_REQUIRE(failed != record.claims.end());
  failed->figure = "fig4";
  const auto findings = [&] {
    const std::string page = results.index();
    const std::size_t first = page.find("<section id=\"findings\">");
    return first == std::string::npos ? "" : page.substr(first, page.find("</section>", first) - first);
  };
  results.add("a", record);
  BOOST_TEST(contains(findings(), failed->words));
  BOOST_TEST(!contains(findings(), "<img"));  // there is no figure
  BOOST_REQUIRE(!create_directory(results.at("a/figures")).has_value());
  for (const char* name : {"a/figures/all.svg", "a/figures/fig.svg", "a/figures/fig4.svg", "a/figures/fig45.svg"})
    results.add_page(name);
  BOOST_TEST(contains(findings(), "src=\"a/figures/fig4.svg\""));
  failed->figure = "";
  results.add("b", record);
  failed->kind = ClaimKind::ours;
  results.add("a", record);
  BOOST_TEST(count_of(findings(), "class=\"finding\"") == 1U);  // a statement of ours is no finding about a source
}

BOOST_AUTO_TEST_CASE(a_claim_of_unknown_kind_is_not_listed_as_anything) {
  Results results;
  Json odd = results_json(scene("odd", "Hong06"));
  odd["claims"][1]["kind"] = "heard";
  results.add_text("odd", json_text(odd));
  BOOST_TEST(contains(results.index(), "cannot use odd/results.json: a claim of unknown kind"));
}

BOOST_AUTO_TEST_CASE(every_kind_of_broken_file_is_named_and_leaves_no_half_of_its_rows) {
  const std::vector<std::pair<const char*, std::string>> broken{
      {"empty", ""},
      {"cut", json_text(results_json(scene("x", "y"))).substr(0, 500)},
      {"list", "[]"},
      {"number", "7"},
      {"foreign", R"({"format": "something-else", "version": 1})"},
      {"newer", R"({"format": "perpend-results", "version": 999})"},
      {"no_claims", without("/claims")},
      {"no_verdict", without("/claims/1/status")},
      {"no_summary", without("/summary")},
      {"no_date", without("/provenance/outside_hash/date")},
      {"bytes", "\xFF\xFE\x00\x01"}};
  for (const auto& [name, text] : broken) {
    Results results;
    results.add("good", scene("a good scene", "Hong06 (20)"));
    results.add_text(name, text);
    const std::string page = results.index();
    BOOST_TEST(contains(page, "cannot use " + std::string(name) + "/results.json"), name);
    BOOST_TEST(contains(page, "a good scene"), name);
    BOOST_TEST(contains(page, "verdict bad"), name);
    BOOST_TEST(contains(page, "1 scenes as expected, others could not be read"), name);
    BOOST_TEST(contains(page, "2 reproduced, 1 NOT reproduced, 1 undecided"), name);
  }
}

BOOST_AUTO_TEST_CASE(a_folder_in_the_place_of_a_file_is_named) {
  Results results;
  results.add("good", scene("a good scene", "Hong06"));
  BOOST_REQUIRE(!create_directory(results.at("odd/results.json")).has_value());
  const std::string page = results.index();
  BOOST_TEST(contains(page, "cannot use odd/results.json"));
  BOOST_TEST(contains(page, "verdict bad"));
}

BOOST_AUTO_TEST_CASE(a_scene_without_its_report_has_no_link) {
  Results results;
  results.add("without", scene("no page", "Hong06"));
  results.add("with", scene("a page", "Hong06"));
  BOOST_REQUIRE(!write_file(results.at("with/report.html"), "x").has_value());
  const std::string page = results.index();
  BOOST_TEST(contains(page, "<a href=\"with/report.html\">a page</a>"));
  BOOST_TEST(contains(page, "<th scope=\"row\">no page</th>"));
  BOOST_TEST(!contains(page, "without/report.html"));
}

BOOST_AUTO_TEST_CASE(the_page_of_solvers_is_linked_when_it_is_there) {
  Results results;
  results.add("one", scene("one", "Hong06"));
  BOOST_TEST(!contains(results.index(), "solvers.html"));
  results.add_page("solvers.html");
  BOOST_TEST(contains(results.index(), "<a href=\"solvers.html\">"));
}

BOOST_AUTO_TEST_CASE(the_page_of_known_answers_is_linked_when_it_is_there) {
  Results results;
  results.add("one", scene("one", "Hong06"));
  BOOST_TEST(!contains(results.index(), "verification.html"));
  results.add_page("verification.html");
  BOOST_TEST(contains(results.index(), "<a href=\"verification.html\">"));
}

BOOST_AUTO_TEST_CASE(a_folder_with_odd_letters_makes_a_link_that_leads_there) {
  Results results;
  const std::string name = "a%20b #1?\"<x>'\xC3\xA9";
  results.add(name, scene("odd", "Hong06"));
  BOOST_REQUIRE(!write_file(results.at(name + "/report.html"), "x").has_value());
  BOOST_TEST(contains(results.index(), "href=\"a%2520b%20%231%3F%22%3Cx%3E%27%C3%A9/report.html\""));
}

BOOST_AUTO_TEST_CASE(one_scene_not_as_expected_spoils_the_whole) {
  Results results;
  results.add("a", scene("fine", "Hong06"));
  ExperimentRecord bad = scene("not fine", "Hong06");
  bad.runs[0].as_expected = false;
  results.add("b", bad);
  const std::string page = results.index();
  BOOST_TEST(contains(page, "1 of 2 scenes not as expected"));
  BOOST_TEST(contains(page, "verdict bad"));
}

BOOST_AUTO_TEST_CASE(a_claim_without_a_source_is_listed_as_such) {
  Results results;
  results.add("a", scene("plain", ""));
  BOOST_TEST(contains(results.index(), "<h3>No source</h3>"));
}

BOOST_AUTO_TEST_CASE(hostile_results_stay_text) {
  Results results;
  results.add("a", hostile_record());
  const std::string page = results.index();
  BOOST_TEST(count_of(page, "<script") == 1U);  // the page's own
  BOOST_TEST(contains(page, "&lt;script&gt;alert(1)"));
  for (const std::vector<int>& rows : table_widths(tags_of(page)))
    for (const int width : rows) BOOST_TEST(width == rows[0]);
}

BOOST_AUTO_TEST_CASE(writing_it_twice_gives_the_same_bytes) {
  Results results;
  results.add("b", scene("second", "Hong06"));
  results.add("a", scene("first", "ClinePai03 VI"));
  const std::string once = results.index();
  BOOST_TEST(results.index() == once);
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_not_there_is_an_error) {
  const TemporaryFolder folder;
  BOOST_TEST(write_index(folder.at("absent")).error.has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_index_pages
