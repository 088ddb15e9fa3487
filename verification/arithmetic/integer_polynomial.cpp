#include "verification/arithmetic/integer_polynomial.hpp"

#include <initializer_list>

namespace perpend {

namespace {

void drop_roots_at_zero(IntegerPolynomial& p) {
  long zeros = 0;
  while (zeros <= p.degree() && fmpz_is_zero(fmpz_poly_get_coeff_ptr(p.get(), zeros))) ++zeros;
  if (zeros > 0) fmpz_poly_shift_right(p.get(), p.get(), zeros);
}

IntegerPolynomial greatest_divisor(const IntegerPolynomial& a, const IntegerPolynomial& b) {
  IntegerPolynomial result;
  fmpz_poly_gcd(result.get(), a.get(), b.get());
  return result;
}

IntegerPolynomial quotient(const IntegerPolynomial& a, const IntegerPolynomial& b) {
  IntegerPolynomial result;
  fmpz_poly_div(result.get(), a.get(), b.get());
  fmpz_poly_primitive_part(result.get(), result.get());
  return result;
}

IntegerPolynomial square_free(const IntegerPolynomial& p) {
  IntegerPolynomial derivative;
  fmpz_poly_derivative(derivative.get(), p.get());
  return quotient(p, greatest_divisor(p, derivative));
}

/// Roots on the circle, and pairs z, 1/z off it. Pre: p(0) != 0.
IntegerPolynomial reciprocal_part(const IntegerPolynomial& p) {
  IntegerPolynomial reversed;
  fmpz_poly_reverse(reversed.get(), p.get(), p.degree() + 1);
  return greatest_divisor(p, reversed);
}

/// All roots strictly inside: |q_0| < |q_m| now, and again for (q_m q - q_0 q*) / z.
bool is_schur(IntegerPolynomial q) {
  IntegerPolynomial reversed;
  while (q.degree() > 0) {
    const long m = q.degree();
    fmpz* first = fmpz_poly_get_coeff_ptr(q.get(), 0);
    fmpz* last = fmpz_poly_get_coeff_ptr(q.get(), m);
    if (fmpz_cmpabs(first, last) >= 0) return false;
    fmpz_poly_reverse(reversed.get(), q.get(), m + 1);
    fmpz_t low;
    fmpz_t high;
    fmpz_init_set(low, first);
    fmpz_init_set(high, last);
    fmpz_poly_scalar_mul_fmpz(q.get(), q.get(), high);
    fmpz_poly_scalar_mul_fmpz(reversed.get(), reversed.get(), low);
    fmpz_poly_sub(q.get(), q.get(), reversed.get());
    fmpz_clear(low);
    fmpz_clear(high);
    fmpz_poly_shift_right(q.get(), q.get(), 1);
    fmpz_poly_primitive_part(q.get(), q.get());
  }
  return true;
}

/// Removes the root 1 or -1 of a square-free polynomial; says whether it was there.
bool divide_by_real_root(IntegerPolynomial& g, long root) {
  IntegerPolynomial factor;
  fmpz_poly_set_coeff_si(factor.get(), 1, 1);
  fmpz_poly_set_coeff_si(factor.get(), 0, -root);
  if (!fmpz_poly_divides(factor.get(), g.get(), factor.get())) return false;
  g = factor;
  return true;
}

/// h with g(z) = z^m h(z + 1/z), from z^k + z^-k = C_k(t): C_0 = 2, C_1 = t, C_k+1 = t C_k - C_k-1.
IntegerPolynomial in_sum_with_inverse(const IntegerPolynomial& g) {
  const long m = g.degree() / 2;
  IntegerPolynomial result;
  IntegerPolynomial before;
  IntegerPolynomial now;
  fmpz_poly_set_coeff_si(before.get(), 0, 2);
  fmpz_poly_set_coeff_si(now.get(), 1, 1);
  fmpz_poly_set_coeff_fmpz(result.get(), 0, fmpz_poly_get_coeff_ptr(g.get(), m));
  for (long k = 1; k <= m; ++k) {
    fmpz_poly_scalar_addmul_fmpz(result.get(), now.get(), fmpz_poly_get_coeff_ptr(g.get(), m + k));
    IntegerPolynomial next;
    fmpz_poly_shift_left(next.get(), now.get(), 1);
    fmpz_poly_sub(next.get(), next.get(), before.get());
    before = now;
    now = next;
  }
  return result;
}

/// (u + 1)^m h(2 (u - 1)/(u + 1)): u in (0, inf) stands for t in (-2, 2).
IntegerPolynomial on_half_line(const IntegerPolynomial& h) {
  const long m = h.degree();
  IntegerPolynomial minus;
  IntegerPolynomial plus;
  fmpz_poly_set_coeff_si(minus.get(), 1, 2);
  fmpz_poly_set_coeff_si(minus.get(), 0, -2);
  fmpz_poly_set_coeff_si(plus.get(), 1, 1);
  fmpz_poly_set_coeff_si(plus.get(), 0, 1);
  IntegerPolynomial result;
  for (long k = 0; k <= m; ++k) {
    IntegerPolynomial term;
    IntegerPolynomial power;
    fmpz_poly_pow(term.get(), minus.get(), static_cast<unsigned long>(k));
    fmpz_poly_pow(power.get(), plus.get(), static_cast<unsigned long>(m - k));
    fmpz_poly_mul(term.get(), term.get(), power.get());
    fmpz_poly_scalar_addmul_fmpz(result.get(), term.get(), fmpz_poly_get_coeff_ptr(h.get(), k));
  }
  return result;
}

/// Roots on the circle of a square-free g with g = +-g*.
long count_on_circle(IntegerPolynomial g) {
  long count = 0;
  for (const long root : {1L, -1L})
    if (divide_by_real_root(g, root)) ++count;
  if (g.degree() == 0) return count;
  const IntegerPolynomial line = on_half_line(in_sum_with_inverse(g));
  long negative = 0;
  long positive = 0;
  _fmpz_poly_num_real_roots_sturm(&negative, &positive, line.get()->coeffs, line.get()->length);
  return count + 2 * positive;
}

}  // namespace

CircleRoots locate_roots(const IntegerPolynomial& polynomial) {
  IntegerPolynomial p = polynomial;
  drop_roots_at_zero(p);
  if (p.degree() == 0) return {};
  p = square_free(p);
  const IntegerPolynomial g = reciprocal_part(p);
  CircleRoots result{.has_outside = false, .num_on = count_on_circle(g)};
  result.has_outside = result.num_on != g.degree() || !is_schur(quotient(p, g));
  return result;
}

bool has_multiple_on_circle(const IntegerPolynomial& polynomial) {
  IntegerPolynomial p = polynomial;
  drop_roots_at_zero(p);
  IntegerPolynomial derivative;
  fmpz_poly_derivative(derivative.get(), p.get());
  if (p.degree() == 0) return false;
  const IntegerPolynomial repeated = greatest_divisor(p, derivative);
  if (repeated.degree() == 0) return false;
  const IntegerPolynomial g = reciprocal_part(square_free(repeated));
  return g.degree() > 0 && count_on_circle(g) > 0;
}

}  // namespace perpend
