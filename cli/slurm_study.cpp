#include "cli/slurm_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "batch/job_script.hpp"
#include "batch/shards.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "cli/result_folder.hpp"
#include "cli/slurm_queue.hpp"
#include "cli/study_script.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/files/provenance.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

/// Of the same plan and from this program, so that it can be merged.
bool is_current(const batch::StudyState& state, const batch::StudyPlan& plan) {
  return state.plan == plan.hash() && state.program == reports::program_hash();
}

/// How long until the cluster is asked again: a controller that thousands of studies ask has its own work, too.
double pause_after(double seconds) {
  return std::clamp(seconds / 10.0, 0.25, 30.0);
}

/// One study on a cluster. What is under way is asked of the queue and what is done of the files, so that any process
/// can follow a study that another one submitted.
class SlurmStudy {
 public:
  SlurmStudy(const StudyArguments& arguments, const batch::StudyPlan& plan)
      : arguments_(arguments),
        plan_(plan),
        folder_(absolute_folder(arguments.out)),
        progress_(arguments.file, arguments.is_quiet) {}

  ExitCode run();

 private:
  enum class Stage { open, under_way, done, failed, given_up };
  struct Work {
    Stage stage = Stage::open;
    std::string job;  ///< the last one
    int lost = 0;     ///< how often
    bool is_running = false;
    std::optional<WallClock::time_point> late_since{};  ///< its job ended well, and its file is not there yet
  };

  /// What keeps it from starting; empty: `work_` is made, one for each shard.
  [[nodiscard]] std::string choose_shards();
  [[nodiscard]] std::vector<std::int64_t> counts_in_folder() const;
  [[nodiscard]] std::vector<SlurmTask> own_tasks();
  void ask_queue();
  void look_at(std::int64_t number, Work& work);
  void look_at_lost(std::int64_t number, Work& work);
  void submit_open();
  void follow();
  [[nodiscard]] std::int64_t count(Stage stage) const;
  [[nodiscard]] std::string name() const { return batch::job_name(folder_, plan_, num_shards()).text(); }
  [[nodiscard]] std::int64_t num_shards() const { return static_cast<std::int64_t>(work_.size()); }
  [[nodiscard]] std::string log_of(const std::string& number) const {
    return folder_ + "/logs/shard-" + number + ".log";
  }
  void tell(const std::string& line);
  ExitCode conclude();

  const StudyArguments& arguments_;
  const batch::StudyPlan& plan_;
  std::string folder_;
  Progress progress_;
  SlurmQueue queue_;
  std::vector<Work> work_;  // by number, from 1
  std::string last_trouble_;
};

void SlurmStudy::tell(const std::string& line) {
  if (!arguments_.is_quiet) progress_.tell(line);
}

/// Of this folder, whatever their plan.
std::vector<SlurmTask> SlurmStudy::own_tasks() {
  const batch::JobName own = batch::job_name(folder_, plan_, 1);
  std::vector<SlurmTask> tasks = queue_.tasks();
  std::erase_if(tasks, [&](const SlurmTask& task) {
    const auto name = batch::JobName::read(task.job_name);
    return !name || name->folder != own.folder;
  });
  return tasks;
}

/// Of the shards whose files are of this plan.
std::vector<std::int64_t> SlurmStudy::counts_in_folder() const {
  std::vector<std::int64_t> counts;
  for (const batch::Shard shard : batch::shards_in(folder_)) {
    batch::Database file(folder_ + "/" + batch::file_name(shard), batch::Access::read);
    if (batch::read_state(file).plan == plan_.hash()) counts.push_back(shard.count);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::string SlurmStudy::choose_shards() {
  const std::int64_t most = queue_.max_array_size().value_or(batch::most_shards_by_default + 1) - 1;
  std::vector<std::int64_t> counts = counts_in_folder();
  const batch::JobName own = batch::job_name(folder_, plan_, 1);
  for (const SlurmTask& task : own_tasks()) {
    const batch::JobName name = *batch::JobName::read(task.job_name);
    if (name.plan != own.plan)
      return fmt::format("{}: jobs of another plan of this study are under way; cancel them with 'scancel --name={}'",
                         folder_, task.job_name);
    if (std::find(counts.begin(), counts.end(), name.num_shards) == counts.end()) counts.push_back(name.num_shards);
  }
  if (counts.size() > 1)
    return fmt::format("{}: has shards of {} parts; remove those of all but one", folder_,
                       fmt::join(counts, " and of "));
  std::int64_t wanted = arguments_.shards;
  if (!counts.empty()) {
    if (wanted > 0 && wanted != counts.front())
      return fmt::format("{}: has a study in {} shards; give --shards {} or another folder", folder_, counts.front(),
                         counts.front());
    wanted = counts.front();
  }
  if (wanted > most)
    return fmt::format("--shards {}: this cluster takes at most {} (MaxArraySize of 'scontrol show config')", wanted,
                       most);
  if (wanted == 0) wanted = estimated_shards(arguments_, plan_, most);
  work_.resize(static_cast<std::size_t>(std::min(wanted, plan_.num_points())));
  return "";
}

void SlurmStudy::ask_queue() {
  const std::vector<SlurmTask> tasks = own_tasks();
  for (Work& work : work_)
    if (work.stage == Stage::under_way) work.stage = Stage::open;
  for (const SlurmTask& task : tasks) {
    if (task.number < 1 || task.number > num_shards()) continue;
    Work& work = work_[static_cast<std::size_t>(task.number - 1)];
    if (work.stage == Stage::done) continue;
    work.stage = Stage::under_way;
    work.job = task.job;
    work.is_running = task.is_running;
    work.late_since.reset();
  }
  for (std::size_t i = 0; i < work_.size(); ++i)
    if (work_[i].stage == Stage::open) look_at(static_cast<std::int64_t>(i) + 1, work_[i]);
}

/// A shard that is not under way.
void SlurmStudy::look_at(std::int64_t number, Work& work) {
  const std::string path = folder_ + "/" + batch::file_name({number, num_shards()});
  if (fs::exists(path)) {
    batch::Database file(path, batch::Access::read);
    const batch::StudyState state = batch::read_state(file);
    if (is_current(state, plan_)) {
      if (state.finished == state.expected)
        work.stage = Stage::done;
      else if (arguments_.stops_at_failure && state.unexpected > 0)
        work.stage = Stage::failed;
    }
  }
  if (work.stage == Stage::open && !work.job.empty()) look_at_lost(number, work);
}

/// A shard that was submitted, is not under way any more and has no complete file.
void SlurmStudy::look_at_lost(std::int64_t number, Work& work) {
  constexpr double patience = 60.0;  // [s]
  const SlurmEnd end = queue_.end_of(work.job, number);
  // Files of a network appear on other machines a little later.
  if (end.state == "COMPLETED") {
    if (!work.late_since) work.late_since = WallClock::now();
    if (seconds_since(*work.late_since) < patience) return;
  }
  work.late_since.reset();
  ++work.lost;
  const std::string why = fmt::format("{}{}{}", end.state.empty() ? "its job is gone" : end.state,
                                      end.exit_code != 0 ? fmt::format(", exit code {}", end.exit_code) : "",
                                      end.node.empty() ? "" : " on " + end.node);
  if (end.state == "CANCELLED" || work.lost > arguments_.resubmit) {
    work.stage = Stage::given_up;
    say(fmt::format(
        "error: shard {} of {} is lost: {}{}; its messages: {}\n", number, num_shards(), why,
        end.state == "CANCELLED" ? "" : fmt::format("; it was submitted again {} times", arguments_.resubmit),
        log_of(std::to_string(number))));
    return;
  }
  work.job.clear();
  tell(fmt::format("shard {} of {} is lost: {}; submitted again, {} of at most {} times", number, num_shards(), why,
                   work.lost, arguments_.resubmit));
}

void SlurmStudy::submit_open() {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < work_.size(); ++i)
    if (work_[i].stage == Stage::open && work_[i].job.empty()) numbers.push_back(static_cast<std::int64_t>(i) + 1);
  if (numbers.empty() || is_interrupted()) return;
  std::string log = log_of("%a");
  for (std::size_t at = log.find('%'); at != std::string::npos && at < folder_.size() + 1; at = log.find('%', at + 2))
    log.insert(at, 1, '%');  // a '%' of the folder's own name
  const std::string job = queue_.submit(script_path(arguments_), name(), numbers, log);
  for (const std::int64_t number : numbers) {
    Work& work = work_[static_cast<std::size_t>(number - 1)];
    work.stage = Stage::under_way;
    work.job = job;
    work.is_running = false;
  }
  tell(fmt::format("{}: {} of {} shards submitted as job {}", folder_, numbers.size(), num_shards(), job));
}

std::int64_t SlurmStudy::count(Stage stage) const {
  return std::count_if(work_.begin(), work_.end(), [&](const Work& work) { return work.stage == stage; });
}

/// Until all that can end has ended, or an interruption.
void SlurmStudy::follow() {
  const auto start = WallClock::now();
  while (!is_interrupted()) {
    try {
      ask_queue();
      if (count(Stage::failed) > 0) return;
      submit_open();
      last_trouble_.clear();
    } catch (const SlurmError& error) {
      // The jobs go on without their controller: it is asked again.
      if (is_interrupted()) return;
      if (last_trouble_ != error.what()) tell(fmt::format("warning: {}; asked again", error.what()));
      if (count(Stage::under_way) == 0) throw;
      last_trouble_ = error.what();
    }
    const std::int64_t under_way = count(Stage::under_way) + count(Stage::open);
    if (under_way == 0) return;
    const auto running = std::count_if(
        work_.begin(), work_.end(), [](const Work& work) { return work.stage == Stage::under_way && work.is_running; });
    progress_.update(fmt::format("shards, {} run, {} wait", running, under_way - running),
                     static_cast<long>(count(Stage::done)), static_cast<long>(num_shards()));
    const auto asked = WallClock::now();
    const double pause = pause_after(seconds_since(start));
    while (!is_interrupted() && seconds_since(asked) < pause)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

ExitCode SlurmStudy::conclude() {
  progress_.finish();
  const std::string cancel = "scancel --name=" + name();
  if (is_interrupted()) {
    say(
        fmt::format("{}: interrupted; {} shards are complete, and the jobs of {} go on. The same command follows them "
                    "again; '{}' cancels them\n",
                    arguments_.file, count(Stage::done), count(Stage::under_way), cancel));
    return ExitCode::interrupted;
  }
  if (count(Stage::failed) > 0) {
    say(
        fmt::format("{}: a run is not as expected, and --fail-fast stops there; {} of {} shards are complete, and the "
                    "other jobs are cancelled\n",
                    arguments_.file, count(Stage::done), num_shards()));
    queue_.cancel(name());
    return ExitCode::not_completed;
  }
  if (count(Stage::given_up) > 0) {
    say(fmt::format("error: {} of {} shards are lost; once their cause is mended, the same command runs them again\n",
                    count(Stage::given_up), num_shards()));
    return ExitCode::internal_error;
  }
  // One shard is the study in one piece.
  return num_shards() == 1 ? report_study(arguments_.out) : merge_study(arguments_.out, arguments_.is_quiet);
}

ExitCode SlurmStudy::run() {
  const std::string whole = folder_ + "/" + batch::file_name({});
  if (fs::exists(whole)) {
    bool is_there = false;
    {
      batch::Database file(whole, batch::Access::read);
      const batch::StudyState state = batch::read_state(file);
      is_there = is_current(state, plan_) && state.finished == state.expected;
    }
    if (is_there) {
      tell(fmt::format("{}: is complete", whole));
      return report_study(arguments_.out);
    }
  }
  std::string error = choose_shards();
  if (error.empty()) error = make_script(arguments_, plan_, num_shards());
  if (!error.empty()) {
    say("error: " + error + "\n");
    return ExitCode::internal_error;
  }
  if (const auto trouble = reports::create_directory(folder_ + "/logs")) {
    say("error: " + trouble->message() + "\n");
    return ExitCode::internal_error;
  }
  follow();
  return conclude();
}

}  // namespace

ExitCode run_on_slurm(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  if (const auto error = reports::create_directory(arguments.out)) {
    say("error: " + error->message() + "\n");
    return ExitCode::internal_error;
  }
  const FolderLock lock(arguments.out, ".study.sh.lock");
  if (!lock.is_held()) {
    say(fmt::format("error: {}\n", lock.trouble()));
    return ExitCode::internal_error;
  }
  try {
    return SlurmStudy(arguments, plan).run();
  } catch (const SlurmError& error) {
    say(fmt::format("error: {}\n", error.what()));
    return ExitCode::internal_error;
  }
}

}  // namespace perpend::cli
