// Definiteness of full matrices that a proof needs on its way.
#pragma once

#include "verification/lcp/lcp_rows.hpp"
#include "verification/statements/statements.hpp"

namespace perpend {

/// Positive definite, in doubles with proved rounding bounds.
[[nodiscard]] bool is_definite(const MatrixX& a);

/// Judges a finite symmetric matrix in exact integers: fraction-free elimination with positive pivots [Bareiss68].
[[nodiscard]] bool is_semidefinite(const MatrixX& a);

/// What it takes at most, as measured on full matrices.
[[nodiscard]] double seconds_of_semidefinite(int n);

}  // namespace perpend
