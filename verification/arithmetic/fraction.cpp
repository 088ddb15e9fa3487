#include "verification/arithmetic/fraction.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "verification/arithmetic/exact_matrix.hpp"
#include "verification/arithmetic/rational.hpp"

namespace perpend {

namespace {

/// Whether it is a double.
bool is_small(const fmpz* x) {
  return !COEFF_IS_MPZ(*x) && std::abs(*x) < 1L << 53;
}

__extension__ using Wide = __int128;

/// False: it overflows.
bool multiply(long a, long b, long& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

Rational rational(const fmpq* x) {
  return {integer_of(fmpq_numref(x)), integer_of(fmpq_denref(x))};
}

}  // namespace

void Fraction::set_by_flint(long whole) {
  release_flint_at_end_of_thread();
  fmpq_set_si(x_, whole, 1);
}

/// a/b + c/d over the least common multiple of b and d.
Fraction Fraction::sum(const Fraction& a, const Fraction& b, long sign) {
  Fraction result;
  if (a.is_of_words() && b.is_of_words()) {
    const long common = std::gcd(a.below(), b.below());
    long one = 0, other = 0, numerator = 0, denominator = 0;
    if (multiply(a.above(), b.below() / common, one) && multiply(sign * b.above(), a.below() / common, other) &&
        !__builtin_add_overflow(one, other, &numerator) && multiply(a.below(), b.below() / common, denominator) &&
        numerator != std::numeric_limits<long>::min()) {
      const long shared = std::gcd(numerator, denominator);
      if (result.set_words(numerator / shared, denominator / shared)) return result;
    }
  }
  release_flint_at_end_of_thread();
  (sign > 0 ? fmpq_add : fmpq_sub)(result.x_, a.x_, b.x_);
  return result;
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  Fraction result;
  if (a.is_of_words() && b.is_of_words()) {
    const long one = std::gcd(a.above(), b.below()), other = std::gcd(b.above(), a.below());
    long numerator = 0, denominator = 0;
    if (multiply(a.above() / one, b.above() / other, numerator) &&
        multiply(a.below() / other, b.below() / one, denominator) && result.set_words(numerator, denominator))
      return result;
  }
  release_flint_at_end_of_thread();
  fmpq_mul(result.x_, a.x_, b.x_);
  return result;
}

Fraction operator/(const Fraction& a, const Fraction& b) {
  if (b.is_of_words()) {
    Fraction inverse;
    const long sign = b.above() < 0 ? -1 : 1;
    inverse.set_words(sign * b.below(), sign * b.above());
    return a * inverse;
  }
  release_flint_at_end_of_thread();
  Fraction result;
  fmpq_div(result.x_, a.x_, b.x_);
  return result;
}

Fraction Fraction::power(int n) const {
  if (n < 0) return (1 / *this).power(-n);
  Fraction result = 1, square = *this;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = result * square;
    if (n > 1) square = square * square;
  }
  return result;
}

std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
  if (a.is_of_words() && b.is_of_words())
    return static_cast<Wide>(a.above()) * b.below() <=> static_cast<Wide>(b.above()) * a.below();
  return fmpq_cmp(a.x_, b.x_) <=> 0;
}

Fraction Fraction::of_decimal(double x) {
  if (x == std::trunc(x) && std::abs(x) < 0x1p53) return static_cast<long>(x);
  const Decimal decimal = shortest_decimal(x);
  return Fraction(decimal.digits) * Fraction(10).power(decimal.exponent);
}

/// A quotient of two doubles is rounded to either side directly.
Interval Fraction::enclose() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return perpend::enclose(rational(x_));
  const double numerator = static_cast<double>(above()), denominator = static_cast<double>(below());
  return {divide_down(numerator, denominator), divide_up(numerator, denominator)};
}

double Fraction::round() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return rational(x_).convert_to<double>();
  return static_cast<double>(above()) / static_cast<double>(below());
}

}  // namespace perpend
