#include "verification/checker/arithmetic/rational.hpp"

#include <charconv>
#include <cmath>

namespace perpend::checker {

namespace {

constexpr double word = 64.0;  // bits
/// Beyond what a double can be: keeps a damaged exponent from asking for all memory.
constexpr int largest_exponent = 1100;
/// More than any double has: the digits are taken one by one, each time through the whole number.
constexpr int most_digits = 1100;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/// Takes the digits of a number in this base, with at most one point among them; counts those after the point.
struct Digits {
  Rational value;
  int after_point = 0;
  int count = 0;

  void take(std::string_view& text, int base) {
    bool has_point = false;
    for (; !text.empty(); text.remove_prefix(1)) {
      if (text.front() == '.' && !has_point) {
        has_point = true;
        continue;
      }
      const int digit = digit_of(text.front());
      if (digit >= base || count == most_digits) return;
      value = value * Rational(base) + Rational(digit);
      after_point += has_point ? 1 : 0;
      ++count;
    }
  }
};

bool take_sign(std::string_view& text) {
  if (!text.starts_with('-')) return false;
  text.remove_prefix(1);
  return true;
}

/// The rest of a text, after its mark.
std::optional<int> exponent_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc() || end != text.data() + text.size() || std::abs(exponent) > largest_exponent)
    return std::nullopt;
  return exponent;
}

}  // namespace

// The factors are seconds of FLINT and Arb, measured for 10 to 80 rows of 50 and 1000 bits, rounded up.

void end_of_work() {
  throw TooLarge("takes more work than is spent on one claim here");
}

void spend_on(const fmpq_t a, const fmpq_t b) {
  const auto words = [](const fmpz_t x) { return COEFF_IS_MPZ(*x) ? static_cast<double>(fmpz_size(x)) : 0.0; };
  const double size = words(fmpq_numref(a)) + words(fmpq_denref(a)) + words(fmpq_numref(b)) + words(fmpq_denref(b));
  spend(60.0 + 20.0 * size + 0.4 * size * size);
}

void spend_on_solution(double n, double bits, double num_right_sides) {
  const double digits = 2.0 * n * bits / word + 1.0;
  spend(20.0 * n * n * n + 10.0 * digits * n * n * (bits / word + 1.0) * num_right_sides);
}

void spend_on_balls(double n, double precision) {
  spend(n * n * n / 3.0 * (150.0 + 0.2 * precision));
}

void spend_on_product(double a, double b, double c, double bits) {
  const double words = bits / word + 1.0;
  spend(a * b * c * (2.0 + 0.5 * words * words));
}

void spend_on_polynomial(double n, double bits) {
  spend(4.0 * (n * bits / word + 1.0) * n * n * n);
}

Rational& Rational::operator+=(const Rational& x) {
  spend_on(value_, x.value_);
  fmpq_add(value_, value_, x.value_);
  return *this;
}

Rational& Rational::operator-=(const Rational& x) {
  spend_on(value_, x.value_);
  fmpq_sub(value_, value_, x.value_);
  return *this;
}

Rational& Rational::operator*=(const Rational& x) {
  spend_on(value_, x.value_);
  fmpq_mul(value_, value_, x.value_);
  return *this;
}

Rational& Rational::operator/=(const Rational& x) {
  spend_on(value_, x.value_);
  fmpq_div(value_, value_, x.value_);
  return *this;
}

void Rational::add_product(const Rational& a, const Rational& b) {
  spend_on(a.value_, b.value_);
  spend_on(value_, a.value_);
  fmpq_addmul(value_, a.value_, b.value_);
}

void Rational::subtract_product(const Rational& a, const Rational& b) {
  spend_on(a.value_, b.value_);
  spend_on(value_, a.value_);
  fmpq_submul(value_, a.value_, b.value_);
}

std::optional<int> place_named(const Rational& number, long count) {
  if (!number.is_whole() || number.sign() <= 0 || number > Rational(count)) return std::nullopt;
  return static_cast<int>(number.rounded()) - 1;
}

Rational power_of_two(long n) {
  return power(Rational(2), n);
}

Rational power(const Rational& x, long n) {
  Rational result;
  fmpq_pow_si(result.raw(), x.raw(), n);
  return result;
}

Rational root_above(const Rational& x) {
  if (x.sign() <= 0) return {};
  Rational result;
  fmpz_t product;
  fmpz_init(product);
  fmpz_mul(product, fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  fmpz_mul_2exp(product, product, 256);
  fmpz_sqrt(product, product);
  fmpz_add_ui(product, product, 1);
  fmpq_set_fmpz_frac(result.raw(), product, fmpq_denref(x.raw()));
  fmpz_clear(product);
  return result * power_of_two(-128);
}

Rational exact(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return Rational(static_cast<long>(std::ldexp(fraction, 53))) * power_of_two(exponent - 53);
}

std::optional<Rational> read_hexadecimal(std::string_view text) {
  const bool is_negative = take_sign(text);
  if (!text.starts_with("0x")) return std::nullopt;
  text.remove_prefix(2);
  Digits digits;
  digits.take(text, 16);
  if (digits.count == 0 || digits.count > 15 || !text.starts_with('p')) return std::nullopt;
  const auto exponent = exponent_of(text.substr(1));
  if (!exponent) return std::nullopt;
  const Rational size = digits.value * power_of_two(*exponent - 4 * digits.after_point);
  return is_negative ? -size : size;
}

std::optional<Rational> read_decimal(std::string_view text) {
  const bool is_negative = take_sign(text);
  Digits digits;
  digits.take(text, 10);
  if (digits.count == 0) return std::nullopt;
  int exponent = 0;
  if (!text.empty()) {
    if (!text.starts_with('e')) return std::nullopt;
    const auto read = exponent_of(text.substr(1));
    if (!read) return std::nullopt;
    exponent = *read;
  }
  const Rational size = digits.value * power(Rational(10), exponent - digits.after_point);
  return is_negative ? -size : size;
}

}  // namespace perpend::checker
