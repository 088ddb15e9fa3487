// A run comes back from its bytes as it was, and from no other bytes.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>

#include "batch/cache/run_archive.hpp"
#include "tests/batch/scenes.hpp"

namespace perpend::test::of_archives {
namespace {

using batch::archive;
using batch::unarchive;

MethodRun sample() {
  const Planned planned(swept_pendulum(two_sweeps));
  const batch::PlannedPoint point = planned.plan().point(3);
  const batch::PlannedSweep& sweep = planned.plan().sweeps()[point.sweep];
  SweptScene scene(planned.document(), *sweep.spec, sweep.detail, point.values, {}, sweep.methods);
  MethodRun run = scene.run(*scene.methods().front(), {});
  run.divergence = JointDivergence{"pin", "pin row 2", 0.25, 0.125, {"m", dimension::length, 1.0}};
  run.contact_residuals = {{"cone", {"N s", dimension::impulse, 1.0}, not_a_number, 2.0, "largest", 7}};
  run.lcp_solvers = {{"lemke", SolverReason::few_unknowns, true, 5, 1, 70, 4, 24, LcpFailure::cycle, 3}};
  run.impacts = {3, 1, 0.5, std::numeric_limits<double>::denorm_min()};
  run.times = {0.0, -0.0, std::numeric_limits<double>::infinity()};
  run.step_numbers = {0, 1, 1L << 40};
  run.frames = {{0.0, 0.5}, {{{1.0F, -0.0F, 3.5F}}, {}}, {{{1e-45F, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1}}}};
  run.notes = {"", std::string("a\0b", 3)};
  run.stopped_by = StopReason::time_limit;
  return run;
}

BOOST_AUTO_TEST_SUITE(run_archives)

BOOST_AUTO_TEST_CASE(a_run_is_what_it_was) {
  const MethodRun run = sample();
  const auto read = unarchive(archive(run));
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((archive(*read) == archive(run)));
  BOOST_TEST(read->method == "held");
  BOOST_TEST(read->trajectory_hash == run.trajectory_hash);
  BOOST_TEST(read->measures.front().summary.max == run.measures.front().summary.max);
  BOOST_TEST(read->measures.front().unit.name == "mm");
  BOOST_TEST(read->certificates.size() == run.certificates.size());
  BOOST_TEST(read->certificates.front().proved == run.certificates.front().proved);
  BOOST_TEST(read->certificates.front().bounds.front().values.front().value ==
             run.certificates.front().bounds.front().values.front().value);
  BOOST_TEST(read->divergence->row == "pin row 2");
  BOOST_TEST(std::isnan(read->contact_residuals.front().largest));
  BOOST_REQUIRE(read->lcp_solvers.size() == 1U);
  BOOST_TEST(read->lcp_solvers.front().solver == "lemke");
  BOOST_TEST((read->lcp_solvers.front().reason == SolverReason::few_unknowns));
  BOOST_TEST((read->lcp_solvers.front().first_failure == LcpFailure::cycle));
  BOOST_TEST(read->lcp_solvers.front().most_unknowns == 24);
  BOOST_TEST(std::signbit(read->times[1]));
  BOOST_TEST((read->frames.times == run.frames.times));
  BOOST_TEST((read->frames.poses == run.frames.poses));
  BOOST_TEST((read->frames.spatial_poses == run.frames.spatial_poses));
  BOOST_TEST((read->notes == run.notes));
  BOOST_TEST((read->stopped_by == StopReason::time_limit));
}

BOOST_AUTO_TEST_CASE(no_part_of_the_bytes_is_a_run) {
  const std::string bytes = archive(sample());
  for (std::size_t size = 0; size < bytes.size(); ++size) BOOST_REQUIRE(!unarchive(bytes.substr(0, size)));
  BOOST_TEST(!unarchive(bytes + '\0').has_value());
}

BOOST_AUTO_TEST_CASE(a_size_that_no_memory_has_is_refused) {
  const std::string bytes = archive(MethodRun{});
  for (std::size_t i = 0; i < 8; ++i) {  // of all that was compressed
    std::string other = bytes;
    other[i] = '\x7f';
    BOOST_TEST(!unarchive(other).has_value());
  }
}

BOOST_AUTO_TEST_CASE(no_changed_bytes_do_harm) {
  const std::string bytes = archive(sample());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int bit : {1, 128}) {
      std::string other = bytes;
      other[i] = static_cast<char>(other[i] ^ bit);
      static_cast<void>(unarchive(other));  // zlib's sum finds nearly all; the hash of the cache finds every one
    }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace perpend::test::of_archives
