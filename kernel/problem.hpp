// One saddle-point system
//     [ M  -J^T ] [     x      ]   [ motion ]
//     [ J    E  ] [ multiplier ] = [ target ]          E = diag(compliance)
// with its reason. A stabilizer writes it, a solver answers it, a certificate judges the pair.
#pragma once

#include "kernel/constraint_rows.hpp"
#include "kernel/types.hpp"

namespace perpend {

/// What the unknown x means: velocity and impulse, acceleration and force, twist of a position correction, or a
/// velocity correction.
enum class SolvePurpose { velocity, acceleration, position_correction, velocity_projection };

[[nodiscard]] const char* to_string(SolvePurpose purpose);

struct Problem {
  SolvePurpose purpose = SolvePurpose::velocity;
  const VectorX* mass = nullptr;         ///< diagonal of M, all > 0
  const ConstraintRows* rows = nullptr;  ///< J
  VectorX compliance;                    ///< diagonal of E, all >= 0
  VectorX motion;
  VectorX target;
};

}  // namespace perpend
