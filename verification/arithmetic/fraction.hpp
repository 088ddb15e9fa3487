// Exact rational numbers: by words where numerators, denominators and their products are below 2^62, without allocating
// and without a call into FLINT, whose code a process loads with its first one; else by FLINT.
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
    fmpq_init(x_);
    if (!set_words(whole, 1)) set_by_flint(whole);
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

  friend Fraction operator+(const Fraction& a, const Fraction& b) { return sum(a, b, 1); }
  friend Fraction operator-(const Fraction& a, const Fraction& b) { return sum(a, b, -1); }
  friend Fraction operator*(const Fraction& a, const Fraction& b);
  /// Pre: b is not 0.
  friend Fraction operator/(const Fraction& a, const Fraction& b);
  Fraction operator-() const { return 0 - *this; }
  friend Fraction abs(const Fraction& a) { return a < 0 ? -a : a; }
  /// x^n. Pre: x is not 0 where n < 0.
  [[nodiscard]] Fraction power(int n) const;
  friend bool operator==(const Fraction& a, const Fraction& b) { return (a <=> b) == 0; }
  friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b);

  /// The smallest interval of doubles around it.
  [[nodiscard]] Interval enclose() const;
  /// The nearest double.
  [[nodiscard]] double round() const;

 private:
  [[nodiscard]] static Fraction sum(const Fraction& a, const Fraction& b, long sign);
  [[nodiscard]] bool is_of_words() const { return !COEFF_IS_MPZ(*fmpq_numref(x_)) && !COEFF_IS_MPZ(*fmpq_denref(x_)); }
  [[nodiscard]] long above() const { return *fmpq_numref(x_); }
  [[nodiscard]] long below() const { return *fmpq_denref(x_); }
  /// False: they are too large. Pre: in lowest terms, the denominator positive; what it was has words.
  bool set_words(long numerator, long denominator) {
    if (numerator < COEFF_MIN || numerator > COEFF_MAX || denominator > COEFF_MAX) return false;
    *fmpq_numref(x_) = numerator;
    *fmpq_denref(x_) = denominator;
    return true;
  }
  void set_by_flint(long whole);

  fmpq_t x_;
};

}  // namespace perpend
