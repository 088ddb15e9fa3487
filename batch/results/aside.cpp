#include "batch/results/aside.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "batch/results/tables.hpp"

namespace perpend::batch {

namespace {

constexpr std::array tables = tables_of_one_run;

/// By a program with other columns, or not at all.
bool is_another_version(Database& database) {
  for (const char* table : tables) {
    const std::string there = columns_without_run(database, std::string("aside_") + table);
    if (there != columns_without_run(database, table) + (table == std::string("runs") ? ", plans" : "")) return true;
  }
  return false;
}

void create_tables_aside(Database& database) {
  drop_runs_aside(database);
  for (const char* table : tables)
    database.run(fmt::format("CREATE TABLE aside_{0} AS SELECT * FROM {0} WHERE 0", table));
  database.run("ALTER TABLE aside_runs ADD COLUMN plans INTEGER");
  for (const char* table : tables) database.run(fmt::format("CREATE INDEX aside_{0}_by_run ON aside_{0} (run)", table));
  database.run("CREATE INDEX aside_origins_by_hash ON aside_origins (hash)");
}

/// Those that no plan has asked for in a long time.
void forget_old_runs(Database& database) {
  database.run("UPDATE aside_runs SET plans = plans + 1");
  for (const char* table : tables)
    if (table != std::string("runs"))
      database.run(fmt::format("DELETE FROM aside_{} WHERE run IN (SELECT run FROM aside_runs WHERE plans > {})", table,
                               most_plans_aside));
  database.run(fmt::format("DELETE FROM aside_runs WHERE plans > {}", most_plans_aside));
}

}  // namespace

std::int64_t set_aside_runs(Database& database) {
  if (is_another_version(database)) create_tables_aside(database);
  forget_old_runs(database);
  std::int64_t first = 0, count = 0;
  {
    Query last(database, "SELECT COALESCE(MAX(run), -1) + 1 FROM aside_runs");
    if (last.step()) first = last.whole(0);
    Query all(database, "SELECT COUNT(*) FROM runs");
    if (all.step()) count = all.whole(0);
  }
  for (const char* table : tables) {
    const std::string columns = columns_without_run(database, table);
    const bool is_of_runs = table == std::string("runs");
    database.run(fmt::format("INSERT INTO aside_{0} (run, {1}{3}) SELECT run + {2}, {1}{4} FROM {0}", table, columns,
                             first, is_of_runs ? ", plans" : "", is_of_runs ? ", 1" : ""));
    database.run(fmt::format("DELETE FROM {}", table));
  }
  return count;
}

void drop_runs_aside(Database& database) {
  for (const char* table : tables) database.run(fmt::format("DROP TABLE IF EXISTS aside_{}", table));
}

void drop_empty_aside(Database& database) {
  if (!has_runs_aside(database)) drop_runs_aside(database);
}

bool has_runs_aside(Database& database) {
  if (is_another_version(database)) return false;
  Query any(database, "SELECT 1 FROM aside_runs LIMIT 1");
  return any.step();
}

RunsAside::RunsAside(Database& database, bool with_series)
    : find_(database,
            std::string("SELECT r.run, r.status, o.limit_seconds, o.limit_bytes, r.as_expected AND r.certified FROM "
                        "aside_origins o JOIN aside_runs r USING (run) WHERE o.hash = ?") +
                (with_series ? " AND EXISTS (SELECT 1 FROM aside_pending_series p WHERE p.run = r.run)" : "")),
      place_(database, "UPDATE runs SET sweep = ?, point = ? WHERE run = ?") {
  for (const char* table : tables)
    moves_.emplace_back(
        Query(database,
              fmt::format("INSERT OR REPLACE INTO {0} (run, {1}) SELECT ?2, {1} FROM aside_{0} WHERE run = ?1", table,
                          columns_without_run(database, table))),
        Query(database, fmt::format("DELETE FROM aside_{} WHERE run = ?", table)));
}

std::optional<RunsAside::Found> RunsAside::find(const std::string& hash) {
  if (!find_.bind(hash).step()) return std::nullopt;
  const Found found{find_.whole(0), find_.text(1), find_.number(2), find_.number(3), find_.whole(4) != 0};
  find_.run();
  return found;
}

void RunsAside::take_back(std::int64_t from, std::int64_t to, std::size_t sweep, std::int64_t point) {
  for (auto& [copy, remove] : moves_) {
    copy.bind(from, to).run();
    remove.bind(from).run();
  }
  place_.bind(sweep, point, to).run();
}

}  // namespace perpend::batch
