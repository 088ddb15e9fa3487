#include "reports/results/results_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "reports/files/fit_json.hpp"
#include "reports/files/json.hpp"
#include "reports/files/result_files.hpp"

namespace perpend::reports {

namespace {

namespace fs = std::filesystem;

constexpr int oldest_version = 2;

/// The inverse of to_string over all values of an enumeration.
template <class Enum>
Enum read_word(const Json& value, std::initializer_list<Enum> all) {
  const auto word = value.get<std::string>();
  for (const Enum one : all)
    if (word == to_string(one)) return one;
  throw std::runtime_error(fmt::format("unknown word '{}'", word));
}

RunStatus read_status(const Json& value) {
  using enum RunStatus;
  return read_word(value, {not_run, completed, diverged, singular, iteration_limit, unsolved, not_finite, no_solution,
                           interrupted, cannot_run, reference_ends});
}

ExpectedOutcome read_outcome(const Json& value) {
  using enum ExpectedOutcome;
  return read_word(value, {completes, unstable, diverges, unsolvable, any});
}

ClaimVerdict read_verdict(const Json& value) {
  using enum ClaimVerdict;
  return read_word(value, {not_run, reproduced, not_reproduced, undecided});
}

std::vector<std::pair<std::string, std::string>> read_pairs(const Json& object) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [name, value] : object.items()) pairs.emplace_back(name, value.get<std::string>());
  return pairs;
}

MeasureRecord read_measure(const std::string& name, const Json& json) {
  MeasureRecord measure{.name = name, .text = json.at("text"), .unit = read_unit(json), .summary = {}, .values = {}};
  measure.summary = {.max = number_of(json.at("max")),
                     .min = number_of(json.at("min")),
                     .final = number_of(json.at("final")),
                     .rms = number_of(json.at("rms")),
                     .mean = number_of(json.at("mean")),
                     .at_max = number_of(json.at("at_max"))};
  if (json.contains("max_lower")) measure.max_lower = number_of(json["max_lower"]);
  if (json.contains("max_upper")) measure.max_upper = number_of(json["max_upper"]);
  measure.is_of_query = json.value("is_of_query", false);
  return measure;
}

/// Up to version 2 bounds were texts, which nothing reads back.
void read_bounds(const Json& json, CertificateGroup& group) {
  if (!json.is_array()) return;
  for (const Json& one : json) {
    WorstBound bound{.name = one.at("name"), .values = {}, .known = one.at("known")};
    for (const Json& worst : one.at("values")) bound.values.push_back({number_of(worst.at("value")), worst.at("unit")});
    group.bounds.push_back(std::move(bound));
  }
}

CertificateGroup read_group(const Json& json) {
  CertificateGroup group;
  group.kind = json.at("kind");
  group.statement = json.at("statement");
  group.theorem = json.at("theorem");
  group.proved = json.at("proved");
  group.refuted = json.at("refuted");
  group.undecided = json.at("undecided");
  group.granting = json.at("granting");
  group.granted_rows = json.at("granted_rows");
  group.recheckable = json.at("recheckable");
  group.as_expected = json.at("as_expected");
  group.reason = json.at("reason");
  group.worst_step = json.at("worst_step");
  group.seconds = number_of(json.at("seconds"));
  read_bounds(json.at("bounds"), group);
  return group;
}

MethodRun read_run_object(const Json& json) {
  MethodRun run;
  run.method = json.at("method");
  run.place.line = json.value("line", 0);
  run.stabilizer = json.at("stabilizer");
  run.options = read_pairs(json.at("options"));
  run.status = read_status(json.at("status"));
  run.stopped_by = read_word(json.at("stopped_by"), {StopReason::none, StopReason::signal, StopReason::time_limit});
  run.message = json.at("message");
  run.expect = read_outcome(json.at("expect"));
  run.as_expected = json.at("as_expected");
  run.step = number_of(json.at("step"));
  run.steps = json.at("steps");
  run.planned_steps = json.at("planned_steps");
  for (const auto& [name, measure] : json.at("measures").items()) run.measures.push_back(read_measure(name, measure));
  for (const Json& group : json.at("certificates").at("groups")) run.certificates.push_back(read_group(group));
  run.trajectory_hash = json.at("trajectory_hash");
  run.notes = json.at("notes").get<std::vector<std::string>>();
  const Json& cost = json.at("cost");
  run.cost = {.seconds = number_of(cost.at("seconds")),
              .certify_seconds = number_of(cost.at("certify_seconds")),
              .solves = cost.at("solves"),
              .factorizations = cost.at("factorizations"),
              .iterations = cost.at("iterations")};
  return run;
}

std::vector<MethodRun> read_runs(const Json& list) {
  std::vector<MethodRun> runs;
  for (const Json& run : list) runs.push_back(read_run_object(run));
  return runs;
}

SweepRecord read_sweep(const Json& json) {
  SweepRecord sweep;
  sweep.spec.name = json.at("name");
  sweep.spec.axes = read_axes(json.at("axes"));
  for (const Json& point : json.at("points"))
    sweep.points.push_back({.coordinates = read_numbers(point.at("coordinates")), .runs = read_runs(point.at("runs"))});
  for (const Json& one : json.at("boundaries"))
    sweep.boundaries.push_back({.method = one.at("method"),
                                .coordinates = read_numbers(one.at("coordinates")),
                                .low = number_of(one.at("low")),
                                .high = number_of(one.at("high")),
                                .below = one.at("below"),
                                .above = one.at("above")});
  return sweep;
}

ClaimRecord read_claim(const Json& json) {
  ClaimRecord claim;
  claim.id = json.at("id");
  claim.place.line = json.value("line", 0);
  claim.words = json.at("words");
  using enum ClaimKind;
  claim.kind = read_word(json.at("kind"), {quoted, read_off, derived, ours});
  claim.source = json.at("source");
  claim.text = json.at("text");
  claim.range_text = json.at("range_text");
  claim.status = read_verdict(json.at("status"));
  claim.expect = read_verdict(json.at("expect"));
  claim.measured = number_of(json.at("measured"));
  claim.lo = number_of(json.at("lo"));
  claim.hi = number_of(json.at("hi"));
  claim.range_lower = number_of(json.at("range_lower"));
  claim.range_upper = number_of(json.at("range_upper"));
  claim.unit = read_unit(json);
  claim.reason = json.at("reason");
  claim.note = json.at("note");
  claim.figure = json.value("figure", "");
  return claim;
}

Parameter read_parameter(const Json& json) {
  return {.name = json.at("name"),
          .text = json.at("text"),
          .value = number_of(json.at("value")),
          .unit = read_unit(json),
          .given = json.at("given"),
          .note = json.at("note"),
          .overridden = json.at("overridden")};
}

void read_inputs(const Json& json, ExperimentRecord& record) {
  for (const Json& path : json.at("scene")) record.scene_files.push_back({path.get<std::string>(), ""});
  record.inputs = {.set = json.at("set"),
                   .methods = json.at("methods"),
                   .certificates = json.at("certificates"),
                   .has_sweep_series = json.at("series"),
                   .has_states = json.at("states"),
                   .has_sweeps = json.value("sweeps", true)};
}

Provenance read_provenance(const Json& json) {
  const Json& outside = json.at("outside_hash");
  return {.version = json.at("program_version"),
          .commit = outside.value("commit", ""),
          .scene_sha256 = json.at("scene_sha256"),
          .compiler = outside.at("compiler"),
          .flags = outside.at("flags"),
          .cpu = outside.at("cpu"),
          .system = outside.at("system"),
          .libraries = read_pairs(outside.at("libraries")),
          .command = outside.at("command"),
          .date = outside.at("date"),
          .seconds = number_of(outside.at("seconds"))};
}

ExperimentRecord read_record(const Json& json) {
  ExperimentRecord record;
  record.id = json.at("id");
  record.title = json.at("title");
  record.source = json.at("source");
  record.note = json.at("note");
  record.scene_file = json.at("scene_file");
  record.warnings = json.at("warnings").get<std::vector<std::string>>();
  if (json.contains("inputs")) read_inputs(json["inputs"], record);
  for (const Json& one : json.at("parameters")) record.parameters.push_back(read_parameter(one));
  record.runs = read_runs(json.at("runs"));
  for (const Json& one : json.at("sweeps")) record.sweeps.push_back(read_sweep(one));
  for (const Json& one : json.at("claims")) record.claims.push_back(read_claim(one));
  // Results of earlier programs have none.
  for (const Json& one : json.value("fits", Json::array())) record.fits.push_back(read_fit(one));
  record.provenance = read_provenance(json.at("provenance"));
  record.stopped_by =
      read_word(json.at("summary").at("stopped_by"), {StopReason::none, StopReason::signal, StopReason::time_limit});
  return record;
}

std::string version_trouble(const Json& json) {
  if (!json.is_object() || !json.contains("format") || json["format"] != "perpend-results")
    return "not the results of a run: it has no \"format\": \"perpend-results\"";
  const int version = json.at("version");
  if (version >= oldest_version && version <= results_version) return "";
  return fmt::format("results of version {}, and this program reads versions {} to {}; run the scene again", version,
                     oldest_version, results_version);
}

}  // namespace

std::variant<ExperimentRecord, ReadError> read_results(const std::string& folder) {
  const std::string path = (fs::path(folder) / "results.json").string();
  std::error_code error;
  if (!fs::is_directory(folder, error)) return ReadError{folder, "no such folder"};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return ReadError{folder, "no folder of results: it has no results.json that can be read"};
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  // The JSON library throws; what it says of a key is of use, its places in the text are not.
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::exception&) {
    return ReadError{path, "no JSON, or only a part of it; run the scene again"};
  }
  try {
    if (const std::string trouble = version_trouble(json); !trouble.empty()) return ReadError{path, trouble};
    return read_record(json);
  } catch (const std::exception& failure) {
    return ReadError{path, fmt::format("not as results are written: {}; run the scene again", failure.what())};
  }
}

std::optional<std::string> missing_input(const std::string& folder, const ExperimentRecord& record) {
  std::error_code error;
  for (const SceneFile& file : record.scene_files)
    if (!std::filesystem::exists(std::filesystem::path(folder) / inputs_folder_name / file.path, error))
      return file.path;
  return std::nullopt;
}

std::variant<std::vector<std::string>, ReadError> find_results(const std::string& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return ReadError{folder, "no such folder"};
  std::vector<std::string> found;
  for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->is_directory(error) && it->path().filename() == "incomplete") it.disable_recursion_pending();
    if (it->path().filename() != "results.json") continue;
    const std::string path = it->path().parent_path().lexically_relative(folder).generic_string();
    found.push_back(path == "." ? "" : path);
  }
  if (error) return ReadError{folder, "cannot be read: " + error.message()};
  if (found.empty())
    return ReadError{folder, "no results.json in it or below; perpend run SCENE --out FOLDER writes one"};
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace perpend::reports
