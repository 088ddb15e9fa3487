#include "batch/cluster/slurm_study.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "batch/cache/numerical_identity.hpp"
#include "batch/cluster/slurm_queue.hpp"
#include "batch/study/shards.hpp"
#include "kernel/model/clocks.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/folder_lock.hpp"

namespace perpend::batch {

namespace {

namespace fs = std::filesystem;

/// Whether it is of the same plan and from this program, so that it can be merged.
bool is_current(const StudyState& state, const StudyPlan& plan) {
  return state.plan == plan.hash() && state.program == numerical_identity();
}

/// How long until the cluster is asked again: a controller that thousands of studies ask has its own work, too.
double pause_after(double seconds) {
  return std::clamp(seconds / 10.0, 0.25, 30.0);
}

SlurmOutcome refused(std::string why) {
  return {.end = SlurmOutcome::End::refused, .trouble = std::move(why)};
}

/// One study on a cluster. What is under way is asked of the queue and what is done of the files, so that any process
/// can follow a study that another one submitted.
class SlurmStudy {
 public:
  SlurmStudy(const StudyPlan& plan, const SlurmSettings& settings)
      : plan_(plan), settings_(settings), folder_(settings.script.folder) {}

  SlurmOutcome run();

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
  [[nodiscard]] std::string name() const { return job_name(folder_, plan_, num_shards()).text(); }
  [[nodiscard]] std::int64_t num_shards() const { return static_cast<std::int64_t>(work_.size()); }
  [[nodiscard]] std::string log_of(const std::string& number) const {
    return folder_ + "/logs/shard-" + number + ".log";
  }
  void tell(const std::string& line) const;
  SlurmOutcome conclude();

  const StudyPlan& plan_;
  const SlurmSettings& settings_;
  const std::string& folder_;
  SlurmQueue queue_;
  std::vector<Work> work_;  // by number, from 1
  std::string last_trouble_;
};

void SlurmStudy::tell(const std::string& line) const {
  if (settings_.on_event) settings_.on_event(line);
}

/// Tasks of this folder, whatever their plan.
std::vector<SlurmTask> SlurmStudy::own_tasks() {
  const JobName own = job_name(folder_, plan_, 1);
  std::vector<SlurmTask> tasks = queue_.tasks();
  std::erase_if(tasks, [&](const SlurmTask& task) {
    const auto name = JobName::read(task.job_name);
    return !name || name->folder != own.folder;
  });
  return tasks;
}

/// Into how many shards this plan was cut, by the files in the folder: distinct, ascending.
std::vector<std::int64_t> SlurmStudy::counts_in_folder() const {
  std::vector<std::int64_t> counts;
  for (const Shard shard : shards_in(folder_)) {
    Database file(folder_ + "/" + file_name(shard), Access::read);
    if (read_state(file).plan == plan_.hash()) counts.push_back(shard.count);
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}

std::string SlurmStudy::choose_shards() {
  const std::int64_t most = queue_.max_array_size().value_or(most_shards_by_default + 1) - 1;
  std::vector<std::int64_t> counts = counts_in_folder();
  const JobName own = job_name(folder_, plan_, 1);
  for (const SlurmTask& task : own_tasks()) {
    const JobName name = *JobName::read(task.job_name);
    if (name.plan != own.plan)
      return fmt::format("{}: jobs of another plan of this study are under way; cancel them with 'scancel --name={}'",
                         folder_, task.job_name);
    if (std::find(counts.begin(), counts.end(), name.num_shards) == counts.end()) counts.push_back(name.num_shards);
  }
  if (counts.size() > 1)
    return fmt::format("{}: has shards of {} parts; remove those of all but one", folder_,
                       fmt::join(counts, " and of "));
  std::int64_t wanted = settings_.shards;
  if (!counts.empty()) {
    if (wanted > 0 && wanted != counts.front())
      return fmt::format("{}: has a study in {} shards; give --shards {} or another folder", folder_, counts.front(),
                         counts.front());
    wanted = counts.front();
  }
  if (wanted > most)
    return fmt::format("--shards {}: this cluster takes at most {} (MaxArraySize of 'scontrol show config')", wanted,
                       most);
  if (wanted == 0) wanted = fitting_shards(plan_, settings_.script.threads, most);
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
  const std::string path = folder_ + "/" + file_name({number, num_shards()});
  if (fs::exists(path)) {
    Database file(path, Access::read);
    const StudyState state = read_state(file);
    if (is_current(state, plan_)) {
      if (state.finished == state.expected)
        work.stage = Stage::done;
      else if (settings_.script.stops_at_failure && state.unexpected > 0)
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
  if (end.state == "CANCELLED" || work.lost > settings_.resubmit) {
    work.stage = Stage::given_up;
    if (settings_.on_loss)
      settings_.on_loss(fmt::format(
          "shard {} of {} is lost: {}{}; its messages: {}", number, num_shards(), why,
          end.state == "CANCELLED" ? "" : fmt::format("; it was submitted again {} times", settings_.resubmit),
          log_of(std::to_string(number))));
    return;
  }
  work.job.clear();
  tell(fmt::format("shard {} of {} is lost: {}; submitted again, {} of at most {} times", number, num_shards(), why,
                   work.lost, settings_.resubmit));
}

void SlurmStudy::submit_open() {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < work_.size(); ++i)
    if (work_[i].stage == Stage::open && work_[i].job.empty()) numbers.push_back(static_cast<std::int64_t>(i) + 1);
  if (numbers.empty() || is_interrupted()) return;
  std::string log = log_of("%a");
  for (std::size_t at = log.find('%'); at != std::string::npos && at < folder_.size() + 1; at = log.find('%', at + 2))
    log.insert(at, 1, '%');  // a '%' of the folder's own name
  const std::string job = queue_.submit(script_path(folder_), name(), numbers, log);
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
      // The jobs continue without their controller: it is asked again.
      if (is_interrupted()) return;
      if (last_trouble_ != error.what()) tell(fmt::format("warning: {}; asked again", error.what()));
      if (count(Stage::under_way) == 0) throw;
      last_trouble_ = error.what();
    }
    const std::int64_t under_way = count(Stage::under_way) + count(Stage::open);
    if (under_way == 0) return;
    const auto running = std::count_if(
        work_.begin(), work_.end(), [](const Work& work) { return work.stage == Stage::under_way && work.is_running; });
    if (settings_.on_progress)
      settings_.on_progress(fmt::format("shards, {} run, {} wait", running, under_way - running), count(Stage::done),
                            num_shards());
    const auto asked = WallClock::now();
    const double pause = pause_after(seconds_since(start));
    while (!is_interrupted() && seconds_since(asked) < pause)
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

SlurmOutcome SlurmStudy::conclude() {
  SlurmOutcome outcome{.job_name = name(),
                       .num_shards = num_shards(),
                       .num_complete = count(Stage::done),
                       .num_under_way = count(Stage::under_way),
                       .num_lost = count(Stage::given_up)};
  if (is_interrupted()) {
    outcome.end = SlurmOutcome::End::interrupted;
  } else if (count(Stage::failed) > 0) {
    queue_.cancel(name());
    outcome.end = SlurmOutcome::End::failed;
  } else if (outcome.num_lost > 0) {
    outcome.end = SlurmOutcome::End::lost;
  } else if (num_shards() > 1) {  // one shard is the study in one piece
    outcome.merged = merge_study(settings_.folder);
  }
  return outcome;
}

SlurmOutcome SlurmStudy::run() {
  const std::string whole = folder_ + "/" + file_name({});
  if (fs::exists(whole)) {
    Database file(whole, Access::read);
    const StudyState state = read_state(file);
    if (is_current(state, plan_) && state.finished == state.expected) {
      tell(fmt::format("{}: is complete", whole));
      return {};
    }
  }
  if (std::string error = choose_shards(); !error.empty()) return refused(std::move(error));
  JobScript script = settings_.script;
  script.name = name();
  script.num_shards = num_shards();
  if (const auto error = write_script(script)) return refused(error->message());
  if (const auto error = reports::create_directory(folder_ + "/logs")) return refused(error->message());
  follow();
  return conclude();
}

}  // namespace

SlurmOutcome run_on_slurm(const StudyPlan& plan, const SlurmSettings& settings) {
  const std::string& folder = settings.folder;
  if (const auto error = reports::create_directory(folder)) return refused(error->message());
  const reports::FolderLock lock(folder, ".study.sh.lock");
  if (!lock.is_held()) return refused(lock.trouble());
  return SlurmStudy(plan, settings).run();
}

}  // namespace perpend::batch
