// Pieces of work are timed by what the processor did for them, long or short, whatever else had it.
#include "kernel/model/clocks.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <thread>
#include <utility>

namespace perpend::test::of_clocks {

namespace {

void work(double seconds) {
  const CpuClock::time_point start = CpuClock::now();
  while (cpu_seconds_since(start) < seconds) {
  }
}

struct Piece {
  double seconds = 0.0;      ///< by the clock
  double cpu_seconds = 0.0;  ///< that the system charged, from before the end of the last piece
};

Piece timed(PieceClock& clock, CpuClock::time_point& before_end, double work_seconds, double wait_seconds) {
  clock.begin();
  work(work_seconds);
  std::this_thread::sleep_for(std::chrono::duration<double>(wait_seconds));
  const CpuClock::time_point start = std::exchange(before_end, CpuClock::now());
  const double seconds = clock.end();
  return {seconds, cpu_seconds_since(start)};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clocks)

BOOST_AUTO_TEST_CASE(ticks_are_as_long_as_the_wall_clock_says) {
  const TickClock ticks;
  double least_error = 1.0;
  // What takes the core between the readings of both clocks is in one of them alone: the least of some differences.
  for (int attempt = 0; attempt < 20; ++attempt) {
    const WallClock::time_point wall = WallClock::now();
    const std::uint64_t start = ticks.now();
    while (seconds_since(wall) < 20e-3) {
    }
    const double of_wall = seconds_since(wall);
    const double of_ticks = ticks.seconds_between(start, ticks.now());
    least_error = std::min(least_error, std::abs(of_ticks / of_wall - 1.0));
  }
  BOOST_TEST(least_error < 1e-4);
}

BOOST_AUTO_TEST_CASE(ticks_do_not_run_back) {
  const TickClock ticks;
  std::uint64_t last = ticks.now();
  for (int reading = 0; reading < 100000; ++reading) {
    if (reading % 1000 == 0) std::this_thread::sleep_for(std::chrono::microseconds(10));  // to wake up on another core
    const std::uint64_t next = ticks.now();
    BOOST_REQUIRE(next >= last);
    last = next;
  }
}

BOOST_AUTO_TEST_CASE(a_piece_is_its_work_without_the_waiting_in_it) {
  CpuClock::time_point before_end = CpuClock::now();
  PieceClock clock;
  for (const double work_seconds : {0.0, 5e-3, 5e-3, 0.0, 0.0, 5e-3}) {
    const Piece piece = timed(clock, before_end, work_seconds, 10e-3);
    // 1e-4: the error of the rate of ticks.
    BOOST_TEST(piece.seconds >= work_seconds - 1e-4 * 15e-3);
    // Going to sleep and waking up are work, too, and a busy machine charges milliseconds for them.
    BOOST_TEST(piece.seconds <= piece.cpu_seconds);
  }
}

BOOST_AUTO_TEST_CASE(pieces_that_follow_each_other_are_the_whole) {
  PieceClock clock;
  const CpuClock::time_point start = CpuClock::now();
  clock.begin();
  double sum = 0.0;
  for (int piece = 0; piece < 20; ++piece) {
    work(piece % 2 == 0 ? 2e-6 : 5e-4);
    sum += clock.end();
  }
  // 1 ms: short pieces keep what took the core from them for less than 0.1 ms.
  BOOST_TEST(std::abs(sum - cpu_seconds_since(start)) < 1e-3);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace perpend::test::of_clocks
