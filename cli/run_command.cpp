#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "cli/commands.hpp"
#include "cli/load_scene.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "cli/result_folder.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/json.hpp"
#include "reports/files/result_files.hpp"
#include "reports/page/index.hpp"
#include "reports/text/tables.hpp"
#include "reports/text/verdicts.hpp"
#include "study/contact_recorder.hpp"
#include "study/execute.hpp"
#include "study/run_plan.hpp"
#include "study/vocabulary.hpp"

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

/// What goes to standard output: a text for each scene when it has ended, or one JSON document, which is an array in
/// the order of the files for several scenes. Nothing when quiet. `number`: of the file. May be used by several
/// threads.
class Output {
 public:
  explicit Output(const RunArguments& arguments)
      : is_quiet_(arguments.quiet),
        is_json_(arguments.format == "json"),
        is_array_(is_json_ && arguments.files.size() > 1),
        waiting_(arguments.files.size()) {}

  void add(std::size_t number, const ExperimentRecord& record) {
    if (!is_quiet_) print(number, is_json_ ? reports::json_report(record) : reports::text_report(record));
  }

  /// Results of an earlier run that still hold.
  void add_kept(std::size_t number, const std::string& file, const std::string& folder) {
    if (!is_quiet_) print(number, is_json_ ? read_bytes(folder + "/results.json") : file + ": unchanged, results kept");
  }

  void finish() {
    if (is_quiet_ || !is_array_) return;
    const char* separator = "[";
    for (const std::string& text : waiting_) {
      if (text.empty()) continue;
      print_out("{}{}\n", separator, text);
      separator = ",";
    }
    print_out("{}]\n", *separator == '[' ? "[" : "");
  }

 private:
  void print(std::size_t number, std::string text) {
    const std::lock_guard lock(mutex_);
    if (is_array_)
      waiting_[number] = std::move(text);
    else
      print_out("{}\n", text);
  }

  bool is_quiet_;
  bool is_json_;
  bool is_array_;
  std::mutex mutex_;
  std::vector<std::string> waiting_;  // of an array, by file
};

class SceneRun {
 public:
  SceneRun(const RunArguments& arguments, std::size_t number, const std::vector<dsl::Override>& overrides,
           ThreadBudget& threads, Output& output)
      : arguments_(arguments),
        threads_(threads),
        number_(number),
        file_(arguments.files[number]),
        overrides_(overrides),
        output_(output),
        folder_(result_folder(arguments, file_)) {}

  ExitCode run();

 private:
  ExitCode execute_and_write(LoadedScene& scene, const std::string& key);
  ExitCode write(ExperimentRecord& record, reports::CertificateStream& stream, const std::string& key, ExitCode code);
  ExitCode write_incomplete(ExperimentRecord& record, reports::CertificateStream& stream, ExitCode code);

  const RunArguments& arguments_;
  ThreadBudget& threads_;
  std::size_t number_;
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
  // Without all figures it would keep a later run from drawing them.
  if (errors.empty() && record.undrawn.empty())
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
    write_header(*scene.document, *scene.experiment, *stream);
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
       .progress = [&](const std::string& what, long done, long planned) { progress.update(what, done, planned); },
       .threads = &threads_});
  record.warnings.insert(record.warnings.begin(), scene.warnings.begin(), scene.warnings.end());
  add_source(*scene.document, file_, record);
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
  output_.add(number_, record);
  return written;
}

ExitCode SceneRun::run() {
  LoadedScene scene = load_scene(file_, overrides_, arguments_.quiet, arguments_.methods);
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  auto error = select_methods(*scene.experiment, arguments_.methods, scene.warnings);
  if (!error) error = find_size_error(*scene.experiment);
  if (!error) error = find_sweep_error(*scene.document, *scene.experiment, overrides_, arguments_.methods);
  if (error) {
    say(fmt::format("{}: error: {}\n", file_, *error));
    return ExitCode::scene_error;
  }
  const std::string key = stamp_key(arguments_, *scene.document);
  if (arguments_.skip_unchanged && !folder_.empty() && arguments_.lcps.empty()) {
    if (const auto code = find_unchanged(folder_, key)) {
      output_.add_kept(number_, file_, folder_);
      return *code;
    }
  }
  return execute_and_write(scene, key);
}

/// Work that a scene is expected to be; nothing for one that is wrong, so that its errors come first, and for a pipe,
/// which can be read once.
double work_of(const std::string& file, const RunArguments& arguments, const std::vector<dsl::Override>& overrides) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return 0.0;
  const dsl::Parsed parsed = dsl::parse_file(file, "");
  if (parsed.document == nullptr) return 0.0;
  const dsl::Loaded loaded = dsl::elaborate(*parsed.document, vocabulary(), overrides, arguments.methods);
  return loaded.experiment ? expected_work(*loaded.experiment, arguments.methods) : 0.0;
}

/// Scenes in the order in which they begin, run by as many threads as asked for. Threads that have no scene run the
/// methods of the others' scenes.
class SceneQueue {
 public:
  SceneQueue(const RunArguments& arguments, const std::vector<dsl::Override>& overrides, Output& output)
      : arguments_(arguments), overrides_(overrides), output_(output), order_(arguments.files.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    const std::size_t jobs =
        arguments.jobs > 0 ? static_cast<std::size_t>(arguments.jobs) : std::thread::hardware_concurrency();
    num_threads_ = std::clamp<std::size_t>(jobs, 1, std::max<std::size_t>(order_.size(), 1));
    for (std::size_t i = num_threads_; i < jobs; ++i) threads_.give_back();
    if (num_threads_ > 1) sort_by_work();
  }

  ExitCode run() {
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < num_threads_; ++i) others.emplace_back([this] { work(false); });
      work(num_threads_ > 1);
    }
    if (failure_) std::rethrow_exception(failure_);
    return code_;
  }

 private:
  void sort_by_work() {
    std::vector<double> work(order_.size());
    for (std::size_t i = 0; i < work.size(); ++i) work[i] = work_of(arguments_.files[i], arguments_, overrides_);
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return work[a] < work[b]; });
  }

  /// The quickest scene that waits; for the first thread at its beginning the longest, so that it is not alone at last.
  [[nodiscard]] std::optional<std::size_t> take(bool longest) {
    const std::lock_guard lock(mutex_);
    if (order_.empty() || is_interrupted()) return std::nullopt;
    const auto place = longest ? order_.end() - 1 : order_.begin();
    const std::size_t number = *place;
    order_.erase(place);
    return number;
  }

  void work(bool longest_first) {
    try {
      for (auto number = take(longest_first); number; number = take(false)) {
        const ExitCode code = SceneRun(arguments_, *number, overrides_, threads_, output_).run();
        const std::lock_guard lock(mutex_);
        code_ = worst(code_, code);
        update_index();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      order_.clear();
    }
    threads_.give_back();
  }

  /// After each scene, so that the page is there, and true, from the first one on.
  void update_index() {
    if (arguments_.out.empty() || arguments_.files.size() < 2 || !std::filesystem::is_directory(arguments_.out)) return;
    if (const auto error = reports::write_index(arguments_.out)) {
      print_errors({*error});
      code_ = worst(code_, ExitCode::internal_error);
    }
  }

  const RunArguments& arguments_;
  const std::vector<dsl::Override>& overrides_;
  Output& output_;
  std::size_t num_threads_ = 1;
  ThreadBudget threads_{0};
  std::mutex mutex_;                // of what follows
  std::vector<std::size_t> order_;  // numbers of the files that wait
  ExitCode code_ = ExitCode::as_expected;
  std::exception_ptr failure_;
};

}  // namespace

ExitCode run_scenes(const RunArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  if (const auto error = find_shared_folder(arguments)) {
    say(fmt::format("error: {}\n", *error));
    return ExitCode::scene_error;
  }
  Output output(arguments);
  const ExitCode code = SceneQueue(arguments, *overrides, output).run();
  output.finish();
  return is_interrupted() ? ExitCode::interrupted : code;
}

ExitCode write_index_page(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    say(fmt::format("error: {}: no such folder\n", folder));
    return ExitCode::scene_error;
  }
  const auto error = reports::write_index(folder);
  if (error) print_errors({*error});
  return error ? ExitCode::internal_error : ExitCode::as_expected;
}

}  // namespace perpend::cli
