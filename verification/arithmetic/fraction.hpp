// Exact rational numbers by FLINT: fast and without allocating where numerator and denominator are below 2^62.
#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <utility>

#include "verification/arithmetic/flint_memory.hpp"
#include "verification/arithmetic/interval.hpp"

namespace perpend {

class Fraction {
 public:
  Fraction(long whole = 0) {  // NOLINT: a whole number is a fraction
    release_flint_at_end_of_thread();
    fmpq_init(x_);
    fmpq_set_si(x_, whole, 1);
  }
  Fraction(const Fraction& other) : Fraction() { fmpq_set(x_, other.x_); }
  Fraction(Fraction&& other) noexcept : Fraction() { fmpq_swap(x_, other.x_); }
  Fraction& operator=(const Fraction& other) {
    fmpq_set(x_, other.x_);
    return *this;
  }
  Fraction& operator=(Fraction&& other) noexcept {
    fmpq_swap(x_, other.x_);
    return *this;
  }
  ~Fraction() { fmpq_clear(x_); }

  /// `exact_decimal` of x. Pre: finite.
  [[nodiscard]] static Fraction of_decimal(double x);

  friend Fraction operator+(const Fraction& a, const Fraction& b) { return apply(fmpq_add, a, b); }
  friend Fraction operator-(const Fraction& a, const Fraction& b) { return apply(fmpq_sub, a, b); }
  friend Fraction operator*(const Fraction& a, const Fraction& b) { return apply(fmpq_mul, a, b); }
  /// Pre: b is not 0.
  friend Fraction operator/(const Fraction& a, const Fraction& b) { return apply(fmpq_div, a, b); }
  Fraction operator-() const {
    Fraction result;
    fmpq_neg(result.x_, x_);
    return result;
  }
  friend Fraction abs(const Fraction& a) { return fmpq_sgn(a.x_) < 0 ? -a : a; }
  /// x^n. Pre: x is not 0 where n < 0.
  [[nodiscard]] Fraction power(int n) const {
    Fraction result;
    fmpq_pow_si(result.x_, x_, n);
    return result;
  }
  friend bool operator==(const Fraction& a, const Fraction& b) { return fmpq_equal(a.x_, b.x_) != 0; }
  friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) { return fmpq_cmp(a.x_, b.x_) <=> 0; }

  /// The smallest interval of doubles around it.
  [[nodiscard]] Interval enclose() const;
  /// The nearest double.
  [[nodiscard]] double round() const;

 private:
  using Operation = void (*)(fmpq*, const fmpq*, const fmpq*);
  static Fraction apply(Operation operation, const Fraction& a, const Fraction& b) {
    Fraction result;
    operation(result.x_, a.x_, b.x_);
    return result;
  }

  fmpq_t x_;
};

}  // namespace perpend
