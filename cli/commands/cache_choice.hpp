// The cache of runs that a command uses.
#pragma once

#include <memory>
#include <string>

#include "batch/cache/run_cache.hpp"
#include "cli/commands/commands.hpp"

namespace CLI {
class App;
}

namespace perpend::cli {

/// --cache DIR and --no-cache.
void add_cache_options(CLI::App* command, CacheChoice& choice);

/// nullptr where there is none to use; a message where that was not asked for. One that is only read is not made.
[[nodiscard]] std::unique_ptr<batch::RunCache> open_cache(const CacheChoice& choice, batch::Access access);

/// What becomes of a cache that cannot be used any more, as a line of its own.
void tell_cache_trouble(const std::string& reason);

/// With a warning where that fails. nullptr: nothing to do.
void trim(batch::RunCache* cache);

/// "swing / held (whole run): in the cache", "... : runs: not in the cache". `cache`: nullptr: there is none.
void print_reason(const batch::RunKey& key, const CacheChoice& choice, batch::RunCache* cache);

}  // namespace perpend::cli
