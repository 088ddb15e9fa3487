// Choices of which entry of each pair of an LCP is 0, and a first look at them by enclosures.
#pragma once

#include <vector>

#include "verification/arithmetic/interval_matrix.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

template <class Number>
struct LcpOf {
  std::vector<std::vector<Number>> a;
  std::vector<Number> b;
  [[nodiscard]] int size() const { return static_cast<int>(b.size()); }
};

using ExactLcp = LcpOf<Rational>;
using EnclosedLcp = LcpOf<Interval>;

/// An LCP of which nothing is known.
[[nodiscard]] EnclosedLcp unknown_lcp(int size);

/// Whether bit i is set: pair i, or row i.
[[nodiscard]] inline bool has(unsigned set, int i) {
  return (set >> i & 1U) != 0;
}

/// Which entry of each pair is 0: bit i is set where w_i = 0, else z_i = 0. For a first look by enclosures, what is
/// known of a choice with a singular block.
struct LcpChoice {
  unsigned active = 0;
  unsigned dependent = 0;       ///< active ones that others stand for: left out
  unsigned of_either_sign = 0;  ///< active ones that stand for others
  unsigned unjudged = 0;        ///< idle ones whose w these leave open
  unsigned by_modulus = 0;      ///< idle ones in whose w those of either sign stand with their modulus
  /// Strict signs of all that is judged give the choice a solution, and all of its solutions the same values of
  /// functions that do not tell those that were left out from those that stand for them.
  bool is_decisive = true;
};
[[nodiscard]] std::vector<LcpChoice> all_choices(int size);

/// What enclosures say of choices.
struct JudgedChoices {
  std::vector<LcpChoice> possible;  ///< in their order, those that are not shown to be without a solution
  IntervalRows points;  ///< z of a solution of each of these that strict signs give one, 0 for those left out
  [[nodiscard]] bool are_decided() const { return points.size() == possible.size(); }
};
/// Each by the point that a regular block leaves; where that does not decide, by rows that contradict each other.
[[nodiscard]] JudgedChoices judge_choices(const EnclosedLcp& around, const std::vector<LcpChoice>& choices);

}  // namespace perpend
