// Random numbers that are the same on every machine: splitmix64, own conversion to double. [SteeleLeaFlood14]
#pragma once

#include <cstdint>

#include "kernel/model/types.hpp"

namespace perpend::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }

  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
  Vec2 point(double size) {
    const double x = uniform(-size, size);
    return {x, uniform(-size, size)};
  }
  VectorX vector(int n, double size) {
    VectorX result(n);
    for (int i = 0; i < n; ++i) result[i] = uniform(-size, size);
    return result;
  }

 private:
  std::uint64_t state_;
};

}  // namespace perpend::test
