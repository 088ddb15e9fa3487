// Dense linear algebra over the rationals, by FLINT. An elimination is written by hand only where its pivots are what
// is proved, where it may end early, or where most entries are 0.
#pragma once

#include <optional>

#include "verification/arithmetic/integer_matrix.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

/// To and from FLINT's integers.
void set_integer(fmpz_t out, const boost::multiprecision::cpp_int& x);
[[nodiscard]] boost::multiprecision::cpp_int integer_of(const fmpz_t x);

/// B^-1 R, nothing for a singular B. Pre: B is square and has as many rows as R.
[[nodiscard]] std::optional<RationalRows> solve_exactly(const RationalRows& b, const RationalRows& r);
/// The same for one right side.
[[nodiscard]] std::optional<std::vector<Rational>> solve_exactly(const RationalRows& b, const std::vector<Rational>& r);

/// A basis of the x with A x = 0, one a row; A may have no rows.
[[nodiscard]] RationalRows null_space(const RationalRows& a, long num_columns);

/// Pre: square.
[[nodiscard]] Rational determinant(const RationalRows& a);

/// Pre: symmetric.
[[nodiscard]] Definiteness definiteness(const RationalRows& a);

}  // namespace perpend
