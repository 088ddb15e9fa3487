// Two numbers that are worked on at once. Each lane rounds as if it were alone.
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#else
#include <cmath>
#endif

#include <cstdint>
#include <cstring>
#include <limits>

namespace perpend {

using DoublePair = double __attribute__((vector_size(2 * sizeof(double))));

[[nodiscard]] inline DoublePair in_both(double x) {
  return DoublePair{x, x};
}

/// The two numbers at `first`, which need not be aligned.
[[nodiscard]] inline DoublePair pair_at(const double* first) {
  DoublePair result;
  std::memcpy(&result, first, sizeof(result));
  return result;
}

inline void set_pair(double* first, DoublePair pair) {
  std::memcpy(first, &pair, sizeof(pair));
}

[[nodiscard]] inline DoublePair modulus(DoublePair x) {
  using Bits = std::int64_t __attribute__((vector_size(2 * sizeof(double))));
  return (DoublePair)((Bits)x & std::numeric_limits<std::int64_t>::max());
}

/// Rounded as std::sqrt does; NaN for negative numbers, without errno.
[[nodiscard]] inline DoublePair square_root(DoublePair x) {
#if defined(__SSE2__)
  return (DoublePair)_mm_sqrt_pd((__m128d)x);
#else
  return DoublePair{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}

/// Whether a comparison holds in one lane or in both.
[[nodiscard]] inline bool holds_in_any(decltype(DoublePair{} < DoublePair{}) comparison) {
  return (comparison[0] | comparison[1]) != 0;
}

/// Whether a comparison holds in both lanes.
[[nodiscard]] inline bool hold_both(decltype(DoublePair{} < DoublePair{}) comparison) {
  return (comparison[0] & comparison[1]) != 0;
}

}  // namespace perpend
