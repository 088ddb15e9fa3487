// The series of a study: what runs recorded over time, in archives of NumPy in the folder series/ next to its file
// (docs/studies.md describes them). While runs are made, theirs wait in the table `pending_series`, each committed with
// its run, so that a killed process keeps both or none; packing moves them into the archives in the order of the runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/database.hpp"
#include "kernel/model/scene/method_run.hpp"

namespace perpend::batch {

/// The recorded rows of a run as bytes of `pending_series`: times, numbers of steps and a column for each of these
/// measures, NaN where the run has none of that name.
[[nodiscard]] std::string pending_bytes(const MethodRun& run, const std::vector<std::string>& measures);

/// Forgets what archives would hold that are not there any more, or not whole. Throws DatabaseError.
void forget_lost_series(Database& database, const std::string& folder);

/// The reverse of `pack_series`: what the archives hold waits again, where the runs are about to get other numbers.
/// Pre: none of them is lost. Throws DatabaseError.
void unpack_series(Database& database, const std::string& folder);

/// Writes the archives of all runs that have series, waiting in `pending` or in archives that are there, and fills
/// `series` and `series_chunks`. Their bytes depend on the series alone. Archives that are replaced stay until
/// `remove_stale_series`. `pending`: "main.pending_series". Throws DatabaseError.
void pack_series(Database& database, const std::string& pending, const std::string& folder);

/// Removes archives that no row names, by the names that a study gives them; other files stay. Throws DatabaseError.
void remove_stale_series(Database& database, const std::string& folder);

/// Gives the room back that series took while they waited.
void shrink(Database& database);

}  // namespace perpend::batch
