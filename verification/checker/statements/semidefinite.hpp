// Semidefinite matrices that are singular, which no ball can tell.
#pragma once

#include "verification/checker/statements/sparse.hpp"

namespace perpend::checker {

/// The block of as many rows as the rank modulo a prime: G is semidefinite when that is definite and gives all others,
///     G_RR = G_RI G_II^-1 G_IR,
/// over the rationals. Empty when the prime divides a denominator.
[[nodiscard]] std::vector<int> independent_rows(const Matrix& g);
[[nodiscard]] bool is_given_by(const Matrix& g, const std::vector<int>& rows);

inline constexpr long most_dependent_rows = 400;

}  // namespace perpend::checker
