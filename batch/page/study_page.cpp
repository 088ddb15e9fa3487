#include "batch/page/study_page.hpp"

#include <filesystem>
#include <utility>

#include "batch/database.hpp"
#include "batch/page/outline.hpp"

namespace perpend::batch {

namespace {

std::string next_to(const std::string& path, const char* name) {
  return (std::filesystem::path(path).parent_path() / name).string();
}

}  // namespace

StudyVerdict verdict_of(const std::string& path) {
  Database database(path, Access::read);
  Query runs(database, "SELECT COALESCE(SUM(as_expected = 0), 0), COALESCE(SUM(certified = 0), 0) FROM runs");
  if (!runs.step()) throw DatabaseError(path + ": its runs cannot be counted");
  if (runs.whole(0) > 0) return StudyVerdict::not_completed;
  Query claims(database, "SELECT COUNT(*) FROM claims WHERE status != expect");
  const bool has_unexpected_claim = claims.step() && claims.whole(0) > 0;
  return runs.whole(1) > 0 || has_unexpected_claim ? StudyVerdict::unexpected : StudyVerdict::as_expected;
}

std::vector<UnexpectedRun> unexpected_runs(const std::string& path, int most) {
  Database database(path, Access::read);
  Query query(database,
              "SELECT s.name, r.point, r.method, r.status, r.message, r.as_expected FROM runs r "
              "JOIN sweeps s USING (sweep) WHERE r.as_expected = 0 OR r.certified = 0 ORDER BY r.run LIMIT ?");
  query.bind(most);
  std::vector<UnexpectedRun> runs;
  while (query.step())
    runs.push_back({.sweep = query.text(0),
                    .point = query.whole(1),
                    .method = query.text(2),
                    .status = query.text(3),
                    .message = query.text(4),
                    .has_unexpected_certificate = query.whole(5) != 0});
  return runs;
}

std::optional<SeriesFiles> series_of(const std::string& path) {
  Database database(path, Access::read);
  Query sum(database, "SELECT COUNT(*), SUM(num_runs), SUM(bytes) FROM series_chunks");
  if (!sum.step() || sum.whole(0) == 0) return std::nullopt;
  return SeriesFiles{next_to(path, "series"), sum.whole(0), sum.whole(1), sum.number(2)};
}

reports::StaticPage study_outline(const std::string& path) {
  Database database(path, Access::read);
  database.run("PRAGMA temp_store = FILE");
  return outline_of(database);
}

std::optional<reports::WriteError> write_study_page(const std::string& path, reports::StaticPage outline) {
  Database database(path, Access::read);
  outline.provenance = provenance_of(database);
  return reports::write_file(next_to(path, "study.html"), reports::static_page(std::move(outline)));
}

std::optional<reports::WriteError> write_study_page(const std::string& path) {
  return write_study_page(path, study_outline(path));
}

}  // namespace perpend::batch
