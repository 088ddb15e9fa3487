// Positive semidefiniteness in exact integers.
#pragma once

#include "kernel/types.hpp"

namespace perpend {

/// Of a finite symmetric matrix: fraction-free elimination with positive pivots [Bareiss68].
[[nodiscard]] bool is_semidefinite(const MatrixX& a);

/// What it takes at most, as measured on full matrices.
[[nodiscard]] double seconds_of_semidefinite(int n);

}  // namespace perpend
