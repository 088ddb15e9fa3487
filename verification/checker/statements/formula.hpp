// Polynomials in one unknown number, with rational coefficients, and their signs.
#pragma once

#include <flint/fmpq_poly.h>

#include <optional>

#include "verification/checker/rational.hpp"

namespace perpend::checker {

class Formula {
 public:
  Formula() { fmpq_poly_init(value_); }
  Formula(const Rational& x) : Formula() { fmpq_poly_set_fmpq(value_, x.raw()); }  // NOLINT: a number is a formula
  Formula(const Formula& other) : Formula() { fmpq_poly_set(value_, other.value_); }
  Formula& operator=(const Formula& other) {
    fmpq_poly_set(value_, other.value_);
    return *this;
  }
  ~Formula() { fmpq_poly_clear(value_); }

  /// The unknown itself.
  [[nodiscard]] static Formula unknown();

  friend Formula operator+(Formula a, const Formula& b) {
    fmpq_poly_add(a.value_, a.value_, b.value_);
    return a;
  }
  friend Formula operator-(Formula a, const Formula& b) {
    fmpq_poly_sub(a.value_, a.value_, b.value_);
    return a;
  }
  friend Formula operator*(Formula a, const Formula& b) {
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
[[nodiscard]] bool is_nonnegative_on(const Formula& f, const Range& range);
/// f < 0 at every number of the range.
[[nodiscard]] bool is_negative_on(const Formula& f, const Range& range);

}  // namespace perpend::checker
