#include "batch/results/reasons.hpp"

#include <fmt/format.h>

#include <cmath>

#include "batch/results/aside.hpp"
#include "batch/results/kept_status.hpp"
#include "batch/results/tables.hpp"
#include "batch/results/views.hpp"

namespace perpend::batch {

namespace {

/// Runs by their keys, wherever the file has them: in a table of the connection, not of the file.
void collect_runs(Database& database) {
  database.run("PRAGMA temp_store = MEMORY");
  database.run(
      "CREATE TEMP TABLE known (hash TEXT PRIMARY KEY, status TEXT, message TEXT, seconds REAL, bytes REAL, aside "
      "INTEGER) WITHOUT ROWID");
  const auto collect = [&](const char* prefix, int is_aside) {
    database.run(fmt::format(
        "INSERT OR IGNORE INTO known SELECT o.hash, r.status, r.message, o.limit_seconds, o.limit_bytes, {1} "
        "FROM {0}origins o JOIN {0}runs r USING (run)",
        prefix, is_aside));
  };
  collect("main.", 0);
  if (has_runs_aside(database)) collect("aside_", 1);
}

}  // namespace

FileReasons::FileReasons(Database& database, const StudyPlan& plan, const StudyFile::Limits& limits)
    : database_(database), limits_(limits), is_same_plan_(study_fact(database, "plan") == plan.hash()) {
  collect_runs(database);
  find_.emplace(database, "SELECT status, message, seconds, bytes, aside FROM known WHERE hash = ?");
  if (is_same_plan_) other_.emplace(database, "SELECT 1 FROM runs WHERE run = ?");
}

std::optional<FileReasons::Reason> FileReasons::of(std::int64_t run, const RunKey& key) {
  if (!find_->bind(key.hash).step()) {
    // In one plan nothing else can have changed.
    if (other_ && other_->bind(run).step()) return Reason{false, "the file of the study has it of another program"};
    return std::nullopt;
  }
  const KeptStatus status = read_status(find_->text(0));
  const double seconds = find_->number(2), bytes = find_->number(3);
  const bool is_earlier = !is_same_plan_ || find_->whole(4) != 0;
  const std::string message = find_->text(1);
  find_->run();
  std::string end;
  if (status == KeptStatus::limit)
    end = std::isnan(bytes) ? fmt::format("it met its limit of {:.4g} s", seconds)
                            : fmt::format("it met its limit of {:.4g} MB", bytes / 1e6);
  if (StudyFile::is_final(status, {seconds, bytes}, limits_))
    return Reason{true, fmt::format("in the file of the study{}{}", is_earlier ? ", of an earlier plan" : "",
                                    end.empty() ? "" : ": " + end)};
  if (status == KeptStatus::crashed) end = "its process crashed, perhaps by what happened around it";
  if (status == KeptStatus::not_run) end = "it could not begin: " + message;
  if (status == KeptStatus::limit) end += ", and may take more now";
  return Reason{false, std::move(end)};
}

std::string FileReasons::outcome(const PlannedSweep& sweep, std::int64_t run, const RunKey& key) {
  if (!is_same_plan_) return "";
  auto found = outcomes_.find(&sweep);
  if (found == outcomes_.end()) {
    const std::string sql =
        fmt::format("SELECT {} FROM runs r JOIN origins o USING (run) WHERE r.run = ? AND o.hash = ?",
                    outcome_sql(*sweep.spec->refinement));
    found = outcomes_.try_emplace(&sweep, database_, sql).first;
  }
  Query& query = found->second;
  const std::string outcome = query.bind(run, key.hash).step() ? query.text(0) : "";
  query.run();
  return outcome;
}

}  // namespace perpend::batch
