// Whether a solution by blocks meets the rows of its problem to rounding, or asks for a step of refinement.
#pragma once

#include <vector>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

class RowCheck {
 public:
  explicit RowCheck(const ConstraintRows& layout);

  /// `residual` becomes target - J x - E multiplier. A row is met where that is small compared with the sum of the
  /// moduli of its terms, or where it says 0 = 0 to rounding. Pre: bodies have 1, 2, 3 or 6 columns, as DelassusFactor
  /// takes them.
  [[nodiscard]] bool are_met(const Problem& problem, const Solution& solution, VectorX& residual) const;

 private:
  std::vector<Run> runs_;  // of blocks
};

}  // namespace perpend
