#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/folder_lock.hpp"
#include "cli/load_scene.hpp"
#include "cli/messages.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/result_folder.hpp"
#include "reports/files/provenance.hpp"
#include "reports/files/sha256.hpp"
#include "reports/files/write_all.hpp"
#include "reports/page/index.hpp"
#include "reports/text/verdicts.hpp"
#include "study/execute.hpp"
#include "study/interrupt.hpp"
#include "study/select_methods.hpp"
#include "study/sweep_grid.hpp"

namespace perpend::cli {

namespace {

ExitCode judge(const ExperimentRecord& record) {
  const auto stopped = [](const std::vector<MethodRun>& runs) {
    return std::any_of(runs.begin(), runs.end(), [](const MethodRun& run) { return !run.as_expected; });
  };
  const auto has_stop = [&](const SweepRecord& sweep) {
    return std::any_of(sweep.points.begin(), sweep.points.end(),
                       [&](const SweepPoint& point) { return stopped(point.runs); });
  };
  if (record.stopped_by != StopReason::none || stopped(record.runs) ||
      std::any_of(record.sweeps.begin(), record.sweeps.end(), has_stop))
    return ExitCode::not_completed;
  return reports::unexpected_results(record).empty() ? ExitCode::as_expected : ExitCode::unexpected;
}

void print_errors(const std::vector<reports::WriteError>& errors) {
  for (const reports::WriteError& error : errors) say("error: " + error.message() + "\n");
}

std::vector<reports::WriteError> write_results(ExperimentRecord& record, reports::CertificateStream& stream,
                                               const std::string& folder) {
  std::vector<reports::WriteError> errors;
  if (const auto error = stream.commit()) errors.push_back(*error);
  for (const reports::WriteError& error : reports::write_all(record, folder, {.undrawn = &record.undrawn}))
    errors.push_back(error);
  return errors;
}

class SceneRun {
 public:
  SceneRun(const RunArguments& arguments, const std::string& file, const std::vector<dsl::Override>& overrides,
           Output& output)
      : arguments_(arguments),
        file_(file),
        overrides_(overrides),
        output_(output),
        folder_(result_folder(arguments, file)) {}

  ExitCode run();

 private:
  ExitCode execute_and_write(LoadedScene& scene, const std::string& key);
  ExitCode write(ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key, ExitCode code);
  ExitCode write_incomplete(ExperimentRecord& record, reports::CertificateStream& stream, ExitCode code);

  const RunArguments& arguments_;
  const std::string& file_;
  const std::vector<dsl::Override>& overrides_;
  Output& output_;
  std::string folder_;
};

ExitCode SceneRun::write(ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key,
                         ExitCode code) {
  remove_results(folder_);
  remove_incomplete(folder_);
  std::vector<reports::WriteError> errors = write_results(record, stream, folder_);
  if (errors.empty())
    if (const auto error = write_stamp(folder_, key, code)) errors.push_back(*error);
  print_errors(errors);
  return errors.empty() ? code : ExitCode::internal_error;
}

/// In a folder of its own: the results of an earlier run that came to its end stay.
ExitCode SceneRun::write_incomplete(ExperimentRecord& record, reports::CertificateStream& stream, ExitCode code) {
  remove_incomplete(folder_);
  const std::string place = incomplete_folder(folder_);
  if (const auto error = reports::create_directory(place)) {
    print_errors({*error});
    return ExitCode::internal_error;
  }
  stream.move_to(place + "/" + reports::certificate_file_name);
  const std::vector<reports::WriteError> errors = write_results(record, stream, place);
  print_errors(errors);
  say(fmt::format("{}: {}; what there is of it is in {}\n", file_, reports::describe_stop(record), place));
  return errors.empty() ? code : ExitCode::internal_error;
}

ExitCode SceneRun::execute_and_write(LoadedScene& scene, const std::string& key) {
  const auto start = std::chrono::steady_clock::now();
  const DataChoice choice = read_data_choice(arguments_.certificates).value_or(DataChoice{});
  std::optional<FolderLock> lock;
  std::optional<reports::CertificateStream> stream;
  if (!folder_.empty()) {
    if (const auto error = reports::create_directory(folder_)) {
      print_errors({*error});
      return ExitCode::internal_error;
    }
    lock.emplace(folder_);
    if (!lock->is_held()) {
      say(fmt::format("error: {}\n", lock->trouble()));
      return ExitCode::internal_error;
    }
    stream.emplace(folder_ + "/" + reports::certificate_file_name, choice.most_bytes);
    stream->header({{"format", "perpend-certificates"},
                    {"version", 2},
                    {"experiment", scene.experiment->id},
                    {"scene_sha256", reports::sha256_hex(dsl::all_text(*scene.document))}});
    if (stream->error()) {
      print_errors({*stream->error()});
      return ExitCode::internal_error;
    }
  }
  std::optional<LcpExport> lcps;
  if (!arguments_.lcps.empty()) lcps.emplace(arguments_.lcps, scene.experiment->id, arguments_.lcp_every);
  Progress progress(file_, arguments_.quiet);
  ExperimentRecord record = execute(
      *scene.document, *scene.experiment,
      {.methods = arguments_.methods,
       .overrides = overrides_,
       .stream = stream ? &*stream : nullptr,
       .data = choice.amount,
       .lcps = lcps ? &*lcps : nullptr,
       .limit = arguments_.limit,
       .progress = [&](const std::string& what, long done, long planned) { progress.update(what, done, planned); }});
  record.warnings.insert(record.warnings.begin(), scene.warnings.begin(), scene.warnings.end());
  record.scene_file = file_;
  record.scene_text = dsl::source_text(*scene.document);
  record.provenance = reports::collect_provenance(dsl::all_text(*scene.document));
  record.provenance.command = arguments_.command_line;
  record.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const ExitCode code = judge(record);
  progress.finish();
  // Files first: a reader of the output that went away costs no results.
  const bool is_complete = record.stopped_by == StopReason::none;
  ExitCode written = !stream       ? code
                     : is_complete ? write(record, *stream, key, code)
                                   : write_incomplete(record, *stream, code);
  if (!stream && !is_complete) say(fmt::format("{}: {}\n", file_, reports::describe_stop(record)));
  if (lcps && lcps->error()) {
    print_errors({*lcps->error()});
    written = ExitCode::internal_error;
  }
  output_.add(record);
  return written;
}

ExitCode SceneRun::run() {
  LoadedScene scene = load_scene(file_, overrides_, arguments_.quiet, arguments_.methods);
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  if (const auto error = select_methods(*scene.experiment, arguments_.methods, scene.warnings)) {
    say(fmt::format("{}: error: {}\n", file_, *error));
    return ExitCode::scene_error;
  }
  if (const auto error = find_sweep_error(*scene.document, *scene.experiment, overrides_, arguments_.methods)) {
    say(fmt::format("{}: error: {}\n", file_, *error));
    return ExitCode::scene_error;
  }
  const std::string key = stamp_key(arguments_, *scene.document);
  if (arguments_.skip_unchanged && !folder_.empty() && arguments_.lcps.empty()) {
    if (const auto code = find_unchanged(folder_, key)) {
      output_.add_kept(file_, folder_);
      return *code;
    }
  }
  return execute_and_write(scene, key);
}

}  // namespace

ExitCode run_scenes(const RunArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  if (const auto error = find_shared_folder(arguments)) {
    say(fmt::format("error: {}\n", *error));
    return ExitCode::scene_error;
  }
  Output output(arguments);
  ExitCode code = ExitCode::as_expected;
  for (const std::string& file : arguments.files) {
    code = worst(code, SceneRun(arguments, file, *overrides, output).run());
    if (is_interrupted()) break;
  }
  output.finish();
  // After an interruption too: the index shows what the folders now hold.
  if (!arguments.out.empty() && arguments.files.size() > 1 && std::filesystem::is_directory(arguments.out)) {
    if (const auto error = reports::write_index(arguments.out)) {
      print_errors({*error});
      code = worst(code, ExitCode::internal_error);
    }
  }
  return is_interrupted() ? ExitCode::interrupted : code;
}

}  // namespace perpend::cli
