#include "batch/results/state.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "batch/results/tables.hpp"

namespace perpend::batch {

void require_format(Database& database) {
  const std::string format = study_fact(database, "format");
  if (format != std::to_string(study_format))
    throw DatabaseError(
        fmt::format("{}: of format {}; this program reads {}: give another folder, or use the program "
                    "that made it; nothing was changed",
                    database.path(), format, study_format));
}

StudyState read_state(Database& database) {
  if (!has_tables(database)) throw DatabaseError(database.path() + ": not the file of a study");
  require_format(database);
  StudyState state;
  state.experiment = study_fact(database, "experiment");
  state.plan = study_fact(database, "plan");
  state.shard = {std::atoll(study_fact(database, "shard").c_str()),
                 std::atoll(study_fact(database, "num_shards").c_str())};
  state.num_runs = std::atoll(study_fact(database, "num_runs").c_str());
  state.expected = std::atoll(study_fact(database, "num_shard_runs").c_str());
  Query program(database, "SELECT value FROM provenance WHERE name = 'numerical_identity'");
  if (program.step()) state.program = program.text(0);
  Query sum(database, "SELECT COUNT(*), COALESCE(SUM(as_expected = 0 OR certified = 0), 0) FROM runs");
  if (sum.step()) {
    state.finished = sum.whole(0);
    state.unexpected = sum.whole(1);
  }
  Query refined(database, "SELECT COUNT(*) FROM sweeps WHERE refined IS NOT NULL");
  if (!refined.step() || refined.whole(0) == 0) return state;
  // What a refinement has added belongs to the study, and each interval that is still to be halved asks for a run.
  Query added(database, "SELECT COUNT(*) FROM runs r JOIN sweeps s USING (sweep) WHERE r.point >= s.num_points");
  if (added.step()) state.refined = added.whole(0);
  Query open(database, "SELECT COUNT(*) FROM boundaries WHERE NOT is_refined");
  state.expected += state.refined + (open.step() ? open.whole(0) : 0);
  return state;
}

}  // namespace perpend::batch
