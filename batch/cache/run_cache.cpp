#include "batch/cache/run_cache.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>

#include "batch/cache/run_archive.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

constexpr std::int64_t cache_version = 1;

std::string file_in(const std::string& folder) {
  return folder + "/cache.sqlite";
}

/// Throws where a newer program made it.
std::int64_t version_of(Database& database) {
  Query stored(database, "PRAGMA user_version");
  const std::int64_t found = stored.step() ? stored.whole(0) : 0;
  stored.run();
  if (found > cache_version)
    throw DatabaseError(
        fmt::format("{}: made by a newer version of perpend, and left as it is; name another folder with --cache, or "
                    "none with --no-cache",
                    database.path()));
  return found;
}

/// What is there is looked at first: to open a database for writing changes its bytes.
std::string make_file_in(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DatabaseError(fmt::format("{}: {}", folder, error.message()));
  if (std::filesystem::exists(file_in(folder), error)) {
    Database there(file_in(folder), Access::read);
    static_cast<void>(version_of(there));
  }
  return file_in(folder);
}

constexpr const char* cache_tables = R"(
CREATE TABLE IF NOT EXISTS runs (
  hash TEXT PRIMARY KEY, program TEXT NOT NULL, scene TEXT NOT NULL, "values" TEXT NOT NULL, place TEXT NOT NULL,
  run BLOB NOT NULL, run_sha256 TEXT NOT NULL, used TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX IF NOT EXISTS runs_by_place ON runs (place, used);
)";

/// Programs that do not know them leave them alone.
constexpr const char* picture_table = R"(
CREATE TABLE IF NOT EXISTS pictures (
  hash TEXT PRIMARY KEY, picture BLOB NOT NULL, picture_sha256 TEXT NOT NULL,
  used TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
)";

/// The size of the run's archive, the archive, the certificates, which are compressed already.
std::string pack(const MethodRun& run, std::string_view certificates) {
  const std::string packed = archive(run);
  const std::uint64_t size = packed.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes.append(packed).append(certificates);
}

/// The sum of an entry with its key, so that an index that leads to another entry is found out.
std::string sum_of(const std::string& key, std::string_view bytes) {
  return reports::sha256_hex(fmt::format("{}\n{}", key, bytes));
}

std::optional<EarlierRun> unpack(std::string_view bytes) {
  std::uint64_t size = 0;
  if (bytes.size() < sizeof size) return std::nullopt;
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (size > bytes.size()) return std::nullopt;
  auto run = unarchive(bytes.substr(0, size));
  if (!run) return std::nullopt;
  return EarlierRun{std::move(*run), std::string(bytes.substr(size))};
}

}  // namespace

bool RunCache::is_in(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::exists(file_in(folder), ignored);
}

RunCache::RunCache(const std::string& folder, Access access, std::string why_not_written)
    : access_(access),
      why_not_written_(std::move(why_not_written)),
      database_(access == Access::read ? file_in(folder) : make_file_in(folder), access) {
  const std::int64_t found = version_of(database_);
  if (found < cache_version && access == Access::write) {
    Database::Transaction transaction(database_);
    database_.run(cache_tables);
    database_.run(fmt::format("PRAGMA user_version = {}", cache_version));
    transaction.commit();
  }
  if (access == Access::write) database_.run(picture_table);
  find_.emplace(database_,
                "SELECT run, run_sha256, used NOT BETWEEN datetime('now', '-1 day') AND datetime('now', '+1 day') FROM "
                "runs WHERE hash = ?");
  add_.emplace(database_,
               "INSERT OR REPLACE INTO runs (hash, program, scene, \"values\", place, run, run_sha256) "
               "VALUES (?, ?, ?, ?, ?, ?, ?)");
  newest_.emplace(database_,
                  "SELECT program, scene, \"values\" FROM runs WHERE place = ? ORDER BY used DESC, hash LIMIT 1");
}

std::optional<EarlierRun> RunCache::find(const RunKey& key) {
  std::string bytes, hash;
  {
    const std::lock_guard lock(mutex_);
    if (!find_->bind(key.hash).step()) return std::nullopt;
    bytes = find_->text(0);
    hash = find_->text(1);
    const bool is_old = find_->whole(2) != 0;  // or of another clock
    find_->run();
    if (is_old && access_ == Access::write) touch("runs", key.hash);
  }
  if (sum_of(key.hash, bytes) == hash)
    if (auto run = unpack(bytes)) return run;
  if (access_ == Access::read) return std::nullopt;
  const std::lock_guard lock(mutex_);
  remove(key.hash);
  return std::nullopt;
}

CacheUse RunCache::add(const RunKey& key, const MethodRun& run, std::string_view certificates) {
  constexpr std::size_t most_bytes = std::size_t{1} << 29;  // SQLite takes twice as many
  const std::string bytes = pack(run, certificates);
  if (bytes.size() > most_bytes) return CacheUse::too_large;
  const std::string hash = sum_of(key.hash, bytes);
  if (!why_not_written_.empty()) throw DatabaseError(why_not_written_);
  const std::lock_guard lock(mutex_);
  add_->bind(key.hash, key.program, key.scene, key.values, key.place, bytes, hash).run();
  return CacheUse::added;
}

std::string RunCache::why_missing(const RunKey& key) {
  const std::lock_guard lock(mutex_);
  if (!newest_->bind(key.place).step()) return "not in the cache";
  std::string why;
  const auto compare = [&](const std::string& stored, const std::string& now, const char* what) {
    if (stored != now) why += (why.empty() ? "" : ", ") + std::string(what);
  };
  compare(newest_->text(0), key.program, "the program changed");
  compare(newest_->text(1), key.scene, "the scene changed");
  compare(newest_->text(2), key.values, fmt::format("values changed from {}", newest_->text(2)).c_str());
  newest_->run();
  return why.empty() ? "its entry is corrupted" : why;
}

std::optional<std::string> RunCache::find_picture(const std::string& hash) {
  const std::lock_guard lock(mutex_);
  Query stored(database_,
               "SELECT picture, picture_sha256, used NOT BETWEEN datetime('now', '-1 day') AND datetime('now', '+1 "
               "day') FROM pictures WHERE hash = ?");
  if (!stored.bind(hash).step()) return std::nullopt;
  std::string picture = stored.text(0);
  const bool is_whole = sum_of(hash, picture) == stored.text(1);
  const bool is_old = stored.whole(2) != 0;
  stored.run();
  if (is_whole && is_old && access_ == Access::write) touch("pictures", hash);
  return is_whole ? std::optional(std::move(picture)) : std::nullopt;  // a new one replaces it
}

void RunCache::add_picture(const std::string& hash, std::string_view picture) {
  const std::string sum = sum_of(hash, picture);
  const std::lock_guard lock(mutex_);
  Query(database_, "INSERT OR REPLACE INTO pictures (hash, picture, picture_sha256) VALUES (?, ?, ?)")
      .bind(hash, picture, sum)
      .run();
}

RunCache::Totals RunCache::totals() {
  const std::lock_guard lock(mutex_);
  const auto sum = [&](const char* what) {
    Query query(database_, fmt::format("SELECT {}", what));
    return query.step() ? query.whole(0) : 0;
  };
  return {
      .runs = sum("COUNT(*) FROM runs"),
      .pictures = sum("COUNT(*) FROM pictures"),
      .bytes = sum("COALESCE(SUM(LENGTH(run)), 0) FROM runs") + sum("COALESCE(SUM(LENGTH(picture)), 0) FROM pictures")};
}

std::vector<RunCache::Entry> RunCache::entries() {
  const std::lock_guard lock(mutex_);
  Query all(database_, "SELECT hash, place, LENGTH(run), used FROM runs ORDER BY used DESC, hash");
  std::vector<Entry> entries;
  while (all.step()) entries.push_back({all.text(0), all.text(1), all.whole(2), all.text(3)});
  return entries;
}

RunCache::Totals RunCache::collect(double days, std::int64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  // What a clock of another year used would be the youngest until then, and age from then on.
  for (const char* table : {"runs", "pictures"})
    database_.run(fmt::format("UPDATE {} SET used = CURRENT_TIMESTAMP WHERE used > datetime('now', '+1 day')", table));
  Totals removed;
  std::vector<std::string> unwanted;
  {
    Query all(database_,
              "SELECT hash, LENGTH(run) AS size, julianday('now') - julianday(used), used, 1 FROM runs UNION ALL "
              "SELECT hash, LENGTH(picture), julianday('now') - julianday(used), used, 0 FROM pictures "
              "ORDER BY used DESC, hash");
    std::int64_t kept = 0;
    while (all.step()) {
      const std::int64_t size = all.whole(1);
      if (all.number(2) <= days && kept + size <= most_bytes) {
        kept += size;
        continue;
      }
      unwanted.push_back(all.text(0));
      ++(all.whole(4) != 0 ? removed.runs : removed.pictures);
      removed.bytes += size;
    }
  }
  Database::Transaction transaction(database_);
  for (const std::string& hash : unwanted) remove(hash);
  transaction.commit();
  return removed;
}

void RunCache::trim() {
  constexpr std::int64_t most_bytes = 2'000'000'000;
  if (used_bytes() >= most_bytes / 4 * 5) collect(std::numeric_limits<double>::infinity(), most_bytes);
}

void RunCache::compact() {
  const std::lock_guard lock(mutex_);
  database_.run("VACUUM");
}

std::int64_t RunCache::used_bytes() {
  const std::lock_guard lock(mutex_);
  const auto ask = [&](const char* what) {
    Query query(database_, fmt::format("PRAGMA {}", what));
    return query.step() ? query.whole(0) : 0;
  };
  return (ask("page_count") - ask("freelist_count")) * ask("page_size");
}

std::vector<std::string> RunCache::verify() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> corrupted;
  {
    Query all(database_,
              "SELECT hash, run, run_sha256 FROM runs UNION ALL SELECT hash, picture, picture_sha256 FROM pictures");
    while (all.step())
      if (sum_of(all.text(0), all.text(1)) != all.text(2)) corrupted.push_back(all.text(0));
  }
  for (const std::string& hash : corrupted) remove(hash);
  return corrupted;
}

std::string RunCache::damage() {
  const std::lock_guard lock(mutex_);
  Query check(database_, "PRAGMA quick_check(1)");
  const std::string found = check.step() ? check.text(0) : "";
  return found == "ok" ? "" : found;
}

/// Row by row, so that a cache that is only read can be copied.
std::int64_t RunCache::copy_to(const std::string& folder) {
  RunCache other(folder, Access::write);  // makes the tables
  const std::lock_guard lock(mutex_);
  try {
    Database::Transaction transaction(other.database_);
    std::int64_t count = 0;
    Query runs(database_, "SELECT hash, program, scene, \"values\", place, run, run_sha256, used FROM runs");
    Query add_run(other.database_, "INSERT OR REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (; runs.step(); ++count)
      add_run
          .bind(runs.text(0), runs.text(1), runs.text(2), runs.text(3), runs.text(4), runs.text(5), runs.text(6),
                runs.text(7))
          .run();
    Query pictures(database_, "SELECT hash, picture, picture_sha256, used FROM pictures");
    Query add_picture(other.database_, "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)");
    while (pictures.step())
      add_picture.bind(pictures.text(0), pictures.text(1), pictures.text(2), pictures.text(3)).run();
    transaction.commit();
    return count;
  } catch (const FullDisk& error) {
    throw FullDisk(fmt::format("{}; what is in {} stays", error.what(), path()));
  } catch (const DamagedDatabase&) {
    throw;
  } catch (const DatabaseError& error) {
    throw DatabaseError(fmt::format("copying {} to {}: {}", path(), other.path(), error.what()));
  }
}

/// On a disk that is full an entry is still good.
void RunCache::touch(const char* table, const std::string& hash) {
  try {
    Query(database_, fmt::format("UPDATE {} SET used = CURRENT_TIMESTAMP WHERE hash = ?", table)).bind(hash).run();
  } catch (const DatabaseError&) {
  }
}

/// What has this hash, of whichever kind.
void RunCache::remove(const std::string& hash) {
  Query(database_, "DELETE FROM runs WHERE hash = ?").bind(hash).run();
  Query(database_, "DELETE FROM pictures WHERE hash = ?").bind(hash).run();
}

std::optional<EarlierRun> LenientCache::find(const RunKey& key) {
  RunCache* cache = readable_;
  try {
    return cache != nullptr ? cache->find(key) : std::nullopt;
  } catch (const DatabaseError& error) {
    readable_ = nullptr;
    leave(error);
    return std::nullopt;
  }
}

/// A disk that is full can still be read.
CacheUse LenientCache::add(const RunKey& key, const MethodRun& run, std::string_view certificates) {
  RunCache* cache = writable_;
  if (cache == nullptr) return readable_ != nullptr ? CacheUse::failed : CacheUse::none;
  try {
    return cache->add(key, run, certificates);
  } catch (const DatabaseError& error) {
    leave(error);
    return CacheUse::failed;
  }
}

std::optional<std::string> LenientCache::find_picture(const std::string& hash) {
  RunCache* cache = readable_;
  try {
    return cache != nullptr ? cache->find_picture(hash) : std::nullopt;
  } catch (const DatabaseError& error) {
    readable_ = nullptr;
    leave(error);
    return std::nullopt;
  }
}

void LenientCache::add_picture(const std::string& hash, std::string_view picture) {
  RunCache* cache = writable_;
  try {
    if (cache != nullptr) cache->add_picture(hash, picture);
  } catch (const DatabaseError& error) {
    leave(error);
  }
}

void LenientCache::leave(const DatabaseError& error) {
  if (writable_.exchange(nullptr) != nullptr && tell_) tell_(error.what());
}

std::string default_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return std::string(cache) + "/perpend";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string(home) + "/.cache/perpend";
  return "";
}

}  // namespace perpend::batch
