#include "kernel/model/tick_clock.hpp"

#include <algorithm>

#if defined(__x86_64__)
#include <cpuid.h>
#include <unistd.h>

#include <fstream>
#include <string>
#endif

namespace perpend {

#if defined(__x86_64__)

namespace {

/// The counter next to the wall clock.
struct Reading {
  std::uint64_t ticks = 0;
  std::chrono::steady_clock::time_point wall{};
  std::uint64_t taken = ~std::uint64_t{0};  ///< ticks
};

/// The one of some readings that took fewest ticks: nothing came between its two halves.
Reading read_both() {
  Reading best;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const std::uint64_t before = __rdtsc();
    const auto wall = std::chrono::steady_clock::now();
    const std::uint64_t taken = __rdtsc() - before;
    if (taken < best.taken) best = {before + taken / 2, wall, taken};
  }
  return best;
}

/// Ticks of a call into the kernel that does next to nothing.
std::uint64_t ticks_of_call() {
  std::uint64_t fewest = ~std::uint64_t{0};
  for (int attempt = 0; attempt < 5; ++attempt) {
    const std::uint64_t before = __rdtsc();
    (void)::getppid();
    fewest = std::min<std::uint64_t>(fewest, __rdtsc() - before);
  }
  return fewest;
}

/// Whether the counter runs at one rate whatever the clock of the core does, and in step on all cores: the processor
/// says the first, and the kernel, which compares the cores, keeps time by it only where both hold. A guest of KVM
/// keeps it by what the host makes of the counter, and reads that without a call only where the host found all cores in
/// step.
bool is_trusted() {
  constexpr unsigned power_leaf = 0x80000007;
  constexpr unsigned invariant_counter = 1U << 8;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  if (__get_cpuid(power_leaf, &a, &b, &c, &d) == 0 || (d & invariant_counter) == 0) return false;
  std::string source;
  std::ifstream("/sys/devices/system/clocksource/clocksource0/current_clocksource") >> source;
  return source == "tsc" || (source == "kvm-clock" && read_both().taken < ticks_of_call() / 2);
}

const Reading at_load = read_both();

}  // namespace

const TickClock::Rate& TickClock::measured() {
  static const Rate rate = [] {
    if (!is_trusted()) return Rate{};
    constexpr std::chrono::milliseconds long_enough{1};
    Reading now = read_both();
    while (now.wall - at_load.wall < long_enough) now = read_both();
    const double seconds = std::chrono::duration<double>(now.wall - at_load.wall).count();
    return Rate{true, seconds / static_cast<double>(now.ticks - at_load.ticks)};
  }();
  return rate;
}

#else

const TickClock::Rate& TickClock::measured() {
  static const Rate rate{};
  return rate;
}

#endif

}  // namespace perpend
