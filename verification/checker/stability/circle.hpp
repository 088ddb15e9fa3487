// Where the eigenvalues of an exact matrix lie relative to the unit circle.
#pragma once

#include <flint/fmpz_poly.h>

#include "verification/checker/arithmetic/matrix.hpp"

namespace perpend::checker {

class WholePolynomial {
 public:
  WholePolynomial() { fmpz_poly_init(value_); }
  WholePolynomial(const WholePolynomial& other) : WholePolynomial() { fmpz_poly_set(value_, other.value_); }
  WholePolynomial& operator=(const WholePolynomial& other) {
    fmpz_poly_set(value_, other.value_);
    return *this;
  }
  ~WholePolynomial() { fmpz_poly_clear(value_); }
  [[nodiscard]] fmpz_poly_struct* raw() { return value_; }
  [[nodiscard]] const fmpz_poly_struct* raw() const { return value_; }
  [[nodiscard]] long degree() const { return fmpz_poly_degree(value_); }

 private:
  fmpz_poly_t value_;
};

struct CircleCount {
  bool has_outside = false;
  long num_on = 0;     ///< distinct ones
  WholePolynomial on;  ///< without any outside: has these as its only roots, each once
};

/// Inside, where the leading coefficient exceeds the sum of the others; else from balls around all roots of the
/// square-free characteristic polynomial S, which hold one root each. A root of
/// g = gcd(S, S*), S* the reversal, has its mirror image 1/conj(z) among the roots of g: where the image of a ball
/// meets no ball but itself, the root is its own image and lies on the circle. S/g has none there, so that balls that
/// are small enough tell inside from outside. Nothing when 4096 bits do not.
[[nodiscard]] std::optional<CircleCount> count_on_circle(const WholePolynomial& characteristic);

/// A multiple of det(s - X), with integer coefficients.
[[nodiscard]] WholePolynomial characteristic_polynomial(const Matrix& x);

/// Whether each eigenvalue on the circle has as many eigenvectors as its multiplicity: the rank of p(X) is n less the
/// multiplicities, p with just these roots.
[[nodiscard]] bool are_powers_bounded(const Matrix& x, const WholePolynomial& characteristic,
                                      const WholePolynomial& on);

}  // namespace perpend::checker
