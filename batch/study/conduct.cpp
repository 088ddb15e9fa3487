#include "batch/study/conduct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <stop_token>
#include <vector>

#include "kernel/model/stop.hpp"

namespace perpend::batch {

namespace {

/// A run that could not be made, as a result: the others continue.
MethodRun failed_run(const std::string& method, const std::string& why) {
  MethodRun run;
  run.method = method;
  run.message = why;
  return run;
}

/// In this process.
WorkResult run_here(PointRuns& runs, const WorkOrder& order) {
  try {
    return {.end = RunEnd::returned, .run = runs.run(order)};
  } catch (const std::bad_alloc& error) {
    return {.end = RunEnd::returned, .run = failed_run("", fmt::format("internal error: {}", error.what()))};
  }
}

class Conductor {
 public:
  Conductor(const StudyPlan& plan, StudyFile& file, const ConductOptions& options)
      : plan_(plan), file_(file), options_(options), cache_(options.cache, options.on_cache_trouble) {}

  Tally conduct() {
    if (options_.stops_at_failure && has_failed()) return tally_;
    const StopScope scope(std::nullopt, stop_.get_token());
    const std::int64_t num_points = plan_.num_points(options_.shard);
    run_side_by_side(static_cast<std::size_t>(num_points), options_.threads, [&](std::size_t i) {
      if (is_interrupted()) return;
      const PlannedPoint point = plan_.point(plan_.point_of(options_.shard, static_cast<std::int64_t>(i)));
      std::vector<std::size_t> methods(plan_.sweeps()[point.sweep].methods.size());
      std::iota(methods.begin(), methods.end(), std::size_t{0});
      conduct_point(point, methods);
    });
    tally_.is_complete = done_ == plan_.num_runs(options_.shard) && refine();
    return tally_;
  }

 private:
  [[nodiscard]] bool has_failed();
  bool refine();
  void refine_line(const StudyPlan::Line& line, std::size_t method);
  void conduct_point(const PlannedPoint& point, const std::vector<std::size_t>& methods);
  void run_missing(const PlannedPoint& point, const std::vector<std::pair<std::size_t, RunKey>>& missing,
                   std::vector<StudyFile::Result>& results);
  void count(const PlannedPoint& point, std::int64_t kept, const std::vector<StudyFile::Result>& results);

  const StudyPlan& plan_;
  StudyFile& file_;
  const ConductOptions& options_;
  std::stop_source stop_;
  LenientCache cache_;
  std::mutex mutex_;  // of what follows
  Tally tally_;
  std::int64_t done_ = 0;  ///< at points of grids
};

void Conductor::run_missing(const PlannedPoint& point, const std::vector<std::pair<std::size_t, RunKey>>& missing,
                            std::vector<StudyFile::Result>& results) {
  WorkOrder order{.sweep = point.sweep, .point = point.index, .methods = {}, .method = 0};
  for (const auto& [method, key] : missing) order.methods.push_back(method);
  PointRuns here(plan_, options_.limit);
  for (const auto& [method, key] : missing) {
    order.method = method;
    std::optional<WorkResult> result =
        options_.workers != nullptr ? options_.workers->run(order) : run_here(here, order);
    if (!result || result->run.stopped_by == StopReason::signal || is_interrupted()) return;
    result->run.method = plan_.sweeps()[point.sweep].methods[method];
    MethodRun& run = result->run;
    if (result->end == RunEnd::returned && run.status != RunStatus::not_run && run.stopped_by == StopReason::none)
      run.cache = cache_.add(key, run);
    results.push_back({.run = point.first_run + static_cast<std::int64_t>(method),
                       .method = method,
                       .key = key,
                       .record = std::move(result->run),
                       .end = result->end,
                       .is_from_cache = false,
                       .limits = {options_.limit, options_.memory}});
  }
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
  std::int64_t kept = 0;
  std::vector<StudyFile::Result> results;
  std::vector<std::pair<std::size_t, RunKey>> missing;
  for (const std::size_t i : methods) {
    RunKey key = plan_.key(point, i);
    const std::int64_t run = point.first_run + static_cast<std::int64_t>(i);
    if (file_.has(run, key.hash, {options_.limit, options_.memory})) {
      ++kept;
    } else if (auto cached = cache_.find(key)) {
      results.push_back(
          {.run = run, .method = i, .key = std::move(key), .record = std::move(cached->run), .is_from_cache = true});
    } else {
      missing.emplace_back(i, std::move(key));
    }
  }
  if (!missing.empty()) run_missing(point, missing, results);
  if (!results.empty()) file_.add(point, results);
  count(point, kept, results);
}

void Conductor::count(const PlannedPoint& point, std::int64_t kept, const std::vector<StudyFile::Result>& results) {
  const std::lock_guard lock(mutex_);
  std::string failure;
  tally_.kept += kept;
  for (const StudyFile::Result& result : results) {
    ++(result.is_from_cache ? tally_.cached : tally_.made);
    if (!is_as_expected(result.record)) failure = result.key.place;
  }
  if (point.index < plan_.sweeps()[point.sweep].num_points) done_ += kept + static_cast<std::int64_t>(results.size());
  if (options_.on_progress) options_.on_progress(done_, failure);
  if (!failure.empty() && options_.stops_at_failure) stop_.request_stop();
}

}  // namespace

PointRuns::PointRuns(const StudyPlan& plan, std::optional<double> limit) : plan_(plan), limit_(limit) {}

PointRuns::~PointRuns() = default;

MethodRun PointRuns::run(const WorkOrder& order) {
  const PlannedPoint point = plan_.point(order.sweep, order.point);
  const PlannedSweep& sweep = plan_.sweeps()[point.sweep];
  const std::string& name = sweep.methods[order.method];
  try {
    if (!scene_ || order.sweep != made_for_.sweep || order.point != made_for_.point ||
        order.methods != made_for_.methods) {
      std::vector<std::string> names;
      for (const std::size_t method : order.methods) names.push_back(sweep.methods[method]);
      scene_.reset();
      scene_ = std::make_unique<SweptScene>(plan_.document(), *sweep.spec, sweep.detail, point.values,
                                            plan_.overrides(), names);
      made_for_ = order;
    }
    const auto spec = std::find_if(scene_->methods().begin(), scene_->methods().end(),
                                   [&](const MethodSpec* one) { return one->name == name; });
    if (spec != scene_->methods().end()) return scene_->run(**spec, {limit_, {}});
    return failed_run(name, scene_->error().empty() ? "the scene has no such method at this point"
                                                    : "no valid scene at this point: " + scene_->error());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return failed_run(name, fmt::format("internal error: {}", error.what()));
  }
}

Tally conduct(const StudyPlan& plan, StudyFile& file, const ConductOptions& options) {
  return Conductor(plan, file, options).conduct();
}

bool is_as_expected(const MethodRun& run) {
  return run.as_expected && std::all_of(run.certificates.begin(), run.certificates.end(),
                                        [](const CertificateGroup& group) { return group.as_expected; });
}

std::optional<double> estimated_seconds(const StudyPlan& plan) {
  constexpr int most_points = 8;
  constexpr double seconds = 20.0;
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  PointRuns runs(plan, seconds);
  Workers worker(1, [&](const WorkOrder& order) { return runs.run(order); }, {.bytes = {}, .seconds = seconds});
  const std::int64_t num_points = std::min<std::int64_t>(most_points, plan.num_points());
  const Clock::time_point start = Clock::now();
  std::int64_t num_runs = 0;
  for (std::int64_t i = 0; i < num_points; ++i) {
    // In the middle of each of as many parts of the plan.
    const PlannedPoint point = plan.point((2 * i + 1) * plan.num_points() / (2 * num_points));
    WorkOrder order{.sweep = point.sweep, .point = point.index, .methods = {}, .method = 0};
    order.methods.resize(plan.sweeps()[point.sweep].methods.size());
    std::iota(order.methods.begin(), order.methods.end(), std::size_t{0});
    for (; order.method < order.methods.size() && since(start) < seconds && !is_interrupted(); ++order.method)
      if (worker.run(order)) ++num_runs;
  }
  if (num_runs == 0) return std::nullopt;
  return since(start) / static_cast<double>(num_runs);
}

}  // namespace perpend::batch
