// Four numbers that are worked on at once. Each lane rounds as if it were alone. Files that include this are compiled
// alone, with -Wno-psabi: no vector of four crosses the border of such a function.
#pragma once

#include <cstdint>
#include <cstring>
#include <limits>

namespace perpend {

/// The alignment that a processor with registers of this size asks for, also where the compiler may not use them.
using FourLanes = double __attribute__((vector_size(4 * sizeof(double)), aligned(4 * sizeof(double))));

namespace four_lanes {

[[nodiscard]] inline FourLanes in_all(double x) {
  return FourLanes{x, x, x, x};
}

/// The four numbers at `first`, which need not be aligned.
[[nodiscard]] inline FourLanes four_at(const double* first) {
  FourLanes result;
  std::memcpy(&result, first, sizeof(result));
  return result;
}

inline void set_four(double* first, FourLanes four) {
  std::memcpy(first, &four, sizeof(four));
}

[[nodiscard]] inline FourLanes modulus(FourLanes x) {
  using Bits = std::int64_t __attribute__((vector_size(4 * sizeof(double))));
  return (FourLanes)((Bits)x & std::numeric_limits<std::int64_t>::max());
}

// Vectors of four numbers in one register where the processor has them.
#if defined(__x86_64__)
#define PERPEND_FOUR_LANES [[gnu::target("avx2")]]
[[nodiscard]] inline bool has_four_lanes() {
  return __builtin_cpu_supports("avx2");
}
#else
#define PERPEND_FOUR_LANES
[[nodiscard]] inline bool has_four_lanes() {
  return false;
}
#endif

template <class Act>
[[gnu::flatten]] void act_on_pairs(Act act) {
  act();
}
template <class Act>
[[gnu::flatten]] PERPEND_FOUR_LANES void act_on_fours(Act act) {
  act();
}

#undef PERPEND_FOUR_LANES

/// act(), compiled with all that it calls for the processor that it runs on, which is asked here. The bits are the
/// same.
template <class Act>
inline void act_on_lanes(Act act) {
  has_four_lanes() ? act_on_fours(act) : act_on_pairs(act);
}

}  // namespace four_lanes

}  // namespace perpend
