#include "cli/commands/study_preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "batch/cluster/job_script.hpp"
#include "batch/results/reasons.hpp"
#include "batch/study/point_runs.hpp"
#include "cli/commands/cache_choice.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

int num_cores() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

/// "3.2 min".
std::string duration_text(double seconds) {
  if (seconds < 120.0) return fmt::format("{:.3g} s", seconds);
  if (seconds < 7200.0) return fmt::format("{:.3g} min", seconds / 60.0);
  if (seconds < 172800.0) return fmt::format("{:.3g} h", seconds / 3600.0);
  return fmt::format("{:.3g} days", seconds / 86400.0);
}

}  // namespace

int num_jobs(const StudyArguments& arguments) {
  if (arguments.jobs > 0) return arguments.jobs;
  // The cores of this machine say nothing of those of a cluster's nodes.
  return arguments.engine == Engine::local ? num_cores() : 1;
}

namespace {

/// Runs that refine, where outcomes change once on each line.
std::int64_t refining_runs(const batch::StudyPlan& plan, batch::Shard shard) {
  std::int64_t count = 0;
  for (const batch::StudyPlan::Line& line : plan.refined_lines(shard)) {
    const batch::PlannedSweep& sweep = plan.sweeps()[line.sweep];
    count += static_cast<std::int64_t>(sweep.methods.size()) * sweep.spec->refinement->most_halvings;
  }
  return count;
}

}  // namespace

namespace {

void print_refinement(std::int64_t runs, double seconds) {
  if (runs > 0)
    print_out("without what refines: {} runs more, {}, where outcomes change once on each line for each method\n", runs,
              duration_text(seconds * static_cast<double>(runs)));
}

}  // namespace

void print_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard) {
  for (const batch::PlannedSweep& sweep : plan.sweeps()) {
    std::vector<std::string> axes;
    for (const SweepAxis& axis : sweep.spec->axes) axes.push_back(fmt::format("{} ({})", axis.key, axis.values.size()));
    print_out("sweep {}: {} points of {}; methods {}\n", sweep.spec->name, sweep.num_points, fmt::join(axes, " x "),
              fmt::join(sweep.methods, ", "));
    if (const auto& refinement = sweep.spec->refinement)
      print_out("  then {} runs in each interval along {} where outcomes change, of {} lines\n",
                refinement->most_halvings, sweep.spec->axes[refinement->axis].key, sweep.lines->count());
  }
  print_out("{} runs", plan.num_runs());
  if (shard.count > 1) print_out(", {} of them in shard {}/{}", plan.num_runs(shard), shard.number, shard.count);
  print_out("\n");
  const auto mean = batch::estimated_seconds(plan);
  if (!mean) return;
  const auto runs = static_cast<double>(plan.num_runs(shard));
  if (arguments.engine != Engine::local) {
    const double seconds = *mean * runs / num_jobs(arguments);
    const std::int64_t fitting = batch::shards_for(seconds, plan.num_points(), batch::most_shards_by_default);
    const std::int64_t count =
        arguments.shards > 0 ? std::min<std::int64_t>(arguments.shards, plan.num_points()) : fitting;
    print_out("a run takes about {}; {} of about {} each\n", duration_text(*mean),
              reports::counted(static_cast<long>(count), "shard"), duration_text(seconds / static_cast<double>(count)));
    print_refinement(refining_runs(plan, shard), *mean / static_cast<double>(count * num_jobs(arguments)));
    return;
  }
  // More jobs than cores share them.
  const int at_once = std::min(num_jobs(arguments), num_cores());
  print_out("a run takes about {}, all of them {} on {}, if none is in a cache\n", duration_text(*mean),
            duration_text(*mean * runs / at_once), reports::counted(at_once, "core"));
  print_refinement(refining_runs(plan, shard), *mean / at_once);
}

void print_reasons(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard,
                   batch::RunCache* cache, batch::Database* file) {
  std::optional<batch::FileReasons> reasons;
  if (file != nullptr) reasons.emplace(*file, plan, batch::StudyFile::Limits{arguments.limit, arguments.memory});
  const auto tell = [&](std::int64_t run, const batch::RunKey& key) {
    const auto reason = reasons ? reasons->of(run, key) : std::nullopt;
    if (reason && (reason->stays || cache == nullptr || !cache->find(key)))
      print_out("{} ({}): {}{}\n", key.place, key.values, reason->stays ? "" : "runs: ", reason->words);
    else
      print_reason(key, arguments.cache, cache);
  };
  for (std::int64_t i = 0; i < plan.num_points(shard) && !is_interrupted(); ++i) {
    const batch::PlannedPoint point = plan.point(plan.point_of(shard, i));
    for (std::size_t method = 0; method < plan.sweeps()[point.sweep].methods.size(); ++method)
      tell(point.first_run + static_cast<std::int64_t>(method), plan.key(point, method));
  }
  // Which points a line is refined at is known as far as the outcomes of its runs are.
  for (const batch::StudyPlan::Line& line : plan.refined_lines(shard)) {
    const batch::PlannedSweep& sweep = plan.sweeps()[line.sweep];
    for (std::size_t method = 0; method < sweep.methods.size() && !is_interrupted(); ++method)
      static_cast<void>(sweep.lines->refine(line.line, [&](std::int64_t index) {
        const std::int64_t run = sweep.run_of(index) + static_cast<std::int64_t>(method);
        const batch::RunKey key = plan.key(plan.point(line.sweep, index), method);
        if (index >= sweep.num_points) tell(run, key);
        const std::string outcome = reasons ? reasons->outcome(sweep, run, key) : "";
        if (!outcome.empty() || cache == nullptr) return outcome;
        const auto cached = cache->find(key);
        return cached ? refined_outcome(*sweep.spec->refinement, cached->run) : "";
      }));
  }
}

}  // namespace perpend::cli
