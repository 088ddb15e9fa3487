// A study whose shards are jobs of a Slurm cluster.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "batch/cluster/job_script.hpp"
#include "batch/study/run.hpp"

namespace perpend::batch {

struct SlurmSettings {
  std::string folder;       ///< of the results, as messages name it; that of the script is its absolute path
  JobScript script;         ///< of each shard; its name and the number of shards are found here
  std::int64_t shards = 0;  ///< 0: as many as take about five minutes each
  int resubmit = 3;         ///< how often a shard that was lost is submitted again
  /// What becomes of the shards, a line each.
  std::function<void(const std::string& line)> on_event{};
  /// A shard that is not submitted any more.
  std::function<void(const std::string& line)> on_loss{};
  std::function<void(const std::string& what, std::int64_t done, std::int64_t planned)> on_progress{};
};

struct SlurmOutcome {
  enum class End {
    complete,     ///< all runs are in study.sqlite
    refused,      ///< nothing was submitted
    failed,       ///< a run is not as expected, and the study stops there; the other jobs are cancelled
    lost,         ///< shards were submitted as often as they may be
    interrupted,  ///< the jobs continue
  };
  End end = End::complete;
  std::string trouble{};  ///< refused: why
  std::string job_name{};
  std::int64_t num_shards = 1, num_complete = 0, num_under_way = 0, num_lost = 0;
  std::optional<MergedStudy> merged{};  ///< complete, of several shards that were merged now
};

/// Submits the shards that are neither complete nor under way, follows them, and submits again those that were lost. An
/// interruption leaves the jobs alone. Throws DatabaseError, and SlurmError where Slurm does not answer.
[[nodiscard]] SlurmOutcome run_on_slurm(const StudyPlan& plan, const SlurmSettings& settings);

}  // namespace perpend::batch
