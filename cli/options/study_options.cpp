#include "cli/options/options.hpp"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/commands/cache_choice.hpp"
#include "cli/commands/study_arguments.hpp"
#include "cli/options/option_values.hpp"

namespace perpend::cli {

namespace {

struct Lines {
  StudyArguments study;
  std::string limit, memory, margins_limit;
  std::string engine = "local";
  std::string merge_folder, report_folder, status_folder;
  MarginsArguments margins;
  QueryArguments query;
  CacheArguments cache;
  CLI::App *study_command = nullptr, *merge_command = nullptr, *report_command = nullptr, *status_command = nullptr,
           *query_command = nullptr, *list_command = nullptr, *collect_command = nullptr, *verify_command = nullptr,
           *export_command = nullptr, *margins_command = nullptr;

  void add_study(CLI::App& app);
  void add_margins(CLI::App& app);
  void add_query(CLI::App& app);
  void add_cache(CLI::App& app);
  [[nodiscard]] std::optional<ExitCode> run(const std::string& command_line);
};

void Lines::add_study(CLI::App& app) {
  study_command = app.add_subcommand(
      "study",
      "run all points of the sweeps of a scene, on all cores, into one SQLite file; started again after an "
      "interruption, continue with what is missing");
  study_command->add_option("FILE", study.file, "scene file");
  study_command->add_option("--out", study.out, "folder of the results: study.sqlite, or a file for each shard");
  study_command
      ->add_option("--set", study.set,
                   "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();
  add_names(*study_command, "--methods", study.methods, "only these methods: a,b");
  add_names(*study_command, "--sweeps", study.sweeps, "only these sweeps: a,b");
  study_command
      ->add_option("--jobs", study.jobs,
                   "how many points run at a time (default: one per core; in a shard of --engine slurm or print: one)")
      ->check(count_up_to(most_jobs));
  study_command->add_option(
      "--shard", study.shard,
      "k/K: only the k-th of K parts, up to a million, in a file of its own; 'study merge' joins them");
  study_command
      ->add_option("--limit", limit,
                   "longest wall time of each run: 60s, 500ms, 2min; a run that meets it is "
                   "a result")
      ->check(time_limit);
  study_command->add_flag("--series", study.keeps_series,
                          "keep what each run records over time, too: archives of NumPy in the folder series next to "
                          "study.sqlite");
  study_command->add_flag("--isolate,!--no-isolate", study.is_isolated,
                          "make runs in processes of their own, so that one that crashes is a result and the others "
                          "continue (the default); "
                          "--no-isolate: in this process");
  study_command->add_option("--memory", memory, "most memory of each run: 500MB, 2GB; a run that meets it is a result")
      ->check(memory_size);
  study_command->add_flag("--fail-fast", study.stops_at_failure, "stop at the first run that is not as expected");
  study_command->add_flag("--dry-run", study.is_dry,
                          "print what would run and, from a sample, how long it would take; write nothing");
  study_command
      ->add_option(
          "--engine", engine,
          "local: this process runs all points; slurm: jobs of a Slurm cluster do, which this process submits, "
          "follows and merges; print: write DIR/study.sh, a script that runs one shard by its number, for any "
          "scheduler")
      ->check(CLI::IsMember({"local", "slurm", "print"}))
      ->capture_default_str();
  CLI::Option* shards =
      study_command
          ->add_option("--shards", study.shards,
                       "with --engine slurm or print: in how many parts (default: as many as take about five minutes "
                       "each, from a sample)")
          ->check(count_up_to(most_shards));
  CLI::Option* resubmit =
      study_command
          ->add_option("--resubmit", study.resubmit, "with --engine slurm: how often a shard that was lost runs again")
          ->check(CLI::NonNegativeNumber)
          ->capture_default_str();
  study_command->callback([this, shards, resubmit] {
    if (!study.is_isolated && !memory.empty())
      throw CLI::ValidationError("--memory", "is a limit of a process: leave out --no-isolate");
    if (engine == "local" && shards->count() > 0)
      throw CLI::ValidationError("--shards", "needs --engine slurm or --engine print");
    if (engine != "slurm" && resubmit->count() > 0) throw CLI::ValidationError("--resubmit", "needs --engine slurm");
    if (engine != "local" && !study.shard.empty())
      throw CLI::ValidationError("--shard", "one shard runs here, and --engine " + engine + " is for all of them");
  });
  study_command->add_flag("--why", study.says_why,
                          "print for each run where its result comes from, or why it has to run; write nothing");
  study_command->add_flag("--quiet", study.is_quiet, "print nothing but errors");
  add_cache_options(study_command, study.cache);
  merge_command = study_command->add_subcommand("merge", "join the shards in a folder to study.sqlite");
  merge_command->add_option("DIR", merge_folder, "folder of the shards")->required();
  report_command = study_command->add_subcommand("report", "write study.html, a page of maps, curves and tables");
  report_command->add_option("DIR", report_folder, "folder of --out")->required();
  status_command = study_command->add_subcommand("status", "print the progress of the studies in a folder");
  status_command->add_option("DIR", status_folder, "folder of --out")->required();
}

void Lines::add_margins(CLI::App& app) {
  margins_command = app.add_subcommand(
      "margins",
      "how far the numbers that the source of a scene does not give may move before the verdict on a claim changes");
  margins_command->add_option("FILE", margins.files, "scene files")->required();
  margins_command->add_option("--out", margins.out, "folder of the results: margins.html and margins.json");
  margins_command
      ->add_option("--leave-out", margins.left_out,
                   "one of the files, which the page names but which does not run, for what it would cost; "
                   "may be given several times")
      ->take_all()
      ->allow_extra_args(false);
  margins_command
      ->add_option("--params", margins.parameters,
                   "only these params: a,b, given by the source or not (default: all numbers with given = false)")
      ->delimiter(',');
  add_names(*margins_command, "--claims", margins.claims, "only these claims: a,b");
  margins_command
      ->add_option("--set", margins.set,
                   "\"name = value\": replaces a param of the scene, or the step or duration of its run")
      ->take_all();
  margins_command
      ->add_option("--span", margins.span, "search up to so many times the value, and down to that part of it")
      ->check(CLI::Range(1.1, 1e6))
      ->capture_default_str();
  margins_command
      ->add_option("--to", margins.resolution, "share of the value within which the change of a verdict is found")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  margins_command->add_option("--limit", margins_limit, "longest wall time of each run: 60s, 500ms, 2min")
      ->check(time_limit);
  margins_command->add_option("--jobs", margins.jobs, "how many values run at a time (default: one per core)")
      ->check(count_up_to(most_jobs));
}

void Lines::add_query(CLI::App& app) {
  query_command = app.add_subcommand("query", "query the results of a study with SQL");
  query_command->add_option("STUDY", query.study, "study.sqlite, or the folder that it is in")->required();
  query_command->add_option("SQL", query.sql, "\"select ...\"; without it the tables and views are listed");
  query_command->add_option("--format", query.format, "npz: an array a column, as NumPy reads them")
      ->check(CLI::IsMember({"table", "csv", "json", "npz"}))
      ->capture_default_str();
  query_command->add_option("--out", query.out, "file of the arrays of npz");
}

void Lines::add_cache(CLI::App& app) {
  CLI::App* command = app.add_subcommand("cache", "manage the cache of runs");
  command->require_subcommand(1);
  const auto add = [&](const char* name, const char* text) {
    CLI::App* one = command->add_subcommand(name, text);
    one->add_option("--cache", cache.folder, "its folder (default: perpend in the user's cache folder)");
    return one;
  };
  list_command = add("ls", "list the runs, the most recently used first");
  collect_command = add("gc", "remove runs that have not been used for a long time");
  collect_command->add_option("--days", cache.days, "keep what was used within so many days")
      ->check(nonnegative_number)
      ->capture_default_str();
  collect_command->add_option("--most", cache.most_megabytes, "keep at most so many megabytes")
      ->check(nonnegative_number);
  verify_command = add("verify", "remove runs whose bytes are not those that were written");
  export_command = add("export", "copy all runs into the cache of another folder");
  export_command->add_option("DIR", cache.target, "the other folder")->required();
}

std::optional<ExitCode> Lines::run(const std::string& command_line) {
  study.command_line = command_line;
  study.limit = read_time_limit(limit);
  study.memory = read_memory_size(memory);
  study.engine = engine == "slurm" ? Engine::slurm : engine == "print" ? Engine::print : Engine::local;
  margins.command_line = command_line;
  margins.limit = read_time_limit(margins_limit);
  if (*margins_command) return find_scene_margins(margins);
  if (*merge_command) return merge_study(merge_folder, false);
  if (*report_command) return report_study(report_folder);
  if (*status_command) return show_study(status_folder);
  if (*study_command) return run_study(study);
  if (*query_command) return query_study(query);
  if (*list_command) return list_cache(cache);
  if (*collect_command) return collect_cache(cache);
  if (*verify_command) return verify_cache(cache);
  if (*export_command) return export_cache(cache);
  return std::nullopt;
}

}  // namespace

CarryOut add_study_commands(CLI::App& app) {
  auto lines = std::make_shared<Lines>();  // CLI11 keeps addresses of the members
  lines->add_study(app);
  lines->add_margins(app);
  lines->add_query(app);
  lines->add_cache(app);
  return [lines](const std::string& command_line) { return lines->run(command_line); };
}

}  // namespace perpend::cli
