// Fingerprint of a trajectory: equal for equal bits of every q and v, whatever the machine. FNV-1a, 64 bits.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "kernel/model/state.hpp"

namespace perpend {

class TrajectoryHash {
 public:
  void add(const State& state) {
    for (const VectorX* vector : {&state.q, &state.v})
      for (Eigen::Index i = 0; i < vector->size(); ++i) add_word(std::bit_cast<std::uint64_t>((*vector)[i]));
  }

  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const {
    std::string digits(16, '0');
    for (int i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(hash_ >> (60 - 4 * i)) & 15U];
    return digits;
  }

 private:
  /// Byte by byte, lowest first: a product carries upward only, so that whole words would leave their high bits
  /// unmixed.
  void add_word(std::uint64_t word) {
    for (int i = 0; i < 8; ++i, word >>= 8) hash_ = (hash_ ^ (word & 0xffU)) * 0x100000001b3U;
  }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace perpend
