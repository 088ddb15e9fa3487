#include "batch/results/file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "batch/cache/numerical_identity.hpp"
#include "batch/results/series.hpp"
#include "batch/results/tables.hpp"
#include "batch/results/views.hpp"
#include "reports/files/provenance.hpp"

namespace perpend::batch {

namespace {

KeptStatus status_of(const StudyFile::Result& result) {
  if (result.end == RunEnd::crashed) return KeptStatus::crashed;
  const bool met_limit = result.end != RunEnd::returned || result.record.stopped_by == StopReason::time_limit;
  return met_limit ? KeptStatus::limit : static_cast<KeptStatus>(result.record.status);
}

}  // namespace

namespace {

/// Throws DatabaseError where it is no file of this study.
void require_own(Database& database, const StudyPlan& plan, Shard shard) {
  require_format(database);
  const std::string id = study_fact(database, "experiment");
  if (id != plan.experiment().id)
    throw DatabaseError(fmt::format("{}: the study of '{}', not of '{}': give another folder", database.path(), id,
                                    plan.experiment().id));
  const bool is_shard = study_fact(database, "shard") == std::to_string(shard.number) &&
                        study_fact(database, "num_shards") == std::to_string(shard.count);
  if (!is_shard)
    throw DatabaseError(fmt::format("{}: another shard than {}/{}", database.path(), shard.number, shard.count));
}

/// The path, once it is known that its file may be written: to open a database for writing changes its bytes.
const std::string& checked(const std::string& path, const StudyPlan& plan, Shard shard) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return path;
  Database database(path, Access::read);
  if (has_tables(database)) {
    require_own(database, plan, shard);
  } else if (Query(database, "SELECT 1 FROM sqlite_master LIMIT 1").step()) {
    throw DatabaseError(path + ": a database, and not that of a study: give another folder");
  }
  return path;
}

}  // namespace

StudyFile::StudyFile(const std::string& path, const StudyPlan& plan, Shard shard, const std::string& command,
                     const std::string& scene)
    : plan_(plan),
      shard_(shard),
      folder_(std::filesystem::path(path).parent_path().string()),
      database_(checked(path, plan, shard), Access::write) {
  open(command, scene);
  prepare();
}

void StudyFile::open(const std::string& command, const std::string& scene) {
  Database::Transaction transaction(database_);
  if (!has_tables(database_)) {
    create_tables(database_);
    describe(database_, plan_, shard_);
  } else {
    adopt();
  }
  Query put(database_, "INSERT OR REPLACE INTO provenance VALUES (?, ?)");
  const Provenance provenance = reports::collect_provenance("");
  put.bind("command", command).run();
  if (!scene.empty()) put.bind("scene_file", scene).run();
  put.bind("date", provenance.date).run();
  put.bind("version", provenance.version).run();
  put.bind("compiler", provenance.compiler).run();
  put.bind("flags", provenance.flags).run();
  put.bind("cpu", provenance.cpu).run();
  put.bind("system", provenance.system).run();
  put.bind("numerical_identity", numerical_identity()).run();
  transaction.commit();
}

/// What is there was made by an earlier process: of the same plan it stays.
void StudyFile::adopt() {
  require_own(database_, plan_, shard_);
  const bool is_same = study_fact(database_, "plan") == plan_.hash();
  complete_tables(database_);
  forget_lost_series(database_, folder_);
  if (!is_same) set_aside();
  clear_tables(database_, is_same);
  describe(database_, plan_, shard_);
}

/// Runs of another plan, of which this one may have some. The keys of another program are none of this one's.
void StudyFile::set_aside() {
  Query count(database_, "SELECT COUNT(*) FROM runs");
  if (count.step()) earlier_.num_runs = count.whole(0);
  count.run();
  Query program(database_, "SELECT value FROM provenance WHERE name = 'numerical_identity'");
  earlier_.may_come_back = program.step() && program.text(0) == numerical_identity();
  program.run();
  if (!earlier_.may_come_back) return drop_runs_aside(database_);
  unpack_series(database_, folder_);
  set_aside_runs(database_);
}

void StudyFile::prepare() {
  had_runs_ = has_runs();
  has_.emplace(database_,
               "SELECT r.status, o.limit_seconds, o.limit_bytes FROM origins o JOIN runs r USING (run) WHERE run = ? "
               "AND hash = ?" +
                   std::string(plan_.keeps_series()
                                   ? " AND (EXISTS (SELECT 1 FROM series s WHERE s.run = r.run) OR EXISTS (SELECT 1 "
                                     "FROM pending_series p WHERE p.run = r.run))"
                                   : ""));
  forget_measures_.emplace(database_, "DELETE FROM run_measures WHERE run = ?");
  forget_certificates_.emplace(database_, "DELETE FROM run_certificates WHERE run = ?");
  forget_notes_.emplace(database_, "DELETE FROM run_notes WHERE run = ?");
  forget_series_.emplace(database_, "DELETE FROM series WHERE run = ?");
  add_series_.emplace(database_, "INSERT OR REPLACE INTO pending_series VALUES (?, ?)");
  add_point_.emplace(database_, "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?)");
  add_run_.emplace(
      database_,
      "INSERT OR REPLACE INTO runs (run, sweep, point, method, status, as_expected, certified, message, step, "
      "steps, planned_steps, solves, factorizations, trajectory, iterations) VALUES (?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?)");
  add_name_.emplace(database_, "INSERT OR IGNORE INTO measures VALUES (?, ?, ?, ?)");
  add_measure_.emplace(database_, "INSERT OR REPLACE INTO run_measures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  add_certificates_.emplace(database_, "INSERT OR REPLACE INTO run_certificates VALUES (?, ?, ?, ?, ?, ?, ?)");
  add_note_.emplace(database_, "INSERT OR REPLACE INTO run_notes VALUES (?, ?, ?)");
  add_origin_.emplace(database_, "INSERT OR REPLACE INTO origins VALUES (?, ?, ?, ?, ?, ?, ?)");
  if (plan_.has_repeated_points()) prepare_repeated();
  if (has_runs_aside(database_)) aside_.emplace(database_, plan_.keeps_series());
}

// The limit that a run met is the one that is kept with it.
bool StudyFile::is_final(KeptStatus status, const std::array<double, 2>& met, const Limits& limits) {
  const auto [seconds, bytes] = met;
  if (status == KeptStatus::limit && !std::isnan(bytes)) return limits.bytes && *limits.bytes <= bytes;
  if (status == KeptStatus::limit) return limits.seconds && *limits.seconds <= seconds;
  return status != KeptStatus::crashed && status != KeptStatus::not_run;
}

void StudyFile::prepare_repeated() {
  for (const char* table : tables_of_one_run)
    repeat_.emplace_back(
        database_, fmt::format("INSERT OR REPLACE INTO {0} (run, {1}) SELECT ?2, {1} FROM {0} WHERE run = ?1", table,
                               columns_without_run(database_, table)));
  repeat_at_.emplace(database_, "UPDATE runs SET point = ? WHERE run = ?");
  is_good_.emplace(
      database_,
      "SELECT as_expected AND certified FROM runs r WHERE run = ?" +
          std::string(plan_.keeps_series() ? " AND EXISTS (SELECT 1 FROM pending_series p WHERE p.run = r.run)" : ""));
}

bool StudyFile::has_runs() {
  const std::lock_guard lock(mutex_);
  return Query(database_, "SELECT 1 FROM runs LIMIT 1").step();
}

bool StudyFile::has(std::int64_t run, const std::string& hash, const Limits& limits) {
  const std::lock_guard lock(mutex_);
  return is_kept(run, hash, limits);
}

bool StudyFile::is_kept(std::int64_t run, const std::string& hash, const Limits& limits) {
  if (!has_->bind(run, hash).step()) return false;
  const KeptStatus status = read_status(has_->text(0));
  const double seconds = has_->number(1), bytes = has_->number(2);
  has_->run();
  return is_final(status, {seconds, bytes}, limits);
}

std::optional<bool> StudyFile::take_back(const PlannedPoint& point, std::int64_t run, const std::string& hash,
                                         const Limits& limits) {
  if (!aside_) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const auto found = aside_->find(hash);
  if (!found || !is_final(read_status(found->status), {found->limit_seconds, found->limit_bytes}, limits))
    return std::nullopt;
  change([&] {
    if (had_runs_) forget(run);
    add_coordinates(point);
    aside_->take_back(found->run, run, point.sweep, point.index);
  });
  return found->is_as_expected;
}

std::optional<bool> StudyFile::repeat(const PlannedPoint& point, std::int64_t run, std::int64_t from,
                                      const std::string& hash, const Limits& limits) {
  const std::lock_guard lock(mutex_);
  if (!is_good_ || !is_kept(from, hash, limits) || !is_good_->bind(from).step()) return std::nullopt;
  const bool is_as_expected = is_good_->whole(0) != 0;
  is_good_->run();
  change([&] {
    if (had_runs_) forget(run);
    add_coordinates(point);
    for (Query& copy : repeat_) copy.bind(from, run).run();
    repeat_at_->bind(point.index, run).run();
  });
  return is_as_expected;
}

std::vector<StudyFile::Failure> StudyFile::failures() {
  const std::lock_guard lock(mutex_);
  Query rows(database_, "SELECT sweep, point, run FROM runs WHERE as_expected = 0 OR certified = 0 ORDER BY run");
  std::vector<Failure> failures;
  while (rows.step()) failures.push_back({static_cast<std::size_t>(rows.whole(0)), rows.whole(1), rows.whole(2)});
  return failures;
}

std::string StudyFile::outcome(const PlannedSweep& sweep, std::int64_t run) {
  const std::lock_guard lock(mutex_);
  auto found = outcomes_.find(&sweep);
  if (found == outcomes_.end())
    found = outcomes_
                .try_emplace(&sweep, database_,
                             fmt::format("SELECT {} FROM runs r WHERE r.run = ?", outcome_sql(*sweep.spec->refinement)))
                .first;
  Query& query = found->second;
  const std::string outcome = query.bind(run).step() ? query.text(0) : "";
  query.run();
  return outcome;
}

void StudyFile::keep_refined(const StudyPlan::Line& line, const std::string& method,
                             const std::set<std::int64_t>& wanted) {
  const PlannedSweep& sweep = plan_.sweeps()[line.sweep];
  const std::int64_t first = sweep.lines->first_index(line.line), end = sweep.lines->first_index(line.line + 1);
  const std::lock_guard lock(mutex_);
  std::vector<std::int64_t> unwanted;
  Query runs(database_, "SELECT run FROM runs WHERE run >= ? AND run < ? AND method = ?");
  runs.bind(sweep.run_of(first), sweep.run_of(end), method);
  while (runs.step())
    if (!wanted.contains(runs.whole(0))) unwanted.push_back(runs.whole(0));
  if (unwanted.empty()) return;
  commit_group();
  Database::Transaction transaction(database_);
  for (const char* table :
       {"runs", "run_measures", "run_certificates", "run_notes", "origins", "series", "pending_series"}) {
    Query remove(database_, fmt::format("DELETE FROM {} WHERE run = ?", table));
    for (const std::int64_t run : unwanted) remove.bind(run).run();
  }
  // A point goes with its last run.
  Query(database_,
        "DELETE FROM points WHERE sweep = ? AND point >= ? AND point < ? AND NOT EXISTS (SELECT 1 FROM runs r WHERE "
        "r.run BETWEEN ?4 + points.point * ?5 AND ?4 + points.point * ?5 + ?5 - 1)")
      .bind(line.sweep, first, end, sweep.first_run, sweep.methods.size())
      .run();
  transaction.commit();
}

void StudyFile::add_measures(std::int64_t run, const MethodRun& record) {
  for (const MeasureRecord& one : record.measures) {
    if (known_names_.insert(one.name).second) add_name_->bind(one.name, one.text, one.unit.name, one.unit.factor).run();
    const MeasureSummary& s = one.summary;
    add_measure_->bind(run, one.name, s.max, s.min, s.final, s.rms, s.mean, s.at_max, one.max_lower, one.max_upper)
        .run();
  }
  for (const CertificateGroup& one : record.certificates)
    add_certificates_->bind(run, one.kind, one.proved, one.refuted, one.undecided, one.granted_rows, one.reason).run();
  for (std::size_t i = 0; i < record.notes.size(); ++i) add_note_->bind(run, i, record.notes[i]).run();
}

namespace {

/// Long against a transaction, short against what a person or a scheduler notices as lost.
constexpr std::chrono::milliseconds group_time{100};

}  // namespace

StudyFile::~StudyFile() {
  committer_.request_stop();
  if (committer_.joinable()) committer_.join();
  try {
    commit();
  } catch (const std::exception&) {  // it was told to who added, or nobody asks any more
  }
}

void StudyFile::commit_group() {
  if (group_) group_->commit();
  group_.reset();
  last_commit_ = std::chrono::steady_clock::now();
}

void StudyFile::commit() {
  const std::lock_guard lock(mutex_);
  if (trouble_) std::rethrow_exception(trouble_);
  commit_group();
}

void StudyFile::commit_when_due(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (!group_) {
      has_group_.wait(lock, stop, [&] { return group_.has_value(); });
    } else if (const auto due = last_commit_ + group_time; std::chrono::steady_clock::now() < due) {
      has_group_.wait_until(lock, stop, due, [] { return false; });
    } else {
      try {
        commit_group();
      } catch (const DatabaseError&) {
        trouble_ = std::current_exception();
        group_.reset();
      }
    }
  }
}

void StudyFile::add(const PlannedPoint& point, const std::vector<Result>& results) {
  const std::lock_guard lock(mutex_);
  change([&] { add_rows(point, results); });
}

/// As a part of a transaction. Pre: the lock is held.
void StudyFile::change(const std::function<void()>& rows) {
  if (trouble_) std::rethrow_exception(trouble_);
  const bool is_first = !group_;
  try {
    if (!committer_.joinable())
      committer_ = std::jthread([this](const std::stop_token& stop) { commit_when_due(stop); });
  } catch (const std::system_error&) {  // the system has no thread left: nothing waits
  }
  if (is_first) group_.emplace(database_);
  try {
    rows();
    const bool is_due = std::chrono::steady_clock::now() - last_commit_ >= group_time;
    if (is_due || !committer_.joinable()) return commit_group();
  } catch (...) {
    group_.reset();
    throw;
  }
  if (is_first) has_group_.notify_one();
}

void StudyFile::forget(std::int64_t run) {
  for (auto* forget : {&forget_measures_, &forget_certificates_, &forget_notes_, &forget_series_})
    (*forget)->bind(run).run();
}

void StudyFile::add_coordinates(const PlannedPoint& point) {
  for (std::size_t i = 0; i < point.values.coordinates.size(); ++i)
    add_point_->bind(point.sweep, point.index, i, point.values.coordinates[i]).run();
}

void StudyFile::add_rows(const PlannedPoint& point, const std::vector<Result>& results) {
  add_coordinates(point);
  for (const Result& result : results) {
    const MethodRun& r = result.record;
    const bool is_certified = std::all_of(r.certificates.begin(), r.certificates.end(),
                                          [](const CertificateGroup& group) { return group.as_expected; });
    if (had_runs_) forget(result.run);
    add_run_
        ->bind(result.run, point.sweep, point.index, plan_.sweeps()[point.sweep].methods[result.method],
               to_string(status_of(result)), r.as_expected, is_certified, r.message, r.step, r.steps, r.planned_steps,
               r.cost.solves, r.cost.factorizations, r.trajectory_hash, r.cost.iterations)
        .run();
    add_measures(result.run, r);
    if (plan_.keeps_series())
      add_series_->bind(result.run, pending_bytes(r, plan_.sweeps()[point.sweep].measures)).run();
    add_origin_
        ->bind(result.run, result.key.hash, result.is_from_cache, r.cost.seconds, r.cost.certify_seconds,
               result.limits.seconds.value_or(not_a_number),
               result.end == RunEnd::out_of_memory ? result.limits.bytes.value_or(not_a_number) : not_a_number)
        .run();
  }
}

void StudyFile::pack_series() {
  const std::lock_guard lock(mutex_);
  commit_group();
  batch::pack_series(database_, "main.pending_series", folder_);
}

std::string StudyFile::finish(const std::function<void()>& read) {
  const std::lock_guard lock(mutex_);
  commit_group();
  aside_.reset();
  drop_empty_aside(database_);
  // A shard shares its folder with all others.
  if (shard_.count == 1) remove_stale_series(database_, folder_);
  shrink(database_);
  return batch::finish(database_, read);
}

StudyState StudyFile::state() {
  const std::lock_guard lock(mutex_);
  return read_state(database_);
}

}  // namespace perpend::batch
