// Clocks: wall time, and the processor time of this thread, which leaves out waiting and what else the machine does. A
// reading of processor time costs about half a microsecond, so that it is no clock for parts of a step.
#pragma once

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

[[nodiscard]] inline double seconds_since(WallClock::time_point start) {
  return std::chrono::duration<double>(WallClock::now() - start).count();
}

}  // namespace perpend
