// Four numbers that are worked on at once where the processor can, which is asked when the program runs: what it is
// built for need not have registers of that size. Each lane rounds as if it were alone.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstdint>
#include <cstring>
#include <limits>

#include "kernel/model/numbers/double_pair.hpp"

namespace perpend {

// A function that uses what the processor can do beyond that is compiled for it alone, with all that it calls.
#if defined(__x86_64__)
#define PERPEND_FUSED __attribute__((target("fma")))
[[nodiscard]] inline bool has_fused() {
  return __builtin_cpu_supports("fma");
}
#else
#define PERPEND_FUSED
[[nodiscard]] inline bool has_fused() {
  return true;
}
#endif

using DoubleQuad = double __attribute__((vector_size(4 * sizeof(double))));
using QuadComparison = decltype(DoubleQuad{} < DoubleQuad{});

#define PERPEND_OF_QUADS [[gnu::always_inline, nodiscard]] PERPEND_FUSED inline

PERPEND_OF_QUADS DoubleQuad in_all(double x) {
  return DoubleQuad{x, x, x, x};
}

/// The four numbers at `first`, which need not be aligned.
PERPEND_OF_QUADS DoubleQuad quad_at(const double* first) {
  DoubleQuad result;
  std::memcpy(&result, first, sizeof(result));
  return result;
}

/// Three numbers and a 0.
PERPEND_OF_QUADS DoubleQuad three_at(const double* first) {
  return DoubleQuad{first[0], first[1], first[2], 0.0};
}

PERPEND_OF_QUADS DoubleQuad modulus(DoubleQuad x) {
  using Bits = std::int64_t __attribute__((vector_size(4 * sizeof(double))));
  return (DoubleQuad)((Bits)x & std::numeric_limits<std::int64_t>::max());
}

#undef PERPEND_OF_QUADS

[[gnu::always_inline]] PERPEND_FUSED inline void set_quad(double* first, DoubleQuad quad) {
  std::memcpy(first, &quad, sizeof(quad));
}

}  // namespace perpend
