// A few linear equations whose numbers are intervals.
#pragma once

#include <vector>

#include "verification/arithmetic/interval.hpp"

namespace perpend {

using IntervalVector = std::vector<Interval>;
using IntervalRows = std::vector<IntervalVector>;

/// By elimination: true of every matrix and right side within.
struct IntervalSolution {
  int sign = 0;  ///< of the determinant; 0: not known, and then x is empty
  IntervalVector x;
};
[[nodiscard]] IntervalSolution eliminate(IntervalRows a, IntervalVector right);

}  // namespace perpend
