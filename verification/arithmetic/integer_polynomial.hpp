// Where the roots of a polynomial with integer coefficients lie relative to the unit circle, exactly.
#pragma once

#include <flint/fmpz_poly.h>

#include "verification/arithmetic/flint_memory.hpp"

namespace perpend {

/// Owns an fmpz_poly_t.
class IntegerPolynomial {
 public:
  IntegerPolynomial() {
    release_flint_at_end_of_thread();
    fmpz_poly_init(value_);
  }
  IntegerPolynomial(const IntegerPolynomial& other) : IntegerPolynomial() { fmpz_poly_set(value_, other.value_); }
  IntegerPolynomial& operator=(const IntegerPolynomial& other) {
    fmpz_poly_set(value_, other.value_);
    return *this;
  }
  ~IntegerPolynomial() { fmpz_poly_clear(value_); }

  [[nodiscard]] fmpz_poly_struct* get() { return value_; }
  [[nodiscard]] const fmpz_poly_struct* get() const { return value_; }
  [[nodiscard]] long degree() const { return fmpz_poly_degree(value_); }

 private:
  fmpz_poly_t value_;
};

struct CircleRoots {
  bool has_outside = false;
  /// Distinct roots on the circle; meaningful without any outside.
  long num_on = 0;
};

/// Roots at 0 count as inside. Pre: not the zero polynomial.
/// With S the square-free part and S* its reversal, g = gcd(S, S*) holds every root on the circle, for a real
/// polynomial has 1/z where it has z on it. S/g is decided by Schur and Cohn's recursion [Jury64]; of g, in t = z +
/// 1/z, Sturm's count tells how many roots lie on the circle [BasuPollackRoy06].
[[nodiscard]] CircleRoots locate_roots(const IntegerPolynomial& polynomial);

/// Whether some root on the circle is a multiple one.
[[nodiscard]] bool has_multiple_on_circle(const IntegerPolynomial& polynomial);

}  // namespace perpend
