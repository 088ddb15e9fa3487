// Fingerprint of a trajectory: equal for equal bits of every q and v, whatever the machine and the compiler.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

#include "kernel/model/state.hpp"

namespace perpend {

/// Takes the words w of 64 bits one after the other, each by the round of XXH64 (Y. Collet, xxHash),
///     s <- P1 rotl(s + P2 w, 31)    modulo 2^64,
/// and ends with the mix of XXH64. P1 and P2 are odd, so that a round is one-to-one in s and in w: two trajectories
/// that differ in one word always have two fingerprints. The product carries upward and the rotation brings its high
/// bits down, hence a flipped sign reaches all bits within two rounds. For other differences the chance of a collision
/// is 2^-64 a pair, which is enough to compare runs that should have the same bits (compilers, threads, machines,
/// golden files): nobody chooses these states. What has to withstand intent, such as keys of caches, is a SHA-256.
class TrajectoryHash {
 public:
  void add(const State& state) {
    add(state.q);
    add(state.v);
  }
  /// A part of a state. Each round waits for the one before: with other work between the parts a processor does both.
  /// Several rounds an iteration, so that few instructions stand between them and that work.
  void add(const VectorX& part) {
    const double* value = part.data();
    const double* const end = value + part.size();
    for (; end - value >= 6; value += 6) {
      add_word(value[0]);
      add_word(value[1]);
      add_word(value[2]);
      add_word(value[3]);
      add_word(value[4]);
      add_word(value[5]);
    }
    for (; value != end; ++value) add_word(*value);
  }

  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const {
    const std::uint64_t mixed = mix(state_);
    std::string digits(16, '0');
    for (int i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(mixed >> (60 - 4 * i)) & 15U];
    return digits;
  }

 private:
  static constexpr std::uint64_t prime_1 = 0x9e3779b185ebca87U;
  static constexpr std::uint64_t prime_2 = 0xc2b2ae3d27d4eb4fU;
  static constexpr std::uint64_t prime_3 = 0x165667b19e3779f9U;

  void add_word(double value) {
    state_ = std::rotl(state_ + std::bit_cast<std::uint64_t>(value) * prime_2, 31) * prime_1;
  }

  static std::uint64_t mix(std::uint64_t state) {
    state = (state ^ (state >> 33)) * prime_2;
    state = (state ^ (state >> 29)) * prime_3;
    return state ^ (state >> 32);
  }

  std::uint64_t state_ = prime_3;
};

}  // namespace perpend
