#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "cli/commands.hpp"
#include "cli/execute.hpp"
#include "cli/interrupt.hpp"
#include "cli/load_scene.hpp"
#include "cli/progress.hpp"
#include "cli/stability.hpp"
#include "reports/index.hpp"
#include "reports/provenance.hpp"
#include "reports/sha256.hpp"
#include "reports/tables.hpp"
#include "reports/verdicts.hpp"
#include "reports/write_all.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

/// Marks a folder of results as made of this scene by this program; written last, removed first.
constexpr const char* stamp_name = ".up-to-date";

/// DIR for one scene, DIR/<folder of the scene>/<scene> for several.
std::string folder_for(const RunArguments& arguments, const std::string& file) {
  if (arguments.out.empty() || arguments.files.size() == 1) return arguments.out;
  const fs::path path = fs::path(file).lexically_normal();
  return (fs::path(arguments.out) / path.parent_path().filename() / path.stem()).string();
}

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string& program_hash() {
  static const std::string hash = reports::sha256_hex(read_bytes("/proc/self/exe"));
  return hash;
}

/// What the results of a scene depend on.
std::string stamp_key(const RunArguments& arguments, const dsl::Document& document) {
  std::string text = program_hash() + '\n' + dsl::all_text(document);
  for (const std::string& one : arguments.set) text += "\nset " + one;
  for (const std::string& one : arguments.methods) text += "\nmethod " + one;
  return reports::sha256_hex(text);
}

/// The exit code of an earlier run that the results in `folder` are from, if they are still good.
std::optional<ExitCode> unchanged(const std::string& folder, const std::string& key) {
  std::ifstream file(fs::path(folder) / stamp_name);
  std::string stored_key;
  int code = 0;
  if (!(file >> stored_key >> code) || stored_key != key) return std::nullopt;
  if (!fs::exists(fs::path(folder) / "results.json")) return std::nullopt;
  return static_cast<ExitCode>(code);
}

ExitCode judge(const ExperimentRecord& record) {
  const bool stopped =
      std::any_of(record.runs.begin(), record.runs.end(), [](const MethodRun& run) { return !run.as_expected; });
  if (stopped) return ExitCode::not_converged;
  return reports::unexpected_results(record).empty() ? ExitCode::as_expected : ExitCode::unexpected;
}

/// Everything that a claim names must be selected for the claim to be judged.
bool uses_only(const ClaimExpression& expression, const std::vector<std::string>& methods) {
  if (expression.op == ClaimExpression::Op::query &&
      std::find(methods.begin(), methods.end(), expression.query.method) == methods.end())
    return false;
  return std::all_of(expression.operands.begin(), expression.operands.end(),
                     [&](const ClaimExpression& operand) { return uses_only(operand, methods); });
}

/// With --methods, claims and figures about the others are left out, and said to be.
bool select_methods(Experiment& experiment, const std::vector<std::string>& methods,
                    std::vector<std::string>& warnings) {
  if (methods.empty()) return true;
  for (const std::string& name : methods) {
    if (find_method(experiment, name) != nullptr) continue;
    std::string known;
    for (const MethodSpec& method : experiment.methods) known += (known.empty() ? "" : ", ") + method.name;
    fmt::print(stderr, "error: no method '{}' in the scene; it has {}\n", name, known.empty() ? "none" : known);
    return false;
  }
  const auto dropped =
      std::erase_if(experiment.claims, [&](const ClaimSpec& claim) { return !uses_only(claim.value, methods); });
  if (dropped > 0)
    warnings.push_back(fmt::format("{} claims are left out: they need methods that were not selected", dropped));
  for (FigureSpec& figure : experiment.figures)
    if (!figure.methods.empty())
      std::erase_if(figure.methods, [&](const std::string& name) {
        return std::find(methods.begin(), methods.end(), name) == methods.end();
      });
  std::erase_if(experiment.figures, [&](const FigureSpec& figure) {
    return figure.methods.empty() && figure.x != "time" && figure.kind == FigureKind::line && !figure.sweep.empty();
  });
  return true;
}

void print_errors(const std::vector<reports::WriteError>& errors) {
  for (const reports::WriteError& error : errors) fmt::print(stderr, "error: {}\n", error.message());
}

class SceneRun {
 public:
  SceneRun(const RunArguments& arguments, const std::string& file, const std::vector<dsl::Override>& overrides)
      : arguments_(arguments), file_(file), overrides_(overrides), folder_(folder_for(arguments, file)) {}

  ExitCode run();

 private:
  ExitCode execute_and_write(LoadedScene& scene, const std::string& key);
  ExitCode write(const ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key,
                 ExitCode code);
  void print(const ExperimentRecord& record) const;

  const RunArguments& arguments_;
  const std::string& file_;
  const std::vector<dsl::Override>& overrides_;
  std::string folder_;
};

void SceneRun::print(const ExperimentRecord& record) const {
  if (arguments_.quiet) return;
  fmt::print("{}\n", arguments_.format == "json" ? reports::json_report(record) : reports::text_report(record));
}

ExitCode SceneRun::write(const ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key,
                         ExitCode code) {
  std::vector<reports::WriteError> errors;
  if (const auto error = stream.commit()) errors.push_back(*error);
  for (const reports::WriteError& error : reports::write_all(record, folder_)) errors.push_back(error);
  if (errors.empty())
    if (const auto error = reports::write_file((fs::path(folder_) / stamp_name).string(),
                                               fmt::format("{}\n{}\n", key, static_cast<int>(code))))
      errors.push_back(*error);
  print_errors(errors);
  return errors.empty() ? code : ExitCode::internal_error;
}

ExitCode SceneRun::execute_and_write(LoadedScene& scene, const std::string& key) {
  const auto start = std::chrono::steady_clock::now();
  std::optional<reports::CertificateStream> stream;
  if (!folder_.empty()) {
    if (const auto error = reports::create_directory(folder_)) {
      print_errors({*error});
      return ExitCode::internal_error;
    }
    std::error_code ignored;
    fs::remove(fs::path(folder_) / stamp_name, ignored);
    stream.emplace((fs::path(folder_) / "certificates.jsonl").string());
    stream->header({{"format", "perpend-certificates"},
                    {"version", 1},
                    {"experiment", scene.experiment->id},
                    {"scene_sha256", reports::sha256_hex(dsl::all_text(*scene.document))}});
    if (stream->error()) {
      print_errors({*stream->error()});
      return ExitCode::internal_error;
    }
  }
  Progress progress(file_, arguments_.quiet);
  ExperimentRecord record = execute(
      *scene.document, *scene.experiment,
      {.methods = arguments_.methods,
       .overrides = overrides_,
       .stream = stream ? &*stream : nullptr,
       .progress = [&](const std::string& what, long done, long planned) { progress.update(what, done, planned); }});
  if (is_interrupted()) {
    progress.message(fmt::format("{}: interrupted; nothing was written", file_));
    return ExitCode::interrupted;
  }
  record.warnings.insert(record.warnings.begin(), scene.warnings.begin(), scene.warnings.end());
  record.scene_file = file_;
  record.scene_text = dsl::source_text(*scene.document);
  record.provenance = reports::collect_provenance(dsl::all_text(*scene.document));
  record.provenance.command = arguments_.command_line;
  record.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const ExitCode code = judge(record);
  progress.finish();
  print(record);
  return stream ? write(record, *stream, key, code) : code;
}

ExitCode SceneRun::run() {
  LoadedScene scene = load_scene(file_, overrides_);
  if (!scene.experiment) return ExitCode::scene_error;
  if (!select_methods(*scene.experiment, arguments_.methods, scene.warnings)) return ExitCode::scene_error;
  const std::string key = stamp_key(arguments_, *scene.document);
  if (arguments_.skip_unchanged && !folder_.empty()) {
    if (const auto code = unchanged(folder_, key)) {
      if (!arguments_.quiet) fmt::print("{}: unchanged, results kept\n", file_);
      return *code;
    }
  }
  return execute_and_write(scene, key);
}

}  // namespace

ExitCode run_scenes(const RunArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  ExitCode code = ExitCode::as_expected;
  for (const std::string& file : arguments.files) {
    code = worst(code, SceneRun(arguments, file, *overrides).run());
    if (is_interrupted()) return ExitCode::interrupted;
  }
  if (arguments.out.empty() || arguments.files.size() == 1) return code;
  if (const auto error = reports::write_index(arguments.out)) {
    print_errors({*error});
    return ExitCode::internal_error;
  }
  return code;
}

}  // namespace perpend::cli
