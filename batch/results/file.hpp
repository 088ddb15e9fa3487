// The results of a study: one SQLite file, which SQL reads (docs/studies.md describes the tables). What depends on the
// machine or on time is in the tables `origins` and `provenance`; all else is the same for the same study.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "batch/database.hpp"
#include "batch/results/aside.hpp"
#include "batch/results/kept_status.hpp"
#include "batch/results/state.hpp"
#include "batch/study/keeper.hpp"
#include "batch/study/plan.hpp"
#include "kernel/model/scene/method_run.hpp"

namespace perpend::batch {

/// Throws DatabaseError.
class StudyFile {
 public:
  /// Continues with what is there, or makes it. Throws where the file is of another experiment or shard, or was made by
  /// a newer version; it is not changed then.
  /// `command`, `scene`: what made it, and the file of the scene, for the record.
  StudyFile(const std::string& path, const StudyPlan& plan, Shard shard, const std::string& command,
            const std::string& scene = "");

  ~StudyFile();
  StudyFile(const StudyFile&) = delete;
  StudyFile& operator=(const StudyFile&) = delete;

  /// Results of another plan of the same experiment that the file had.
  struct Earlier {
    std::int64_t num_runs = 0;
    bool may_come_back = false;  ///< they are set aside; those of another program are gone
  };
  [[nodiscard]] const Earlier& earlier() const { return earlier_; }

  // For several threads:

  /// What a run may take; nothing: as much as it wants.
  struct Limits {
    std::optional<double> seconds{};
    std::optional<double> bytes{};
  };
  /// Whether another attempt would end in the same way: one that met a limit, where the limit is no longer now; a crash
  /// may have come from outside. `met`: seconds and bytes that are kept with the run, of which a NaN was not met.
  [[nodiscard]] static bool is_final(KeptStatus status, const std::array<double, 2>& met, const Limits& limits);
  [[nodiscard]] bool has_runs();
  /// Whether the file has the run, made from the same, and its end is final.
  [[nodiscard]] bool has(std::int64_t run, const std::string& hash, const Limits& limits);
  /// The run becomes one of this point where it was made from the same for an earlier plan, and `has` would take it.
  /// Nothing: it was not; else whether it is as expected.
  [[nodiscard]] std::optional<bool> take_back(const PlannedPoint& point, std::int64_t run, const std::string& hash,
                                              const Limits& limits);

  /// The run becomes one of this point, too, where the file has it under another number, `from`, and `has` would take
  /// it. Nothing: it does not; else whether it is as expected. Pre: both points have the same values.
  [[nodiscard]] std::optional<bool> repeat(const PlannedPoint& point, std::int64_t run, std::int64_t from,
                                           const std::string& hash, const Limits& limits);

  /// A run in the file that is not as expected.
  struct Failure {
    std::size_t sweep = 0;
    std::int64_t point = 0;  ///< in the sweep
    std::int64_t run = 0;
  };
  [[nodiscard]] std::vector<Failure> failures();

  struct Result {
    std::int64_t run = 0;
    std::size_t method = 0;  ///< place in PlannedSweep::methods
    RunKey key;
    MethodRun record;
    RunEnd end = RunEnd::returned;
    bool is_from_cache = false;
    Limits limits{};  ///< that it had
  };
  /// All runs of a point, at once or not at all. What is added lies on the disk 0.1 s later: short runs share a
  /// transaction, which costs as much as some of them. Throws also what went wrong with earlier ones meanwhile.
  void add(const PlannedPoint& point, const std::vector<Result>& results);
  /// What was added lies on the disk.
  void commit();

  /// What the refinement of the sweep sees of a run; empty where there is nothing to see, or no such run.
  [[nodiscard]] std::string outcome(const PlannedSweep& sweep, std::int64_t run);
  /// Forgets the runs of a method between the points of a line that are not wanted: those of an earlier program.
  void keep_refined(const StudyPlan::Line& line, const std::string& method, const std::set<std::int64_t>& wanted);

  /// Once all runs are there: moves their series into archives.
  void pack_series();

  /// Leaves one file without companions, its rows in order. Returns the SHA-256 of all that does not depend on machine
  /// and time. `read`: as in `finish` of its tables.
  [[nodiscard]] std::string finish(const std::function<void()>& read = {});

  [[nodiscard]] StudyState state();

 private:
  void open(const std::string& command, const std::string& scene);
  void adopt();
  void set_aside();
  void prepare();
  void prepare_repeated();
  // Pre: the lock is held.
  [[nodiscard]] bool is_kept(std::int64_t run, const std::string& hash, const Limits& limits);
  void change(const std::function<void()>& rows);
  void forget(std::int64_t run);
  void add_coordinates(const PlannedPoint& point);
  void add_measures(std::int64_t run, const MethodRun& record);
  void add_rows(const PlannedPoint& point, const std::vector<Result>& results);
  void commit_group();
  void commit_when_due(const std::stop_token& stop);

  const StudyPlan& plan_;
  Shard shard_;
  std::string folder_;  ///< of the file
  Earlier earlier_;
  std::mutex mutex_;  // of what follows
  Database database_;
  std::optional<Query> has_, forget_measures_, forget_certificates_, forget_notes_, forget_series_, add_point_,
      add_run_, add_name_, add_measure_, add_certificates_, add_note_, add_origin_, add_series_;
  std::map<const PlannedSweep*, Query> outcomes_;
  std::vector<Query> repeat_;  ///< of each table: copies the rows of a run; none where no point is repeated
  std::optional<Query> repeat_at_, is_good_;
  std::optional<RunsAside> aside_;              ///< nothing: there are none
  bool had_runs_ = false;                       ///< before this process, of which another program may have left rows
  std::set<std::string> known_names_;           ///< of measures that the file has
  std::optional<Database::Transaction> group_;  ///< of what was added since the last commit
  std::chrono::steady_clock::time_point last_commit_;
  std::exception_ptr trouble_;  ///< of a commit that no caller waited for
  std::condition_variable_any has_group_;
  std::jthread committer_;  ///< commits groups that are not added to; begins with the first one
};

}  // namespace perpend::batch
