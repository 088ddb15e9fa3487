// Exact rational numbers: where rounding could not decide.
#pragma once

#include <vector>

#include <boost/multiprecision/cpp_int.hpp>

#include "kernel/model/linear_system.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

using Rational = boost::multiprecision::cpp_rational;

/// The double as it is. Pre: finite.
[[nodiscard]] Rational exact(double x);

/// digits 10^exponent.
struct Decimal {
  long digits = 0;  ///< at most 17
  int exponent = 0;
};
/// The shortest one that reads back as x: what a scene wrote, where it wrote at most 15 digits. 0.001 is 1/1000, not
/// the nearest double, so that alpha h = 2 of the scene's alpha and h stays exactly 2. Pre: finite.
[[nodiscard]] Decimal shortest_decimal(double x);
[[nodiscard]] Rational exact_decimal(double x);

/// The smallest interval of doubles around x.
[[nodiscard]] Interval enclose(const Rational& x);

using RationalRows = std::vector<std::vector<Rational>>;

[[nodiscard]] RationalRows exact_rows(const MatrixX& a);
[[nodiscard]] std::vector<Rational> exact_vector(const VectorX& x);

/// Gaussian elimination of a symmetric matrix; multipliers stay in the lower triangle. Returns the first pivot that is
/// not positive, or the number of rows: then, and only then, the matrix is positive definite. By hand, because that
/// pivot and its multipliers are the direction that refutes.
[[nodiscard]] int eliminate(RationalRows& a);

/// x^n; n may be negative. Pre: x is not 0 when n < 0.
[[nodiscard]] Rational exact_power(const Rational& x, int n);

}  // namespace perpend
