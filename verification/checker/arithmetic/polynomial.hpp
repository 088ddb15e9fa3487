// Polynomials in one unknown number, with rational coefficients, and their signs.
#pragma once

#include <flint/fmpq_poly.h>

#include <optional>

#include "verification/checker/arithmetic/rational.hpp"

namespace perpend::checker {

class Polynomial {
 public:
  Polynomial() { fmpq_poly_init(value_); }
  Polynomial(const Rational& x) : Polynomial() {
    fmpq_poly_set_fmpq(value_, x.raw());
  }  // NOLINT: a number is a formula
  Polynomial(const Polynomial& other) : Polynomial() { fmpq_poly_set(value_, other.value_); }
  Polynomial& operator=(const Polynomial& other) {
    fmpq_poly_set(value_, other.value_);
    return *this;
  }
  ~Polynomial() { fmpq_poly_clear(value_); }

  /// The unknown itself.
  [[nodiscard]] static Polynomial unknown();

  friend Polynomial operator+(Polynomial a, const Polynomial& b) {
    fmpq_poly_add(a.value_, a.value_, b.value_);
    return a;
  }
  friend Polynomial operator-(Polynomial a, const Polynomial& b) {
    fmpq_poly_sub(a.value_, a.value_, b.value_);
    return a;
  }
  friend Polynomial operator*(Polynomial a, const Polynomial& b) {
    fmpq_poly_mul(a.value_, a.value_, b.value_);
    return a;
  }
  [[nodiscard]] bool is_zero() const { return fmpq_poly_is_zero(value_) != 0; }
  [[nodiscard]] Rational at(const Rational& x) const;
  [[nodiscard]] const fmpq_poly_struct* raw() const { return value_; }
  [[nodiscard]] fmpq_poly_struct* raw() { return value_; }

 private:
  fmpq_poly_t value_;
};

/// An open interval; no upper end: all numbers above the lower one.
struct Range {
  Rational lower;
  std::optional<Rational> upper;
};

/// f >= 0 at every number of the range: no root of odd order lies in it, and f > 0 somewhere.
[[nodiscard]] bool is_nonnegative_on(const Polynomial& f, const Range& range);
/// f < 0 at every number of the range.
[[nodiscard]] bool is_negative_on(const Polynomial& f, const Range& range);

}  // namespace perpend::checker
