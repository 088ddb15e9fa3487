// Runs in a study's file that its plan does not ask for, such as those of a method that was left out: they are set
// aside in tables of their own, and come back by their keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch/database.hpp"

namespace perpend::batch {

/// How many plans may pass without a run before it is forgotten: a scene that is edited again and again would make its
/// file grow without end.
inline constexpr int most_plans_aside = 4;

// All throw DatabaseError.

/// All runs of the file are set aside. Pre: their series wait in `pending_series`. Returns how many.
std::int64_t set_aside_runs(Database& database);

/// Forgets what is set aside.
void drop_runs_aside(Database& database);

/// Forgets the tables where nothing is left in them.
void drop_empty_aside(Database& database);

[[nodiscard]] bool has_runs_aside(Database& database);

/// What is set aside, for one that asks for many runs. Pre: has_runs_aside.
class RunsAside {
 public:
  /// `with_series`: only those whose series are there.
  RunsAside(Database& database, bool with_series);

  /// `status`, `limit_seconds` and `limit_bytes` of the run with this key, and whether it was as expected.
  struct Found {
    std::int64_t run = 0;
    std::string status;
    double limit_seconds = 0.0, limit_bytes = 0.0;
    bool is_as_expected = false;
  };
  [[nodiscard]] std::optional<Found> find(const std::string& hash);

  /// The run `from` becomes the run `to` of a point. Pre: the file has no rows of `to`.
  void take_back(std::int64_t from, std::int64_t to, std::size_t sweep, std::int64_t point);

 private:
  Query find_, place_;
  std::vector<std::pair<Query, Query>> moves_;  ///< of each table: its rows are copied, then removed
};

}  // namespace perpend::batch
