// How far a study is, as its file says.
#pragma once

#include <cstdint>
#include <string>

#include "batch/database.hpp"
#include "batch/study/plan.hpp"

namespace perpend::batch {

/// What is in a file.
struct StudyState {
  std::string experiment;
  std::string plan;  ///< StudyPlan::hash
  Shard shard;
  std::int64_t num_runs = 0;    ///< of the plan, at the points of the grids
  std::int64_t expected = 0;    ///< of these, in this shard, and what its refinements ask for so far
  std::int64_t finished = 0;    ///< in the file
  std::int64_t refined = 0;     ///< of these, between the points of grids
  std::int64_t unexpected = 0;  ///< of those finished
  std::string program;          ///< numerical identity of the one that wrote it last
};

/// Throws DatabaseError where the file is not that of a study.
[[nodiscard]] StudyState read_state(Database& database);

/// Throws DatabaseError where the file is of another version.
void require_format(Database& database);

}  // namespace perpend::batch
