// A script that runs one shard of a study: as a job array under Slurm, and with the number of the shard as its argument
// under anything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "batch/study/plan.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::batch {

struct JobScript {
  std::string program;               ///< absolute path
  std::string scene;                 ///< absolute path
  std::string folder;                ///< absolute path, which all nodes see
  std::vector<std::string> options;  ///< of perpend study, but for --shard, --out and --jobs
  std::string name;                  ///< of the job, JobName::text()
  std::int64_t num_shards = 1;
  int threads = 1;                ///< of a shard
  bool stops_at_failure = false;  ///< a shard with a run that is not as expected may be incomplete
};

/// What the jobs of a study are found by again, whoever submitted them.
struct JobName {
  std::string folder;  ///< 8 digits of the hash of its absolute path
  std::string plan;    ///< and of the hash of the plan
  std::int64_t num_shards = 1;
  std::string experiment;  ///< letters, digits, '_', '-'

  [[nodiscard]] std::string text() const;
  /// Nothing for other jobs.
  [[nodiscard]] static std::optional<JobName> read(const std::string& text);
};
[[nodiscard]] JobName job_name(const std::string& folder, const StudyPlan& plan, std::int64_t num_shards);

/// Each shard works on the node's own disk and copies its file back under another name first, so that a shard that is
/// lost leaves no half file; started again, it continues from the file in the folder.
[[nodiscard]] std::string job_script(const JobScript& job);

/// Where it belongs.
[[nodiscard]] std::string script_path(const std::string& folder);
/// Writes it, the folder too.
[[nodiscard]] std::optional<reports::WriteError> write_script(const JobScript& job);

/// The same for the same command started again; no '/' at its end.
[[nodiscard]] std::string absolute_folder(const std::string& folder);

/// Shards of about five minutes each, but no more than `most`, what the scheduler takes, nor than there are points.
[[nodiscard]] std::int64_t shards_for(double seconds, std::int64_t num_points, std::int64_t most);

/// As many, from a sample of runs.
[[nodiscard]] std::int64_t fitting_shards(const StudyPlan& plan, int threads, std::int64_t most);

/// What Slurm takes where its administrator sets nothing else: MaxArraySize 1001, with numbers below it.
inline constexpr std::int64_t most_shards_by_default = 1000;

}  // namespace perpend::batch
