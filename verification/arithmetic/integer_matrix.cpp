#include "verification/arithmetic/integer_matrix.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

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

/// The rows `left` lose multiples of row `pivot`; `last` is the pivot before.
void eliminate(IntegerMatrix& work, const std::vector<long>& left, long pivot, const fmpz* last) {
  for (const long i : left)
    for (const long j : left) {
      fmpz* entry = work.entry(i, j);
      fmpz_mul(entry, entry, work.entry(pivot, pivot));
      fmpz_submul(entry, work.entry(i, pivot), work.entry(pivot, j));
      fmpz_divexact(entry, entry, last);
    }
}

bool is_zero(const IntegerMatrix& work, const std::vector<long>& left) {
  for (const long i : left)
    for (const long j : left)
      if (!fmpz_is_zero(work.entry(i, j))) return false;
  return true;
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

Definiteness definiteness(IntegerMatrix a) {
  std::vector<long> left(static_cast<std::size_t>(a.rows()));
  std::iota(left.begin(), left.end(), 0L);
  fmpz_t last;
  fmpz_init_set_si(last, 1);
  Definiteness result = Definiteness::positive;
  while (result == Definiteness::positive && !left.empty()) {
    long pivot = -1;
    for (const long i : left) {
      if (fmpz_sgn(a.entry(i, i)) < 0) result = Definiteness::indefinite;
      if (pivot < 0 && fmpz_sgn(a.entry(i, i)) > 0) pivot = i;
    }
    if (result == Definiteness::indefinite) break;
    if (pivot < 0) {  // the diagonal is 0: so must be the rest
      result = is_zero(a, left) ? Definiteness::semidefinite : Definiteness::indefinite;
      break;
    }
    std::erase(left, pivot);
    eliminate(a, left, pivot, last);
    fmpz_set(last, a.entry(pivot, pivot));
  }
  fmpz_clear(last);
  return result;
}

bool is_semidefinite(const MatrixX& a) {
  return definiteness(scale_to_integers(a).matrix) != Definiteness::indefinite;
}

double seconds_of_semidefinite(int n) {
  return 4e-9 * std::pow(n, 4.3);
}

std::string to_text(const fmpq_t x) {
  char* text = fmpq_get_str(nullptr, 10, x);
  std::string result = text;
  flint_free(text);
  return result;
}

}  // namespace perpend
