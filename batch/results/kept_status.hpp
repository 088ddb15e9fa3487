// How a run ended, as the column `status` of a study's file says it: the words of RunStatus, and two of what a run
// cannot say of itself.
#pragma once

#include <initializer_list>
#include <string>

#include "kernel/model/scene/method_run.hpp"

namespace perpend::batch {

enum class KeptStatus {
  not_run = static_cast<int>(RunStatus::not_run),
  completed = static_cast<int>(RunStatus::completed),
  diverged = static_cast<int>(RunStatus::diverged),
  singular = static_cast<int>(RunStatus::singular),
  iteration_limit = static_cast<int>(RunStatus::iteration_limit),
  unsolved = static_cast<int>(RunStatus::unsolved),
  not_finite = static_cast<int>(RunStatus::not_finite),
  no_solution = static_cast<int>(RunStatus::no_solution),
  interrupted = static_cast<int>(RunStatus::interrupted),
  cannot_run = static_cast<int>(RunStatus::cannot_run),
  reference_ends = static_cast<int>(RunStatus::reference_ends),
  limit,    ///< it met its limit of time or memory: a result of its own, not an interruption
  crashed,  ///< its process ended without a record
};

[[nodiscard]] const char* to_string(KeptStatus status);
/// Throws DatabaseError where the word names no status.
[[nodiscard]] KeptStatus read_status(const std::string& word);

/// As the record has it: a limit interrupted the run, and a crash left no record.
[[nodiscard]] RunStatus run_status(KeptStatus status);

/// "'completed'" and "('limit', 'crashed')", for SQL.
[[nodiscard]] std::string sql(KeptStatus status);
[[nodiscard]] std::string sql(std::initializer_list<KeptStatus> statuses);

}  // namespace perpend::batch
