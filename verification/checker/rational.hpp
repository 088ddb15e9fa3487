// Exact rational numbers, by FLINT.
#pragma once

#include <flint/fmpq.h>

#include <optional>
#include <string_view>
#include <vector>

#include "verification/checker/work.hpp"

namespace perpend::checker {

class Rational {
 public:
  Rational() { fmpq_init(value_); }
  Rational(long x) : Rational() { fmpq_set_si(value_, x, 1); }  // NOLINT: whole numbers are rational
  Rational(const Rational& other) : Rational() { fmpq_set(value_, other.value_); }
  Rational(Rational&& other) noexcept : Rational() { fmpq_swap(value_, other.value_); }
  Rational& operator=(Rational other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  [[nodiscard]] const fmpq* raw() const { return value_; }
  [[nodiscard]] fmpq* raw() { return value_; }

  Rational& operator+=(const Rational& x) {
    spend_on(value_, x.value_);
    fmpq_add(value_, value_, x.value_);
    return *this;
  }
  Rational& operator-=(const Rational& x) {
    spend_on(value_, x.value_);
    fmpq_sub(value_, value_, x.value_);
    return *this;
  }
  Rational& operator*=(const Rational& x) {
    spend_on(value_, x.value_);
    fmpq_mul(value_, value_, x.value_);
    return *this;
  }
  /// Pre: x is not 0.
  Rational& operator/=(const Rational& x) {
    spend_on(value_, x.value_);
    fmpq_div(value_, value_, x.value_);
    return *this;
  }
  /// this += a b
  void add_product(const Rational& a, const Rational& b) {
    spend_on(a.value_, b.value_);
    spend_on(value_, a.value_);
    fmpq_addmul(value_, a.value_, b.value_);
  }
  void subtract_product(const Rational& a, const Rational& b) {
    spend_on(a.value_, b.value_);
    spend_on(value_, a.value_);
    fmpq_submul(value_, a.value_, b.value_);
  }

  [[nodiscard]] int sign() const { return fmpq_sgn(value_); }
  [[nodiscard]] bool is_zero() const { return fmpq_is_zero(value_) != 0; }
  [[nodiscard]] Rational abs() const {
    Rational result;
    fmpq_abs(result.value_, value_);
    return result;
  }
  /// To print: rounded.
  [[nodiscard]] double rounded() const { return fmpq_get_d(value_); }

  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  friend Rational operator-(Rational a) {
    fmpq_neg(a.value_, a.value_);
    return a;
  }
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend bool operator<(const Rational& a, const Rational& b) { return fmpq_cmp(a.value_, b.value_) < 0; }
  friend bool operator>(const Rational& a, const Rational& b) { return b < a; }
  friend bool operator<=(const Rational& a, const Rational& b) { return !(b < a); }
  friend bool operator>=(const Rational& a, const Rational& b) { return !(a < b); }

 private:
  fmpq_t value_;
};

/// 2^n.
[[nodiscard]] Rational power_of_two(long n);
/// x^n. Pre: x is not 0 when n < 0.
[[nodiscard]] Rational power(const Rational& x, long n);
/// The number next above sqrt(x), to 128 bits and of x >= 0.
[[nodiscard]] Rational root_above(const Rational& x);
/// A finite double.
[[nodiscard]] Rational exact(double x);
/// "-0x1.8p-3"; nothing when it is no such number.
[[nodiscard]] std::optional<Rational> read_hexadecimal(std::string_view text);
/// "0.001", "1e-05"; nothing when it is no such number.
[[nodiscard]] std::optional<Rational> read_decimal(std::string_view text);

}  // namespace perpend::checker
