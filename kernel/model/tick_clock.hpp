// A clock for pieces of work of less than a microsecond: the time stamp counter of the processor, whose reading takes
// 10 ns, where the kernel keeps its own time by it, or the host of a guest does, else the wall clock, whose reading
// takes 25.
#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace perpend {

/// Ticks of equal length on all cores. A reading waits for no instruction before it: some tens of nanoseconds of a
/// piece may be counted in the next one. What came before the machine was suspended is not comparable.
class TickClock {
 public:
  [[nodiscard]] std::uint64_t now() const {
#if defined(__x86_64__)
    if (rate_.is_counter) return __rdtsc();
#endif
    return static_cast<std::uint64_t>(std::chrono::nanoseconds(WallClock::now().time_since_epoch()).count());
  }

  [[nodiscard]] double seconds_between(std::uint64_t start, std::uint64_t end) const {
    return static_cast<double>(end - start) * rate_.seconds_per_tick;
  }

 private:
  using WallClock = std::chrono::steady_clock;

  struct Rate {
    bool is_counter = false;
    double seconds_per_tick = 1e-9;
  };
  /// The same for the whole process. The counter is measured against the wall clock from when the program was loaded,
  /// for at least a millisecond, which leaves an error below 1e-4; the first caller waits for what is left of it.
  [[nodiscard]] static const Rate& measured();

  Rate rate_ = measured();
};

}  // namespace perpend
