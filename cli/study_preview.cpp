#include "cli/study_preview.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>

#include "batch/conduct.hpp"
#include "batch/job_script.hpp"
#include "cli/process.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

// Of a sample.
constexpr int most_points = 8;
constexpr double most_seconds = 20.0;

std::string duration_text(double seconds) {
  if (seconds < 120.0) return fmt::format("{:.3g} s", seconds);
  if (seconds < 7200.0) return fmt::format("{:.3g} min", seconds / 60.0);
  if (seconds < 172800.0) return fmt::format("{:.3g} h", seconds / 3600.0);
  return fmt::format("{:.3g} days", seconds / 86400.0);
}

/// What each shard is to run with, as it was given.
std::vector<std::string> shard_options(const StudyArguments& arguments) {
  std::vector<std::string> options;
  for (const std::string& one : arguments.set) options.insert(options.end(), {"--set", one});
  const auto add_list = [&](const char* name, const std::vector<std::string>& values) {
    if (!values.empty()) options.insert(options.end(), {name, fmt::format("{}", fmt::join(values, ","))});
  };
  add_list("--methods", arguments.methods);
  add_list("--sweeps", arguments.sweeps);
  if (arguments.limit) options.insert(options.end(), {"--limit", fmt::format("{}s", *arguments.limit)});
  return options;
}

}  // namespace

int num_jobs(const StudyArguments& arguments) {
  return arguments.jobs > 0 ? arguments.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void print_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard) {
  for (const batch::PlannedSweep& sweep : plan.sweeps()) {
    std::vector<std::string> axes;
    for (const SweepAxis& axis : sweep.spec->axes) axes.push_back(fmt::format("{} ({})", axis.key, axis.values.size()));
    print_out("sweep {}: {} points of {}; methods {}\n", sweep.spec->name, sweep.num_points, fmt::join(axes, " x "),
              fmt::join(sweep.methods, ", "));
  }
  print_out("{} runs", plan.num_runs());
  if (shard.count > 1) print_out(", {} of them in shard {}/{}", plan.num_runs(shard), shard.number, shard.count);
  print_out("\n");
  const auto mean = batch::sample_seconds(plan, most_points, most_seconds);
  if (!mean) return;
  const auto runs = static_cast<double>(plan.num_runs(shard));
  print_out("a run takes about {}, all of them {} on {} threads, if none is in a cache\n", duration_text(*mean),
            duration_text(*mean * runs / num_jobs(arguments)), num_jobs(arguments));
}

void print_reasons(const batch::StudyPlan& plan, batch::Shard shard, batch::RunCache* cache, batch::Database* file) {
  std::optional<batch::Query> kept;
  if (file != nullptr)
    kept.emplace(*file,
                 "SELECT 1 FROM origins JOIN runs USING (run) WHERE run = ? AND hash = ? AND status NOT IN ('limit', "
                 "'not_run')");
  for (std::int64_t i = 0; i < plan.num_points(shard) && !is_interrupted(); ++i) {
    const batch::PlannedPoint point = plan.point(batch::StudyPlan::point_of(shard, i));
    for (std::size_t method = 0; method < plan.sweeps()[point.sweep].methods.size(); ++method) {
      const batch::RunKey key = plan.key(point, method);
      const bool is_kept = kept && kept->bind(point.first_run + static_cast<std::int64_t>(method), key.hash).step();
      const std::string why = is_kept            ? "in the file of the study"
                              : cache == nullptr ? "runs: there is no cache"
                              : cache->find(key) ? "in the cache"
                                                 : "runs: " + cache->why_missing(key);
      print_out("{} ({}): {}\n", key.place, key.values, why);
    }
  }
}

ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  batch::JobScript job{.program = fs::read_symlink("/proc/self/exe").string(),
                       .scene = fs::absolute(arguments.file).string(),
                       .folder = fs::absolute(arguments.out).lexically_normal().string(),
                       .options = shard_options(arguments),
                       .name = plan.experiment().id,
                       .num_shards = *arguments.script,
                       .threads = num_jobs(arguments)};
  if (job.num_shards == 0) {
    const double mean = batch::sample_seconds(plan, most_points, most_seconds).value_or(0.0);
    job.num_shards = batch::shards_for(mean * static_cast<double>(plan.num_runs()) / job.threads, plan.num_points());
  }
  job.num_shards = std::min(job.num_shards, plan.num_points());
  const std::string path = arguments.out + "/study.sh";
  auto error = reports::create_directory(arguments.out);
  if (!error) error = reports::write_file(path, batch::job_script(job));
  if (error) {
    say("error: " + error->message() + "\n");
    return ExitCode::internal_error;
  }
  print_out("{}: {} shards of about {} runs\nsbatch {}\n", path, job.num_shards, plan.num_runs() / job.num_shards,
            batch::shell_word(path));
  return ExitCode::as_expected;
}

}  // namespace perpend::cli
