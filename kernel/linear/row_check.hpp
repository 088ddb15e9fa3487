// Whether a solution by blocks meets the rows of its problem to rounding, or asks for a step of refinement.
#pragma once

#include <cstddef>
#include <vector>

#include "kernel/linear/known_sizes.hpp"
#include "kernel/model/problem.hpp"

namespace perpend {

/// A row is refined where its residual is more than this share of the sum of the moduli of its terms. Certificates ask
/// for 2^-26.5, so that ten bits are left to them, as in redundant_rows.cpp. Rounding of the sum and of x leaves
/// 16 u = 2^-49 at the most terms that a row of two bodies in space has; the rest is for velocities that remain of
/// larger ones, next to the ground of a long chain.
inline constexpr double refined_share = 0x1p-36;

/// A row with terms that are all below this share of its coefficients times the largest unknown says 0 = 0 to rounding:
/// certificates grant it 1000 u for each unknown [Higham02], and no more than 2^-26.5, of which these are a sixteenth.
[[nodiscard]] double vanishing_share(std::size_t num_unknowns);

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
