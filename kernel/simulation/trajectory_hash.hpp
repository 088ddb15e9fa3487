// Fingerprint of a trajectory: equal for equal bits of every q and v, whatever the machine and the compiler.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "kernel/model/state.hpp"

namespace perpend {

/// After XXH64 (Y. Collet, xxHash): word i of a part, a double w as 64 bits, goes to the state i modulo 4, by the round
///     s <- P rotl(s xor w, 31)    modulo 2^64,
/// and the end takes the four states as words, one after the other, and mixes. P is odd, so that a round is one-to-one
/// in s and in w: two trajectories that differ in one word always have two fingerprints. The product carries upward and
/// the rotation brings its high bits down, hence a flipped sign reaches all bits within two rounds. XXH64 multiplies
/// each word by a second prime before, which takes a processor as long as all the rest: a word of a trajectory need not
/// look random for itself. For other differences the chance of a collision is 2^-64 a pair, which is enough to compare
/// runs that should have the same bits (compilers, threads, machines, golden files): nobody chooses these states. What
/// has to withstand intent, such as keys of caches, is a SHA-256.
class TrajectoryHash {
 public:
  void add(const State& state) {
    add(state.q);
    add(state.v);
  }
  /// A part of a state. Each round waits for the one before of the same state: a processor does four at once, and other
  /// work between the parts.
  void add(const VectorX& part) {
    const double* value = part.data();
    const double* const end = value + part.size();
    auto [a, b, c, d] = states_;
    for (; end - value >= 4; value += 4) {
      a = round(a, word_of(value[0]));
      b = round(b, word_of(value[1]));
      c = round(c, word_of(value[2]));
      d = round(d, word_of(value[3]));
    }
    if (value != end) a = round(a, word_of(*value++));
    if (value != end) b = round(b, word_of(*value++));
    if (value != end) c = round(c, word_of(*value));
    states_ = {a, b, c, d};
  }

  /// 16 hexadecimal digits.
  [[nodiscard]] std::string text() const {
    std::uint64_t state = prime_3;
    for (const std::uint64_t word : states_) state = round(state, word);
    const std::uint64_t mixed = mix(state);
    std::string digits(16, '0');
    for (int i = 0; i < 16; ++i) digits[i] = "0123456789abcdef"[(mixed >> (60 - 4 * i)) & 15U];
    return digits;
  }

 private:
  static constexpr std::uint64_t prime_1 = 0x9e3779b185ebca87U;
  static constexpr std::uint64_t prime_2 = 0xc2b2ae3d27d4eb4fU;
  static constexpr std::uint64_t prime_3 = 0x165667b19e3779f9U;

  static std::uint64_t word_of(double value) { return std::bit_cast<std::uint64_t>(value); }

  static std::uint64_t round(std::uint64_t state, std::uint64_t word) { return std::rotl(state ^ word, 31) * prime_1; }

  static std::uint64_t mix(std::uint64_t state) {
    state = (state ^ (state >> 33)) * prime_2;
    state = (state ^ (state >> 29)) * prime_3;
    return state ^ (state >> 32);
  }

  /// As those of XXH64 without a seed: no two are the same, so that words that change their places are seen.
  std::array<std::uint64_t, 4> states_{prime_1 + prime_2, prime_2, 0, 0 - prime_1};
};

}  // namespace perpend
