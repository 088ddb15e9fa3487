#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>

#include "batch/page/study_page.hpp"
#include "batch/study/run.hpp"
#include "batch/study/shards.hpp"
#include "cli/commands/cache_choice.hpp"
#include "cli/commands/load_scene.hpp"
#include "cli/commands/study_arguments.hpp"
#include "cli/commands/study_cluster.hpp"
#include "cli/commands/study_preview.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "kernel/model/stop.hpp"
#include "reports/text/fits.hpp"
#include "reports/text/text.hpp"
#include "study/sweeps/sweep_point.hpp"

namespace perpend::cli {

namespace {

namespace fs = std::filesystem;

constexpr int most_failures_shown = 10;

/// "3/16".
std::optional<batch::Shard> read_shard(const std::string& text) {
  if (text.empty()) return batch::Shard{};
  batch::Shard shard{0, 0};
  const char* const end = text.data() + text.size();
  const auto [slash, wrong] = std::from_chars(text.data(), end, shard.number);
  if (wrong != std::errc() || slash == end || *slash != '/') return std::nullopt;
  const auto [rest, bad] = std::from_chars(slash + 1, end, shard.count);
  const bool is_good = bad == std::errc() && rest == end && shard.number >= 1 && shard.number <= shard.count &&
                       shard.count <= most_shards;
  return is_good ? std::optional(shard) : std::nullopt;
}

/// What is wrong with the choice of sweeps, or with the scene at the first and the last point of one; empty: nothing.
/// Where one of these is right, the study runs: a point without a valid scene is a result.
std::string find_error(const StudyArguments& arguments, const Experiment& experiment, const batch::StudyPlan& plan) {
  std::vector<std::string> known;
  for (const SweepSpec& sweep : experiment.sweeps) known.push_back(sweep.name);
  if (known.empty())
    return "the scene has no sweep, and a study runs the points of sweeps: add one, or use 'perpend run'";
  for (const std::string& name : arguments.sweeps)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fmt::format("no sweep '{}' in the scene; it has {}", name, fmt::join(known, ", "));
  for (const batch::PlannedSweep& sweep : plan.sweeps()) {
    std::string error;
    for (const std::int64_t number : {sweep.first_point + sweep.num_points - 1, sweep.first_point}) {
      const batch::PlannedPoint point = plan.point(number);
      const SweptScene scene(plan.document(), *sweep.spec, sweep.detail, point.values, plan.overrides(), sweep.methods);
      error = scene.error();
      if (error.empty()) break;
      error = fmt::format("sweep {} at {}: {}", sweep.spec->name, values_text(point.values.overrides), error);
    }
    if (!error.empty()) return error;
  }
  return "";
}

/// Values of --set that no run has: those of its sweep hold.
void tell_swept(const StudyArguments& arguments, const batch::StudyPlan& plan) {
  for (const dsl::Override& one : plan.overrides()) {
    std::vector<std::string> sweeps;
    for (const batch::PlannedSweep& sweep : plan.sweeps())
      for (const SweepAxis& axis : sweep.spec->axes)
        if (axis.key == one.name) sweeps.push_back(sweep.spec->name);
    if (!sweeps.empty() && !arguments.is_quiet)
      say(fmt::format("{}: --set {}: swept by {}, whose values hold there{}\n", arguments.file, one.name,
                      fmt::join(sweeps, " and "), sweeps.size() == plan.sweeps().size() ? ": it changes no run" : ""));
  }
}

void print_failures(const std::string& path, std::int64_t count) {
  for (const batch::UnexpectedRun& run : batch::unexpected_runs(path, most_failures_shown))
    print_out("  {} / {} / {}: {}{}{}\n", run.sweep, run.point, run.method, run.status,
              run.message.empty() ? "" : ": " + run.message,
              run.has_unexpected_certificate ? ", and a certificate is not as expected" : "");
  if (count > most_failures_shown) print_out("  and {} more\n", count - most_failures_shown);
}

ExitCode code_of(const std::string& path) {
  switch (batch::verdict_of(path)) {
    case batch::StudyVerdict::not_completed:
      return ExitCode::not_completed;
    case batch::StudyVerdict::unexpected:
      return ExitCode::unexpected;
    case batch::StudyVerdict::as_expected:
      break;
  }
  return ExitCode::as_expected;
}

void print_claims(const std::vector<ClaimRecord>& claims) {
  for (const ClaimRecord& claim : claims) {
    const std::string numbers = batch::range_text(claim.lo / claim.unit.factor, claim.hi / claim.unit.factor);
    const std::string value = std::isnan(claim.lo)
                                  ? "has no value"
                                  : fmt::format("is {}{}{}, {}", numbers, claim.unit.name.empty() ? "" : " ",
                                                claim.unit.name, claim.range_text);
    print_out("claim {}: {}{}: {} {}{}\n", claim.id, to_string(claim.status),
              claim.as_expected() ? "" : " (not as expected)", claim.text, value,
              claim.reason.empty() ? "" : "; " + claim.reason);
  }
}

void print_series(const std::string& path) {
  if (const auto series = batch::series_of(path))
    print_out("{}: series of {} in {}, {:.3g} MB\n", series->folder,
              reports::counted(static_cast<long>(series->num_runs), "run"),
              reports::counted(static_cast<long>(series->num_files), "file"), series->bytes / 1e6);
}

void print_outcome(const batch::StudyOutcome& outcome) {
  const auto& [trouble, path, tally, state, found, hash, unwritten] = outcome;
  const std::string repeated =
      tally.repeated > 0 ? fmt::format(", {} of points that are listed again", tally.repeated) : "";
  print_out("{}: {} of {} runs: {} kept, {} from the cache, {} made{}; {} not as expected\n", path, state.finished,
            state.expected, tally.kept, tally.cached, tally.made, repeated, state.unexpected);
  if (state.unexpected > 0) print_failures(path, state.unexpected);
  for (const FitRecord& fit : found.fits)
    for (const std::string& sentence : reports::describe_fit(fit)) print_out("fit {}: {}\n", fit.name, sentence);
  print_claims(found.claims);
  print_series(path);
  if (tally.is_complete) print_out("content {}\n", hash);
}

/// The page alone: `path` has all runs.
void tell_unwritten(const reports::WriteError& error, const std::string& path) {
  say(fmt::format("error: {}; {} has all runs: once this is mended, 'perpend study report {}' writes the page\n",
                  error.message(), path, fs::path(path).parent_path().string()));
}

ExitCode write_page(const std::string& path) {
  const auto error = batch::write_study_page(path);
  if (error) tell_unwritten(*error, path);
  return error ? ExitCode::internal_error : code_of(path);
}

batch::StudyOutcome run_here(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard) {
  std::unique_ptr<batch::RunCache> cache;
  Progress progress(arguments.file, arguments.is_quiet);
  const auto planned = static_cast<long>(plan.num_runs(shard));
  int num_failures = 0;
  batch::StudySettings settings{.folder = arguments.out,
                                .shard = shard,
                                .jobs = num_jobs(arguments),
                                .is_isolated = arguments.is_isolated,
                                .limit = arguments.limit,
                                .memory = arguments.memory,
                                .stops_at_failure = arguments.stops_at_failure,
                                .command = arguments.command_line,
                                .scene = arguments.file};
  settings.cache = [&] {
    cache = open_cache(arguments.cache, batch::Access::write);
    return cache.get();
  };
  settings.on_earlier = [&](const batch::StudyFile::Earlier& earlier) {
    Progress::tell(fmt::format("{}/{}: {} of an earlier plan {} {}", arguments.out, batch::file_name(shard),
                               reports::counted(static_cast<long>(earlier.num_runs), "run"),
                               earlier.num_runs == 1 ? "is" : "are",
                               earlier.may_come_back ? "set aside; those that this plan asks for come back"
                                                     : "replaced, which another program made"));
  };
  settings.on_progress = [&](std::int64_t done, const std::string& failure) {
    if (!failure.empty() && !arguments.is_quiet && ++num_failures <= most_failures_shown)
      Progress::tell("not as expected: " + failure);
    progress.update("runs", static_cast<long>(done), planned);
  };
  settings.on_refined = [&](std::int64_t done, std::int64_t all) {
    progress.update("refined lines", static_cast<long>(done), static_cast<long>(all));
  };
  settings.on_cache_trouble = tell_cache_trouble;
  batch::StudyOutcome outcome = batch::run_study(plan, settings);
  trim(cache.get());
  return outcome;
}

ExitCode run_shard(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard) {
  const batch::StudyOutcome outcome = run_here(arguments, plan, shard);
  if (!outcome.trouble.empty()) {
    say("error: " + outcome.trouble + "\n");
    return ExitCode::internal_error;
  }
  if (!arguments.is_quiet) print_outcome(outcome);
  if (outcome.unwritten) tell_unwritten(*outcome.unwritten, outcome.path);
  if (arguments.stops_at_failure && !outcome.tally.is_complete && !is_interrupted())
    say(fmt::format("{}: a run is not as expected, and --fail-fast stops there\n", arguments.file));
  if (is_interrupted()) {
    say(fmt::format("{}: interrupted; the same command continues it\n", arguments.file));
    return ExitCode::interrupted;
  }
  return outcome.unwritten ? ExitCode::internal_error : code_of(outcome.path);
}

ExitCode run_plan(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard) {
  if (arguments.is_dry) {
    print_plan(arguments, plan, shard);
    return ExitCode::as_expected;
  }
  const std::string path = arguments.out + "/" + batch::file_name(shard);
  if (arguments.says_why) {
    const auto cache = open_cache(arguments.cache, batch::Access::read);
    std::optional<batch::Database> file;
    if (!arguments.out.empty() && fs::exists(path)) file.emplace(path, batch::Access::read);
    if (file) static_cast<void>(batch::read_state(*file));  // refuses what is no study
    print_reasons(arguments, plan, shard, cache.get(), file ? &*file : nullptr);
    return ExitCode::as_expected;
  }
  if (arguments.out.empty()) {
    say("error: give the folder of the results: --out DIR\n");
    return ExitCode::scene_error;
  }
  if (arguments.engine == Engine::print) return write_script(arguments, plan);
  if (arguments.engine == Engine::slurm) return run_on_slurm(arguments, plan);
  return run_shard(arguments, plan, shard);
}

/// A database that cannot be used, as a message and an exit code.
template <class Action>
ExitCode guarded(const Action& action) {
  try {
    return action();
  } catch (const batch::FullDisk& error) {
    say(fmt::format("error: {}; what is finished is kept: make room, and start the same command again\n",
                    error.what()));
  } catch (const batch::DamagedDatabase& error) {
    say(
        fmt::format("error: {}; the file is damaged: remove it, and start the study again: runs that are in the cache "
                    "are not made again\n",
                    error.what()));
  } catch (const batch::DatabaseError& error) {
    say(fmt::format("error: {}\n", error.what()));
  } catch (const batch::WorkersGone& error) {
    say(fmt::format("error: {}; what is finished is kept: start the same command again\n", error.what()));
  } catch (const fs::filesystem_error& error) {
    say(fmt::format("error: {}\n", error.what()));
  }
  return ExitCode::internal_error;
}

}  // namespace

ExitCode run_study(const StudyArguments& arguments) {
  const auto overrides = read_overrides(arguments.set);
  const auto shard = read_shard(arguments.shard);
  if (arguments.file.empty()) say("error: give a scene: perpend study FILE.scene --out DIR\n");
  if (!shard)
    say(fmt::format("error: --shard {}: write k/K with 1 <= k <= K <= {}, as in --shard 3/16\n", arguments.shard,
                    most_shards));
  if (!overrides || !shard || arguments.file.empty()) return ExitCode::scene_error;
  LoadedScene scene = load_scene(arguments.file, *overrides, arguments.is_quiet, arguments.methods);
  if (!scene.experiment) return is_interrupted() ? ExitCode::interrupted : ExitCode::scene_error;
  std::vector<std::string> left_out;  // claims, which a study does not judge
  const auto unknown = select_methods(*scene.experiment, arguments.methods, left_out);
  add_default_measures(*scene.experiment);
  const batch::StudyPlan plan(*scene.document, *scene.experiment, *overrides, arguments.sweeps, arguments.methods,
                              arguments.keeps_series);
  const std::string error = unknown ? *unknown : find_error(arguments, *scene.experiment, plan);
  if (!error.empty()) {
    say(fmt::format("{}: error: {}\n", arguments.file, error));
    return ExitCode::scene_error;
  }
  tell_swept(arguments, plan);
  return guarded([&] { return run_plan(arguments, plan, *shard); });
}

ExitCode tell_merged(const batch::MergedStudy& merged, bool is_quiet) {
  for (const std::string& trouble : merged.trouble) say("error: " + trouble + "\n");
  if (!merged.trouble.empty()) return ExitCode::internal_error;
  if (!is_quiet) {
    print_out("{}: {} runs of {}\n", merged.path, merged.num_runs,
              reports::counted(static_cast<long>(merged.num_shards), "shard"));
    print_series(merged.path);
    print_out("content {}\n", merged.hash);
  }
  return write_page(merged.path);
}

ExitCode merge_study(const std::string& folder, bool is_quiet) {
  return guarded([&] { return tell_merged(batch::merge_study(folder), is_quiet); });
}

ExitCode report_study(const std::string& folder) {
  return guarded([&] { return write_page(folder + "/" + batch::file_name({})); });
}

ExitCode show_study(const std::string& folder) {
  return guarded([&] {
    bool has_any = false;
    const auto show = [&](const std::string& file, const batch::StudyState& state) {
      has_any = true;
      print_out("{}: {}: {} of {} runs, {} not as expected\n", file, state.experiment, state.finished, state.expected,
                state.unexpected);
    };
    if (const std::string whole = folder + "/" + batch::file_name({}); fs::exists(whole)) {
      batch::Database database(whole, batch::Access::read);
      show(whole, batch::read_state(database));
    }
    const batch::Shards shards = batch::find_shards(folder);
    for (std::size_t i = 0; i < shards.files.size(); ++i) show(shards.files[i], shards.states[i]);
    if (!shards.files.empty() || !has_any)
      for (const std::string& trouble : shards.trouble) print_out("{}\n", trouble);
    return has_any ? ExitCode::as_expected : ExitCode::scene_error;
  });
}

}  // namespace perpend::cli
