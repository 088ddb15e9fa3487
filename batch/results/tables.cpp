#include "batch/results/tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <future>

#include "batch/results/comparisons.hpp"
#include "batch/results/views.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

constexpr const char* study_tables = R"(
CREATE TABLE study (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE provenance (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE sweeps (sweep INTEGER PRIMARY KEY, name TEXT, num_points INTEGER, is_grid INTEGER,
                     refined INTEGER, tolerance REAL, design TEXT);
CREATE TABLE axes (sweep INTEGER, position INTEGER, name TEXT, unit TEXT, factor REAL, is_setting INTEGER,
                   si_unit TEXT, num_values INTEGER, PRIMARY KEY (sweep, position)) WITHOUT ROWID;
CREATE TABLE measures (measure TEXT PRIMARY KEY, text TEXT, unit TEXT, factor REAL) WITHOUT ROWID;
CREATE TABLE points (sweep INTEGER, point INTEGER, position INTEGER, value REAL,
                     PRIMARY KEY (sweep, point, position)) WITHOUT ROWID;
CREATE TABLE runs (run INTEGER PRIMARY KEY, sweep INTEGER, point INTEGER, method TEXT, status TEXT,
                   as_expected INTEGER, certified INTEGER, message TEXT, step REAL, steps INTEGER, planned_steps INTEGER,
                   solves INTEGER, factorizations INTEGER, trajectory TEXT, iterations INTEGER);
CREATE TABLE run_measures (run INTEGER, measure TEXT, max REAL, min REAL, final REAL, rms REAL, mean REAL, at_max REAL,
                           max_lower REAL, max_upper REAL, PRIMARY KEY (run, measure)) WITHOUT ROWID;
CREATE TABLE run_certificates (run INTEGER, kind TEXT, proved INTEGER, refuted INTEGER, undecided INTEGER,
                               granted_rows INTEGER, reason TEXT, PRIMARY KEY (run, kind)) WITHOUT ROWID;
CREATE TABLE run_notes (run INTEGER, position INTEGER, note TEXT, PRIMARY KEY (run, position)) WITHOUT ROWID;
CREATE TABLE claims (claim TEXT PRIMARY KEY, words TEXT, asked TEXT, range TEXT, status TEXT, expect TEXT, measured REAL,
                     lower REAL, upper REAL, unit TEXT, factor REAL, reason TEXT) WITHOUT ROWID;
CREATE TABLE origins (run INTEGER PRIMARY KEY, hash TEXT, from_cache INTEGER, seconds REAL, certify_seconds REAL,
                      limit_seconds REAL, limit_bytes REAL);
)";

/// Tables that files of earlier versions lack.
constexpr const char* later_tables = R"(
CREATE TABLE IF NOT EXISTS comparisons (sweep INTEGER, position INTEGER, measure TEXT, reduction TEXT, cost TEXT,
                           methods INTEGER, settings INTEGER, problems INTEGER, taken TEXT, work TEXT, work_seconds TEXT,
                           PRIMARY KEY (sweep, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS words (sweep INTEGER, position INTEGER, value REAL, word TEXT,
                           PRIMARY KEY (sweep, position, value)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS series (run INTEGER PRIMARY KEY, chunk INTEGER, first_row INTEGER, num_rows INTEGER);
CREATE TABLE IF NOT EXISTS series_chunks (chunk INTEGER PRIMARY KEY, sweep INTEGER, file TEXT, num_runs INTEGER,
                           num_rows INTEGER, bytes INTEGER, sha256 TEXT);
CREATE TABLE IF NOT EXISTS fits (fit TEXT PRIMARY KEY, words TEXT, sweep TEXT, confidence REAL, best_point INTEGER,
                           misfit REAL, threshold REAL, degrees INTEGER, goodness REAL, reason TEXT, record TEXT)
                           WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fit_regions (fit TEXT, part INTEGER, position INTEGER, key TEXT, best REAL, low REAL,
                           high REAL, low_end TEXT, high_end TEXT, PRIMARY KEY (fit, part, position)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS fit_data (fit TEXT, datum TEXT, asked TEXT, printed REAL, deviation REAL, value REAL,
                           pull REAL, unit TEXT, factor REAL, PRIMARY KEY (fit, datum)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS pending_series (run INTEGER PRIMARY KEY, bytes BLOB);
)";

/// For what people ask: runs of a sweep by how they ended, and runs by the values of a measure. A run finds its rows by
/// the keys of the tables. They are made when the rows are there, which costs less than with each row.
constexpr const char* study_indexes = R"(
CREATE INDEX IF NOT EXISTS runs_by_status ON runs (sweep, status, method);
CREATE INDEX IF NOT EXISTS runs_by_point ON runs (sweep, point);
CREATE INDEX IF NOT EXISTS measures_by_max ON run_measures (measure, max);
CREATE INDEX IF NOT EXISTS measures_by_final ON run_measures (measure, final);
CREATE INDEX IF NOT EXISTS points_by_value ON points (sweep, position, value);
)";

struct LaterColumn {
  const char *table, *column, *type;
};
constexpr LaterColumn later_columns[] = {{"origins", "limit_bytes", "REAL"},
                                         {"runs", "iterations", "INTEGER"},
                                         {"axes", "is_setting", "INTEGER"},
                                         {"axes", "si_unit", "TEXT"},
                                         {"axes", "num_values", "INTEGER"}};

struct Table {
  const char* name;
  int num_keys;               ///< the first columns
  bool is_of_runs;            ///< runs add rows to it
  bool is_same;               ///< depends neither on the machine nor on time
  bool is_described = false;  ///< made of the plan, before any run
};

constexpr Table all_tables[] = {{"study", 1, false, true, true},
                                {"sweeps", 1, false, true, true},
                                {"axes", 2, false, true, true},
                                {"words", 3, false, true, true},
                                {"measures", 1, true, true, true},
                                {"points", 3, true, true},
                                {"runs", 1, true, true},
                                {"run_measures", 2, true, true},
                                {"run_certificates", 2, true, true},
                                {"run_notes", 2, true, true},
                                {"origins", 1, true, false},
                                {"comparisons", 2, false, true, true},
                                {"series", 1, false, true},
                                {"series_chunks", 1, false, true},
                                {"pending_series", 1, false, false},
                                {"claims", 1, false, false, true},
                                {"fits", 1, false, false, true},
                                {"fit_regions", 3, false, false, true},
                                {"fit_data", 2, false, false, true}};

/// For ORDER BY.
const char* key_of(const Table& table) {
  constexpr std::array keys{"1", "1, 2", "1, 2, 3"};
  return keys[static_cast<std::size_t>(table.num_keys - 1)];
}

const char* name_of(SweepDesign design) {
  return design == SweepDesign::given ? "given" : design == SweepDesign::saltelli ? "saltelli" : "drawn";
}

void append(std::uint64_t word, std::string& bytes) {
  for (int shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<char>(word >> shift));
}

/// A letter for its type, and what follows says where it ends: a word, or a length and a text.
void append(const Query& row, int column, std::string& bytes) {
  switch (row.type(column)) {
    case ValueType::none:
      bytes.push_back('n');
      return;
    case ValueType::whole:
      bytes.push_back('w');
      return append(static_cast<std::uint64_t>(row.whole(column)), bytes);
    case ValueType::real:
      bytes.push_back('r');
      return append(std::bit_cast<std::uint64_t>(row.number(column)), bytes);
    case ValueType::text: {
      const std::string_view text = row.bytes(column);
      bytes.push_back('t');
      append(text.size(), bytes);
      bytes.append(text);
    }
  }
}

/// Rows of a table as bytes that no two different tables share.
std::string hash_rows(Database& database) {
  constexpr std::size_t most = 1 << 20;
  std::string bytes;
  for (const Table& table : all_tables) {
    if (!table.is_same) continue;
    bytes += fmt::format("table {}\n", table.name);
    Query all(database, fmt::format("SELECT * FROM {} ORDER BY {}", table.name, key_of(table)));
    const int num_columns = all.num_columns();
    while (all.step()) {
      bytes.push_back('\n');
      for (int i = 0; i < num_columns; ++i) append(all, i, bytes);
      if (bytes.size() > most) bytes = reports::sha256_hex(bytes);
    }
  }
  return reports::sha256_hex(bytes);
}

/// Fewer are found by a scan in a moment.
bool has_many_runs(Database& database) {
  constexpr std::int64_t many = 20000;
  return Query(database, "SELECT 1 FROM runs LIMIT 1 OFFSET ?").bind(many).step();
}

void describe_study(Database& database, const StudyPlan& plan, Shard shard) {
  Query put(database, "INSERT INTO study VALUES (?, ?)");
  put.bind("format", study_format).run();
  put.bind("experiment", plan.experiment().id).run();
  put.bind("title", plan.experiment().title).run();
  put.bind("scene", dsl::all_text(plan.document())).run();
  put.bind("plan", plan.hash()).run();
  std::string values;
  for (const dsl::Override& one : plan.overrides()) values += fmt::format("{} = {}\n", one.name, one.value_text);
  put.bind("set", values).run();
  put.bind("num_points", plan.num_points()).run();
  put.bind("num_runs", plan.num_runs()).run();
  put.bind("shard", shard.number).run();
  put.bind("num_shards", shard.count).run();
  put.bind("num_shard_runs", plan.num_runs(shard)).run();
}

void describe_sweep(Database& database, const StudyPlan& plan, std::size_t number) {
  const PlannedSweep& sweep = plan.sweeps()[number];
  const SweepSpec& spec = *sweep.spec;
  // A NaN is NULL.
  const double refined = spec.refinement ? static_cast<double>(spec.refinement->axis) : not_a_number;
  const double tolerance = spec.refinement ? spec.refinement->tolerance : not_a_number;
  Query(database, "INSERT INTO sweeps VALUES (?, ?, ?, ?, ?, ?, ?)")
      .bind(number, spec.name, sweep.num_points, !spec.is_zipped, refined, tolerance, name_of(spec.design))
      .run();
  Query put_axis(database,
                 "INSERT INTO axes (sweep, position, name, unit, factor, is_setting, si_unit, num_values) VALUES "
                 "(?, ?, ?, ?, ?, ?, ?, ?)");
  Query put_word(database, "INSERT OR IGNORE INTO words VALUES (?, ?, ?, ?)");
  for (std::size_t k = 0; k < spec.axes.size(); ++k) {
    const SweepAxis& axis = spec.axes[k];
    put_axis
        .bind(number, k, axis.key, axis.unit.name, axis.unit.factor, sweep.effects[k].is_setting(),
              si_unit(axis.unit.dimension).name, axis.values.size())
        .run();
    for (const double value : axis.values)
      if (axis.is_of_words) put_word.bind(number, k, value, word_of(axis, value)).run();
  }
  Query put_measure(database, "INSERT OR IGNORE INTO measures VALUES (?, ?, ?, ?)");
  for (const MeasureSpec& measure : plan.experiment().measures)
    if (std::find(sweep.measures.begin(), sweep.measures.end(), measure.name) != sweep.measures.end())
      put_measure.bind(measure.name, measure.text, measure.unit.name, measure.unit.factor).run();
}

void describe_comparisons(Database& database, const StudyPlan& plan) {
  const std::vector<Comparison> comparisons = comparisons_of(plan);
  Query put(database, "INSERT INTO comparisons VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const Comparison& one = comparisons[i];
    put.bind(one.sweep, i, one.measure, one.reduction, one.cost, one.methods.size(), one.settings, one.problems,
             one.taken, one.work, one.work_seconds)
        .run();
  }
  for (const std::string& view : views_of(comparisons, plan)) database.run(view);
}

}  // namespace

bool has_tables(Database& database) {
  Query query(database, "SELECT 1 FROM sqlite_master WHERE name = 'study'");
  return query.step();
}

void create_tables(Database& database) {
  database.run(study_tables);
  database.run(later_tables);
}

void complete_tables(Database& database) {
  database.run(later_tables);
  for (const auto& [table, column, type] : later_columns) {
    Query columns(database, "SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = ?");
    const bool is_missing = columns.bind(table, column).step() && columns.whole(0) == 0;
    columns.run();
    if (is_missing) database.run(fmt::format("ALTER TABLE {} ADD COLUMN {} {}", table, column, type));
  }
}

void clear_tables(Database& database, bool keeps_runs) {
  // Title, texts and views are those of the scene as it is now, whatever its runs were made from.
  std::vector<std::string> names;
  {
    Query views(database, "SELECT name FROM sqlite_master WHERE type = 'view'");
    while (views.step()) names.push_back(views.text(0));
  }
  for (const std::string& name : names) database.run("DROP VIEW " + quoted(name, '"'));
  for (const Table& table : all_tables)
    if (!keeps_runs || table.is_described) database.run(fmt::format("DELETE FROM {}", table.name));
}

void describe(Database& database, const StudyPlan& plan, Shard shard) {
  describe_study(database, plan, shard);
  for (std::size_t i = 0; i < plan.sweeps().size(); ++i) describe_sweep(database, plan, i);
  for (const std::string& view : views_of(plan.sweeps())) database.run(view);
  describe_comparisons(database, plan);
}

std::string study_fact(Database& database, const char* name) {
  Query query(database, "SELECT value FROM study WHERE name = ?");
  return query.bind(name).step() ? query.text(0) : "";
}

std::string columns_without_run(Database& database, const std::string& table) {
  Query columns(database, "SELECT name FROM pragma_table_info(?) WHERE name <> 'run' ORDER BY cid");
  columns.bind(table);
  std::vector<std::string> names;
  while (columns.step()) names.push_back(columns.text(0));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<KeyedTable> tables_of_runs() {
  std::vector<KeyedTable> tables;
  for (const Table& table : all_tables)
    if (table.is_of_runs) tables.push_back({table.name, key_of(table)});
  return tables;
}

void close_log(Database& database) {
  try {
    database.run("PRAGMA busy_timeout = 1000");
    database.run("PRAGMA wal_checkpoint(TRUNCATE)");
    database.run("PRAGMA journal_mode = DELETE");
  } catch (const DatabaseError&) {  // somebody reads it: the log stays, and is part of the file
  }
}

std::string finish(Database& database, const std::function<void()>& read) {
  // In a thread of its own where the system has one left, else when it is waited for.
  std::future<void> reading;
  const auto start = [&] {
    if (read) reading = std::async(std::launch::async | std::launch::deferred, read);
  };
  const bool needs_indexes = has_many_runs(database);
  if (!needs_indexes) start();
  database.run(study_indexes);
  if (needs_indexes) start();
  const std::string hash = hash_rows(database);
  if (reading.valid()) reading.wait();  // a log that somebody reads would stay
  Query(database, "INSERT OR REPLACE INTO provenance VALUES ('content_sha256', ?)").bind(hash).run();
  close_log(database);
  if (reading.valid()) reading.get();
  return hash;
}

}  // namespace perpend::batch
