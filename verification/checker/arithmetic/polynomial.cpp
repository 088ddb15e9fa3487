#include "verification/checker/arithmetic/polynomial.hpp"

#include <utility>
#include <vector>

namespace perpend::checker {

namespace {

Polynomial quotient(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  fmpq_poly_div(result.raw(), a.raw(), b.raw());
  return result;
}

Polynomial divisor(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  fmpq_poly_gcd(result.raw(), a.raw(), b.raw());
  return result;
}

Polynomial derivative(const Polynomial& f) {
  Polynomial result;
  fmpq_poly_derivative(result.raw(), f.raw());
  return result;
}

/// The roots of odd order of f != 0, each once: with g_k the product of (x - r) over the roots of order >= k, it is
/// g_1/g_2 g_3/g_4 ...
Polynomial odd_part(Polynomial f) {
  Polynomial result(Rational(1));
  bool divides = false;
  while (fmpq_poly_degree(f.raw()) > 0) {
    const Polynomial rest = divisor(f, derivative(f)), roots = quotient(f, rest);
    result = divides ? quotient(result, roots) : result * roots;
    divides = !divides;
    f = rest;
  }
  return result;
}

int sign_of_end(const Polynomial& f, const std::optional<Rational>& end) {
  if (end) return f.at(*end).sign();
  const long degree = fmpq_poly_degree(f.raw());
  Rational leading;
  if (degree >= 0) fmpq_poly_get_coeff_fmpq(leading.raw(), f.raw(), degree);
  return leading.sign();
}

/// Changes of sign along Sturm's sequence.
int num_changes(const std::vector<Polynomial>& sequence, const std::optional<Rational>& end) {
  int changes = 0, last = 0;
  for (const Polynomial& f : sequence) {
    const int sign = sign_of_end(f, end);
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
  }
  return changes;
}

/// Whether f, whose roots are simple, has none in the range: Sturm's theorem counts those in (lower, upper]
/// [BasuPollackRoy06].
bool has_no_root(const Polynomial& f, const Range& range) {
  std::vector<Polynomial> sequence{f, derivative(f)};
  while (!sequence.back().is_zero()) {
    Polynomial rest;
    fmpq_poly_rem(rest.raw(), sequence[sequence.size() - 2].raw(), sequence.back().raw());
    sequence.push_back(Polynomial(Rational(0)) - rest);
  }
  const int count = num_changes(sequence, range.lower) - num_changes(sequence, range.upper);
  return count == (range.upper && f.at(*range.upper).is_zero() ? 1 : 0);
}

/// Sign of f != 0 at a number of the range that is not a root.
int sign_within(const Polynomial& f, const Range& range) {
  for (long k = 2;; ++k) {
    const Rational x =
        range.upper ? range.lower + (*range.upper - range.lower) / Rational(k) : range.lower + Rational(k);
    if (const int sign = f.at(x).sign(); sign != 0) return sign;
  }
}

}  // namespace

Polynomial Polynomial::unknown() {
  Polynomial result;
  fmpq_poly_set_coeff_si(result.value_, 1, 1);
  return result;
}

Rational Polynomial::at(const Rational& x) const {
  Rational result;
  fmpq_poly_evaluate_fmpq(result.raw(), value_, x.raw());
  return result;
}

bool is_nonnegative_on(const Polynomial& f, const Range& range) {
  return f.is_zero() || (has_no_root(odd_part(f), range) && sign_within(f, range) > 0);
}

bool is_negative_on(const Polynomial& f, const Range& range) {
  if (f.is_zero()) return false;
  return has_no_root(quotient(f, divisor(f, derivative(f))), range) && sign_within(f, range) < 0;
}

}  // namespace perpend::checker
