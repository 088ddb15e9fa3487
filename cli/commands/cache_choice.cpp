#include "cli/commands/cache_choice.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/process.hpp"
#include "cli/progress.hpp"

namespace perpend::cli {

void add_cache_options(CLI::App* command, CacheChoice& choice) {
  CLI::Option* named = command->add_option("--cache", choice.folder,
                                           "folder of the cache of runs (default: perpend in the user's cache folder)");
  command->add_flag("--no-cache", choice.is_off, "neither take runs from a cache nor add them")->excludes(named);
}

std::unique_ptr<batch::RunCache> open_cache(const CacheChoice& choice, batch::Access access) {
  if (choice.is_off) return nullptr;
  const std::string folder = choice.folder.empty() ? batch::default_cache_folder() : choice.folder;
  if (folder.empty() || (access == batch::Access::read && !batch::RunCache::is_in(folder))) return nullptr;
  std::string trouble;
  try {
    return std::make_unique<batch::RunCache>(folder, access);
  } catch (const batch::DamagedDatabase& error) {
    trouble = std::string(error.what()) + "; its file is damaged: delete it, and runs are kept in a new one";
  } catch (const batch::DatabaseError& error) {
    trouble = error.what();
  }
  if (access == batch::Access::write && batch::RunCache::is_in(folder)) {
    try {  // the first run that it cannot take is told
      return std::make_unique<batch::RunCache>(folder, batch::Access::read, trouble);
    } catch (const batch::DatabaseError&) {  // what kept it from being written is the reason to tell
    }
  }
  say(fmt::format("warning: no cache: {}\n", trouble));
  return nullptr;
}

void tell_cache_trouble(const std::string& reason) {
  Progress::tell("warning: the cache takes no more runs: " + reason);
}

void trim(batch::RunCache* cache) {
  if (cache == nullptr) return;
  try {
    cache->trim();
  } catch (const batch::DatabaseError& error) {
    say(fmt::format("warning: the cache stays larger than 2 GB: {}\n", error.what()));
  }
}

void print_reason(const batch::RunKey& key, const CacheChoice& choice, batch::RunCache* cache) {
  const std::string why = cache == nullptr   ? (choice.is_off ? "runs: no cache is asked" : "runs: there is no cache")
                          : cache->find(key) ? "in the cache"
                                             : "runs: " + cache->why_missing(key);
  print_out("{} ({}): {}\n", key.place, key.values, why);
}

}  // namespace perpend::cli
