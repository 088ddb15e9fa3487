#include <fmt/format.h>

#include <cstdint>

#include "batch/cache/run_cache.hpp"
#include "cli/commands/study_arguments.hpp"
#include "cli/process.hpp"

namespace perpend::cli {

namespace {

/// Makes none: a folder without a cache is a mistake in its name, unless it is the user's. `damaged`: where its file
/// is.
template <class Action>
ExitCode with_cache(const CacheArguments& arguments, batch::Access access, const Action& action,
                    ExitCode damaged = ExitCode::internal_error) {
  const std::string folder = arguments.folder.empty() ? batch::default_cache_folder() : arguments.folder;
  if (folder.empty()) {
    say("error: there is no user's cache folder, for neither XDG_CACHE_HOME nor HOME is set: give --cache DIR\n");
    return ExitCode::scene_error;
  }
  if (!batch::RunCache::is_in(folder)) {
    if (arguments.folder.empty()) {
      print_out("{}: no runs yet\n", folder);
      return ExitCode::as_expected;
    }
    say(fmt::format("error: {}: no cache of runs is there\n", folder));
    return ExitCode::scene_error;
  }
  try {
    batch::RunCache cache(folder, access);
    return action(cache);
  } catch (const batch::DamagedDatabase& error) {
    say(fmt::format("error: {}; a cache whose file is damaged can be deleted: its runs are then made again\n",
                    error.what()));
    return damaged;
  } catch (const batch::DatabaseError& error) {
    say(fmt::format("error: {}\n", error.what()));
  }
  return ExitCode::internal_error;
}

void print_totals(batch::RunCache& cache) {
  const batch::RunCache::Totals totals = cache.totals();
  print_out("{}: {} runs, {} pictures, {:.1f} MB\n", cache.path(), totals.runs, totals.pictures,
            static_cast<double>(totals.bytes) / 1e6);
}

}  // namespace

ExitCode list_cache(const CacheArguments& arguments) {
  return with_cache(arguments, batch::Access::read, [](batch::RunCache& cache) {
    for (const batch::RunCache::Entry& entry : cache.entries())
      print_out("{}  {:>8}  {}  {}\n", entry.used, entry.bytes, entry.hash.substr(0, 16), entry.place);
    print_totals(cache);
    return ExitCode::as_expected;
  });
}

ExitCode collect_cache(const CacheArguments& arguments) {
  return with_cache(arguments, batch::Access::write, [&](batch::RunCache& cache) {
    constexpr double largest = 9e18;  // of a 64 bit number
    const double most = arguments.most_megabytes * 1e6;
    const batch::RunCache::Totals removed =
        cache.collect(arguments.days, most < largest ? static_cast<std::int64_t>(most) : INT64_MAX);
    if (removed.runs + removed.pictures > 0) cache.compact();
    print_out("{} runs removed, {} pictures\n", removed.runs, removed.pictures);
    print_totals(cache);
    return ExitCode::as_expected;
  });
}

ExitCode verify_cache(const CacheArguments& arguments) {
  const auto verify = [](batch::RunCache& cache) {
    const std::vector<std::string> corrupted = cache.verify();
    for (const std::string& hash : corrupted) print_out("removed, its bytes are not those written: {}\n", hash);
    const std::string damage = cache.damage();
    if (!damage.empty())
      say(fmt::format("error: {} is damaged: {}; delete it: its runs are then made again\n", cache.path(), damage));
    print_totals(cache);
    return corrupted.empty() && damage.empty() ? ExitCode::as_expected : ExitCode::unexpected;
  };
  return with_cache(arguments, batch::Access::write, verify, ExitCode::unexpected);
}

ExitCode export_cache(const CacheArguments& arguments) {
  return with_cache(arguments, batch::Access::read, [&](batch::RunCache& cache) {
    const std::int64_t count = cache.copy_to(arguments.target);
    print_out("{} runs copied to {}\n", count, arguments.target);
    return ExitCode::as_expected;
  });
}

}  // namespace perpend::cli
