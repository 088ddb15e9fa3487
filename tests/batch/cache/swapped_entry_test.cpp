// An entry of the cache counts for its own key alone.
#include <boost/test/unit_test.hpp>

#include "batch/cache/run_cache.hpp"
#include "batch/database.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test::of_swapped_entries {
namespace {

batch::RunKey key_of(char digit) {
  return {.hash = std::string(64, digit), .program = "p", .scene = "s", .values = "v", .place = "here"};
}

}  // namespace

// What a flipped bit in an index of the file does: the whole entry of another key is found.
BOOST_AUTO_TEST_CASE(the_entry_of_another_run_is_not_taken) {
  const TemporaryFolder place;
  const std::string folder = place.at("cache");
  {
    batch::RunCache cache(folder, batch::Access::write);
    for (const char digit : {'a', 'b'}) {
      MethodRun run;
      run.method = std::string(1, digit);
      BOOST_TEST((cache.add(key_of(digit), run) == CacheUse::added));
    }
    BOOST_TEST(cache.find(key_of('b')).has_value());
  }
  {
    batch::Database database(folder + "/cache.sqlite", batch::Access::write);
    database.run(
        "UPDATE runs SET run = (SELECT run FROM runs WHERE hash LIKE 'a%'), run_sha256 = (SELECT run_sha256 FROM runs "
        "WHERE "
        "hash LIKE 'a%') WHERE hash LIKE 'b%'");
  }
  batch::RunCache cache(folder, batch::Access::write);
  BOOST_TEST(cache.find(key_of('a')).has_value());
  BOOST_TEST(cache.verify().size() == 1U);
  BOOST_TEST(!cache.find(key_of('b')).has_value());
}

}  // namespace perpend::test::of_swapped_entries
