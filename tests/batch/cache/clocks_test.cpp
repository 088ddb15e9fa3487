// Clocks that disagree: what one of another year wrote into a cache is used, aged and collected as the rest.
#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>

#include "batch/cache/run_cache.hpp"
#include "batch/study/point_runs.hpp"
#include "tests/batch/scenes.hpp"
#include "tests/reports/temporary_folder.hpp"

namespace perpend::test {
namespace {

constexpr double ever = std::numeric_limits<double>::infinity();
constexpr std::int64_t no_end = std::numeric_limits<std::int64_t>::max();

/// A cache with a run and a picture.
struct Clocks {
  Planned planned{swept_pendulum("sweep gain { alpha = [1, 2]/s; methods = held }")};
  TemporaryFolder folder;
  batch::RunKey key = planned.key(0);
  MethodRun run = batch::PointRuns(planned.plan(), {}).run({.sweep = 0, .point = 0, .methods = {0}, .method = 0});

  Clocks() {
    batch::RunCache cache(folder.path());
    static_cast<void>(cache.add(key, run));
    cache.add_picture("dots", "a picture");
  }
  /// As a computer whose clock is so far from ours would have used both.
  void use(const std::string& distance) {
    batch::Database database(folder.at("cache.sqlite"), batch::Access::write);
    for (const char* table : {"runs", "pictures"})
      batch::Query(database, std::string("UPDATE ") + table + " SET used = datetime('now', ?)").bind(distance).run();
  }
  /// How far both are from now, the farther one [days].
  double distance() {
    batch::Database database(folder.at("cache.sqlite"), batch::Access::read);
    batch::Query farthest(database,
                          "SELECT MAX(ABS(julianday('now') - julianday(used))) FROM "
                          "(SELECT used FROM runs UNION ALL SELECT used FROM pictures)");
    BOOST_REQUIRE(farthest.step());
    return farthest.number(0);
  }
};

BOOST_AUTO_TEST_SUITE(clocks)

BOOST_AUTO_TEST_CASE(what_is_found_was_used_now_whatever_its_clock_said) {
  for (const char* distance : {"+30 years", "+2 days", "-2 days", "-30 years"}) {
    Clocks clocks;
    clocks.use(distance);
    BOOST_TEST(clocks.distance() > 1.0);
    batch::RunCache cache(clocks.folder.path());
    BOOST_TEST(cache.find(clocks.key).has_value(), distance);
    BOOST_TEST(cache.find_picture("dots").has_value(), distance);
    BOOST_TEST(clocks.distance() < 0.01, distance);
  }
}

// Between entries of a day nothing is written: two clocks that differ by hours do not write at each use.
BOOST_AUTO_TEST_CASE(clocks_that_differ_by_hours_write_nothing) {
  for (const char* distance : {"+5 hours", "-5 hours"}) {
    Clocks clocks;
    clocks.use(distance);
    batch::RunCache cache(clocks.folder.path());
    BOOST_TEST(cache.find(clocks.key).has_value());
    BOOST_TEST(cache.find_picture("dots").has_value());
    BOOST_TEST(clocks.distance() > 0.2);
  }
}

BOOST_AUTO_TEST_CASE(entries_of_the_future_age_from_the_first_collection_on) {
  Clocks clocks;
  clocks.use("+30 years");
  batch::RunCache cache(clocks.folder.path());
  const batch::RunCache::Totals kept = cache.collect(10.0, no_end);
  BOOST_TEST(kept.runs + kept.pictures == 0);
  BOOST_TEST(clocks.distance() < 0.01);
  clocks.use("-11 days");
  const batch::RunCache::Totals gone = cache.collect(10.0, no_end);
  BOOST_TEST(gone.runs == 1);
  BOOST_TEST(gone.pictures == 1);
}

BOOST_AUTO_TEST_CASE(an_entry_of_the_future_is_not_the_last_to_go) {
  Clocks clocks;
  clocks.use("+30 years");
  batch::RunCache cache(clocks.folder.path());
  static_cast<void>(cache.collect(ever, no_end));
  clocks.use("-1 hour");
  const batch::RunKey newer = clocks.planned.key(1);
  static_cast<void>(cache.add(newer, clocks.run));
  const std::int64_t size = cache.entries().front().bytes;
  static_cast<void>(cache.collect(ever, size));
  BOOST_TEST(cache.find(newer).has_value());
  BOOST_TEST(!cache.find(clocks.key).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test
