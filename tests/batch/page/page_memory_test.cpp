// The page of a study streams the values of its runs: more of them take room on the disk alone.
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/test/unit_test.hpp>
#include <string>

#include "batch/page/study_page.hpp"
#include "tests/batch/kept_study.hpp"

namespace perpend::test::of_page_memory {
namespace {

/// [kB] of this process, which writes the page; 0 where it cannot.
long peak_of_writing(const std::string& path) noexcept {
  if (batch::write_study_page(path)) return 0;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

/// The same of a process of its own.
long peak_of_page(const std::string& path) {
  ::malloc_trim(0);  // what earlier tests freed would hide what the page takes
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const long peak = peak_of_writing(path);
    ::_exit(::write(ends[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
  }
  ::close(ends[1]);
  long peak = 0;
  BOOST_TEST(::read(ends[0], &peak, sizeof peak) == sizeof peak);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return peak;
}

BOOST_AUTO_TEST_SUITE(page_memory)

/// Values held in memory would take 0.1 kB a run.
BOOST_AUTO_TEST_CASE(a_page_of_more_runs_takes_no_more_memory) {
  const TemporaryFolder folder;
  const auto memory_of = [&](int num_runs) {
    const std::string path = kept_study(folder, num_runs, [&](batch::Database& file) {
      file.run(
          fmt::format("CREATE TEMP TABLE these AS WITH RECURSIVE t(run) AS (SELECT 0 UNION ALL SELECT run + 1 FROM "
                      "t WHERE run + 1 < {}) SELECT run, (run * 7919 % 100003) / 1e5 AS x FROM t",
                      num_runs));
      file.run("INSERT INTO points SELECT 0, run, 0, 1 + x FROM these");
      file.run("INSERT INTO points SELECT 0, run, 1, 2 - x * x FROM these");
      file.run(
          "INSERT INTO runs SELECT run, 0, run, 'held', 'completed', 1, 1, '', 0.005, 10, 10, 10, 10, "
          "hex(zeroblob(32)), 0 FROM these");
      file.run(
          "INSERT INTO run_measures SELECT run, 'drift', 1e-6 * (1 + x * (1 - x)), 0, 0, 0, 0, 0, NULL, NULL FROM "
          "these");
    });
    return peak_of_page(path);
  };
  const long small = memory_of(40'000), large = memory_of(160'000);
  BOOST_TEST_MESSAGE("page: " << small << " and " << large << " kB");
  BOOST_TEST(small > 0);
  BOOST_TEST(large < small + 4000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_page_memory
