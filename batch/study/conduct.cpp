#include "batch/study/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "batch/study/point_runs.hpp"
#include "kernel/model/stop.hpp"

namespace perpend::batch {

namespace {

/// In this process.
WorkResult run_here(PointRuns& runs, const WorkOrder& order) {
  try {
    return {.end = RunEnd::returned, .run = runs.run(order)};
  } catch (const std::bad_alloc& error) {
    return {.end = RunEnd::returned, .run = failed_run("", fmt::format("an exception ended it: {}", error.what()))};
  }
}

class Conductor {
 public:
  Conductor(const StudyPlan& plan, StudyFile& file, const ConductOptions& options)
      : plan_(plan),
        file_(file),
        options_(options),
        had_runs_(file.has_runs()),
        cache_(options.cache, options.on_cache_trouble) {}

  Tally conduct() {
    if (options_.stops_at_failure && has_failed()) return tally_;
    const StopScope scope(std::nullopt, stop_.get_token());
    run_points();
    // Where the first point with the same values has its runs, the others take them from there.
    is_repeating_ = true;
    if (plan_.has_repeated_points() && !is_interrupted()) run_points();
    tally_.is_complete = done_ == plan_.num_runs(options_.shard) && refine();
    file_.commit();
    return tally_;
  }

 private:
  /// A point, and those of its runs that are neither in the file nor in the cache.
  struct OpenPoint {
    PlannedPoint point;
    std::int64_t kept = 0, repeated = 0;
    std::string failure{};  ///< one that came back from an earlier plan, or is repeated, and is not as expected
    std::vector<StudyFile::Result> results{};
    std::vector<std::pair<std::size_t, RunKey>> missing{};  ///< methods
    std::vector<std::size_t> methods{};                     ///< the same without keys
    std::size_t ordered = 0, taken = 0;                     ///< of the missing ones
  };

  [[nodiscard]] bool has_failed();
  void run_points() { options_.workers != nullptr ? conduct_apart() : conduct_here(); }
  void conduct_here();
  void conduct_apart();
  void conduct_lane(std::atomic<std::int64_t>& next);
  [[nodiscard]] bool is_due(std::int64_t index) const;
  [[nodiscard]] OpenPoint grid_point(std::int64_t index);
  /// `first_run`: of the point with the same values of which these runs are, most often itself.
  [[nodiscard]] OpenPoint opened(const PlannedPoint& point, const std::vector<std::size_t>& methods,
                                 std::int64_t first_run);
  void close(const OpenPoint& open);
  /// False where the run was broken off.
  bool take(WorkResult&& result, OpenPoint& open);
  bool refine();
  void refine_line(const StudyPlan::Line& line, std::size_t method);
  void conduct_point(const PlannedPoint& point, const std::vector<std::size_t>& methods);
  void run_missing(OpenPoint& open);
  [[nodiscard]] std::unique_ptr<PointRuns> take_runs();
  void count(const OpenPoint& open);

  const StudyPlan& plan_;
  StudyFile& file_;
  const ConductOptions& options_;
  bool had_runs_;
  std::stop_source stop_;
  LenientCache cache_;
  bool is_repeating_ = false;  ///< the points that were left out, because an earlier one has their values
  std::mutex mutex_;           // of what follows
  std::vector<std::unique_ptr<PointRuns>> idle_runs_;
  Tally tally_;
  std::int64_t done_ = 0;  ///< at points of grids
};

void Conductor::conduct_here() {
  run_side_by_side(static_cast<std::size_t>(plan_.num_points(options_.shard)), options_.threads, [&](std::size_t i) {
    if (is_interrupted() || !is_due(static_cast<std::int64_t>(i))) return;
    OpenPoint open = grid_point(static_cast<std::int64_t>(i));
    run_missing(open);
    close(open);
  });
}

/// Each lane keeps a worker. Points are taken in their order; which lane takes one changes nothing. One that fails ends
/// the others.
void Conductor::conduct_apart() {
  const auto num_points = static_cast<std::size_t>(plan_.num_points(options_.shard));
  std::atomic<std::int64_t> next = 0;
  run_side_by_side(std::min(num_points, options_.workers->count()), options_.threads, [&](std::size_t) {
    try {
      conduct_lane(next);
    } catch (...) {
      stop_.request_stop();
      throw;
    }
  });
}

/// While runs are short several wait in front of the worker, and several results are taken at a time: to wake up for
/// each would cost more than to keep it. Behind a longer one nothing waits: another lane may be free for it.
void Conductor::conduct_lane(std::atomic<std::int64_t>& next) {
  using Clock = std::chrono::steady_clock;
  const std::int64_t num_points = plan_.num_points(options_.shard);
  const std::size_t num_lanes = options_.workers->count();
  Workers::Lease worker(*options_.workers);
  std::deque<OpenPoint> open;
  std::size_t most_open = 1;
  double pace = 0.0;  // [s] a run, of the last ones
  Clock::time_point last = Clock::now();
  for (;;) {
    while (worker.num_open() < most_open && !is_interrupted()) {
      if (open.empty() || open.back().ordered == open.back().missing.size()) {
        const std::int64_t index = next++;
        if (index >= num_points) break;
        if (!is_due(index)) continue;
        OpenPoint point = grid_point(index);
        if (!point.missing.empty()) {
          open.push_back(std::move(point));
          continue;
        }
        close(point);
        // Points that need no run must not keep an answer waiting.
        if (worker.num_open() > 0 && worker.has_answer()) break;
        continue;
      }
      OpenPoint& newest = open.back();
      if (worker.num_open() == 0) last = Clock::now();
      worker.send({.sweep = newest.point.sweep,
                   .point = newest.point.index,
                   .methods = newest.methods,
                   .method = newest.methods[newest.ordered++]});
    }
    if (worker.num_open() == 0) return;
    // Until half of them are done, if they go on as before.
    constexpr double longest_pause = 0.03;
    if (worker.num_open() > 3 && !worker.has_answer())
      std::this_thread::sleep_for(
          std::chrono::duration<double>(std::min(longest_pause, 0.5 * pace * static_cast<double>(worker.num_open()))));
    int received = 0;
    do {
      std::optional<WorkResult> result = worker.receive();
      if (!result || !take(std::move(*result), open.front())) return close(open.front());
      ++received;
      if (open.front().taken < open.front().missing.size()) continue;
      close(open.front());
      open.pop_front();
    } while (worker.num_open() > 0 && worker.has_answer());
    const Clock::time_point now = Clock::now();
    pace = std::chrono::duration<double>(now - std::exchange(last, now)).count() / received;
    // Towards the end of the study the lanes share what is left.
    const auto left = static_cast<std::size_t>(std::max(std::int64_t{0}, num_points - next)) / num_lanes;
    most_open = std::min(worker.fitting_open(pace), 1 + left / 2);
  }
}

bool Conductor::is_due(std::int64_t index) const {
  if (!plan_.has_repeated_points()) return true;
  const std::int64_t number = plan_.point_of(options_.shard, index);
  return (plan_.made_at(options_.shard, number) != number) == is_repeating_;
}

Conductor::OpenPoint Conductor::grid_point(std::int64_t index) {
  const std::int64_t number = plan_.point_of(options_.shard, index);
  const PlannedPoint point = plan_.point(number);
  std::vector<std::size_t> methods(plan_.sweeps()[point.sweep].methods.size());
  std::iota(methods.begin(), methods.end(), std::size_t{0});
  const std::int64_t made_at = is_repeating_ ? plan_.made_at(options_.shard, number) : number;
  return opened(point, methods, point.first_run + (made_at - number) * static_cast<std::int64_t>(methods.size()));
}

bool Conductor::take(WorkResult&& result, OpenPoint& open) {
  if (result.run.stopped_by == StopReason::signal || is_interrupted()) return false;
  auto& [method, key] = open.missing[open.taken++];
  result.run.method = plan_.sweeps()[open.point.sweep].methods[method];
  MethodRun& run = result.run;
  if (result.end == RunEnd::returned && run.status != RunStatus::not_run && run.stopped_by == StopReason::none)
    run.cache = cache_.add(key, run);
  open.results.push_back({.run = open.point.first_run + static_cast<std::int64_t>(method),
                          .method = method,
                          .key = std::move(key),
                          .record = std::move(result.run),
                          .end = result.end,
                          .is_from_cache = false,
                          .limits = {options_.limit, options_.memory}});
  return true;
}

void Conductor::run_missing(OpenPoint& open) {
  WorkOrder order{.sweep = open.point.sweep, .point = open.point.index, .methods = open.methods, .method = 0};
  if (options_.workers != nullptr) {
    for (const std::size_t method : open.methods) {
      order.method = method;
      std::optional<WorkResult> result = options_.workers->run(order);
      if (!result || !take(std::move(*result), open)) return;
    }
    return;
  }
  std::unique_ptr<PointRuns> here = take_runs();
  for (const std::size_t method : open.methods) {
    order.method = method;
    if (!take(run_here(*here, order), open)) break;
  }
  const std::lock_guard lock(mutex_);
  idle_runs_.push_back(std::move(here));
}

/// One that no other thread has; what it knows of the scene serves the next point.
std::unique_ptr<PointRuns> Conductor::take_runs() {
  const std::lock_guard lock(mutex_);
  if (idle_runs_.empty()) return std::make_unique<PointRuns>(plan_, options_.limit);
  std::unique_ptr<PointRuns> taken = std::move(idle_runs_.back());
  idle_runs_.pop_back();
  return taken;
}

/// Before anything runs: a run that is in the file, stays there, and is not as expected.
bool Conductor::has_failed() {
  for (const StudyFile::Failure& failure : file_.failures()) {
    const PlannedPoint point = plan_.point(failure.sweep, failure.point);
    const RunKey key = plan_.key(point, static_cast<std::size_t>(failure.run - point.first_run));
    if (!file_.has(failure.run, key.hash, {options_.limit, options_.memory})) continue;
    if (options_.on_progress) options_.on_progress(0, key.place);
    return true;
  }
  return false;
}

/// Once the grids are done: line by line, each method for itself. False where it was interrupted.
bool Conductor::refine() {
  struct Task {
    StudyPlan::Line line;
    std::size_t method;
  };
  std::vector<Task> tasks;
  for (const StudyPlan::Line& line : plan_.refined_lines(options_.shard))
    for (std::size_t i = 0; i < plan_.sweeps()[line.sweep].methods.size(); ++i) tasks.push_back({line, i});
  std::atomic<std::int64_t> num_refined = 0;
  run_side_by_side(tasks.size(), options_.threads, [&](std::size_t i) {
    if (is_interrupted()) return;
    refine_line(tasks[i].line, tasks[i].method);
    if (options_.on_refined) options_.on_refined(++num_refined, static_cast<std::int64_t>(tasks.size()));
  });
  return !is_interrupted();
}

void Conductor::refine_line(const StudyPlan::Line& line, std::size_t method) {
  const PlannedSweep& sweep = plan_.sweeps()[line.sweep];
  std::set<std::int64_t> wanted;
  static_cast<void>(sweep.lines->refine(line.line, [&](std::int64_t index) -> std::string {
    const std::int64_t run = sweep.run_of(index) + static_cast<std::int64_t>(method);
    if (index >= sweep.num_points) {
      if (is_interrupted()) return "";
      conduct_point(plan_.point(line.sweep, index), {method});
      wanted.insert(run);
    }
    return file_.outcome(sweep, run);
  }));
  if (!is_interrupted()) file_.keep_refined(line, sweep.methods[method], wanted);
}

void Conductor::conduct_point(const PlannedPoint& point, const std::vector<std::size_t>& methods) {
  OpenPoint open = opened(point, methods, point.first_run);
  run_missing(open);
  close(open);
}

Conductor::OpenPoint Conductor::opened(const PlannedPoint& point, const std::vector<std::size_t>& methods,
                                       std::int64_t first_run) {
  OpenPoint open{.point = point};
  // A file without runs has none of a grid's point before its turn.
  const bool may_be_kept = had_runs_ || point.index >= plan_.sweeps()[point.sweep].num_points;
  for (const std::size_t i : methods) {
    RunKey key = plan_.key(point, i);
    const std::int64_t run = point.first_run + static_cast<std::int64_t>(i);
    const StudyFile::Limits limits{options_.limit, options_.memory};
    if (may_be_kept && file_.has(run, key.hash, limits)) {
      ++open.kept;
    } else if (const auto is_as_expected = file_.take_back(point, run, key.hash, limits)) {
      ++open.kept;
      if (!*is_as_expected) open.failure = key.place;
    } else if (const auto is_good =
                   first_run == point.first_run
                       ? std::nullopt
                       : file_.repeat(point, run, first_run + static_cast<std::int64_t>(i), key.hash, limits)) {
      ++open.repeated;
      if (!*is_good) open.failure = key.place;
    } else if (auto cached = cache_.find(key)) {
      open.results.push_back(
          {.run = run, .method = i, .key = std::move(key), .record = std::move(cached->run), .is_from_cache = true});
    } else {
      open.missing.emplace_back(i, std::move(key));
      open.methods.push_back(i);
    }
  }
  return open;
}

/// What there is of it.
void Conductor::close(const OpenPoint& open) {
  if (!open.results.empty()) file_.add(open.point, open.results);
  count(open);
}

void Conductor::count(const OpenPoint& open) {
  const std::lock_guard lock(mutex_);
  std::string failure = open.failure;
  tally_.kept += open.kept;
  tally_.repeated += open.repeated;
  for (const StudyFile::Result& result : open.results) {
    ++(result.is_from_cache ? tally_.cached : tally_.made);
    if (!is_as_expected(result.record)) failure = result.key.place;
  }
  if (open.point.index < plan_.sweeps()[open.point.sweep].num_points)
    done_ += open.kept + open.repeated + static_cast<std::int64_t>(open.results.size());
  if (options_.on_progress) options_.on_progress(done_, failure);
  if (!failure.empty() && options_.stops_at_failure) stop_.request_stop();
}

}  // namespace

Tally conduct(const StudyPlan& plan, StudyFile& file, const ConductOptions& options) {
  return Conductor(plan, file, options).conduct();
}

bool is_as_expected(const MethodRun& run) {
  return run.as_expected && std::all_of(run.certificates.begin(), run.certificates.end(),
                                        [](const CertificateGroup& group) { return group.as_expected; });
}

}  // namespace perpend::batch
