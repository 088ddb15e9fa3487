// The tables of a study's file (docs/studies.md describes them), and what the plan alone puts into them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "batch/database.hpp"
#include "batch/study/plan.hpp"

namespace perpend::batch {

inline constexpr int study_format = 2;

// All throw DatabaseError.

[[nodiscard]] bool has_tables(Database& database);

void create_tables(Database& database);

/// What files of earlier versions lack.
void complete_tables(Database& database);

/// Removes what was made of a plan; also what runs added, unless these are of the same plan.
void clear_tables(Database& database, bool keeps_runs);

/// Names, sweeps, keys and views. Pre: the tables that the plan alone fills are empty, and there is no view.
void describe(Database& database, const StudyPlan& plan, Shard shard);

/// A fact of the table `study`; empty: there is none.
[[nodiscard]] std::string study_fact(Database& database, const char* name);

/// A table, and its key for ORDER BY: "1, 2".
struct KeyedTable {
  const char* name;
  const char* key;
};
/// Those to which runs add rows.
[[nodiscard]] std::vector<KeyedTable> tables_of_runs();

/// Tables with rows of a run, in which the first column is its number, until its series is in an archive.
inline constexpr std::array tables_of_one_run{"runs",      "run_measures", "run_certificates",
                                              "run_notes", "origins",      "pending_series"};
/// "method, status, ..." without the number of the run.
[[nodiscard]] std::string columns_without_run(Database& database, const std::string& table);

/// One file, without log and shared memory next to it, unless somebody reads it now.
void close_log(Database& database);

/// Leaves one file without companions, and its hash in it. Returns the SHA-256 of all that does not depend on machine
/// and time. `read` runs in another thread while rows are hashed, and may read the file; what it throws comes out when
/// the file is finished.
[[nodiscard]] std::string finish(Database& database, const std::function<void()>& read = {});

}  // namespace perpend::batch
