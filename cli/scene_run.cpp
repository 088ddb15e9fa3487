#include "cli/scene_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "batch/scene_pictures.hpp"
#include "batch/scene_runs.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "cli/run_preview.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/folder_lock.hpp"
#include "reports/files/json.hpp"
#include "reports/files/result_files.hpp"
#include "reports/text/tables.hpp"
#include "reports/text/verdicts.hpp"
#include "study/contact_recorder.hpp"
#include "study/execute.hpp"
#include "study/run_plan.hpp"

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

std::string stamp_of(const RunArguments& arguments, const dsl::Document& document) {
  std::vector<std::string> options{"certificates " + arguments.certificates};
  for (const std::string& one : arguments.set) options.push_back("set " + one);
  for (const std::string& one : arguments.methods) options.push_back("method " + one);
  return reports::stamp_key(dsl::all_text(document), options);
}

std::vector<reports::WriteError> write_results(ExperimentRecord& record, reports::CertificateStream& stream,
                                               const std::string& folder, batch::LenientCache& cache) {
  batch::ScenePictures pictures(cache);
  std::vector<reports::WriteError> errors;
  if (const auto error = stream.commit()) errors.push_back(*error);
  for (const reports::WriteError& error :
       reports::write_all(record, folder, {.pictures = &pictures, .undrawn = &record.undrawn}))
    errors.push_back(error);
  return errors;
}

}  // namespace

void print_errors(const std::vector<reports::WriteError>& errors) {
  for (const reports::WriteError& error : errors) say("error: " + error.message() + "\n");
}

Output::Output(const RunArguments& arguments)
    : is_quiet_(arguments.quiet),
      is_json_(arguments.format == "json"),
      is_array_(is_json_ && arguments.files.size() > 1),
      waiting_(arguments.files.size()) {}

void Output::add(std::size_t number, const ExperimentRecord& record) {
  if (!is_quiet_) print(number, is_json_ ? reports::json_report(record) : reports::text_report(record));
}

void Output::add_kept(std::size_t number, const std::string& file, const std::string& folder) {
  if (!is_quiet_)
    print(number, is_json_ ? reports::read_bytes(folder + "/results.json") : file + ": unchanged, results kept");
}

void Output::finish() {
  if (is_quiet_ || !is_array_) return;
  const char* separator = "[";
  for (const std::string& text : waiting_) {
    if (text.empty()) continue;
    print_out("{}{}\n", separator, text);
    separator = ",";
  }
  print_out("{}]\n", *separator == '[' ? "[" : "");
}

void Output::print(std::size_t number, std::string text) {
  const std::lock_guard lock(mutex_);
  if (is_array_)
    waiting_[number] = std::move(text);
  else
    print_out("{}\n", text);
}

ExitCode SceneRun::write(ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key,
                         ExitCode code) {
  reports::remove_results(folder_);
  reports::remove_incomplete(folder_);
  std::vector<reports::WriteError> errors = write_results(record, stream, folder_, cache_);
  // Without all figures it would keep a later run from drawing them.
  if (errors.empty() && record.undrawn.empty())
    if (const auto error = reports::write_stamp(folder_, key, static_cast<int>(code))) errors.push_back(*error);
  print_errors(errors);
  return errors.empty() ? code : ExitCode::internal_error;
}

/// In a folder of its own: the results of an earlier run that came to its end stay.
ExitCode SceneRun::write_incomplete(ExperimentRecord& record, reports::CertificateStream& stream, ExitCode code) {
  reports::remove_incomplete(folder_);
  const std::string place = reports::incomplete_folder(folder_);
  if (const auto error = reports::create_directory(place)) {
    print_errors({*error});
    return ExitCode::internal_error;
  }
  stream.move_to(place + "/" + reports::certificate_file_name);
  const std::vector<reports::WriteError> errors = write_results(record, stream, place, cache_);
  print_errors(errors);
  say(fmt::format("{}: {}; what there is of it is in {}\n", file_, reports::describe_stop(record), place));
  return errors.empty() ? code : ExitCode::internal_error;
}

void SceneRun::tell_too_large(const ExperimentRecord& record) const {
  for (const MethodRun& run : record.runs)
    if (run.cache == CacheUse::too_large)
      say(fmt::format("{}: {}: too large for the cache, which keeps up to {} MB of certificates: it runs again\n",
                      file_, run.method, most_kept_bytes / 1'000'000));
}

ExitCode SceneRun::execute_and_write(LoadedScene& scene, const std::string& key) {
  const auto start = std::chrono::steady_clock::now();
  const DataChoice choice = read_data_choice(arguments_.certificates).value_or(DataChoice{});
  std::optional<reports::FolderLock> lock;
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
    write_header(*scene.document, *scene.experiment, *stream);
    if (stream->error()) {
      print_errors({*stream->error()});
      return ExitCode::internal_error;
    }
  }
  std::optional<LcpExport> lcps;
  if (!arguments_.lcps.empty()) lcps.emplace(arguments_.lcps, scene.experiment->id, arguments_.lcp_every);
  batch::SceneRuns earlier(*scene.document, scene.experiment->id, overrides_, cache_);
  Progress progress(file_, arguments_.quiet);
  ExperimentRecord record = execute(
      *scene.document, *scene.experiment,
      {.methods = arguments_.methods,
       .overrides = overrides_,
       .stream = stream ? &*stream : nullptr,
       .data = choice.amount,
       .lcps = lcps ? &*lcps : nullptr,
       .earlier = cache_.is_there() ? &earlier : nullptr,
       .limit = arguments_.limit,
       .progress = [&](const std::string& what, long done, long planned) { progress.update(what, done, planned); },
       .threads = &threads_});
  record.warnings.insert(record.warnings.begin(), scene.warnings.begin(), scene.warnings.end());
  add_source(*scene.document, file_, record);
  record.provenance.command = arguments_.command_line;
  record.provenance.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const ExitCode code = judge(record);
  progress.finish();
  tell_too_large(record);
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
  output_.add(number_, record);
  return written;
}

/// The scene, checked; one that is wrong has no experiment.
LoadedScene SceneRun::load() {
  LoadedScene scene = load_scene(file_, overrides_, arguments_.quiet, arguments_.methods);
  if (!scene.experiment) return scene;
  auto error = select_methods(*scene.experiment, arguments_.methods, scene.warnings);
  if (!error) error = find_size_error(*scene.experiment);
  if (!error) error = find_sweep_error(*scene.document, *scene.experiment, overrides_, arguments_.methods);
  if (error) {
    say(fmt::format("{}: error: {}\n", file_, *error));
    scene.experiment.reset();
  }
  return scene;
}

ExitCode SceneRun::run() {
  LoadedScene scene = load();
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  const std::string key = stamp_of(arguments_, *scene.document);
  if (arguments_.skip_unchanged && !folder_.empty() && arguments_.lcps.empty()) {
    if (const auto code = reports::find_unchanged(folder_, key)) {
      output_.add_kept(number_, file_, folder_);
      return static_cast<ExitCode>(*code);
    }
  }
  return execute_and_write(scene, key);
}

ExitCode SceneRun::explain(batch::RunCache* cache) {
  const LoadedScene scene = load();
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  print_reasons(arguments_, scene, overrides_, cache);
  return ExitCode::as_expected;
}

}  // namespace perpend::cli
