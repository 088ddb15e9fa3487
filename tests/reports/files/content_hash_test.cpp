// The fingerprint of the results: everything that was found is in it, nothing of where and when.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "tests/reports/sample_record.hpp"

namespace perpend::reports::of_content_hash {
namespace {

std::string hash(const ExperimentRecord& record) {
  return results_json(record)["provenance"]["content_sha256"].get<std::string>();
}

/// Whether a leaf of results.json says where, when, how fast, or by which options: what these change is in the rest.
bool is_outside(const std::string& path) {
  return path == "/scene_file" || path == "/undrawn_figures" || path == "/provenance/content_sha256" ||
         path.starts_with("/provenance/outside_hash/") || path.starts_with("/inputs/") ||
         path.ends_with("/cost/seconds") || path.ends_with("/cost/certify_seconds") || path.ends_with("/recheckable") ||
         path.ends_with("/cache") || (path.find("/groups/") != std::string::npos && path.ends_with("/seconds"));
}

Json changed(const Json& leaf) {
  if (leaf.is_boolean()) return !leaf.get<bool>();
  if (leaf.is_number_float()) return std::nextafter(leaf.get<double>(), 1e300);
  if (leaf.is_number()) return leaf.get<long>() + 1;
  if (leaf.is_string()) return leaf.get<std::string>() + "x";
  return "something";  // an empty list or object
}

BOOST_AUTO_TEST_SUITE(content_hash_of_results)

BOOST_AUTO_TEST_CASE(it_depends_on_each_single_field_but_those_of_place_and_time) {
  ExperimentRecord record = sample_record(40);
  record.sweeps[0].points.resize(1);
  const Json results = results_json(record);
  const std::string before = content_hash(results);
  int outside = 0;
  int inside = 0;
  const Json leaves = results.flatten();
  for (const auto& [path, leaf] : leaves.items()) {
    Json other = results;
    other[Json::json_pointer(path)] = changed(leaf);
    const bool same = content_hash(other) == before;
    BOOST_TEST(same == is_outside(path), path);
    (is_outside(path) ? outside : inside) += 1;
  }
  BOOST_TEST(outside > 20);
  BOOST_TEST(inside > 300);
}

BOOST_AUTO_TEST_CASE(it_sees_what_changes_in_the_record) {
  const std::vector<std::pair<const char*, void (*)(ExperimentRecord&)>> changes{
      {"a measured number", [](auto& r) { r.runs[1].measures[1].summary.final = 0.125; }},
      {"a number that became none", [](auto& r) { r.runs[1].measures[0].summary.rms = not_a_number; }},
      {"a proved bound", [](auto& r) { r.runs[0].measures[0].max_upper *= 2; }},
      {"the end of a run", [](auto& r) { r.runs[0].status = RunStatus::iteration_limit; }},
      {"a verdict", [](auto& r) { r.claims[1].status = ClaimVerdict::undecided; }},
      {"what a claim expects", [](auto& r) { r.claims[0].expect = ClaimVerdict::reproduced; }},
      {"a refuted certificate", [](auto& r) { r.runs[0].certificates[0].refuted = 1; }},
      {"the range of a claim", [](auto& r) { r.claims[2].range_upper = 1e-3; }},
      {"a parameter", [](auto& r) { r.parameters[0].value = 9.82; }},
      {"whether the source gives a parameter", [](auto& r) { r.parameters[0].given = true; }},
      {"an option of a method", [](auto& r) { r.runs[1].options[0].second = "51 1/s"; }},
      {"the scene", [](auto& r) { r.provenance.scene_sha256[5] = 'b'; }},
      {"the trajectory", [](auto& r) { r.runs[3].trajectory_hash = "5d1f0c7e9b"; }},
      {"the program", [](auto& r) { r.provenance.version = "0.2.0"; }},
      {"a point of a sweep", [](auto& r) { r.sweeps[0].points.pop_back(); }},
      {"the order of the methods", [](auto& r) { std::swap(r.runs[0], r.runs[1]); }},
      {"a missing claim", [](auto& r) { r.claims.pop_back(); }}};
  const std::string before = hash(sample_record(40));
  for (const auto& [what, change] : changes) {
    ExperimentRecord record = sample_record(40);
    change(record);
    BOOST_TEST(hash(record) != before, what);
  }
}

BOOST_AUTO_TEST_CASE(it_does_not_see_where_when_and_how_fast) {
  const std::vector<std::pair<const char*, void (*)(ExperimentRecord&)>> changes{
      {"date", [](auto& r) { r.provenance.date = "1999-12-31T23:59:59Z"; }},
      {"processor", [](auto& r) { r.provenance.cpu = "another"; }},
      {"system", [](auto& r) { r.provenance.system = "another"; }},
      {"compiler", [](auto& r) { r.provenance.compiler = "Clang 14"; }},
      {"libraries", [](auto& r) { r.provenance.libraries.emplace_back("more", "1"); }},
      {"command", [](auto& r) { r.provenance.command = "perpend run --quiet"; }},
      {"duration", [](auto& r) { r.provenance.seconds = 99; }},
      {"path of the scene", [](auto& r) { r.scene_file = "/elsewhere.scene"; }},
      {"certificates with data", [](auto& r) { r.runs[0].certificates[1].recheckable = 9; }},
      {"where a run comes from", [](auto& r) { r.runs[0].cache = CacheUse::found; }},
      {"time of a run", [](auto& r) { r.runs[0].cost.seconds = 99; }},
      {"time of the certificates", [](auto& r) { r.runs[0].cost.certify_seconds = 99; }},
      {"time of a group", [](auto& r) { r.runs[0].certificates[1].seconds = 99; }},
      {"time in a sweep", [](auto& r) { r.sweeps[0].points[2].runs[1].certificates[0].seconds = 99; }}};
  const std::string before = hash(sample_record(40));
  for (const auto& [what, change] : changes) {
    ExperimentRecord record = sample_record(40);
    change(record);
    BOOST_TEST(hash(record) == before, what);
  }
}

BOOST_AUTO_TEST_CASE(it_is_that_of_the_file_as_written) {
  const Json results = Json::parse(json_text(results_json(sample_record(40))));
  BOOST_TEST(content_hash(results) == results["provenance"]["content_sha256"].get<std::string>());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_content_hash
