// perpend check: what is wrong with scenes, as text, as JSON or as SARIF.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/load_scene.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "reports/text/github.hpp"
#include "reports/text/text.hpp"
#include "study/runs/run_plan.hpp"

namespace perpend::cli {

namespace {

using Json = nlohmann::ordered_json;

template <class Items>
std::string count_of(const Items& items, std::string_view one, std::string_view many = {}) {
  return reports::counted(static_cast<long>(items.size()), one, many);
}

std::string describe(const Experiment& experiment) {
  using reports::counted;
  std::string text;
  if (const auto* world = std::get_if<World>(&experiment.system))
    text = fmt::format("{}, {}, {}, {}", count_of(world->model.bodies, "body", "bodies"),
                       count_of(world->model.joints, "joint"),
                       counted(world->model.num_velocities, "degree of freedom before constraints",
                               "degrees of freedom before constraints"),
                       counted(world->model.num_rows, "constraint row"));
  else if (const auto* system = std::get_if<LinearSystem>(&experiment.system))
    text = fmt::format("linear system, {}, {}", counted(system->mass.size(), "coordinate"),
                       counted(system->b.rows(), "row"));
  const std::string fits = experiment.fits.empty() ? "" : ", " + count_of(experiment.fits, "fit");
  return fmt::format("{}; {}, {}, {}, {}, {}{}", text, count_of(experiment.methods, "method"),
                     count_of(experiment.measures, "measure"), count_of(experiment.figures, "figure"),
                     count_of(experiment.claims, "claim"), count_of(experiment.sweeps, "sweep"), fits);
}

/// One scene, checked.
struct Checked {
  std::string file;
  bool is_good = false;
  std::string summary;  ///< of a good one
  std::vector<dsl::Diagnostic> diagnostics;
};

Checked check(const std::string& file, const std::vector<dsl::Override>& overrides) {
  Checked checked{.file = file, .is_good = false, .summary = {}, .diagnostics = {}};
  const LoadedScene scene = read_scene(file, overrides, {}, checked.diagnostics);
  if (!scene.experiment) return checked;
  if (const auto error = find_sweep_error(*scene.document, *scene.experiment, overrides)) {
    dsl::Diagnostic diagnostic;
    diagnostic.code = "S055";
    diagnostic.file = file;
    diagnostic.message = *error;
    checked.diagnostics.push_back(std::move(diagnostic));
    return checked;
  }
  checked.is_good = true;
  checked.summary = describe(*scene.experiment);
  return checked;
}

const char* word_of(dsl::Diagnostic::Severity severity) {
  return severity == dsl::Diagnostic::Severity::error ? "error" : "warning";
}

Json diagnostic_json(const dsl::Diagnostic& diagnostic) {
  return {{"severity", word_of(diagnostic.severity)},
          {"code", diagnostic.code},
          {"file", diagnostic.file},
          {"line", diagnostic.line},
          {"column", diagnostic.column},
          {"length", diagnostic.length},
          {"message", diagnostic.message},
          {"hint", diagnostic.hint}};
}

Json check_json(const std::vector<Checked>& all) {
  Json files = Json::array();
  for (const Checked& checked : all) {
    Json diagnostics = Json::array();
    for (const dsl::Diagnostic& diagnostic : checked.diagnostics) diagnostics.push_back(diagnostic_json(diagnostic));
    files.push_back({{"file", checked.file}, {"ok", checked.is_good}, {"diagnostics", diagnostics}});
  }
  return {{"format", "perpend-check"}, {"version", 1}, {"files", files}};
}

/// The path of a file as a reference of RFC 3986.
std::string uri_of(const std::string& path) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path)
    uri += plain.find(c) != std::string_view::npos ? std::string(1, c)
                                                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

Json sarif_result(const dsl::Diagnostic& diagnostic) {
  Json place = {{"artifactLocation", {{"uri", uri_of(diagnostic.file)}}}};
  if (diagnostic.line > 0)
    place["region"] = {{"startLine", diagnostic.line},
                       {"startColumn", diagnostic.column},
                       {"endColumn", diagnostic.column + diagnostic.length}};
  const std::string text =
      diagnostic.hint.empty() ? diagnostic.message : diagnostic.message + " (" + diagnostic.hint + ")";
  Json result = {{"level", word_of(diagnostic.severity)},
                 {"message", {{"text", text}}},
                 {"locations", Json::array({{{"physicalLocation", place}}})}};
  if (!diagnostic.code.empty()) result["ruleId"] = diagnostic.code;
  return result;
}

/// SARIF 2.1.0, the Static Analysis Results Interchange Format of OASIS.
Json sarif(const std::vector<Checked>& all) {
  Json rules = Json::array(), results = Json::array();
  for (const dsl::DiagnosticCode& code : dsl::diagnostic_codes())
    rules.push_back({{"id", code.code}, {"shortDescription", {{"text", code.meaning}}}});
  for (const Checked& checked : all)
    for (const dsl::Diagnostic& diagnostic : checked.diagnostics) results.push_back(sarif_result(diagnostic));
  const Json driver = {{"name", "perpend"}, {"version", PERPEND_VERSION}, {"rules", rules}};
  const Json run = {{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  return {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
}

void print_document(const Json& json) {
  print_out("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

/// To standard error where a document goes to standard output: runners read both.
void annotate(const Checked& checked, bool has_document) {
  for (const dsl::Diagnostic& diagnostic : checked.diagnostics) {
    const std::string text =
        diagnostic.hint.empty() ? diagnostic.message : diagnostic.message + " (" + diagnostic.hint + ")";
    const std::string line =
        reports::github_annotation(word_of(diagnostic.severity), {diagnostic.file, diagnostic.line},
                                   diagnostic.code.empty() ? "perpend check" : diagnostic.code, text);
    if (has_document)
      say(line);
    else
      print_out("{}", line);
  }
}

}  // namespace

ExitCode check_scenes(const CheckArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  ExitCode code = ExitCode::as_expected;
  std::vector<Checked> all;
  for (const std::string& file : arguments.files) {
    const Checked& checked = all.emplace_back(check(file, *overrides));
    if (!checked.is_good) code = ExitCode::scene_error;
    if (arguments.ci == "github") annotate(checked, arguments.format != "text");
    if (arguments.format == "text" && !checked.diagnostics.empty())
      say(dsl::render(checked.diagnostics, has_colors(STDERR_FILENO)));
    if (is_interrupted()) return ExitCode::interrupted;
    if (arguments.format != "text") continue;
    if (checked.is_good) print_out("{}: ok: {}\n", file, checked.summary);
  }
  if (arguments.format == "json") print_document(check_json(all));
  if (arguments.format == "sarif") print_document(sarif(all));
  return code;
}

}  // namespace perpend::cli
