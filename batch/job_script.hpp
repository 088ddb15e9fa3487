// A script that runs one shard of a study: as a job array under Slurm, and with the number of the shard as its argument
// under anything else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace perpend::batch {

struct JobScript {
  std::string program;               ///< absolute path
  std::string scene;                 ///< absolute path
  std::string folder;                ///< absolute path, which all nodes see
  std::vector<std::string> options;  ///< of perpend study, but for --shard, --out and the cache
  std::string name;                  ///< of the job: letters, digits, '_', '-' are kept
  std::int64_t num_shards = 1;
  int threads = 1;  ///< of a shard
};

/// Each shard works on the node's own disk and copies its file back under another name first, so that a shard that is
/// lost leaves no half file; started again, it goes on from the file in the folder.
[[nodiscard]] std::string job_script(const JobScript& job);

/// Shards of about five minutes each, at most as many as Slurm's arrays have by default (MaxArraySize 1001), or as
/// there are points.
[[nodiscard]] std::int64_t shards_for(double seconds, std::int64_t num_points);

/// For a POSIX shell: a word that is this text.
[[nodiscard]] std::string shell_word(const std::string& text);

}  // namespace perpend::batch
