// Random numbers that are the same on every machine: splitmix64. [SteeleLeaFlood14]
#pragma once

#include <cstdint>
#include <string_view>

#include "kernel/model/types.hpp"

namespace perpend {

class CaseRandom {
 public:
  explicit CaseRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  /// low to high, both included.
  int whole(int low, int high) {
    return low + static_cast<int>(bits() % static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - low + 1));
  }
  bool one_in(int n) { return whole(1, n) == 1; }
  int sign() { return one_in(2) ? 1 : -1; }
  MatrixX whole_matrix(Eigen::Index rows, Eigen::Index columns, int largest) {
    MatrixX a(rows, columns);
    for (double& entry : a.reshaped()) entry = whole(-largest, largest);
    return a;
  }

 private:
  std::uint64_t state_;
};

/// Each case has numbers of its own, so that it is the same whatever was made before it.
[[nodiscard]] inline CaseRandom random_of(std::string_view family, std::uint64_t seed, long index) {
  std::uint64_t mixed = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : family) mixed = (mixed ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  CaseRandom first(mixed ^ seed);
  CaseRandom second(first.bits() + static_cast<std::uint64_t>(index));
  return CaseRandom(second.bits());
}

}  // namespace perpend
