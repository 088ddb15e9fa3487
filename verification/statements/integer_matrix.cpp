#include "verification/statements/integer_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace perpend {

namespace {

/// x = mantissa * 2^exponent with an odd mantissa, or 0.
struct OddMantissa {
  long mantissa;
  long exponent;
};

OddMantissa split(double x) {
  if (x == 0.0) return {0, 0};
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const long mantissa = static_cast<long>(std::ldexp(fraction, 53));
  const int zeros = std::countr_zero(static_cast<unsigned long>(mantissa));
  return {mantissa >> zeros, exponent - 53 + zeros};
}

}  // namespace

ScaledIntegers scale_to_integers(const MatrixX& a) {
  ScaledIntegers result{IntegerMatrix(a.rows(), a.cols())};
  bool any = false;
  long lowest = 0;
  for (const double x : a.reshaped()) {
    if (x == 0.0) continue;
    const long exponent = split(x).exponent;
    lowest = any ? std::min(lowest, exponent) : exponent;
    any = true;
  }
  result.shift = -lowest;
  for (long i = 0; i < a.rows(); ++i)
    for (long j = 0; j < a.cols(); ++j) {
      const OddMantissa parts = split(a(i, j));
      fmpz* entry = result.matrix.entry(i, j);
      fmpz_set_si(entry, parts.mantissa);
      if (parts.mantissa != 0) fmpz_mul_2exp(entry, entry, static_cast<unsigned long>(parts.exponent - lowest));
    }
  return result;
}

std::string to_text(const fmpq_t x) {
  char* text = fmpq_get_str(nullptr, 10, x);
  std::string result = text;
  flint_free(text);
  return result;
}

}  // namespace perpend
