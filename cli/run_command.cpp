#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <optional>
#include <thread>

#include "batch/run_cache.hpp"
#include "cli/cache_choice.hpp"
#include "cli/commands.hpp"
#include "cli/load_scene.hpp"
#include "cli/process.hpp"
#include "cli/scene_run.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/result_folder.hpp"
#include "reports/page/index.hpp"
#include "study/run_plan.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

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
  SceneQueue(const RunArguments& arguments, const std::vector<dsl::Override>& overrides, batch::LenientCache& cache,
             Output& output)
      : arguments_(arguments), overrides_(overrides), cache_(cache), output_(output), order_(arguments.files.size()) {
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
        const ExitCode code = SceneRun(arguments_, *number, overrides_, cache_, threads_, output_).run();
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
  batch::LenientCache& cache_;
  Output& output_;
  std::size_t num_threads_ = 1;
  ThreadBudget threads_{0};
  std::mutex mutex_;                // of what follows
  std::vector<std::size_t> order_;  // numbers of the files that wait
  ExitCode code_ = ExitCode::as_expected;
  std::exception_ptr failure_;
};

/// Where the page is that people want to open next.
void tell_page(const RunArguments& arguments) {
  if (arguments.out.empty() || arguments.quiet || arguments.format != "text") return;
  for (const char* name : {"report.html", "index.html", "incomplete/report.html"}) {
    const std::filesystem::path page = std::filesystem::path(arguments.out) / name;
    if (!std::filesystem::exists(page)) continue;
    print_out("Report: {}\n", page.string());
    return;
  }
}

ExitCode explain_scenes(const RunArguments& arguments, const std::vector<dsl::Override>& overrides) {
  const auto cache = open_cache(arguments.cache, batch::Access::read);
  batch::LenientCache unused(nullptr);
  ThreadBudget threads(0);
  Output output(arguments);
  ExitCode code = ExitCode::as_expected;
  try {
    for (std::size_t i = 0; i < arguments.files.size() && !is_interrupted(); ++i)
      code = worst(code, SceneRun(arguments, i, overrides, unused, threads, output).explain(cache.get()));
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
  if (arguments.says_why) return explain_scenes(arguments, *overrides);
  const auto cache = open_cache(arguments.cache, batch::Access::write);
  batch::LenientCache lenient(cache.get(), tell_cache_trouble);
  Output output(arguments);
  const ExitCode code = SceneQueue(arguments, *overrides, lenient, output).run();
  output.finish();
  tell_page(arguments);
  trim(cache.get());
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
