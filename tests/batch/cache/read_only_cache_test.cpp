// A cache in a folder that nobody may write into is read. In a process without the rights of root, which writes
// anywhere.
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>

#include "batch/cache/run_cache.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_read_only_caches {
namespace {

namespace fs = std::filesystem;

const batch::RunKey key{.hash = std::string(64, 'a'), .program = "p", .scene = "s", .values = "v", .place = "here"};

enum Found { all = 0, writable, missing, added, unreadable };

/// What a process sees that may not write.
Found look_into(const std::string& folder) {
  if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return unreadable;
  try {
    const batch::RunCache cache(folder, batch::Access::write);
    return writable;
  } catch (const batch::DatabaseError&) {
  }
  try {
    batch::RunCache cache(folder, batch::Access::read);
    const auto found = cache.find(key);
    if (!found || found->run.method != "held") return missing;
    try {
      static_cast<void>(cache.add(key, MethodRun()));
      return added;
    } catch (const batch::DatabaseError&) {
      return all;
    }
  } catch (const batch::DatabaseError&) {
    return unreadable;
  }
}

BOOST_AUTO_TEST_CASE(a_cache_that_cannot_be_written_is_read) {
  const TemporaryFolder place;
  const std::string folder = place.at("cache");
  {
    batch::RunCache cache(folder, batch::Access::write);
    MethodRun run;
    run.method = "held";
    BOOST_TEST((cache.add(key, run) == CacheUse::added));
  }
  // That of a user who was there before: the folder of the test may be closed to others.
  ::chmod(place.path().c_str(), 0755);
  for (const auto& entry : fs::directory_iterator(folder)) ::chmod(entry.path().c_str(), 0444);
  ::chmod(folder.c_str(), 0555);
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) ::_exit(look_into(folder));
  int status = 0;
  ::waitpid(child, &status, 0);
  ::chmod(folder.c_str(), 0755);
  BOOST_REQUIRE(WIFEXITED(status));
  BOOST_TEST(WEXITSTATUS(status) == all);
}

}  // namespace
}  // namespace perpend::test::of_read_only_caches
