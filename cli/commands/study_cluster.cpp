#include "cli/commands/study_cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "batch/cluster/slurm_queue.hpp"
#include "batch/cluster/slurm_study.hpp"
#include "cli/commands/study_preview.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "reports/text/text.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

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
  if (arguments.keeps_series) options.push_back("--series");
  if (!arguments.is_isolated) options.push_back("--no-isolate");
  if (arguments.memory) options.insert(options.end(), {"--memory", fmt::format("{}kB", *arguments.memory / 1e3)});
  if (arguments.stops_at_failure) options.push_back("--fail-fast");
  if (arguments.cache.folder.empty())
    options.push_back("--no-cache");  // that of the user's home, which the nodes may not share
  else
    options.insert(options.end(), {"--cache", batch::absolute_folder(arguments.cache.folder)});
  return options;
}

/// But for its name and the number of shards.
batch::JobScript script_of(const StudyArguments& arguments) {
  return {.program = fs::read_symlink("/proc/self/exe").string(),
          .scene = fs::absolute(arguments.file).lexically_normal().string(),
          .folder = batch::absolute_folder(arguments.out),
          .options = shard_options(arguments),
          .name = {},
          .threads = num_jobs(arguments),
          .stops_at_failure = arguments.stops_at_failure};
}

/// Says how a study ended that is not complete.
ExitCode tell_end(const StudyArguments& arguments, const batch::SlurmOutcome& outcome) {
  using End = batch::SlurmOutcome::End;
  if (outcome.end == End::refused) say("error: " + outcome.trouble + "\n");
  if (outcome.end == End::interrupted)
    say(fmt::format(
        "{}: interrupted; {} shards are complete, and the jobs of {} continue. The same command follows them "
        "again; 'scancel --name={}' cancels them\n",
        arguments.file, outcome.num_complete, outcome.num_under_way, outcome.job_name));
  if (outcome.end == End::failed)
    say(
        fmt::format("{}: a run is not as expected, and --fail-fast stops there; {} of {} shards are complete, and the "
                    "other jobs are cancelled\n",
                    arguments.file, outcome.num_complete, outcome.num_shards));
  if (outcome.end == End::lost)
    say(fmt::format("error: {} of {} shards are lost; once their cause is mended, the same command runs them again\n",
                    outcome.num_lost, outcome.num_shards));
  if (outcome.end == End::interrupted) return ExitCode::interrupted;
  return outcome.end == End::failed ? ExitCode::not_completed : ExitCode::internal_error;
}

}  // namespace

ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  batch::JobScript script = script_of(arguments);
  const std::int64_t num_shards = arguments.shards > 0
                                      ? arguments.shards
                                      : batch::fitting_shards(plan, script.threads, batch::most_shards_by_default);
  script.num_shards = std::min(num_shards, plan.num_points());
  script.name = batch::job_name(script.folder, plan, script.num_shards).text();
  if (const auto error = batch::write_script(script)) {
    say("error: " + error->message() + "\n");
    return ExitCode::internal_error;
  }
  const std::string path = batch::script_path(script.folder), word = reports::shell_word(path);
  const std::string shards = reports::counted(static_cast<long>(script.num_shards), "shard");
  print_out("{}: {} of about {} runs\n", path, shards, plan.num_runs() / script.num_shards);
  if (script.num_shards == 1)
    print_out("under any scheduler: sh {} 1\n", word);
  else
    print_out("under any scheduler: sh {} K for each K from 1 to {}, then perpend study merge {}\n", word,
              script.num_shards, reports::shell_word(arguments.out));
  print_out("under Slurm, by hand: sbatch {}\n", word);
  return ExitCode::as_expected;
}

ExitCode run_on_slurm(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  batch::SlurmOutcome outcome;
  try {
    Progress progress(arguments.file, arguments.is_quiet);
    batch::SlurmSettings settings{.folder = arguments.out,
                                  .script = script_of(arguments),
                                  .shards = arguments.shards,
                                  .resubmit = arguments.resubmit};
    if (!arguments.is_quiet) settings.on_event = [](const std::string& line) { Progress::tell(line); };
    settings.on_loss = [](const std::string& line) { Progress::tell("error: " + line); };
    settings.on_progress = [&](const std::string& what, std::int64_t done, std::int64_t planned) {
      progress.update(what, static_cast<long>(done), static_cast<long>(planned));
    };
    outcome = batch::run_on_slurm(plan, settings);
  } catch (const batch::SlurmError& error) {
    say(fmt::format("error: {}\n", error.what()));
    return ExitCode::internal_error;
  }
  if (outcome.end != batch::SlurmOutcome::End::complete) return tell_end(arguments, outcome);
  return outcome.merged ? tell_merged(*outcome.merged, arguments.is_quiet) : report_study(arguments.out);
}

}  // namespace perpend::cli
