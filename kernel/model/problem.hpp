// One saddle-point system
//     [ M  -J^T ] [     x      ]   [ motion ]
//     [ J    E  ] [ multiplier ] = [ target ]          E = diag(compliance)
// with its reason. Rows with bounded multipliers are complementary: with w = J x + E multiplier - target
//     w = 0 where lower < multiplier < upper,  w >= 0 where multiplier = lower,  w <= 0 where multiplier = upper.
// A stabilizer writes it, a solver answers it, a certificate judges the pair.
#pragma once

#include <vector>

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/mass_matrix.hpp"
#include "kernel/model/status.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// What the unknown x means: velocity and impulse, acceleration and force, twist of a position correction, or a
/// velocity correction.
enum class SolvePurpose { velocity, acceleration, position_correction, velocity_projection };

[[nodiscard]] const char* to_string(SolvePurpose purpose);

struct Problem {
  SolvePurpose purpose = SolvePurpose::velocity;
  const MassMatrix* mass = nullptr;      ///< M
  const ConstraintRows* rows = nullptr;  ///< J
  VectorX compliance;                    ///< diagonal of E, all >= 0
  VectorX motion;
  VectorX target;
  /// Bounds of the multipliers, one a row, or both empty: every row is bilateral. A row with lower = upper = 0 is idle.
  VectorX lower{};
  VectorX upper{};
};

/// The answer, with what the solver can say about it. Only a certificate says that it is right.
struct Solution {
  Status status = Status::not_run;
  VectorX x;           ///< num_columns
  VectorX multiplier;  ///< num_rows; acts as + J^T multiplier
  std::vector<int>
      dependent_rows;  ///< rows left out because others imply them; then `multiplier` is the least-norm one
};

}  // namespace perpend
