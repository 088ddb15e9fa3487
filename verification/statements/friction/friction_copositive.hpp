// Contacts whose matrix is strictly copositive on the cones of friction have an answer, whatever the velocities q:
//     r^T W r >= m |r|^2,  m > 0,  for all r of the cones.
// Whatever obeys the law has r . u <= 0, so that m |r|^2 <= -q . r and |r| <= |q|/m. With r_N held below a bound beyond
// that an answer exists (Kakutani), still with r . u <= 0, and so below the bound. [KlarbringPang98]
// W need be neither symmetric nor semidefinite: rounding of a singular one is allowed for.
//
// With equations, 0 = V^T r + R l, and W - V R^-1 V^T in place of W. Let S be the symmetric part of [W V; V^T R] plus
// `shift` times the unit matrix, positive definite, (u, y) = S x for some x, and E = x . (u, y). For r of the cones
// and l of its equations, |l| <= L |r| with L = |V|_F over the smallest eigenvalue of R,
//     r . u + l . y  <=  sqrt(E) sqrt(r^T W r + shift (1 + L^2) |r|^2),
// so m > 0 where at each contact, with k = sqrt(1 + mu^2),
//     u_N - mu |u_T|  >  k (L |y| + sqrt(E shift (1 + L^2))).
#pragma once

#include <optional>

#include "verification/statements/friction/friction_statements.hpp"

namespace perpend {

struct StrictCopositivity {
  VectorX x;                 ///< reactions, then multipliers
  double shift = 0.0;        ///< of the diagonal
  double least_of_r = 0.0;   ///< lower bound of the eigenvalues of R; 0 without equations
  std::string missing = {};  ///< what was not shown; empty: all is
};

/// Pre: local.
[[nodiscard]] StrictCopositivity show_strict_copositivity(const FrictionProblem& problem, const Effort& effort);

}  // namespace perpend
