// Runs that were made before, and pictures that were drawn, by the hash of all that they rest on. One SQLite file,
// which several processes may use at a time: an entry is there whole or not at all, and one whose bytes do not have
// their hash is made again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "batch/cache/run_key.hpp"
#include "batch/database.hpp"
#include "study/runs/earlier_runs.hpp"

namespace perpend::batch {

/// Throws DatabaseError, unless stated otherwise. For several threads.
class RunCache {
 public:
  /// The file cache.sqlite of this folder; `write` makes it where it is missing, and `read` changes nothing in it.
  /// `why_not_written`: what `add` throws then.
  explicit RunCache(const std::string& folder, Access access = Access::write, std::string why_not_written = {});

  /// Whether the folder has one.
  [[nodiscard]] static bool is_in(const std::string& folder);

  /// Nothing where there is none, or a corrupted one, which is removed where that is allowed.
  [[nodiscard]] std::optional<EarlierRun> find(const RunKey& key);
  /// Pre: the run was not stopped from outside. `certificates`: what it added to the certificate file.
  /// `added`, or `too_large` for an entry of more than half a gigabyte, which is left out.
  [[nodiscard]] CacheUse add(const RunKey& key, const MethodRun& run, std::string_view certificates = {});

  /// "not in the cache", "the program changed", "the scene changed", "its values changed": against the newest entry for
  /// this place.
  [[nodiscard]] std::string why_missing(const RunKey& key);

  /// By the hash of what it rests on. As above.
  [[nodiscard]] std::optional<std::string> find_picture(const std::string& hash);
  void add_picture(const std::string& hash, std::string_view picture);

  struct Totals {
    std::int64_t runs = 0;
    std::int64_t pictures = 0;
    std::int64_t bytes = 0;
  };
  [[nodiscard]] Totals totals();

  struct Entry {
    std::string hash;
    std::string place;
    std::int64_t bytes = 0;
    std::string used;  ///< "2026-11-23 21:08:00" UTC
  };
  /// Entries of runs, the one used last first.
  [[nodiscard]] std::vector<Entry> entries();

  /// Removes those that were not used for so many days, and then those used longest ago until at most `most_bytes` are
  /// left. Returns what went. The file keeps its size, and has room for others, until `compact`.
  Totals collect(double days, std::int64_t most_bytes);
  void compact();
  /// A cache that nobody looks after must not fill the disk: above 2.5 GB what was used longest ago goes until 2 GB are
  /// left.
  void trim();
  /// What of the file is in use, in bytes: known at once, whatever the number of entries.
  [[nodiscard]] std::int64_t used_bytes();
  /// Removes those whose bytes are not what was written. Returns their hashes.
  std::vector<std::string> verify();
  /// What is wrong with the file itself, as SQLite says; empty: nothing.
  [[nodiscard]] std::string damage();
  /// Copies all entries into the cache of another folder. Returns how many runs there were.
  std::int64_t copy_to(const std::string& folder);

  [[nodiscard]] const std::string& path() const { return database_.path(); }

 private:
  void touch(const char* table, const std::string& hash);
  void remove(const std::string& hash);

  Access access_;
  std::string why_not_written_;
  std::mutex mutex_;  // of what follows
  Database database_;
  std::optional<Query> find_, add_, newest_;
};

/// A cache that costs no result: what it cannot do is told once, and not tried again. For several threads.
class LenientCache {
 public:
  /// `cache`: nullptr: there is none. `tell`: on any thread.
  explicit LenientCache(RunCache* cache, std::function<void(const std::string& reason)> tell = {})
      : readable_(cache), writable_(cache), tell_(std::move(tell)) {}

  [[nodiscard]] bool is_there() const { return readable_ != nullptr; }
  [[nodiscard]] std::optional<EarlierRun> find(const RunKey& key);
  /// Pre: as of RunCache::add.
  [[nodiscard]] CacheUse add(const RunKey& key, const MethodRun& run, std::string_view certificates = {});
  [[nodiscard]] std::optional<std::string> find_picture(const std::string& hash);
  void add_picture(const std::string& hash, std::string_view picture);

 private:
  void leave(const DatabaseError& error);

  std::atomic<RunCache*> readable_, writable_;
  std::function<void(const std::string&)> tell_;
};

/// `$XDG_CACHE_HOME/perpend`, or `~/.cache/perpend`; empty where neither is set.
[[nodiscard]] std::string default_cache_folder();

}  // namespace perpend::batch
