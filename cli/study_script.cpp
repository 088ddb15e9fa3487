#include "cli/study_script.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "batch/job_script.hpp"
#include "cli/process.hpp"
#include "cli/study_preview.hpp"
#include "reports/files/atomic_file.hpp"

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
    options.insert(options.end(), {"--cache", absolute_folder(arguments.cache.folder)});
  return options;
}

}  // namespace

std::string absolute_folder(const std::string& folder) {
  const std::string path = fs::absolute(folder).lexically_normal().string();
  return path.size() > 1 && path.back() == '/' ? path.substr(0, path.size() - 1) : path;
}

std::int64_t estimated_shards(const StudyArguments& arguments, const batch::StudyPlan& plan, std::int64_t most) {
  const double seconds = estimated_seconds(plan).value_or(0.0) * static_cast<double>(plan.num_runs());
  return batch::shards_for(seconds / num_jobs(arguments), plan.num_points(), most);
}

std::string script_path(const StudyArguments& arguments) {
  return absolute_folder(arguments.out) + "/study.sh";
}

std::string make_script(const StudyArguments& arguments, const batch::StudyPlan& plan, std::int64_t num_shards) {
  const std::string folder = absolute_folder(arguments.out);
  const batch::JobScript job{.program = fs::read_symlink("/proc/self/exe").string(),
                             .scene = fs::absolute(arguments.file).lexically_normal().string(),
                             .folder = folder,
                             .options = shard_options(arguments),
                             .name = batch::job_name(folder, plan, num_shards).text(),
                             .num_shards = num_shards,
                             .threads = num_jobs(arguments),
                             .stops_at_failure = arguments.stops_at_failure};
  auto error = reports::create_directory(arguments.out);
  if (!error) error = reports::write_file(script_path(arguments), batch::job_script(job));
  return error ? error->message() : "";
}

ExitCode write_script(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  std::int64_t num_shards = arguments.shards;
  if (num_shards == 0) num_shards = estimated_shards(arguments, plan, batch::most_shards_by_default);
  num_shards = std::min(num_shards, plan.num_points());
  if (const std::string error = make_script(arguments, plan, num_shards); !error.empty()) {
    say("error: " + error + "\n");
    return ExitCode::internal_error;
  }
  const std::string path = batch::shell_word(script_path(arguments));
  print_out("{}: {} shards of about {} runs\n", script_path(arguments), num_shards, plan.num_runs() / num_shards);
  print_out("under any scheduler: sh {} K for each K from 1 to {}, then perpend study merge {}\n", path, num_shards,
            batch::shell_word(arguments.out));
  print_out("under Slurm, by hand: sbatch {}\n", path);
  return ExitCode::as_expected;
}

}  // namespace perpend::cli
