// docs/results-format.md and results.json name the same fields.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "reports/files/json.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_results_format {
namespace {

using Names = std::set<std::string>;

/// The part of the manual about results.json.
std::string manual() {
  const std::string text = read_text(PERPEND_SOURCE_DIR "/docs/results-format.md");
  const std::size_t begin = text.find("## results.json");
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// What stands between backquotes, without the brackets of a list.
Names quoted(const std::string& text) {
  Names names;
  std::size_t begin = text.find('`');
  while (begin != std::string::npos) {
    const std::size_t end = text.find('`', begin + 1);
    std::string name = text.substr(begin + 1, end - begin - 1);
    if (name.ends_with("[]")) name.resize(name.size() - 2);
    names.insert(name);
    begin = text.find('`', end + 1);
  }
  return names;
}

/// Rows of the n-th table of the manual, as first and second cell.
std::vector<std::pair<std::string, std::string>> table(int number) {
  std::vector<std::pair<std::string, std::string>> rows;
  std::istringstream lines(manual());
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_row = line.starts_with("| `");
    number -= is_row && !inside ? 1 : 0;
    inside = is_row;
    const std::size_t bar = line.find(" |");
    if (is_row && number < 0) rows.emplace_back(line.substr(0, bar), line.substr(bar));
    if (!is_row && number < 0) break;
  }
  return rows;
}

Names first_cells(int number) {
  Names names;
  for (const auto& [name, content] : table(number)) names.merge(quoted(name));
  return names;
}

/// The item of a list below a table, "- `name`: ...", that continues where a cell would be too long; empty without one.
std::string item_of(const std::string& name) {
  const std::string text = manual();
  for (const std::string& start : {"\n- `" + name + "`: ", "\n- `" + name + "[]`: "})
    if (const std::size_t at = text.find(start); at != std::string::npos)
      return text.substr(at + start.size(), text.find('\n', at + 1) - at - start.size());
  return "";
}

std::string content_of(int number, const std::string& wanted) {
  for (const auto& [name, content] : table(number))
    if (quoted(name).contains(wanted)) return content + item_of(wanted);
  return "";
}

/// The paragraph that starts with `name`.
std::string paragraph(const std::string& name) {
  const std::string text = manual();
  const std::size_t begin = text.find("\n`" + name + "`");
  return text.substr(begin, text.find("\n\n", begin) - begin);
}

Names keys(const Json& object) {
  Names names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

Names without(Names names, const Names& others) {
  for (const std::string& other : others) names.erase(other);
  return names;
}

const Names unit_keys{"unit", "shown_unit", "shown_factor"};  // the manual says "units"

void check_same(const Names& written, const Names& documented) {
  BOOST_TEST(written == documented, boost::test_tools::per_element());
}

Json sample_results() {
  ExperimentRecord record = sample_record(40);
  record.sweeps[0].boundaries.resize(1);
  for (MeasureRecord& measure : record.runs[0].measures) measure.is_of_query = true;
  record.sweeps[0].spec.axes[0].is_of_words = true;
  record.warnings = {"a warning"};
  return results_json(record);
}

BOOST_AUTO_TEST_SUITE(results_format)

BOOST_AUTO_TEST_CASE(the_top_level_is_as_documented) {
  Names documented = first_cells(0);
  documented.merge(Names{"format", "version"});  // in the sentence above the table
  ExperimentRecord record = sample_record();
  BOOST_TEST(!results_json(record).contains("start"));  // as the scene gives it
  record.start = StartMode::assembled;
  record.moved = {{"link[1]", {.body = 0, .shift = 1e-3}}};
  check_same(keys(results_json(record)), documented);
  BOOST_TEST(results_json(record)["start"]["moved"][0]["shift_m"] == 1e-3);
  BOOST_TEST(manual().find("\"version\": " + std::to_string(results_version)) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_is_as_documented) {
  const Json run = sample_results()["runs"][0];
  check_same(keys(run), first_cells(1));
  check_same(without(keys(run["measures"]["drift"]), unit_keys), quoted(content_of(1, "measures")));
  Names certificates = keys(run["certificates"]);
  const Json& group = run["certificates"]["groups"][0];
  certificates.merge(keys(group));
  certificates.merge(keys(group["bounds"][0]));
  certificates.merge(keys(group["bounds"][0]["values"][0]));
  check_same(certificates, quoted(content_of(1, "certificates")));
  check_same(keys(run["contact_residuals"][0]),
             without(quoted(content_of(1, "contact_residuals")),
                     {"penetration", "Signorini", "cone", "maximum dissipation", "\"nan\""}));
  check_same(keys(run["cost"]), quoted(content_of(1, "cost")));
  check_same(keys(run["divergence"]), quoted(content_of(1, "divergence")));
}

BOOST_AUTO_TEST_CASE(every_status_is_documented) {
  Names written;
  for (int status = 0; status <= static_cast<int>(RunStatus::reference_ends); ++status)
    written.insert(to_string(static_cast<RunStatus>(status)));
  check_same(written, quoted(content_of(1, "status")));
}

BOOST_AUTO_TEST_CASE(every_use_of_the_cache_is_documented) {
  Names written;
  for (int use = 0; use <= static_cast<int>(CacheUse::failed); ++use)
    written.insert(to_string(static_cast<CacheUse>(use)));
  check_same(written, quoted(content_of(1, "cache")));
}

BOOST_AUTO_TEST_CASE(a_parameter_is_as_documented) {
  Names documented = quoted(content_of(0, "parameters"));
  check_same(without(keys(sample_results()["parameters"][0]), unit_keys), documented);
}

BOOST_AUTO_TEST_CASE(a_sweep_is_as_documented) {
  const Json sweep = sample_results()["sweeps"][0];
  Names written = keys(sweep);
  written.merge(without(keys(sweep["axes"][0]), unit_keys));
  written.merge(keys(sweep["points"][0]));
  written.merge(keys(sweep["boundaries"][0]));
  check_same(written, quoted(content_of(0, "sweeps")));
  check_same(keys(sweep["points"][0]["runs"][0]), first_cells(1));
}

BOOST_AUTO_TEST_CASE(a_fit_is_as_documented) {
  FitRecord fit;
  fit.data.emplace_back();
  fit.region.push_back({.points = {0}, .extents = {{}}});
  ExperimentRecord record;
  record.fits = {fit};
  const Json json = results_json(record)["fits"][0];
  Names written = keys(json);
  written.merge(without(keys(json["data"][0]), unit_keys));
  written.merge(keys(json["region"][0]));
  written.merge(keys(json["region"][0]["extents"][0]));
  for (const RegionEnd end : {RegionEnd::crossing, RegionEnd::grid, RegionEnd::failed}) written.insert(to_string(end));
  check_same(written, without(quoted(paragraph("fits[]")), {"fits", "sweeps", "\"nan\""}));
}

BOOST_AUTO_TEST_CASE(a_claim_is_as_documented) {
  Names documented = without(quoted(paragraph("claims[]")), {"claims", "[lo, hi]"});
  Names written = without(keys(sample_results()["claims"][0]), unit_keys);
  for (const ClaimVerdict verdict :
       {ClaimVerdict::not_run, ClaimVerdict::reproduced, ClaimVerdict::not_reproduced, ClaimVerdict::undecided})
    written.insert(to_string(verdict));
  for (const ClaimKind kind : {ClaimKind::quoted, ClaimKind::read_off, ClaimKind::derived, ClaimKind::ours})
    written.insert(to_string(kind));
  written.insert("none");
  for (const LimitScope scope : {LimitScope::some, LimitScope::first, LimitScope::only})
    written.insert(to_string(scope));
  check_same(written, documented);
}

BOOST_AUTO_TEST_CASE(provenance_is_as_documented) {
  const Json provenance = sample_results()["provenance"];
  check_same(keys(provenance),
             without(quoted(paragraph("provenance")), {"provenance", "scene_file", "inputs", "cache", "-dirty"}));
  std::string words = paragraph("provenance");
  std::transform(words.begin(), words.end(), words.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const std::string& key : keys(provenance["outside_hash"]))
    BOOST_TEST(words.find(key == "seconds" ? "duration" : key) != std::string::npos, key);
}

BOOST_AUTO_TEST_CASE(each_field_has_one_type_also_where_nothing_was_measured) {
  ExperimentRecord empty;
  empty.runs.resize(1);
  empty.runs[0].measures.resize(1);
  empty.runs[0].certificates.resize(1);
  empty.claims.resize(1);
  empty.parameters.resize(1);
  const Json full = sample_results();
  const Json bare = results_json(empty);
  const auto check = [](const Json& a, const Json& b, const std::string& where) {
    for (const std::string& key : keys(b)) {
      BOOST_REQUIRE(a.contains(key));
      // What is not a finite number is one of three words.
      const bool is_word = b[key] == "nan" || b[key] == "inf" || b[key] == "-inf";
      const bool same = a[key].type() == b[key].type() || (a[key].is_number() && (b[key].is_number() || is_word));
      BOOST_TEST(same, where + key);
    }
  };
  check(full, bare, "");
  check(full["runs"][0], bare["runs"][0], "runs.");
  check(full["runs"][0]["measures"]["drift"], bare["runs"][0]["measures"][""], "measures.");
  check(full["runs"][0]["certificates"]["groups"][0], bare["runs"][0]["certificates"]["groups"][0], "groups.");
  check(full["claims"][0], bare["claims"][0], "claims.");
  check(full["parameters"][0], bare["parameters"][0], "parameters.");
  check(full["provenance"]["outside_hash"], bare["provenance"]["outside_hash"], "outside_hash.");
}

BOOST_AUTO_TEST_CASE(values_are_in_si_and_say_how_to_show_them) {
  const Json drift = sample_results()["runs"][0]["measures"]["drift"];
  BOOST_TEST(drift["unit"] == "m");
  BOOST_TEST(drift["shown_unit"] == "mm");
  BOOST_TEST(drift["shown_factor"].get<double>() == 1e-3);
  BOOST_TEST(drift["max"].get<double>() == sample_record(40).runs[0].measures[0].summary.max);
}

BOOST_AUTO_TEST_CASE(proved_bounds_are_there_only_where_they_were_proved) {
  ExperimentRecord record = sample_record(40);
  const Json results = results_json(record);
  BOOST_TEST(results["runs"][0]["measures"]["drift"].contains("max_upper"));
  BOOST_TEST(!results["runs"][0]["measures"]["energy"].contains("max_upper"));
}

BOOST_AUTO_TEST_CASE(the_summary_counts_what_the_lists_hold) {
  ExperimentRecord record = sample_record(40);
  record.claims[1].expect = ClaimVerdict::not_reproduced;
  const Json results = results_json(record);
  const Json& counts = results["summary"]["claims"];
  BOOST_TEST(counts["reproduced"] == 2);
  BOOST_TEST(counts["not_reproduced"] == 1);
  BOOST_TEST(counts["undecided"] == 1);
  BOOST_TEST(counts["unexpected"] == 1);
  BOOST_TEST(results["summary"]["as_expected"] == false);
  BOOST_TEST(results["summary"]["unexpected"].size() == 1U);
  long proved = 0;
  for (const Json& run : results["runs"]) proved += run["certificates"]["proved"].get<long>();
  BOOST_TEST(results["summary"]["certificates"]["proved"] == proved);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_results_format
