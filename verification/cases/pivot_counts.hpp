// How many pivots the textbook methods take, in exact arithmetic: what rounding and rules for ties cannot blur.
#pragma once

#include "kernel/model/types.hpp"

namespace perpend {

/// Lemke's method with the covering vector d = e; ties by the lexicographic rule. -1: a ray, or more than `limit`.
/// [Lemke65], [CottlePangStone92] 4.4
[[nodiscard]] long count_lemke_pivots(const MatrixX& a, const VectorX& b, long limit = 100'000);

/// The least-index method: the least i whose basic variable is below 0 changes sides. -1: a pivot is 0, or more than
/// `limit`. [Murty74]
[[nodiscard]] long count_least_index_pivots(const MatrixX& a, const VectorX& b, long limit = 100'000);

/// Steps of Newton's method on min(z, A z + b), started at the point of the active set `active` (bits), until an active
/// set comes again: the length of the circle, 0 when it ends at a solution. [BenGharbiaGilbert12]
[[nodiscard]] long newton_period(const MatrixX& a, const VectorX& b, unsigned active);

}  // namespace perpend
