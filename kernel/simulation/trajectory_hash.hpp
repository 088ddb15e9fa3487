// Fingerprint of a trajectory: equal for equal bits of every q and v, whatever the machine and the compiler.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernel/model/state.hpp"

namespace perpend {

/// After XXH64 (Y. Collet, xxHash): words are doubles as 64 bits, and pair i of a part goes to the state i modulo 4, a
/// last word without another to the fourth one with a zero, by
///     s <- P (rotl(s xor w0, 31) + w1)    modulo 2^64.
/// P is odd, so that this is one-to-one in s, in w0 and in w1: two trajectories that differ in one word always have two
/// fingerprints. The product carries upward and the rotation brings its high bits down, hence a flipped sign reaches
/// all bits within two pairs. Two words of a pair that both differ meet only where their differences agree 31 bits
/// apart: what rounding changes are the low bits of either. XXH64 multiplies each word twice: a word of a trajectory
/// need not look random for itself. For other differences the chance of a collision is 2^-64 a pair of trajectories,
/// which is enough to compare runs that should have the same bits (compilers, threads, machines, golden files): nobody
/// chooses these states. What has to withstand intent, such as keys of caches, is a SHA-256.
class TrajectoryHash {
 public:
  void add(const State& state) {
    // The states stay in registers from one part to the next.
    std::array<std::uint64_t, 4> states = states_;
    add(state.q, states);
    add(state.v, states);
    states_ = states;
  }
  void add(const VectorX& part) { add(part, states_); }

  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const {
    std::uint64_t state = prime_3;
    for (const std::uint64_t word : states_) state = std::rotl(state ^ word, 31) * prime_1;
    const std::uint64_t mixed = mix(state);
    std::string digits(16, '0');
    for (int i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(mixed >> (60 - 4 * i)) & 15U];
    return digits;
  }

 private:
  /// Each pair waits for the one before of the same state: a processor does four at once.
  [[gnu::always_inline]] static void add(const VectorX& part, std::array<std::uint64_t, 4>& states) {
    const double* value = part.data();
    const double* const end = value + part.size();
    auto [a, b, c, d] = states;
    for (; end - value >= 8; value += 8) {
      a = absorbed(a, value[0], value[1]);
      b = absorbed(b, value[2], value[3]);
      c = absorbed(c, value[4], value[5]);
      d = absorbed(d, value[6], value[7]);
    }
    const std::ptrdiff_t left = end - value;
    if (left >= 2) a = absorbed(a, value[0], value[1]);
    if (left >= 4) b = absorbed(b, value[2], value[3]);
    if (left >= 6) c = absorbed(c, value[4], value[5]);
    if (left % 2 != 0) d = absorbed(d, value[left - 1], 0.0);
    states = {a, b, c, d};
  }

  static constexpr std::uint64_t prime_1 = 0x9e3779b185ebca87U;
  static constexpr std::uint64_t prime_2 = 0xc2b2ae3d27d4eb4fU;
  static constexpr std::uint64_t prime_3 = 0x165667b19e3779f9U;

  static std::uint64_t absorbed(std::uint64_t state, double first, double second) {
    return (std::rotl(state ^ std::bit_cast<std::uint64_t>(first), 31) + std::bit_cast<std::uint64_t>(second)) *
           prime_1;
  }

  static std::uint64_t mix(std::uint64_t state) {
    state = (state ^ (state >> 33)) * prime_2;
    state = (state ^ (state >> 29)) * prime_3;
    return state ^ (state >> 32);
  }

  /// As those of XXH64 without a seed: no two are the same, so that words that change their places are seen.
  std::array<std::uint64_t, 4> states_{prime_1 + prime_2, prime_2, 0, 0 - prime_1};
};

}  // namespace perpend
