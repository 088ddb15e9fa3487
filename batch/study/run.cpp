#include "batch/study/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "batch/page/study_page.hpp"
#include "batch/study/point_runs.hpp"
#include "reports/files/folder_lock.hpp"

namespace perpend::batch {

namespace {

/// nullptr: runs are made in this process.
std::unique_ptr<Workers> start_workers(const StudyPlan& plan, const StudySettings& settings) {
  if (!settings.is_isolated) return nullptr;
  WorkerLimits limits{.bytes = {}, .seconds = settings.limit};
  if (settings.memory) limits.bytes = static_cast<std::int64_t>(*settings.memory);
  const auto count = std::clamp<std::int64_t>(plan.num_points(settings.shard), 1, settings.jobs);
  auto runs = std::make_shared<PointRuns>(plan, settings.limit);
  return std::make_unique<Workers>(
      static_cast<int>(count), [runs](const WorkOrder& order) { return runs->run(order); }, limits);
}

Tally conduct(const StudyPlan& plan, const StudySettings& settings, StudyFile& file, Workers* workers) {
  ThreadBudget threads(settings.jobs - 1);
  return conduct(plan, file,
                 {.shard = settings.shard,
                  .cache = settings.cache ? settings.cache() : nullptr,
                  .threads = &threads,
                  .workers = workers,
                  .limit = settings.limit,
                  .memory = settings.memory,
                  .stops_at_failure = settings.stops_at_failure,
                  .on_progress = settings.on_progress,
                  .on_refined = settings.on_refined,
                  .on_cache_trouble = settings.on_cache_trouble});
}

std::string lock_name(const Shard& shard) {
  return "." + file_name(shard) + ".lock";
}

}  // namespace

StudyOutcome run_study(const StudyPlan& plan, const StudySettings& settings) {
  StudyOutcome outcome;
  outcome.path = settings.folder + "/" + file_name(settings.shard);
  // Before there are threads, locks and open files that they would share.
  const auto workers = start_workers(plan, settings);
  if (const auto error = reports::create_directory(settings.folder)) {
    outcome.trouble = error->message();
    return outcome;
  }
  const reports::FolderLock lock(settings.folder, lock_name(settings.shard));
  outcome.trouble = lock.trouble();
  if (!lock.is_held()) return outcome;
  StudyFile file(outcome.path, plan, settings.shard, settings.command, settings.scene);
  if (file.earlier().num_runs > 0 && settings.on_earlier) settings.on_earlier(file.earlier());
  outcome.tally = conduct(plan, settings, file, workers.get());
  const bool is_whole = outcome.tally.is_complete && settings.shard.count == 1;
  if (is_whole) {
    Database database(outcome.path, Access::write);
    outcome.found = judge_sweeps(database, plan);
  }
  if (is_whole) file.pack_series();
  std::optional<reports::StaticPage> outline;
  std::future<void> drawing;  // of its figures, which reads the file no more
  const auto read = [&] {
    outline = study_outline(outcome.path);
    drawing = std::async(std::launch::async | std::launch::deferred, [&] { reports::draw_figures(*outline); });
  };
  outcome.hash = is_whole && settings.jobs > 1 ? file.finish(read) : file.finish();
  outcome.state = file.state();
  if (drawing.valid()) drawing.get();
  if (is_whole)
    outcome.unwritten = outline ? write_study_page(outcome.path, std::move(*outline)) : write_study_page(outcome.path);
  return outcome;
}

namespace {

/// A study in one piece, as one shard of one is.
MergedStudy already_whole(const std::string& path) {
  Database database(path, Access::read);
  const StudyState state = read_state(database);
  MergedStudy merged{.trouble = {}, .path = path, .num_runs = state.finished, .num_shards = 1};
  if (state.finished != state.expected)
    merged.trouble.push_back(
        fmt::format("{}: {} of {} runs: start the same study again", path, state.finished, state.expected));
  Query hash(database, "SELECT value FROM provenance WHERE name = 'content_sha256'");
  if (hash.step()) merged.hash = hash.text(0);
  return merged;
}

}  // namespace

MergedStudy merge_study(const std::string& folder) {
  const std::string whole = folder + "/" + file_name({});
  if (shards_in(folder).empty() && std::filesystem::exists(whole)) return already_whole(whole);
  const Shards shards = find_shards(folder);
  MergedStudy merged{.trouble = shards.trouble, .path = whole};
  if (!merged.trouble.empty()) return merged;
  const reports::FolderLock lock(folder, lock_name({}));
  if (!lock.is_held()) {
    merged.trouble = {lock.trouble()};
    return merged;
  }
  merged.hash = merge_shards(folder, shards);
  merged.num_shards = shards.files.size();
  for (const StudyState& state : shards.states) merged.num_runs += state.finished;
  return merged;
}

}  // namespace perpend::batch
