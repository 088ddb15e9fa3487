#include "batch/results/kept_status.hpp"

#include <fmt/format.h>

#include "batch/database.hpp"

namespace perpend::batch {

const char* to_string(KeptStatus status) {
  if (status == KeptStatus::limit) return "limit";
  if (status == KeptStatus::crashed) return "crashed";
  return perpend::to_string(static_cast<RunStatus>(status));
}

KeptStatus read_status(const std::string& word) {
  for (int i = 0; i <= static_cast<int>(KeptStatus::crashed); ++i)
    if (word == to_string(static_cast<KeptStatus>(i))) return static_cast<KeptStatus>(i);
  throw DatabaseError(fmt::format("'{}' is no status of a run", word));
}

RunStatus run_status(KeptStatus status) {
  if (status == KeptStatus::limit) return RunStatus::interrupted;
  return status == KeptStatus::crashed ? RunStatus::not_run : static_cast<RunStatus>(status);
}

std::string sql(KeptStatus status) {
  return fmt::format("'{}'", to_string(status));
}

std::string sql(std::initializer_list<KeptStatus> statuses) {
  std::string list;
  for (const KeptStatus status : statuses) list += (list.empty() ? "" : ", ") + sql(status);
  return "(" + list + ")";
}

}  // namespace perpend::batch
