// Clocks: wall time, and the processor time of this thread, which leaves out waiting and what else the machine does. A
// reading of processor time costs about half a microsecond, so that it is no clock for parts of a step.
#pragma once

#include <algorithm>
#include <chrono>
#include <ctime>

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
/// the wall clock, and after a long one the processor time tells how long another process had the core.
class PieceClock {
 public:
  void begin() {
    if (is_long_) cpu_ = CpuClock::now();
    wall_ = WallClock::now();
  }

  /// Seconds since it began or the last piece ended; the next piece may begin at once.
  double end() {
    const WallClock::time_point now = WallClock::now();
    double seconds = seconds_between(wall_, now);
    if (is_long_ || seconds > shortest_slice) {
      const CpuClock::time_point cpu = CpuClock::now();
      const double lost = seconds_between(first_wall_, now) - seconds_between(first_cpu_, cpu);
      seconds = is_long_ ? seconds_between(cpu_, cpu) : std::max(0.0, seconds - std::max(0.0, lost - lost_));
      lost_ = lost;
      cpu_ = cpu;
      is_long_ = seconds > shortest_slice;
    }
    wall_ = now;
    return seconds;
  }

 private:
  /// [s] In less no other process has had the core for what would be seen.
  static constexpr double shortest_slice = 1e-4;

  template <class Time>
  [[nodiscard]] static double seconds_between(Time start, Time end) {
    return std::chrono::duration<double>(end - start).count();
  }

  WallClock::time_point first_wall_ = WallClock::now();
  CpuClock::time_point first_cpu_ = CpuClock::now();
  WallClock::time_point wall_ = first_wall_;
  CpuClock::time_point cpu_ = first_cpu_;
  double lost_ = 0.0;     ///< until the last reading of the processor time
  bool is_long_ = false;  ///< the last piece: the next one reads the processor time as it begins
};

[[nodiscard]] inline double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

}  // namespace perpend
