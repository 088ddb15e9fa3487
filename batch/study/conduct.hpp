// Runs what a study plans and its file does not have yet, on all threads that are free.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "batch/cache/run_cache.hpp"
#include "batch/results/file.hpp"
#include "batch/study/plan.hpp"
#include "batch/study/workers.hpp"
#include "study/side_by_side.hpp"

namespace perpend::batch {

struct ConductOptions {
  Shard shard{};
  RunCache* cache = nullptr;        ///< nullptr: none
  ThreadBudget* threads = nullptr;  ///< beyond the calling one
  Workers* workers = nullptr;       ///< nullptr: runs are made in this process
  std::optional<double> limit{};    ///< of each run [s], wall time; nothing: none
  std::optional<double> memory{};   ///< of each run [bytes], which its worker enforces; nothing: none
  bool stops_at_failure = false;
  /// Runs that are done of those at points of grids, and the last one that was not as expected; on any thread, one call
  /// at a time.
  std::function<void(std::int64_t done, const std::string& failure)> on_progress{};
  /// Lines of refined sweeps that are done, each of a method, and all of them; on any thread.
  std::function<void(std::int64_t done, std::int64_t all)> on_refined{};
  /// What a cache cannot do is not tried again, and this is told why, once.
  std::function<void(const std::string& reason)> on_cache_trouble{};
};

struct Tally {
  std::int64_t kept = 0;      ///< were in the file
  std::int64_t cached = 0;    ///< came from the cache
  std::int64_t made = 0;      ///< were run
  std::int64_t repeated = 0;  ///< are those of a point with the same values
  bool is_complete = false;   ///< nothing was left out
};

/// Throws DatabaseError where the file cannot be written; what was finished stays in it.
[[nodiscard]] Tally conduct(const StudyPlan& plan, StudyFile& file, const ConductOptions& options);

/// A run as the file has it: ended as the scene expects, its certificates too.
[[nodiscard]] bool is_as_expected(const MethodRun& run);

}  // namespace perpend::batch
