// Runs that were made before, by the hash of all that they rest on. One SQLite file, which several processes may use at
// a time: an entry is there whole or not at all, and one whose bytes do not have their hash is made again.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "batch/database.hpp"
#include "kernel/model/record.hpp"

namespace perpend::batch {

/// What a run rests on: the key, and its parts, from which it is said why an entry does not hold.
struct RunKey {
  std::string hash;     ///< SHA-256 of the other hashes and the values
  std::string program;  ///< SHA-256
  std::string scene;    ///< SHA-256 of the canonical text
  std::string values;   ///< "alpha = 50/s" and what is asked of the run
  std::string place;    ///< "pendulum / gain / 17 / held": which run it is, for people
};

/// Throws DatabaseError, unless stated otherwise. For several threads.
class RunCache {
 public:
  /// The file cache.sqlite of this folder; `write` makes it where it is missing, and `read` changes nothing in it.
  explicit RunCache(const std::string& folder, Access access = Access::write);

  /// Whether the folder has one.
  [[nodiscard]] static bool is_in(const std::string& folder);

  /// Nothing where there is none, or a corrupted one, which is removed where that is allowed.
  [[nodiscard]] std::optional<MethodRun> find(const RunKey& key);
  /// Pre: the run was not stopped from outside.
  void add(const RunKey& key, const MethodRun& run);

  /// "never run", "the program changed", "the scene changed", "its values changed": against the newest entry for this
  /// place.
  [[nodiscard]] std::string why_missing(const RunKey& key);

  struct Totals {
    std::int64_t entries = 0;
    std::int64_t bytes = 0;
  };
  [[nodiscard]] Totals totals();

  struct Entry {
    std::string hash;
    std::string place;
    std::int64_t bytes = 0;
    std::string used;  ///< "2026-11-23 21:08:00" UTC
  };
  /// The one used last first.
  [[nodiscard]] std::vector<Entry> entries();

  /// Removes those that were not used for so many days, and then those used longest ago until at most `most_bytes` are
  /// left. Returns how many went.
  std::int64_t collect(double days, std::int64_t most_bytes);
  /// Removes those whose bytes are not what was written. Returns their hashes.
  std::vector<std::string> verify();
  /// Copies all entries into the cache of another folder.
  std::int64_t copy_to(const std::string& folder);

  [[nodiscard]] const std::string& path() const { return database_.path(); }

 private:
  void remove(const std::string& hash);

  Access access_;
  std::mutex mutex_;  // of what follows
  Database database_;
  std::optional<Query> find_, touch_, add_, newest_;
};

/// `$XDG_CACHE_HOME/perpend`, or `~/.cache/perpend`; empty where neither is set.
[[nodiscard]] std::string default_cache_folder();

}  // namespace perpend::batch
