// Matrices A for which D A + A^T D is positive definite with some diagonal D > 0: all of them are P-matrices.
#pragma once

#include "verification/statements/statements.hpp"

namespace perpend {

/// The diagonal of such a D; empty when none was found. First by the Cayley transform of A, for an inverse and a
/// factorization, then by a search in powers of two.
[[nodiscard]] VectorX lyapunov_diagonal(const SparseRows& a, const Effort& effort);

}  // namespace perpend
