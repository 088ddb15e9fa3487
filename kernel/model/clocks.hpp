// Clocks: wall time, and the processor time of this thread, which leaves out waiting and what else the machine does. A
// reading of processor time costs about half a microsecond, so that it is no clock for parts of a step.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <ctime>

#include "kernel/model/tick_clock.hpp"

namespace perpend {

struct CpuClock {
  using duration = std::chrono::nanoseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<CpuClock>;
  static constexpr bool is_steady = true;

  [[nodiscard]] static time_point now() {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
};

[[nodiscard]] inline double cpu_seconds_since(CpuClock::time_point start) {
  return std::chrono::duration<double>(CpuClock::now() - start).count();
}

using WallClock = std::chrono::steady_clock;

/// Processor time of pieces of work of this thread, most of them too short for a reading of it each. Those are timed by
/// ticks, and after a long one the processor time tells how long another process had the core.
class PieceClock {
 public:
  void begin() {
    if (is_long_) last_.cpu = CpuClock::now();
    start_ = ticks_.now();
  }

  /// Seconds since it began or the last piece ended; the next piece may begin at once.
  double end() {
    const std::uint64_t now = ticks_.now();
    double seconds = ticks_.seconds_between(start_, now);
    if (is_long_ || seconds > shortest_slice) seconds = without_others(seconds);
    start_ = now;
    return seconds;
  }

 private:
  /// [s] In less no other process has had the core for what would be seen.
  static constexpr double shortest_slice = 1e-4;

  struct Reading {
    WallClock::time_point wall = WallClock::now();
    CpuClock::time_point cpu = CpuClock::now();
  };

  /// What another process had of a long piece is by how much its wall time, and that of the short pieces before it,
  /// exceeds the processor time: ticks, whose rate has an error, are not compared over the whole run.
  double without_others(double seconds) {
    const Reading now;
    const double used = seconds_between(last_.cpu, now.cpu);
    const double lost = seconds_between(first_.wall, now.wall) - seconds_between(first_.cpu, now.cpu);
    seconds = is_long_ ? used : std::clamp(seconds - std::max(0.0, lost - lost_), 0.0, used);
    lost_ = lost;
    last_ = now;
    is_long_ = seconds > shortest_slice;
    return seconds;
  }

  template <class Time>
  [[nodiscard]] static double seconds_between(Time start, Time end) {
    return std::chrono::duration<double>(end - start).count();
  }

  TickClock ticks_{};
  Reading first_{};
  Reading last_ = first_;
  double lost_ = 0.0;     ///< until the last reading of the processor time
  bool is_long_ = false;  ///< the last piece: the next one reads the processor time as it begins
  std::uint64_t start_ = ticks_.now();
};

[[nodiscard]] inline double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

}  // namespace perpend
