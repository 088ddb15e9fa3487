// Each section of the page is there when it has something to say, and whole.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/files/digest.hpp"
#include "reports/page/embedded_assets.hpp"
#include "reports/page/html.hpp"
#include "reports/page/page_text.hpp"
#include "tests/reports/page/page_reader.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_sections {
namespace {

using Change = void (*)(ExperimentRecord&);

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::set<std::string> sections(const std::string& page) {
  std::set<std::string> ids;
  for (const Tag& tag : tags_of(page))
    if (tag.name == "section" && !tag.is_end) ids.insert(tag.attribute("id"));
  return ids;
}

/// As a scene of a linear system leaves it: analysed, not simulated.
ExperimentRecord linear_system_record() {
  ExperimentRecord record = sample_record(8);
  record.has_world = false;
  record.bodies.clear();
  record.joints.clear();
  record.sweeps.clear();
  record.figures.clear();
  record.runs.resize(2);
  for (MethodRun& run : record.runs) {
    run.step = 0;
    run.steps = run.planned_steps = 0;
    run.times.clear();
    run.step_numbers.clear();
    run.measures.clear();
    run.frames = {};
    run.notes.clear();
  }
  return record;
}

/// Ten measures a run.
ExperimentRecord many_measures() {
  ExperimentRecord record = sample_record(8);
  for (MethodRun& run : record.runs)
    for (int i = 0; i < 8; ++i) {
      run.measures.push_back(run.measures[0]);
      run.measures.back().name = "another_" + std::to_string(i);
    }
  return record;
}

BOOST_AUTO_TEST_SUITE(sections_of_the_page)

BOOST_AUTO_TEST_CASE(a_full_record_has_every_section) {
  const std::set<std::string> all{"summary", "parameters", "methods",      "comparison", "claims",    "animation",
                                  "figures", "contacts",   "certificates", "notes",      "provenance"};
  BOOST_TEST(sections(html_report(sample_record(40))) == all, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_section_without_content_is_left_out_alone) {
  const std::vector<std::pair<const char*, Change>> changes{{"parameters", [](auto& r) { r.parameters.clear(); }},
                                                            {"claims", [](auto& r) { r.claims.clear(); }},
                                                            {"animation", [](auto& r) { r.bodies.clear(); }},
                                                            {"contacts",
                                                             [](auto& r) {
                                                               for (MethodRun& run : r.runs)
                                                                 run.contact_residuals.clear();
                                                             }},
                                                            {"notes", [](auto& r) {
                                                               for (MethodRun& run : r.runs) run.notes.clear();
                                                             }}};
  const std::set<std::string> all = sections(html_report(sample_record(40)));
  for (const auto& [id, change] : changes) {
    ExperimentRecord record = sample_record(40);
    change(record);
    std::set<std::string> expected = all;
    expected.erase(id);
    BOOST_TEST(sections(html_report(record)) == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(summary_methods_certificates_and_provenance_are_always_there) {
  const std::set<std::string> least{"summary", "methods", "certificates", "provenance"};
  const std::string page = html_report(ExperimentRecord{});
  BOOST_TEST(sections(page) == least, boost::test_tools::per_element());
  BOOST_TEST(contains(page, "nothing here is proved"));
}

BOOST_AUTO_TEST_CASE(provenance_names_the_commit_and_what_it_was_built_and_run_with) {
  ExperimentRecord record;
  record.provenance.commit = "0123456789ab";
  record.provenance.compiler = "GNU 12.2.0";
  record.provenance.flags = "-O2 -ffp-contract=off";
  record.provenance.cpu = "a processor";
  record.provenance.libraries = {{"C library and libm", "glibc 2.36"}};
  const std::string page = html_report(record);
  for (const char* fact : {"0123456789ab", "GNU 12.2.0", "-O2 -ffp-contract=off", "a processor", "glibc 2.36"})
    BOOST_TEST(contains(page, fact), fact);
  BOOST_TEST(contains(html_report(ExperimentRecord{}), "built outside of version control"));
}

BOOST_AUTO_TEST_CASE(whether_the_source_gives_a_value_is_asked_only_where_there_is_a_source) {
  ExperimentRecord record = sample_record(8);
  BOOST_TEST(contains(html_report(record), "In the source"));
  record.source.clear();
  BOOST_TEST(contains(html_report(record), "In the source"));  // one parameter says that it is not given
  record.parameters[0].given = true;
  const std::string page = html_report(record);
  BOOST_TEST(!contains(page, "In the source"));
  BOOST_TEST(contains(page, "changed for this run"));
}

BOOST_AUTO_TEST_CASE(a_method_is_named_once_in_the_table_of_certificates) {
  const std::string page = html_report(sample_record(8));
  const std::string section = between(page, "<section id=\"certificates\">", "</section>");
  const std::size_t first = section.find("baumgarte_<wbr>50");
  BOOST_TEST(first != std::string::npos);
  BOOST_TEST(section.find("baumgarte_<wbr>50", first + 1) == std::string::npos);
  BOOST_TEST(contains(section, "rowspan=\"2\""));
}

BOOST_AUTO_TEST_CASE(a_method_without_certificates_says_so) {
  ExperimentRecord record = sample_record(8);
  record.runs[2].certificates.clear();
  const std::string section = between(html_report(record), "<section id=\"certificates\">", "</section>");
  BOOST_TEST(contains(section, "none was made"));
}

BOOST_AUTO_TEST_CASE(many_measures_make_several_tables_and_none_is_lost) {
  const std::string section = between(html_report(many_measures()), "<section id=\"methods\">", "</section>");
  const std::vector<std::vector<int>> tables = table_widths(tags_of(section));
  BOOST_REQUIRE(tables.size() == 2U);
  BOOST_TEST(tables[0][0] == 2 + 5);  // method, result, and half of the ten measures
  BOOST_TEST(tables[1][0] == 1 + 5);
  for (int i = 0; i < 8; ++i) BOOST_TEST(contains(section, "another_<wbr>" + std::to_string(i) + " [mm]"));
}

BOOST_AUTO_TEST_CASE(every_row_of_every_table_has_as_many_columns_as_its_header) {
  for (const ExperimentRecord& record :
       {sample_record(8), many_measures(), linear_system_record(), hostile_record(), ExperimentRecord{}}) {
    const std::vector<std::vector<int>> tables = table_widths(tags_of(html_report(record)));
    BOOST_TEST(tables.size() >= 2U);
    for (const std::vector<int>& rows : tables)
      for (const int width : rows) BOOST_TEST(width == rows[0]);
  }
}

BOOST_AUTO_TEST_CASE(every_element_is_closed_in_its_place) {
  const std::set<std::string> alone{"meta", "wbr", "br", "path"};
  for (const ExperimentRecord& record : {sample_record(8), hostile_record(), linear_system_record()}) {
    std::vector<std::string> open;
    for (const Tag& tag : tags_of(html_report(record))) {
      if (alone.contains(tag.name)) continue;
      if (!tag.is_end) {
        open.push_back(tag.name);
        continue;
      }
      BOOST_REQUIRE(!open.empty());
      BOOST_REQUIRE_EQUAL(open.back(), tag.name);
      open.pop_back();
    }
    BOOST_TEST(open.empty());
  }
}

BOOST_AUTO_TEST_CASE(no_id_comes_twice) {
  std::set<std::string> ids;
  for (const Tag& tag : tags_of(html_report(sample_record(8)))) {
    const std::string id = tag.attribute("id");
    if (!id.empty()) BOOST_TEST(ids.insert(id).second, id);
  }
  BOOST_TEST(ids.size() > 8U);
}

BOOST_AUTO_TEST_CASE(the_policy_admits_exactly_the_style_and_the_script_of_the_page) {
  const std::string page = html_report(hostile_record());
  const std::string policy = between(page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
  BOOST_TEST(contains(policy, "style-src 'sha256-" + sha256_base64(between(page, "<style>", "</style>")) + "'"));
  BOOST_TEST(contains(policy, "script-src 'sha256-" + sha256_base64(between(page, "<script>", "</script>")) + "'"));
  BOOST_TEST(policy.starts_with("default-src 'none'"));
  BOOST_TEST(contains(policy, "base-uri 'none'"));
}

BOOST_AUTO_TEST_CASE(a_page_has_two_scripts_whatever_its_names_are) {
  for (const ExperimentRecord& record : {sample_record(8), hostile_record()}) {
    int scripts = 0;
    for (const Tag& tag : tags_of(html_report(record))) scripts += tag.name == "script" && !tag.is_end ? 1 : 0;
    BOOST_TEST(scripts == 2);
  }
}

BOOST_AUTO_TEST_CASE(no_name_becomes_an_attribute_or_a_tag) {
  const std::set<std::string> known{"html", "head",   "meta",    "title",      "style", "body",     "header",  "h1",
                                    "p",    "strong", "span",    "ul",         "li",    "main",     "section", "h2",
                                    "div",  "table",  "thead",   "tr",         "th",    "tbody",    "td",      "small",
                                    "code", "q",      "figure",  "figcaption", "h3",    "dl",       "dt",      "dd",
                                    "b",    "wbr",    "details", "summary",    "pre",   "noscript", "script",  "nav",
                                    "a",    "svg",    "g",       "path",       "text"};
  for (const Tag& tag : tags_of(html_report(hostile_record()))) {
    BOOST_TEST(known.contains(tag.name), tag.name);
    BOOST_TEST(!contains(tag.attributes, " on"), tag.attributes);
  }
}

BOOST_AUTO_TEST_CASE(a_name_breaks_after_underscores_and_is_escaped) {
  BOOST_TEST(breakable("underdamped_rings_long") == "underdamped_<wbr>rings_<wbr>long");
  BOOST_TEST(breakable("<b>_&\"") == "&lt;b&gt;_<wbr>&amp;&quot;");
  BOOST_TEST(breakable("a\nb") == "a b");
  BOOST_TEST(breakable("").empty());
}

BOOST_AUTO_TEST_CASE(a_linear_system_is_analysed_and_neither_moves_nor_converges) {
  const std::string page = html_report(linear_system_record());
  BOOST_TEST(contains(page, "analysed"));
  BOOST_TEST(contains(page, "no steps: only its update was analysed"));
  BOOST_TEST(!contains(between(page, "<section id=\"methods\">", "</section>"), "completed"));
  BOOST_TEST(!sections(page).contains("animation"));
  BOOST_TEST(!sections(page).contains("figures"));
}

BOOST_AUTO_TEST_CASE(runs_without_series_keep_their_tables_and_their_figures_say_what_is_missing) {
  ExperimentRecord record = sample_record(8);
  for (MethodRun& run : record.runs) {
    run.times.clear();
    run.step_numbers.clear();
    for (MeasureRecord& measure : run.measures) measure.values.clear();
  }
  const std::string page = html_report(record);
  BOOST_TEST(contains(page, "nothing to draw: no run has these measures"));
  BOOST_TEST(contains(page, "class=\"number best\""));
}

BOOST_AUTO_TEST_CASE(an_error_that_is_largest_on_its_negative_side_shows_no_time_of_a_maximum) {
  ExperimentRecord record = sample_record(8);
  MeasureSummary& summary = record.runs[0].measures[0].summary;
  summary = {.max = 0, .min = -5e-3, .final = -4e-3, .rms = 3e-3, .mean = -2e-3, .at_max = 0};
  const auto cell = [&] { return page_view(record)["methods"]["tables"][0]["rows"][0]["cells"][0]; };
  BOOST_TEST(cell()["main"] == "5");  // [mm]
  BOOST_TEST(cell()["detail"] == "magnitude; from -5 to 0, end -4, rms 3");
  summary.max = 6e-3;
  summary.at_max = 0.25;
  BOOST_TEST(cell()["main"] == "6");
  BOOST_TEST(cell()["detail"] == "max at 0.25 s, end -4, rms 3");
}

BOOST_AUTO_TEST_CASE(a_note_that_methods_share_is_said_once) {
  ExperimentRecord record = sample_record(8);
  for (MethodRun& run : record.runs) run.notes = {"the same"};
  record.runs[2].notes.emplace_back("another");
  const Json notes = page_view(record)["notes"];
  BOOST_REQUIRE(notes.size() == 2U);
  BOOST_TEST(notes[0]["methods"] == "unstabilized, baumgarte_<wbr>50, wild, exact");
  BOOST_TEST(notes[1]["methods"] == "wild");
}

BOOST_AUTO_TEST_CASE(a_measure_without_a_value_is_a_dash_and_never_the_best) {
  ExperimentRecord record = sample_record(8);
  for (MethodRun& run : record.runs) run.measures[0].summary = MeasureSummary{};
  const std::string section = between(html_report(record), "<section id=\"methods\">", "</section>");
  BOOST_TEST(contains(section, "not measured"));
  BOOST_TEST(!contains(section, "best"));
  BOOST_TEST(!contains(section, "nan"));
}

BOOST_AUTO_TEST_CASE(the_class_of_a_verdict_is_good_only_for_what_was_shown) {
  ExperimentRecord record = sample_record(8);
  record.claims[1].status = ClaimVerdict::not_run;
  const Json rows = page_view(record)["claims"];
  BOOST_TEST(rows[0]["class"] == "expected");  // not reproduced, as the scene expects
  BOOST_TEST(rows[1]["class"] == "bad");
  BOOST_TEST(rows[2]["class"] == "good");
  BOOST_TEST(rows[3]["class"] == "expected");  // undecided
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_sections
