#include "verification/arithmetic/fraction.hpp"

#include <cmath>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

/// Whether it is a double.
bool is_small(const fmpz* x) {
  return fmpz_bits(x) <= 53;
}

Rational rational(const fmpq* x) {
  return {integer_of(fmpq_numref(x)), integer_of(fmpq_denref(x))};
}

}  // namespace

Fraction Fraction::of_decimal(double x) {
  if (x == std::trunc(x) && std::abs(x) < 0x1p53) return static_cast<long>(x);
  const Decimal decimal = shortest_decimal(x);
  return Fraction(decimal.digits) * Fraction(10).power(decimal.exponent);
}

/// A quotient of two doubles is rounded to either side directly.
Interval Fraction::enclose() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return perpend::enclose(rational(x_));
  const double above = fmpz_get_d(fmpq_numref(x_)), below = fmpz_get_d(fmpq_denref(x_));
  return {divide_down(above, below), divide_up(above, below)};
}

double Fraction::round() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return rational(x_).convert_to<double>();
  return fmpz_get_d(fmpq_numref(x_)) / fmpz_get_d(fmpq_denref(x_));
}

}  // namespace perpend
