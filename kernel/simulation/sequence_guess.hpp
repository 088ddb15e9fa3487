// The next of a sequence of vectors that changes smoothly from step to step: a guess for an iteration that corrects it.
#pragma once

#include <array>

#include "kernel/model/types.hpp"

namespace perpend {

/// The polynomial through the last k values of c has the value sum_{j < k} D^j c at the next place, with the backward
/// differences D^0 c_n = c_n and D^{j+1} c_n = D^j c_n - D^j c_{n-1}, and misses c_n by D^k c_n. So the k whose
/// difference is the smallest would have guessed the last value best, and is taken for the next: it grows until
/// rounding or a jump shows in the differences. With k = 0 the guess is 0.
class SequenceGuess {
 public:
  static constexpr int most_values = 10;

  void forget() { num_known_ = num_used_ = 0; }
  /// Adds the guess to `sum`, which has the size of the values. Nothing where none is known.
  void add_to(VectorX& sum) const;
  /// What the next value was. Pre: all values since the last `forget` have the same size.
  void take(const VectorX& value);

 private:
  std::array<VectorX, most_values> differences_{};  ///< D^0 c_n, D^1 c_n, ... as many as are known
  int num_known_ = 0;
  int num_used_ = 0;
};

}  // namespace perpend
