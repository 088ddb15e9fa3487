#include "verification/arithmetic/fraction.hpp"

#include <gmp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "verification/arithmetic/rational.hpp"

namespace perpend {

struct Fraction::Large {
  mpq_t x;

  Large() { mpq_init(x); }
  ~Large() { mpq_clear(x); }
  Large(const Large&) = delete;
  Large& operator=(const Large&) = delete;
};

/// A fraction for GMP to read: words are not copied into memory of its own.
class Fraction::Operand {
 public:
  explicit Operand(const Fraction& a) : x_(a.is_of_words() ? &words_ : a.large_->x) {
    if (!a.is_of_words()) return;
    above_ = static_cast<mp_limb_t>(std::abs(a.above_));
    below_ = static_cast<mp_limb_t>(a.below_);
    mpz_roinit_n(&words_._mp_num, &above_, a.above_ < 0 ? -1 : a.above_ > 0 ? 1 : 0);
    mpz_roinit_n(&words_._mp_den, &below_, 1);
  }
  Operand(const Operand&) = delete;
  Operand& operator=(const Operand&) = delete;

  operator mpq_srcptr() const { return x_; }  // NOLINT: what GMP takes

 private:
  mp_limb_t above_ = 0, below_ = 1;
  __mpq_struct words_{};
  mpq_srcptr x_;
};

namespace {

constexpr long exact_double = 1L << 53;

__extension__ using Wide = __int128;

/// False: it overflows.
bool multiply(long a, long b, long& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

/// The doubles next to the size of a fraction that is not 0: that at or below it, m 2^k, and whether it is exact or
/// nearer to the one above.
class NextDoubles {
 public:
  explicit NextDoubles(mpq_srcptr x) {
    mpz_t above, quotient, rest;
    mpz_init(above);
    mpz_init(quotient);
    mpz_init(rest);
    // q = floor(x 2^shift) has 64 or 65 bits.
    const long shift = 64 + size(mpq_denref(x)) - size(mpq_numref(x));
    mpz_mul_2exp(above, mpq_numref(x), static_cast<mp_bitcnt_t>(std::max(shift, 0L)));
    mpz_abs(above, above);
    mpz_mul_2exp(rest, mpq_denref(x), static_cast<mp_bitcnt_t>(std::max(-shift, 0L)));
    mpz_tdiv_qr(quotient, rest, above, rest);
    // What is cut off leaves 53 bits, or a multiple of the smallest double.
    const long cut = std::max(size(quotient) - 53, shift - 1074);
    const bool has_rest = mpz_sgn(rest) != 0;
    is_exact_ = !has_rest && static_cast<long>(mpz_scan1(quotient, 0)) >= cut;
    const bool has_half = mpz_tstbit(quotient, static_cast<mp_bitcnt_t>(cut - 1)) != 0;
    const bool is_half = has_half && !has_rest && static_cast<long>(mpz_scan1(quotient, 0)) == cut - 1;
    mpz_tdiv_q_2exp(quotient, quotient, static_cast<mp_bitcnt_t>(cut));
    mantissa_ = mpz_get_ui(quotient);
    exponent_ = static_cast<int>(std::clamp(cut - shift, -10000L, 10000L));
    is_nearer_above_ = has_half && (!is_half || mantissa_ % 2 == 1);
    mpz_clear(above);
    mpz_clear(quotient);
    mpz_clear(rest);
  }

  [[nodiscard]] Interval enclose() const {
    const double lo = std::min(at(mantissa_), std::numeric_limits<double>::max());
    return {lo, is_exact_ && lo == at(mantissa_) ? lo : at(mantissa_ + 1)};
  }
  [[nodiscard]] double nearest() const { return at(mantissa_ + (is_nearer_above_ ? 1 : 0)); }

 private:
  [[nodiscard]] static long size(mpz_srcptr x) { return static_cast<long>(mpz_sizeinbase(x, 2)); }
  /// Exact, or infinite.
  [[nodiscard]] double at(unsigned long mantissa) const { return std::ldexp(static_cast<double>(mantissa), exponent_); }

  unsigned long mantissa_ = 0;  ///< at most 2^53
  int exponent_ = 0;
  bool is_exact_ = false;
  bool is_nearer_above_ = false;
};

}  // namespace

void Fraction::Release::operator()(Large* large) const {
  delete large;
}

Fraction::Fraction(const Fraction& other)
    : above_(other.above_), below_(other.below_), large_(other.is_of_words() ? nullptr : new Large) {
  if (large_) mpq_set(large_->x, other.large_->x);
}

void Fraction::set_large(long whole) {
  large_.reset(new Large);
  mpq_set_si(large_->x, whole, 1);
}

void Fraction::take(std::unique_ptr<Large, Release> large) {
  const auto *above = mpq_numref(large->x), *below = mpq_denref(large->x);
  if (mpz_fits_slong_p(above) != 0 && mpz_fits_slong_p(below) != 0 && set_words(mpz_get_si(above), mpz_get_si(below)))
    return;
  large_ = std::move(large);
}

/// a/b + c/d over the least common multiple of b and d.
Fraction Fraction::sum(const Fraction& a, const Fraction& b, long sign) {
  Fraction result;
  if (a.is_of_words() && b.is_of_words()) {
    const long common = std::gcd(a.below_, b.below_);
    long one = 0, other = 0, numerator = 0, denominator = 0;
    if (multiply(a.above_, b.below_ / common, one) && multiply(sign * b.above_, a.below_ / common, other) &&
        !__builtin_add_overflow(one, other, &numerator) && multiply(a.below_, b.below_ / common, denominator) &&
        numerator != std::numeric_limits<long>::min()) {
      const long shared = std::gcd(numerator, denominator);
      if (result.set_words(numerator / shared, denominator / shared)) return result;
    }
  }
  std::unique_ptr<Large, Release> large(new Large);
  (sign > 0 ? mpq_add : mpq_sub)(large->x, Operand(a), Operand(b));
  result.take(std::move(large));
  return result;
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  Fraction result;
  if (a.is_of_words() && b.is_of_words()) {
    const long one = std::gcd(a.above_, b.below_), other = std::gcd(b.above_, a.below_);
    long numerator = 0, denominator = 0;
    if (multiply(a.above_ / one, b.above_ / other, numerator) &&
        multiply(a.below_ / other, b.below_ / one, denominator) && result.set_words(numerator, denominator))
      return result;
  }
  std::unique_ptr<Fraction::Large, Fraction::Release> large(new Fraction::Large);
  mpq_mul(large->x, Fraction::Operand(a), Fraction::Operand(b));
  result.take(std::move(large));
  return result;
}

Fraction operator/(const Fraction& a, const Fraction& b) {
  Fraction inverse;
  if (b.is_of_words()) {
    const long sign = b.above_ < 0 ? -1 : 1;
    inverse.set_words(sign * b.below_, sign * b.above_);
  } else {
    std::unique_ptr<Fraction::Large, Fraction::Release> large(new Fraction::Large);
    mpq_inv(large->x, b.large_->x);
    inverse.take(std::move(large));
  }
  return a * inverse;
}

Fraction Fraction::power(int n) const {
  if (n < 0) return (1 / *this).power(-n);
  Fraction result = 1, square = *this;
  for (; n > 0; n /= 2) {
    if (n % 2 == 1) result = result * square;
    if (n > 1) square = square * square;
  }
  return result;
}

std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
  if (a.is_of_words() && b.is_of_words())
    return static_cast<Wide>(a.above_) * b.below_ <=> static_cast<Wide>(b.above_) * a.below_;
  return mpq_cmp(Fraction::Operand(a), Fraction::Operand(b)) <=> 0;
}

Fraction Fraction::of_decimal(double x) {
  if (x == std::trunc(x) && std::abs(x) < 0x1p53) return static_cast<long>(x);
  const Decimal decimal = shortest_decimal(x);
  return Fraction(decimal.digits) * Fraction(10).power(decimal.exponent);
}

/// A quotient of two doubles is rounded to either side directly.
Interval Fraction::enclose() const {
  if (is_of_words() && std::abs(above_) < exact_double && below_ < exact_double) {
    const double numerator = static_cast<double>(above_), denominator = static_cast<double>(below_);
    return {divide_down(numerator, denominator), divide_up(numerator, denominator)};
  }
  const Interval size = NextDoubles(Operand(*this)).enclose();
  return *this < 0 ? -size : size;
}

double Fraction::round() const {
  if (is_of_words() && std::abs(above_) < exact_double && below_ < exact_double)
    return static_cast<double>(above_) / static_cast<double>(below_);
  const double size = NextDoubles(Operand(*this)).nearest();
  return *this < 0 ? -size : size;
}

}  // namespace perpend
