// The parts of a study that processes, or machines, run apart, each with a file of its own in one folder.
#pragma once

#include <string>
#include <vector>

#include "batch/results/file.hpp"

namespace perpend::batch {

/// "shard-3-of-16.sqlite"; "study.sqlite" of a study in one piece.
[[nodiscard]] std::string file_name(Shard shard);

/// Those whose files are in a folder, by their names. Throws DatabaseError.
[[nodiscard]] std::vector<Shard> shards_in(const std::string& folder);

/// The shards of one plan in a folder.
struct Shards {
  std::vector<std::string> files;    ///< by number
  std::vector<StudyState> states;    ///< of these
  std::vector<std::string> trouble;  ///< what keeps them from being merged, in words
};
/// Throws DatabaseError.
[[nodiscard]] Shards find_shards(const std::string& folder);

/// Makes study.sqlite of all of them; returns its hash. Pre: there is no trouble. Throws DatabaseError.
[[nodiscard]] std::string merge_shards(const std::string& folder, const Shards& shards);

}  // namespace perpend::batch
