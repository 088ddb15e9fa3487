// Enclosures of the solution of a small dense linear system.
#pragma once

#include <vector>

#include "kernel/types.hpp"
#include "verification/interval.hpp"

namespace perpend {

/// R near A^-1 by elimination with the largest pivot of each column: rounded, nothing is claimed of it. Empty when a
/// pivot is 0 or not finite.
[[nodiscard]] MatrixX approximate_inverse(const MatrixX& a);

/// x with A x = r: true of every r in `right`. With R = X_U X_L P near A^-1 and beta >= ||I - R A||_inf,
///     beta < 1:  |x - R r| <= |R (r - A R r)| + beta/(1 - beta) ||R (r - A R r)||_inf.
/// Empty when that proves nothing; otherwise A is nonsingular.
[[nodiscard]] std::vector<Interval> enclose_solution(const MatrixX& a, const std::vector<Interval>& right);

}  // namespace perpend
