// Matrices A for which D A + A^T D is positive definite with some diagonal D > 0: all of them are P-matrices.
#pragma once

#include "verification/statements/statements.hpp"

namespace perpend {

/// The diagonal of such a D, powers of two so that D A has no rounding; empty when none was found.
[[nodiscard]] VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort);

}  // namespace perpend
