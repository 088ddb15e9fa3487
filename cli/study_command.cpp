#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <limits>
#include <memory>

#include "batch/conduct.hpp"
#include "batch/shards.hpp"
#include "batch/study_claims.hpp"
#include "batch/study_outline.hpp"
#include "cli/cache_choice.hpp"
#include "cli/load_scene.hpp"
#include "cli/process.hpp"
#include "cli/progress.hpp"
#include "cli/result_folder.hpp"
#include "cli/slurm_study.hpp"
#include "cli/study_arguments.hpp"
#include "cli/study_preview.hpp"
#include "cli/study_script.hpp"
#include "kernel/model/stop.hpp"
#include "reports/files/atomic_file.hpp"
#include "reports/page/static_page.hpp"
#include "reports/text/text.hpp"
#include "study/sweep_point.hpp"

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
  const bool is_good =
      bad == std::errc() && rest == end && shard.number >= 1 && shard.number <= shard.count && shard.count <= 1000000;
  return is_good ? std::optional(shard) : std::nullopt;
}

/// What is wrong with the choice of sweeps, or with the scene at the first or last point of one; empty: nothing. The
/// other points are asked when they run: a wrong one is a result.
std::string find_error(const StudyArguments& arguments, const Experiment& experiment, const batch::StudyPlan& plan) {
  std::vector<std::string> known;
  for (const SweepSpec& sweep : experiment.sweeps) known.push_back(sweep.name);
  if (known.empty())
    return "the scene has no sweep, and a study runs the points of sweeps: add one, or use 'perpend run'";
  for (const std::string& name : arguments.sweeps)
    if (std::find(known.begin(), known.end(), name) == known.end())
      return fmt::format("no sweep '{}' in the scene; it has {}", name, fmt::join(known, ", "));
  for (const batch::PlannedSweep& sweep : plan.sweeps())
    for (const std::int64_t number : {sweep.first_point, sweep.first_point + sweep.num_points - 1}) {
      const batch::PlannedPoint point = plan.point(number);
      const SweptScene scene(plan.document(), *sweep.spec, sweep.detail, point.values, plan.overrides(), sweep.methods);
      if (!scene.error().empty())
        return fmt::format("sweep {} at {}: {}", sweep.spec->name, values_text(point.values.overrides), scene.error());
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
  batch::Database database(path, batch::Access::read);
  batch::Query failures(
      database,
      "SELECT s.name, r.point, r.method, r.status, r.message, r.as_expected FROM runs r "
      "JOIN sweeps s USING (sweep) WHERE r.as_expected = 0 OR r.certified = 0 ORDER BY r.run LIMIT ?");
  failures.bind(most_failures_shown);
  while (failures.step()) {
    const std::string message = failures.text(4);
    print_out("  {} / {} / {}: {}{}{}\n", failures.text(0), failures.whole(1), failures.text(2), failures.text(3),
              message.empty() ? "" : ": " + message,
              failures.whole(5) != 0 ? ", and a certificate is not as expected" : "");
  }
  if (count > most_failures_shown) print_out("  and {} more\n", count - most_failures_shown);
}

/// study.html next to the file.
std::optional<reports::WriteError> write_page(const std::string& path) {
  batch::Database database(path, batch::Access::read);
  const std::string page = reports::static_page(batch::outline_of(database));
  return reports::write_file((fs::path(path).parent_path() / "study.html").string(), page);
}

ExitCode code_of(const std::string& path) {
  batch::Database database(path, batch::Access::read);
  batch::Query sum(database, "SELECT COALESCE(SUM(as_expected = 0), 0), COALESCE(SUM(certified = 0), 0) FROM runs");
  if (!sum.step()) return ExitCode::internal_error;
  if (sum.whole(0) > 0) return ExitCode::not_completed;
  batch::Query claims(database, "SELECT COUNT(*) FROM claims WHERE status != expect");
  const bool has_unexpected = claims.step() && claims.whole(0) > 0;
  return sum.whole(1) > 0 || has_unexpected ? ExitCode::unexpected : ExitCode::as_expected;
}

void print_claims(const std::vector<ClaimRecord>& claims) {
  for (const ClaimRecord& claim : claims) {
    const std::vector<std::string> ends =
        reports::distinct_texts({claim.lo / claim.unit.factor, claim.hi / claim.unit.factor});
    const std::string value = claim.lo == claim.hi ? ends[0] : ends[0] + " to " + ends[1];
    print_out("claim {}: {}{}: {} is {}{}{}, {}{}\n", claim.id, to_string(claim.status),
              claim.as_expected() ? "" : " (not as expected)", claim.text, value, claim.unit.name.empty() ? "" : " ",
              claim.unit.name, claim.range_text, claim.reason.empty() ? "" : "; " + claim.reason);
  }
}

/// Nothing where the study keeps none, or has not packed them yet.
void print_series(const std::string& path) {
  batch::Database database(path, batch::Access::read);
  batch::Query sum(database, "SELECT COUNT(*), SUM(num_runs), SUM(bytes) FROM series_chunks");
  if (!sum.step() || sum.whole(0) == 0) return;
  print_out("{}: series of {} in {}, {:.3g} MB\n", (fs::path(path).parent_path() / "series").string(),
            reports::counted(static_cast<long>(sum.whole(1)), "run"),
            reports::counted(static_cast<long>(sum.whole(0)), "file"), sum.number(2) / 1e6);
}

class StudyRun {
 public:
  StudyRun(const StudyArguments& arguments, const batch::StudyPlan& plan, batch::Shard shard)
      : arguments_(arguments), plan_(plan), shard_(shard), path_(arguments.out + "/" + batch::file_name(shard)) {}

  ExitCode run();

 private:
  batch::Tally conduct(batch::StudyFile& file, batch::Workers* workers);

  const StudyArguments& arguments_;
  const batch::StudyPlan& plan_;
  batch::Shard shard_;
  std::string path_;
};

/// nullptr: runs are made in this process.
std::unique_ptr<batch::Workers> start_workers(const StudyArguments& arguments, const batch::StudyPlan& plan,
                                              batch::Shard shard) {
  if (!arguments.is_isolated) return nullptr;
  batch::WorkerLimits limits{.bytes = {}, .seconds = arguments.limit};
  if (arguments.memory) limits.bytes = static_cast<std::int64_t>(*arguments.memory);
  const auto count = std::clamp<std::int64_t>(plan.num_points(shard), 1, num_jobs(arguments));
  auto runs = std::make_shared<batch::PointRuns>(plan, arguments.limit);
  return std::make_unique<batch::Workers>(
      static_cast<int>(count), [runs](const batch::WorkOrder& order) { return runs->run(order); }, limits);
}

batch::Tally StudyRun::conduct(batch::StudyFile& file, batch::Workers* workers) {
  const auto cache = open_cache(arguments_.cache, batch::Access::write);
  Progress progress(arguments_.file, arguments_.is_quiet);
  ThreadBudget threads(num_jobs(arguments_) - 1);
  const auto planned = static_cast<long>(plan_.num_runs(shard_));
  int num_failures = 0;
  batch::ConductOptions options{.shard = shard_,
                                .cache = cache.get(),
                                .threads = &threads,
                                .workers = workers,
                                .limit = arguments_.limit,
                                .memory = arguments_.memory,
                                .stops_at_failure = arguments_.stops_at_failure};
  options.on_progress = [&](std::int64_t done, const std::string& failure) {
    if (!failure.empty() && !arguments_.is_quiet && ++num_failures <= most_failures_shown)
      progress.tell("not as expected: " + failure);
    progress.update("runs", static_cast<long>(done), planned);
  };
  options.on_refined = [&](std::int64_t done, std::int64_t all) {
    progress.update("refined lines", static_cast<long>(done), static_cast<long>(all));
  };
  options.on_cache_trouble = tell_cache_trouble;
  const batch::Tally tally = batch::conduct(plan_, file, options);
  trim(cache.get());
  return tally;
}

ExitCode StudyRun::run() {
  // Before there are threads, locks and open files that they would share.
  const auto workers = start_workers(arguments_, plan_, shard_);
  if (const auto error = reports::create_directory(arguments_.out)) {
    say("error: " + error->message() + "\n");
    return ExitCode::internal_error;
  }
  const FolderLock lock(arguments_.out, "." + batch::file_name(shard_) + ".lock");
  if (!lock.is_held()) {
    say(fmt::format("error: {}\n", lock.trouble()));
    return ExitCode::internal_error;
  }
  batch::StudyFile file(path_, plan_, shard_, arguments_.command_line);
  if (file.replaced() > 0) say(fmt::format("{}: {} runs of an earlier plan are replaced\n", path_, file.replaced()));
  const batch::Tally tally = conduct(file, workers.get());
  std::vector<ClaimRecord> claims;
  if (tally.is_complete && shard_.count == 1) {
    batch::Database database(path_, batch::Access::write);
    claims = batch::judge_claims(database, plan_);
  }
  if (tally.is_complete && shard_.count == 1) file.pack_series();
  const std::string hash = file.finish();
  const batch::StudyState state = file.state();
  if (!arguments_.is_quiet) {
    print_out("{}: {} of {} runs: {} kept, {} from the cache, {} made; {} not as expected\n", path_, state.finished,
              state.expected, tally.kept, tally.cached, tally.made, state.unexpected);
    if (state.unexpected > 0) print_failures(path_, state.unexpected);
    print_claims(claims);
    print_series(path_);
    if (tally.is_complete) print_out("content {}\n", hash);
  }
  const auto error = tally.is_complete && shard_.count == 1 ? write_page(path_) : std::nullopt;
  if (error) say("error: " + error->message() + "\n");
  if (arguments_.stops_at_failure && !tally.is_complete && !is_interrupted())
    say(fmt::format("{}: a run is not as expected, and --fail-fast stops there\n", arguments_.file));
  if (is_interrupted()) {
    say(fmt::format("{}: interrupted; the same command goes on\n", arguments_.file));
    return ExitCode::interrupted;
  }
  return error ? ExitCode::internal_error : code_of(path_);
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
    if (file && batch::read_state(*file).plan != plan.hash()) file.reset();
    print_reasons(arguments, plan, shard, cache.get(), file ? &*file : nullptr);
    return ExitCode::as_expected;
  }
  if (arguments.out.empty()) {
    say("error: give the folder of the results: --out DIR\n");
    return ExitCode::scene_error;
  }
  if (arguments.engine == Engine::print) return write_script(arguments, plan);
  if (arguments.engine == Engine::slurm) return run_on_slurm(arguments, plan);
  return StudyRun(arguments, plan, shard).run();
}

/// A database that cannot be used, as a message and an exit code.
template <class Action>
ExitCode guarded(const Action& action) {
  try {
    return action();
  } catch (const batch::DatabaseError& error) {
    say(fmt::format("error: {}\n", error.what()));
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
  if (!shard) say(fmt::format("error: --shard {}: write k/K with 1 <= k <= K, as in --shard 3/16\n", arguments.shard));
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

ExitCode merge_study(const std::string& folder, bool is_quiet) {
  return guarded([&] {
    const batch::Shards shards = batch::find_shards(folder);
    for (const std::string& trouble : shards.trouble) say("error: " + trouble + "\n");
    if (!shards.trouble.empty()) return ExitCode::internal_error;
    const FolderLock lock(folder, "." + batch::file_name({}) + ".lock");
    if (!lock.is_held()) {
      say(fmt::format("error: {}\n", lock.trouble()));
      return ExitCode::internal_error;
    }
    const std::string hash = batch::merge_shards(folder, shards);
    const std::string path = folder + "/" + batch::file_name({});
    std::int64_t num_runs = 0;
    for (const batch::StudyState& state : shards.states) num_runs += state.finished;
    if (!is_quiet) {
      print_out("{}: {} runs of {} shards\n", path, num_runs, shards.files.size());
      print_series(path);
      print_out("content {}\n", hash);
    }
    return report_study(folder);
  });
}

ExitCode report_study(const std::string& folder) {
  return guarded([&] {
    const std::string path = folder + "/" + batch::file_name({});
    const auto error = write_page(path);
    if (error) say("error: " + error->message() + "\n");
    return error ? ExitCode::internal_error : code_of(path);
  });
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
