// A study, or one shard of it, run into its folder; and shards that are merged there.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "batch/study/claims.hpp"
#include "batch/study/conduct.hpp"
#include "batch/study/shards.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::batch {

struct StudySettings {
  std::string folder;  ///< of the results; made where it is missing
  Shard shard{};
  int jobs = 1;                    ///< points at a time
  bool is_isolated = true;         ///< runs are made in processes of their own
  std::optional<double> limit{};   ///< of each run [s], wall time; nothing: none
  std::optional<double> memory{};  ///< of each run [bytes]; nothing: none. Pre: isolated
  bool stops_at_failure = false;
  std::string command{};  ///< for the record
  std::string scene{};    ///< its file, for the record
  /// Asked once the processes of the runs are there, which must not share its open file; nullptr: no cache.
  std::function<RunCache*()> cache{};
  /// What there is of an earlier plan, where there is something.
  std::function<void(const StudyFile::Earlier& earlier)> on_earlier{};
  // As of ConductOptions.
  std::function<void(std::int64_t done, const std::string& failure)> on_progress{};
  std::function<void(std::int64_t done, std::int64_t all)> on_refined{};
  std::function<void(const std::string& reason)> on_cache_trouble{};
};

struct StudyOutcome {
  std::string trouble;  ///< why the folder cannot be used; empty: it was, and what follows holds
  std::string path;     ///< of the file
  Tally tally;
  StudyState state;
  SweepFindings found;                             ///< of a whole study that is complete
  std::string hash;                                ///< of the content
  std::optional<reports::WriteError> unwritten{};  ///< what keeps study.html of a complete study from being written
};

/// Continues with what the folder has. Pre: the process has one thread, or runs are not isolated. Throws DatabaseError.
[[nodiscard]] StudyOutcome run_study(const StudyPlan& plan, const StudySettings& settings);

struct MergedStudy {
  std::vector<std::string> trouble;  ///< why there is nothing to merge; empty: study.sqlite is made
  std::string path{};
  std::int64_t num_runs = 0;
  std::size_t num_shards = 0;
  std::string hash{};  ///< of the content
};

/// Throws DatabaseError.
[[nodiscard]] MergedStudy merge_study(const std::string& folder);

}  // namespace perpend::batch
