// Dense linear algebra over the rationals, by FLINT. An elimination is written by hand only where its pivots are what
// is proved, where it may end early, or where most entries are 0.
#pragma once

#include <optional>

#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// B^-1 R, nothing for a singular B. Pre: B is square and has as many rows as R.
[[nodiscard]] std::optional<RationalRows> solve_exactly(const RationalRows& b, const RationalRows& r);
/// The same for one right side.
[[nodiscard]] std::optional<std::vector<Rational>> solve_exactly(const RationalRows& b, const std::vector<Rational>& r);

/// Pre: square.
[[nodiscard]] Rational determinant(const RationalRows& a);

/// Pre: symmetric.
[[nodiscard]] Definiteness definiteness(const RationalRows& a);

}  // namespace perpend
