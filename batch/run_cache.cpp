#include "batch/run_cache.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>

#include "batch/run_archive.hpp"
#include "reports/files/digest.hpp"

namespace perpend::batch {

namespace {

constexpr std::int64_t cache_version = 1;

std::string file_in(const std::string& folder) {
  return folder + "/cache.sqlite";
}

std::string make_file_in(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DatabaseError(fmt::format("{}: {}", folder, error.message()));
  return file_in(folder);
}

constexpr const char* cache_tables = R"(
CREATE TABLE IF NOT EXISTS runs (
  hash TEXT PRIMARY KEY, program TEXT NOT NULL, scene TEXT NOT NULL, "values" TEXT NOT NULL, place TEXT NOT NULL,
  run BLOB NOT NULL, run_sha256 TEXT NOT NULL, used TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX IF NOT EXISTS runs_by_place ON runs (place, used);
)";

/// The size of the run's archive, the archive, the certificates, which are compressed already.
std::string pack(const MethodRun& run, std::string_view certificates) {
  const std::string packed = archive(run);
  const std::uint64_t size = packed.size();
  std::string bytes(sizeof size, '\0');
  std::memcpy(bytes.data(), &size, sizeof size);
  return bytes.append(packed).append(certificates);
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

RunCache::RunCache(const std::string& folder, Access access)
    : access_(access), database_(access == Access::read ? file_in(folder) : make_file_in(folder), access) {
  Query stored(database_, "PRAGMA user_version");
  const std::int64_t found = stored.step() ? stored.whole(0) : 0;
  stored.run();
  if (found > cache_version)
    throw DatabaseError(
        fmt::format("{}: made by a newer version of perpend; name another folder with --cache, or none "
                    "with --no-cache",
                    database_.path()));
  if (found < cache_version && access == Access::write) {
    Database::Transaction transaction(database_);
    database_.run(cache_tables);
    database_.run(fmt::format("PRAGMA user_version = {}", cache_version));
    transaction.commit();
  }
  find_.emplace(database_, "SELECT run, run_sha256, used < datetime('now', '-1 day') FROM runs WHERE hash = ?");
  touch_.emplace(database_, "UPDATE runs SET used = CURRENT_TIMESTAMP WHERE hash = ?");
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
    const bool is_old = find_->whole(2) != 0;
    find_->run();
    if (is_old && access_ == Access::write) touch(key.hash);
  }
  if (reports::sha256_hex(bytes) == hash)
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
  const std::string hash = reports::sha256_hex(bytes);
  const std::lock_guard lock(mutex_);
  add_->bind(key.hash, key.program, key.scene, key.values, key.place, bytes, hash).run();
  return CacheUse::added;
}

std::string RunCache::why_missing(const RunKey& key) {
  const std::lock_guard lock(mutex_);
  if (!newest_->bind(key.place).step()) return "never run";
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

RunCache::Totals RunCache::totals() {
  const std::lock_guard lock(mutex_);
  Query sum(database_, "SELECT COUNT(*), COALESCE(SUM(LENGTH(run)), 0) FROM runs");
  if (!sum.step()) return {};
  return {sum.whole(0), sum.whole(1)};
}

std::vector<RunCache::Entry> RunCache::entries() {
  const std::lock_guard lock(mutex_);
  Query all(database_, "SELECT hash, place, LENGTH(run), used FROM runs ORDER BY used DESC, hash");
  std::vector<Entry> entries;
  while (all.step()) entries.push_back({all.text(0), all.text(1), all.whole(2), all.text(3)});
  return entries;
}

std::int64_t RunCache::collect(double days, std::int64_t most_bytes) {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> unwanted;
  {
    Query all(database_,
              "SELECT hash, LENGTH(run), julianday('now') - julianday(used) FROM runs ORDER BY used DESC, hash");
    std::int64_t kept = 0;
    while (all.step()) {
      const bool is_wanted = all.number(2) <= days && kept + all.whole(1) <= most_bytes;
      if (is_wanted)
        kept += all.whole(1);
      else
        unwanted.push_back(all.text(0));
    }
  }
  {
    Database::Transaction transaction(database_);
    for (const std::string& hash : unwanted) remove(hash);
    transaction.commit();
  }
  return static_cast<std::int64_t>(unwanted.size());
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
    Query all(database_, "SELECT hash, run, run_sha256 FROM runs");
    while (all.step()) {
      if (reports::sha256_hex(all.text(1)) != all.text(2)) corrupted.push_back(all.text(0));
    }
  }
  for (const std::string& hash : corrupted) remove(hash);
  return corrupted;
}

std::int64_t RunCache::copy_to(const std::string& folder) {
  const RunCache other(folder, Access::write);  // makes the tables
  const std::lock_guard lock(mutex_);
  Query(database_, "ATTACH DATABASE ? AS other").bind(other.path()).run();
  database_.run("INSERT OR REPLACE INTO other.runs SELECT * FROM main.runs");
  Query changes(database_, "SELECT changes()");
  const std::int64_t count = changes.step() ? changes.whole(0) : 0;
  changes.run();
  database_.run("DETACH DATABASE other");
  return count;
}

/// On a disk that is full an entry is still good.
void RunCache::touch(const std::string& hash) {
  try {
    touch_->bind(hash).run();
  } catch (const DatabaseError&) {
  }
}

void RunCache::remove(const std::string& hash) {
  Query(database_, "DELETE FROM runs WHERE hash = ?").bind(hash).run();
}

std::optional<EarlierRun> LenientCache::find(const RunKey& key) {
  RunCache* cache = readable_;
  if (cache == nullptr) return std::nullopt;
  try {
    return cache->find(key);
  } catch (const DatabaseError& error) {
    const bool is_first = readable_.exchange(nullptr) != nullptr;
    if (writable_.exchange(nullptr) != nullptr && is_first && tell_) tell_(error.what());
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
    if (writable_.exchange(nullptr) != nullptr && tell_) tell_(error.what());
    return CacheUse::failed;
  }
}

std::string default_cache_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return std::string(cache) + "/perpend";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::string(home) + "/.cache/perpend";
  return "";
}

}  // namespace perpend::batch
