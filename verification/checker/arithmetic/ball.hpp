// A real number enclosed by Arb [Johansson17].
#pragma once

#include <arb.h>

#include <utility>

#include "verification/checker/arithmetic/rational.hpp"

namespace perpend::checker {

class Ball {
 public:
  /// Bits that the operators work with.
  static constexpr long precision = 256;

  Ball() { arb_init(value_); }
  Ball(const Rational& x, long bits = precision) : Ball() {  // NOLINT: a rational is real
    arb_set_fmpq(value_, x.raw(), bits);
  }
  Ball(const Ball& other) : Ball() { arb_set(value_, other.value_); }
  Ball(Ball&& other) noexcept : Ball() { arb_swap(value_, other.value_); }
  Ball& operator=(Ball other) noexcept {
    arb_swap(value_, other.value_);
    return *this;
  }
  ~Ball() { arb_clear(value_); }

  [[nodiscard]] arb_ptr raw() { return value_; }
  [[nodiscard]] arb_srcptr raw() const { return value_; }
  [[nodiscard]] double middle() const { return arf_get_d(arb_midref(value_), ARF_RND_NEAR); }

  friend Ball operator+(Ball a, const Ball& b) {
    arb_add(a.value_, a.value_, b.value_, precision);
    return a;
  }
  friend Ball operator-(Ball a, const Ball& b) {
    arb_sub(a.value_, a.value_, b.value_, precision);
    return a;
  }
  friend Ball operator*(Ball a, const Ball& b) {
    arb_mul(a.value_, a.value_, b.value_, precision);
    return a;
  }
  /// Pre: b is not 0.
  friend Ball operator/(Ball a, const Ball& b) {
    arb_div(a.value_, a.value_, b.value_, precision);
    return a;
  }
  void add_product(const Ball& a, const Ball& b) { arb_addmul(value_, a.value_, b.value_, precision); }
  [[nodiscard]] Ball abs() const {
    Ball result;
    arb_abs(result.value_, value_);
    return result;
  }
  /// Throws NotDecided for balls without bounds.
  [[nodiscard]] Rational lower() const { return end(arb_get_lbound_arf); }
  [[nodiscard]] Rational upper() const { return end(arb_get_ubound_arf); }

  /// Exact where the root is a number of 256 bits. Pre: x >= 0.
  [[nodiscard]] static Ball root_of(const Rational& x) {
    Ball result(x);
    arb_sqrt(result.value_, result.value_, precision);
    return result;
  }

 private:
  template <class Bound>
  [[nodiscard]] Rational end(Bound bound) const {
    if (arb_is_finite(value_) == 0) throw NotDecided("a number of it has no bound at 256 bits");
    arf_t value;
    arf_init(value);
    bound(value, value_, precision);
    Rational result;
    arf_get_fmpq(result.raw(), value);
    arf_clear(value);
    return result;
  }

  arb_t value_;
};

}  // namespace perpend::checker
