// What is written of a run is read back as it was, and what is no such file is refused with words.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"
#include "reports/files/result_files.hpp"
#include "reports/results/difference.hpp"
#include "reports/results/results_reader.hpp"
#include "reports/results/series_archive.hpp"
#include "tests/reports/sample_record.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::reports::of_results_reader {
namespace {

/// Keys that a reader of results has no use for, and that are not read.
Json without_unread(Json results) {
  const auto strip = [](Json& runs) {
    for (Json& run : runs)
      for (const char* key :
           {"divergence", "contact_residuals", "lcp_solvers", "impacts", "lacks_static_friction", "cache"})
        run.erase(key);
  };
  strip(results["runs"]);
  for (Json& sweep : results["sweeps"]) {
    sweep.erase("refined_axis");
    for (Json& point : sweep["points"]) strip(point["runs"]);
  }
  for (Json& claim : results["claims"]) claim.erase("limit_scope");
  results.erase("undrawn_figures");
  results["provenance"].erase("content_sha256");
  return results;
}

ExperimentRecord written_and_read(const ExperimentRecord& record) {
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_results_json(record, folder.at("results.json")));
  auto read = read_results(folder.path());
  if (const auto* error = std::get_if<ReadError>(&read)) BOOST_FAIL(error->message());
  return std::get<ExperimentRecord>(std::move(read));
}

std::string refusal(const std::string& text) {
  const TemporaryFolder folder;
  put_text(folder.at("results.json"), text);
  const auto read = read_results(folder.path());
  const auto* error = std::get_if<ReadError>(&read);
  return error == nullptr ? "" : error->message();
}

std::string with(const std::string& key, const Json& value) {
  Json results = results_json(sample_record(8));
  results[key] = value;
  return json_text(results);
}

BOOST_AUTO_TEST_SUITE(results_reader)

BOOST_AUTO_TEST_CASE(results_are_the_same_after_they_were_written_and_read) {
  ExperimentRecord record = sample_record(40);
  record.inputs = {.set = {"g = 1 m/s^2"}, .methods = {"a"}, .certificates = "full", .has_states = true};
  record.scene_files = {{"a.scene", ""}, {"part/b.scene", ""}};
  record.runs[0].measures[0].summary.max = std::numeric_limits<double>::infinity();
  record.runs[0].measures[0].summary.rms = not_a_number;
  const Json before = without_unread(results_json(record));
  const Json after = without_unread(results_json(written_and_read(record)));
  BOOST_TEST((before == after), Json::diff(before, after).dump(1));
}

BOOST_AUTO_TEST_CASE(names_of_any_bytes_come_back) {
  const ExperimentRecord record = hostile_record();
  BOOST_TEST(written_and_read(record).runs.size() == record.runs.size());
}

BOOST_AUTO_TEST_CASE(what_is_no_folder_of_results_is_refused_with_a_way_out) {
  const TemporaryFolder folder;
  BOOST_TEST(std::get<ReadError>(read_results(folder.at("none"))).message().find("no such folder") !=
             std::string::npos);
  BOOST_TEST(std::get<ReadError>(read_results(folder.path())).message().find("no results.json") != std::string::npos);
  BOOST_TEST(std::get<ReadError>(find_results(folder.path())).message().find("--out") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_torn_file_another_format_and_another_version_have_their_own_words) {
  const std::string whole = json_text(results_json(sample_record(8)));
  BOOST_TEST(refusal(whole).empty());
  for (const std::size_t part : {std::size_t{0}, std::size_t{1}, whole.size() / 2, whole.size() - 1})
    BOOST_TEST(refusal(whole.substr(0, part)).find("only a part") != std::string::npos, part);
  BOOST_TEST(refusal("[1, 2]").find("not the results of a run") != std::string::npos);
  BOOST_TEST(refusal(with("format", "other")).find("not the results of a run") != std::string::npos);
  BOOST_TEST(refusal(with("version", 1)).find("version 1") != std::string::npos);
  BOOST_TEST(refusal(with("version", 99)).find("version 99") != std::string::npos);
  BOOST_TEST(refusal(with("version", "three")).find("not as results are written") != std::string::npos);
  BOOST_TEST(refusal(with("runs", 3)).find("not as results are written") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(results_of_the_version_before_are_read_without_bounds_and_inputs) {
  Json old = results_json(sample_record(8));
  old["version"] = 2;
  old.erase("inputs");
  for (Json& run : old["runs"])
    for (Json& group : run["certificates"]["groups"]) group["bounds"] = {{"backward error at most", "3.1e-16"}};
  BOOST_TEST(refusal(json_text(old)).empty());
}

BOOST_AUTO_TEST_CASE(series_frames_and_states_come_back_to_the_last_bit) {
  ExperimentRecord record = sample_record(40);
  for (MethodRun& run : record.runs) {
    run.states.positions.assign(2 * run.times.size(), 0.1);
    run.states.velocities.assign(run.times.size(), -0.0);
  }
  record.runs[1].measures[0].values[3] = not_a_number;
  const TemporaryFolder folder;
  BOOST_REQUIRE(!write_series_archive(record, folder.at(series_file_name)));
  BOOST_REQUIRE(!write_states_archive(record, folder.at(states_file_name)));
  ExperimentRecord read = written_and_read(record);
  read.space = record.space;
  const auto error = read_series(folder.path(), read);
  BOOST_TEST_REQUIRE(!error.has_value(), (error ? error->message() : ""));
  BOOST_TEST(find_partings(record, read, {}).empty());
  for (std::size_t i = 0; i < record.runs.size(); ++i) {
    BOOST_TEST((read.runs[i].times == record.runs[i].times));
    BOOST_TEST((read.runs[i].step_numbers == record.runs[i].step_numbers));
    BOOST_TEST((read.runs[i].frames.times == record.runs[i].frames.times));
    BOOST_TEST((read.runs[i].frames.poses == record.runs[i].frames.poses));
    BOOST_TEST((read.runs[i].states.positions == record.runs[i].states.positions));
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_archive_is_an_error_and_a_missing_one_none) {
  const TemporaryFolder folder;
  ExperimentRecord record = sample_record(8);
  BOOST_TEST(!read_series(folder.path(), record));
  put_text(folder.at(series_file_name), "PK no archive");
  const auto error = read_series(folder.path(), record);
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->message().find(series_file_name) != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::reports::of_results_reader
