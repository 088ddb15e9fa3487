#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>
#include <string_view>
#include <variant>

#include "batch/scenes/cached_runs.hpp"
#include "batch/scenes/queue.hpp"
#include "batch/scenes/run.hpp"
#include "cli/commands/cache_choice.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/load_scene.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/json.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/page/index.hpp"
#include "reports/results/difference_report.hpp"
#include "reports/results/lock_file.hpp"
#include "reports/text/github.hpp"
#include "reports/text/tables.hpp"
#include "reports/text/text.hpp"
#include "reports/text/verdicts.hpp"
#include "study/runs/run_plan.hpp"

namespace perpend::cli {

namespace {

constexpr std::size_t report_width = 110;

/// What goes to standard output: a text for each scene when it has ended, or one JSON document, which is an array in
/// the order of the files for several scenes. Nothing when quiet. `number`: of the file. For several threads.
class Output {
 public:
  explicit Output(const RunArguments& arguments)
      : is_quiet_(arguments.quiet),
        is_json_(arguments.format == "json"),
        is_array_(is_json_ && arguments.files.size() > 1),
        waiting_(arguments.files.size()) {}

  void add(std::size_t number, const ExperimentRecord& record) {
    if (!is_quiet_)
      print(number, is_json_ ? reports::json_report(record)
                             : reports::text_report(record, report_width, has_colors(STDOUT_FILENO)));
  }

  /// Results of an earlier run that still hold.
  void add_kept(std::size_t number, const std::string& file, const std::string& folder) {
    if (!is_quiet_)
      print(number, is_json_ ? reports::read_bytes(folder + "/results.json") : file + ": unchanged, results kept");
  }

  /// For GitHub's runners, which read both streams: a JSON document has standard output for itself.
  void annotate(const ExperimentRecord& record) {
    const std::lock_guard lock(mutex_);
    if (is_json_)
      say(reports::github_annotations(record));
    else
      print_out("{}", reports::github_annotations(record));
    const char* const path = std::getenv("GITHUB_STEP_SUMMARY");
    if (path == nullptr || *path == '\0') return;
    std::ofstream file(path, std::ios::app | std::ios::binary);
    if (!(file << reports::github_summary(record)).flush())
      say(fmt::format("warning: cannot write the summary of the step to {}\n", path));
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

ExitCode code_of(batch::SceneEnd end) {
  switch (end) {
    case batch::SceneEnd::as_expected:
      return ExitCode::as_expected;
    case batch::SceneEnd::unexpected:
      return ExitCode::unexpected;
    case batch::SceneEnd::not_completed:
      return ExitCode::not_completed;
    case batch::SceneEnd::not_written:
      break;
  }
  return ExitCode::internal_error;
}

/// Nothing moved, or what did is said on standard error.
ExitCode compare_with_lock(const std::string& file, const reports::Lock& lock, const ExperimentRecord& record) {
  reports::FolderComparison comparison{.before = reports::lock_path(file), .after = "this run", .scenes = {}};
  comparison.scenes.push_back(
      reports::find_difference(lock.findings, reports::findings_for(lock, record), lock.tolerances));
  if (!comparison.is_changed()) return ExitCode::as_expected;
  say(reports::comparison_text(comparison));
  return ExitCode::unexpected;
}

/// The scene, checked; one that is wrong has no experiment.
LoadedScene load(const RunArguments& arguments, const std::string& file, const std::vector<dsl::Override>& overrides) {
  LoadedScene scene = load_scene(file, overrides, arguments.quiet, arguments.methods);
  if (!scene.experiment) return scene;
  auto error = select_methods(*scene.experiment, arguments.methods, scene.warnings);
  if (!arguments.has_sweeps) leave_out_sweeps(*scene.experiment, scene.warnings);
  if (!error) error = find_size_error(*scene.experiment);
  if (!error) error = find_sweep_error(*scene.document, *scene.experiment, overrides, arguments.methods);
  if (error) {
    say(fmt::format("{}: error: {}\n", file, *error));
    scene.experiment.reset();
  }
  return scene;
}

/// What of a run is said on standard error.
void tell(const std::string& file, const batch::SceneOutcome& outcome) {
  if (!outcome.trouble.empty()) say(fmt::format("error: {}\n", outcome.trouble));
  print_errors(outcome.unwritten);
  if (!outcome.record) return;
  for (const MethodRun& run : outcome.record->runs)
    if (run.cache == CacheUse::too_large)
      say(fmt::format("{}: {}: too large for the cache, which keeps up to {} MB of certificates: it runs again\n", file,
                      run.method, most_kept_bytes / 1'000'000));
  if (outcome.record->stopped_by != StopReason::none)
    say(fmt::format("{}: {}{}\n", file, reports::describe_stop(*outcome.record),
                    outcome.place.empty() ? "" : "; what there is of it is in " + outcome.place));
}

/// Scenes in the order in which they begin, each loaded, run and told of.
class Scenes {
 public:
  Scenes(const RunArguments& arguments, const std::vector<dsl::Override>& overrides, batch::LenientCache& cache,
         Output& output)
      : arguments_(arguments), overrides_(overrides), cache_(cache), output_(output) {}

  ExitCode run() {
    batch::run_scenes(
        arguments_.files.size(), arguments_.jobs,
        [&](std::size_t i) { return batch::expected_work(arguments_.files[i], overrides_, arguments_.methods); },
        [&](std::size_t i, ThreadBudget& threads) {
          const ExitCode code = run_one(i, threads);
          const std::lock_guard lock(mutex_);
          code_ = worst(code_, code);
          update_index();
        });
    return code_;
  }

  /// With the page of what ran: of one scene its results, of several the folder of all. Empty: nothing ran.
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  ExitCode run_one(std::size_t number, ThreadBudget& threads) {
    const std::string& file = arguments_.files[number];
    const LoadedScene scene = load(arguments_, file, overrides_);
    if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
    std::optional<reports::Lock> lock;
    if (arguments_.is_locked) {
      const auto read = reports::read_lock(reports::lock_path(file));
      if (const auto* error = std::get_if<reports::ReadError>(&read)) {
        say(fmt::format("error: {}\n", error->message()));
        return ExitCode::scene_error;
      }
      lock = std::get<reports::Lock>(read);
    }
    Progress progress(file, arguments_.quiet);
    const bool needs_record = arguments_.is_locked || arguments_.locks || !arguments_.ci.empty();
    const batch::SceneSettings settings{
        .folder = reports::result_folder(arguments_.out, file, arguments_.files.size()),
        .methods = arguments_.methods,
        .overrides = overrides_,
        .certificates = read_data_choice(arguments_.certificate_data).value_or(DataChoice{}),
        .lcps = arguments_.lcps,
        .lcp_every = arguments_.lcp_every,
        .limit = arguments_.limit,
        .keeps_unchanged = arguments_.skip_unchanged && !needs_record,
        .inputs = {.set = arguments_.set,
                   .methods = arguments_.methods,
                   .certificates = arguments_.certificate_data,
                   .has_sweep_series = arguments_.series,
                   .has_states = arguments_.states,
                   .has_sweeps = arguments_.has_sweeps},
        .has_csv = arguments_.csv,
        .links = reports::links_of(arguments_.out, arguments_.files, number),
        .commit = program_commit(),
        .on_progress = [&](const std::string& what, long done, long planned) { progress.update(what, done, planned); }};
    const batch::SceneOutcome outcome =
        batch::run_scene(*scene.document, *scene.experiment, scene.warnings, file, settings, cache_, threads);
    progress.finish();
    tell(file, outcome);
    if (outcome.record || outcome.is_kept) {
      const std::lock_guard lock(mutex_);
      folder_ = arguments_.files.size() > 1 ? arguments_.out : outcome.place.empty() ? settings.folder : outcome.place;
    }
    // Files are there by now: a reader of the output that went away costs no results.
    if (outcome.is_kept) output_.add_kept(number, file, settings.folder);
    ExitCode code = code_of(outcome.end);
    if (!outcome.record) return code;
    output_.add(number, *outcome.record);
    if (arguments_.ci == "github") output_.annotate(*outcome.record);
    if (outcome.record->stopped_by != StopReason::none) return code;
    if (lock) code = worst(code, compare_with_lock(file, *lock, *outcome.record));
    if (arguments_.locks)
      if (const auto error = reports::renew_lock(reports::lock_path(file), *outcome.record)) {
        print_errors({*error});
        code = worst(code, ExitCode::internal_error);
      }
    return code;
  }

  /// After each scene, so that the page is there, and true, from the first one on.
  void update_index() {
    if (arguments_.out.empty() || arguments_.files.size() < 2 || !std::filesystem::is_directory(arguments_.out)) return;
    if (const auto error = reports::write_index(arguments_.out).error) {
      print_errors({*error});
      code_ = worst(code_, ExitCode::internal_error);
    }
  }

  const RunArguments& arguments_;
  const std::vector<dsl::Override>& overrides_;
  batch::LenientCache& cache_;
  Output& output_;
  std::mutex mutex_;  // of what follows
  ExitCode code_ = ExitCode::as_expected;
  std::string folder_;
};

/// Why no cache serves the runs of the scene itself; nullptr: one does.
const char* why_not_kept(const RunArguments& arguments, const DataChoice& choice) {
  if (!arguments.lcps.empty()) return "the files of --lcps are in no cache";
  if (arguments.states) return "the states of --states are in no cache";
  const bool has_limit = choice.most_bytes < DataChoice{}.most_bytes;
  return has_limit && !arguments.out.empty() ? "certificates up to a size depend on the runs before" : nullptr;
}

ExitCode explain_scene(const RunArguments& arguments, const std::string& file,
                       const std::vector<dsl::Override>& overrides, batch::RunCache* cache) {
  const LoadedScene scene = load(arguments, file, overrides);
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  const DataChoice choice = read_data_choice(arguments.certificate_data).value_or(DataChoice{});
  const char* const why_not = why_not_kept(arguments, choice);
  batch::for_each_run(*scene.document, *scene.experiment, overrides, arguments.methods,
                      arguments.out.empty() ? std::nullopt : std::optional(choice.amount),
                      [&](const batch::RunKey& key, bool is_swept) {
                        if (why_not != nullptr && !is_swept)
                          print_out("{} ({}): runs: {}\n", key.place, key.values, why_not);
                        else
                          print_reason(key, arguments.cache, cache);
                      });
  return ExitCode::as_expected;
}

/// Where the page is that people want to open next: one that this command wrote, or whose results still hold.
void tell_page(const RunArguments& arguments, const std::string& folder) {
  if (arguments.out.empty() || folder.empty()) return;
  const std::filesystem::path page =
      std::filesystem::path(folder) / (arguments.files.size() > 1 ? "index.html" : "report.html");
  if (!std::filesystem::exists(page)) return;
  if (arguments.opens) open_page(page.string());
  if (!arguments.quiet && arguments.format == "text") print_out("Report: {}\n", page.string());
}

ExitCode explain_scenes(const RunArguments& arguments, const std::vector<dsl::Override>& overrides) {
  const auto cache = open_cache(arguments.cache, batch::Access::read);
  ExitCode code = ExitCode::as_expected;
  try {
    for (std::size_t i = 0; i < arguments.files.size() && !is_interrupted(); ++i)
      code = worst(code, explain_scene(arguments, arguments.files[i], overrides, cache.get()));
  } catch (const batch::DatabaseError& error) {
    say(fmt::format("error: {}\n", error.what()));
    return ExitCode::internal_error;
  }
  return is_interrupted() ? ExitCode::interrupted : code;
}

}  // namespace

ExitCode run_scenes(const RunArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  if (!overrides) return ExitCode::scene_error;
  if (const auto error = reports::find_shared_folder(arguments.out, arguments.files)) {
    say(fmt::format("error: {}\n", *error));
    return ExitCode::scene_error;
  }
  if ((arguments.locks || arguments.is_locked) && !arguments.methods.empty()) {
    say("error: a lock is of all methods of a scene; leave --methods out\n");
    return ExitCode::scene_error;
  }
  if (arguments.says_why) return explain_scenes(arguments, *overrides);
  map_program_code();
  map_heap();
  const auto cache = open_cache(arguments.cache, batch::Access::write);
  batch::LenientCache lenient(cache.get(), tell_cache_trouble);
  Output output(arguments);
  Scenes scenes(arguments, *overrides, lenient, output);
  const ExitCode code = scenes.run();
  output.finish();
  tell_page(arguments, scenes.folder());
  trim(cache.get());
  return is_interrupted() ? ExitCode::interrupted : code;
}

ExitCode write_index_page(const IndexArguments& arguments) {
  for (const std::string& folder : arguments.folders)
    if (!std::filesystem::is_directory(folder)) {
      say(fmt::format("error: {}: no such folder\n", folder));
      return ExitCode::scene_error;
    }
  const std::string page = !arguments.page.empty()         ? arguments.page
                           : arguments.folders.size() == 1 ? arguments.folders.front() + "/index.html"
                                                           : "index.html";
  const reports::WrittenIndex index = reports::write_index(arguments.folders, page);
  if (index.error) {
    print_errors({*index.error});
    return ExitCode::internal_error;
  }
  for (const std::string& words : index.unusable) say(fmt::format("error: {}\n", words));
  if (index.scenes == 0 && index.unusable.empty()) say("error: no results.json is in these folders\n");
  if (arguments.opens) open_page(page);
  if (!index.unusable.empty() || index.scenes == 0) return ExitCode::scene_error;
  return index.unexpected_scenes > 0 ? ExitCode::unexpected : ExitCode::as_expected;
}

}  // namespace perpend::cli
