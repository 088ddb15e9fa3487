#include "batch/study/shards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "batch/results/aside.hpp"
#include "batch/results/series.hpp"
#include "batch/results/tables.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend::batch {

namespace {

namespace fs = std::filesystem;

/// 3 and 16 of "shard-3-of-16.sqlite"; nothing of other names.
std::optional<Shard> shard_of(const std::string& name) {
  Shard shard;
  int length = 0;
  long long number = 0, count = 0;
  if (std::sscanf(name.c_str(), "shard-%lld-of-%lld.sqlite%n", &number, &count, &length) != 2) return std::nullopt;
  if (length != static_cast<int>(name.size())) return std::nullopt;
  if (number < 1 || count < 2 || number > count) return std::nullopt;
  shard = {number, count};
  return shard;
}

/// With what SQLite may have left next to it.
void remove_database(const std::string& path) {
  std::error_code ignored;
  for (const char* companion : {"", "-wal", "-shm", "-journal"}) fs::remove(path + companion, ignored);
}

/// A file that nobody needs afterwards, however that comes.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string path) : path_(std::move(path)) { remove_database(path_); }
  ~TemporaryFile() { remove_database(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// From a shard into `parts`, a database at that path.
void copy_rows(Database& merged, const std::string& file, const std::string& parts,
               const std::vector<KeyedTable>& tables) {
  try {
    Query(merged, "ATTACH DATABASE ? AS shard").bind(file).run();
    Database::Transaction transaction(merged);
    for (const KeyedTable& table : tables)
      merged.run(fmt::format("INSERT INTO parts.{0} SELECT * FROM shard.{0}", table.name));
    merged.run("INSERT INTO parts.pending_series SELECT * FROM shard.pending_series");
    transaction.commit();
    merged.run("DETACH DATABASE shard");
  } catch (const FullDisk&) {
    throw;
  } catch (const DatabaseError& error) {
    // The shard is only read: where there is no room for its rows, it is not at fault.
    std::error_code ignored;
    const std::string why = why_no_room(parts, fs::file_size(parts, ignored) + fs::file_size(file, ignored));
    if (!why.empty()) throw FullDisk(parts + ": " + why);
    throw DatabaseError(
        fmt::format("{}: its rows cannot be read: {}; remove it, and run the shard again", file, error.what()));
  }
}

/// All rows of the shards, in the order of their keys. Shards take every K-th point, so that a page of the result has
/// rows of each: they are put one after another into `parts` first, and sorted from there, by which each page is
/// written once and not K times.
void join_rows(Database& merged, const std::vector<std::string>& files, const std::string& parts,
               const std::string& folder) {
  Query(merged, "ATTACH DATABASE ? AS parts").bind(parts).run();
  merged.run("PRAGMA parts.journal_mode = OFF");
  merged.run("PRAGMA parts.synchronous = OFF");
  const std::vector<KeyedTable> tables = tables_of_runs();
  merged.run("CREATE TABLE parts.pending_series AS SELECT * FROM main.pending_series WHERE 0");
  merged.run("DELETE FROM main.pending_series");
  for (const KeyedTable& table : tables) {
    merged.run(fmt::format("CREATE TABLE parts.{0} AS SELECT * FROM main.{0} WHERE 0", table.name));
    merged.run(fmt::format("DELETE FROM main.{}", table.name));
  }
  for (const std::string& file : files) copy_rows(merged, file, parts, tables);
  for (const KeyedTable& table : tables) {
    Database::Transaction transaction(merged);
    merged.run(
        fmt::format("INSERT OR REPLACE INTO main.{0} SELECT * FROM parts.{0} ORDER BY {1}", table.name, table.key));
    transaction.commit();
  }
  merged.run("CREATE INDEX parts.pending_by_run ON pending_series (run)");
  pack_series(merged, "parts.pending_series", folder);
  merged.run("DETACH DATABASE parts");
}

/// "3, 7 and 12 more".
std::string listed(const std::vector<std::int64_t>& numbers) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t i = 0; i < std::min(most, numbers.size()); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : ", ", numbers[i]);
  return numbers.size() > most ? fmt::format("{} and {} more", text, numbers.size() - most) : text;
}

}  // namespace

std::string file_name(Shard shard) {
  return shard.count == 1 ? "study.sqlite" : fmt::format("shard-{}-of-{}.sqlite", shard.number, shard.count);
}

std::vector<Shard> shards_in(const std::string& folder) {
  std::vector<Shard> shards;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (const auto shard = shard_of(entry->path().filename().string())) shards.push_back(*shard);
  if (error) throw DatabaseError(fmt::format("{}: {}", folder, error.message()));
  return shards;
}

namespace {

/// "3 of 4 (shard-1-of-4.sqlite, ...) and 1 of 3 (shard-2-of-3.sqlite)".
std::string describe_counts(const std::map<std::int64_t, std::vector<Shard>>& by_count) {
  constexpr std::size_t most = 3;
  std::string text;
  for (const auto& [count, shards] : by_count) {
    std::string names;
    for (std::size_t i = 0; i < std::min(most, shards.size()); ++i)
      names += fmt::format("{}{}", i == 0 ? "" : ", ", file_name(shards[i]));
    text += fmt::format("{}{} of {} ({}{})", text.empty() ? "" : " and ", shards.size(), count, names,
                        shards.size() > most ? ", ..." : "");
  }
  return text;
}

/// What most of them say; of several the first.
std::string usual(const std::vector<StudyState>& states, std::string StudyState::*member) {
  std::map<std::string, int> counts;
  for (const StudyState& state : states) ++counts[state.*member];
  std::string found;
  int most = 0;
  for (const StudyState& state : states)
    if (const int count = counts[state.*member]; count > most) {
      most = count;
      found = state.*member;
    }
  return found;
}

/// Those that do not fit the others.
void find_strangers(Shards& shards) {
  const std::string plan = usual(shards.states, &StudyState::plan),
                    program = usual(shards.states, &StudyState::program);
  for (std::size_t i = 0; i < shards.states.size(); ++i) {
    const StudyState& state = shards.states[i];
    const std::string again = fmt::format("run shard {}/{} again", state.shard.number, state.shard.count);
    if (state.plan != plan)
      shards.trouble.push_back(
          fmt::format("{}: of another plan than most of the shards, such as another scene, --set, --methods or "
                      "--sweeps: {} as the others were",
                      shards.files[i], again));
    else if (state.program != program)
      shards.trouble.push_back(
          fmt::format("{}: made by another program than most of the shards: {} with that one", shards.files[i], again));
  }
}

}  // namespace

Shards find_shards(const std::string& folder) {
  std::map<std::int64_t, std::vector<Shard>> by_count;
  for (const Shard shard : shards_in(folder)) by_count[shard.count].push_back(shard);
  for (auto& [count, some] : by_count)
    std::sort(some.begin(), some.end(), [](Shard a, Shard b) { return a.number < b.number; });
  Shards shards;
  if (by_count.empty()) {
    shards.trouble.push_back(fmt::format(
        "{0}: no shards of a study: run them, as in perpend study FILE.scene --shard 1/16 --out {0}", folder));
    return shards;
  }
  if (by_count.size() > 1) {
    shards.trouble.push_back(fmt::format("{}: shards of different counts: {}: remove the files of all counts but one",
                                         folder, describe_counts(by_count)));
    return shards;
  }
  const auto& [count, there] = *by_count.begin();
  std::vector<std::int64_t> missing, unfinished;
  auto next = there.begin();
  for (std::int64_t number = 1; number <= count; ++number) {
    if (next == there.end() || next->number != number) {
      missing.push_back(number);
      continue;
    }
    const std::string file = (fs::path(folder) / file_name(*next++)).string();
    try {
      Database database(file, Access::read);
      shards.states.push_back(read_state(database));
      shards.files.push_back(file);
    } catch (const DatabaseError& error) {
      shards.trouble.push_back(
          fmt::format("{}: remove the file, and run shard {}/{} again", error.what(), number, count));
      continue;
    }
    const StudyState& state = shards.states.back();
    if (state.shard.number != number || state.shard.count != count)
      shards.trouble.push_back(
          fmt::format("{}: is shard {}/{} under another name: remove it, and run shard {}/{} again", file,
                      state.shard.number, state.shard.count, number, count));
    if (state.finished != state.expected) unfinished.push_back(number);
  }
  find_strangers(shards);
  if (!missing.empty())
    shards.trouble.push_back(fmt::format("{0}: shards missing: {1}: run each as --shard k/{2} with --out {0}", folder,
                                         listed(missing), count));
  if (!unfinished.empty())
    shards.trouble.push_back(
        fmt::format("{}: shards not finished: {}: run them again with the same command", folder, listed(unfinished)));
  return shards;
}

namespace {

/// A file that cannot be read is replaced.
void require_same_experiment(const std::string& path, const std::string& experiment) {
  std::string there = experiment;
  try {
    if (fs::exists(path)) {
      Database database(path, Access::read);
      there = read_state(database).experiment;
    }
  } catch (const DatabaseError&) {
  }
  if (there != experiment)
    throw DatabaseError(
        fmt::format("{}: the study of '{}', and the shards are of '{}': move one of them to another "
                    "folder",
                    path, there, experiment));
}

}  // namespace

std::string merge_shards(const std::string& folder, const Shards& shards) {
  const std::string path = folder + "/" + file_name({});
  require_same_experiment(path, shards.states.front().experiment);
  const TemporaryFile whole_file(path + ".tmp"), parts(path + ".parts.tmp");
  const std::string& temporary = whole_file.path();
  // What a killed process left in its log goes into the file itself, which alone is copied.
  {
    Database first(shards.files.front(), Access::write);
    close_log(first);
  }
  if (fs::exists(shards.files.front() + "-wal"))
    throw DatabaseError(shards.files.front() + ": another process reads it; merge when it is done");
  std::error_code error;
  fs::copy_file(shards.files.front(), temporary, error);
  if (error) {
    std::error_code ignored;
    const std::string why = why_no_room(temporary, fs::file_size(shards.files.front(), ignored));
    if (!why.empty()) throw FullDisk(temporary + ": " + why);
    throw DatabaseError(fmt::format("{}: {}", temporary, error.message()));
  }
  std::string hash;
  {
    Database merged(temporary, Access::write);
    // Nobody sees the file before it is whole.
    merged.run("PRAGMA journal_mode = OFF");
    merged.run("PRAGMA synchronous = OFF");
    merged.run("UPDATE study SET value = 1 WHERE name IN ('shard', 'num_shards')");
    merged.run(
        "UPDATE study SET value = (SELECT value FROM study WHERE name = 'num_runs') WHERE name = 'num_shard_runs'");
    drop_runs_aside(merged);
    join_rows(merged, shards.files, parts.path(), folder);
    const StudyState state = read_state(merged);
    if (state.finished != state.expected)
      throw DatabaseError(fmt::format("{}: {} of {} runs after the shards were joined: start the shards again",
                                      temporary, state.finished, state.expected));
    shrink(merged);
    hash = finish(merged);
  }
  // The log of a file that was killed would be taken for that of the new one.
  for (const char* companion : {"-wal", "-shm", "-journal"}) fs::remove(path + companion);
  if (const auto trouble = reports::move_into_place(temporary, path))
    throw DatabaseError(trouble->message() + "; the shards are unchanged: merge again");
  Database whole(path, Access::read);
  remove_stale_series(whole, folder);
  return hash;
}

}  // namespace perpend::batch
