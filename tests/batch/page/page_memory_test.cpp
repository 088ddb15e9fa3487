// The page of a study streams the values of its runs, and so do claims: more of them take room on the disk alone.
#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <boost/test/unit_test.hpp>
#include <string>

#include "batch/page/study_page.hpp"
#include "batch/study/claims.hpp"
#include "tests/batch/kept_study.hpp"

namespace perpend::test::of_page_memory {
namespace {

/// [kB] of this process, in which `work` is done; 0 where it cannot.
template <class Work>
long peak_of_doing(const Work& work) noexcept {
  if (!work()) return 0;
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss;
}

/// The same of a process of its own.
template <class Work>
long peak_of(const Work& work) {
  ::malloc_trim(0);  // what earlier tests freed would hide what the page takes
  int ends[2];
  BOOST_REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const long peak = peak_of_doing(work);
    ::_exit(::write(ends[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
  }
  ::close(ends[1]);
  long peak = 0;
  BOOST_TEST(::read(ends[0], &peak, sizeof peak) == sizeof peak);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return peak;
}

std::string study_of(const TemporaryFolder& folder, int num_runs) {
  return kept_study(folder, num_runs, [&](batch::Database& file) {
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
}

BOOST_AUTO_TEST_SUITE(page_memory)

/// Values held in memory would take 0.1 kB a run.
BOOST_AUTO_TEST_CASE(a_page_of_more_runs_takes_no_more_memory) {
  const TemporaryFolder folder;
  const auto memory_of = [&](int num_runs) {
    const std::string path = study_of(folder, num_runs);
    return peak_of([&] { return !batch::write_study_page(path); });
  };
  const long small = memory_of(40'000), large = memory_of(160'000);
  BOOST_TEST_MESSAGE("page: " << small << " and " << large << " kB");
  BOOST_TEST(small > 0);
  BOOST_TEST(large < small + 4000);
}

/// A quantile sorts two numbers of each run; runs held in memory would take 1.1 kB each.
BOOST_AUTO_TEST_CASE(claims_about_more_runs_keep_a_few_numbers_of_each) {
  const TemporaryFolder folder;
  const auto memory_of = [&](int num_runs) {
    const std::string path = study_of(folder, num_runs);
    const Planned planned(
        swept_pendulum(drawn_sweep(num_runs) +
                       "\nclaim half { value = median(drift, held, over: map); below = 1 m }"
                       "\nclaim most { value = fraction(drift < 1 m, held, over: map); above = 0.9 }"));
    return peak_of([&] {
      batch::Database file(path, batch::Access::write);
      const batch::SweepFindings found = batch::judge_sweeps(file, planned.plan());
      return found.claims.size() == 2 && found.claims[0].as_expected() && found.claims[1].as_expected();
    });
  };
  const long small = memory_of(40'000), large = memory_of(160'000);
  BOOST_TEST_MESSAGE("claims: " << small << " and " << large << " kB");
  BOOST_TEST(small > 0);
  BOOST_TEST(large < small + 10'000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_page_memory
