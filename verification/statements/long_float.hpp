// Floats of 512 bits with everything rounded: for guesses that rounding to doubles would spoil. Nothing is claimed of
// them.
#pragma once

#include <arf.h>

#include <utility>

namespace perpend {

class LongFloat {
 public:
  static constexpr long bits = 512;
  /// A difference that loses more is taken for 0: noise of doubles compared with doubles loses some 53 bits, noise
  /// compared with that noise 53 more.
  static constexpr long lost_bits = 256;

  LongFloat() { arf_init(value_); }
  explicit LongFloat(double x) : LongFloat() { arf_set_d(value_, x); }
  LongFloat(const LongFloat& other) : LongFloat() { arf_set(value_, other.value_); }
  LongFloat(LongFloat&& other) noexcept : LongFloat() { arf_swap(value_, other.value_); }
  LongFloat& operator=(const LongFloat& other) {
    arf_set(value_, other.value_);
    return *this;
  }
  LongFloat& operator=(LongFloat&& other) noexcept {
    arf_swap(value_, other.value_);
    return *this;
  }
  ~LongFloat() { arf_clear(value_); }

  [[nodiscard]] int sign() const { return arf_sgn(value_); }
  [[nodiscard]] bool is_zero() const { return arf_is_zero(value_) != 0; }
  [[nodiscard]] double to_double() const { return arf_get_d(value_, ARF_RND_NEAR); }
  void negate() { arf_neg(value_, value_); }
  void divide_by(const LongFloat& x) { arf_div(value_, value_, x.value_, bits, ARF_RND_DOWN); }
  void multiply_by(const LongFloat& x) { arf_mul(value_, value_, x.value_, bits, ARF_RND_DOWN); }

  void add_product(const LongFloat& x, const LongFloat& y) {
    if (is_zero()) {
      arf_mul(value_, x.value_, y.value_, bits, ARF_RND_DOWN);
      return;
    }
    const long before = exponent();
    arf_addmul(value_, x.value_, y.value_, bits, ARF_RND_DOWN);
    if (!is_zero() && exponent() < before - lost_bits) arf_zero(value_);
  }

  /// Sign of x - y; 0 also where they agree but for their last bits.
  friend int compare(const LongFloat& x, const LongFloat& y) {
    LongFloat difference(x);
    arf_sub(difference.value_, x.value_, y.value_, bits, ARF_RND_DOWN);
    if (difference.is_zero() || x.is_zero() || y.is_zero()) return difference.sign();
    return difference.exponent() < x.exponent() - lost_bits ? 0 : difference.sign();
  }
  friend LongFloat quotient(const LongFloat& x, const LongFloat& y) {
    LongFloat result(x);
    result.divide_by(y);
    return result;
  }

 private:
  /// Exponent of numbers made from doubles by not many operations: fits a word.
  [[nodiscard]] long exponent() const { return fmpz_get_si(ARF_EXPREF(value_)); }

  arf_t value_;
};

}  // namespace perpend
