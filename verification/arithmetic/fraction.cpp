#include "verification/arithmetic/fraction.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include "verification/arithmetic/exact_matrix.hpp"

namespace perpend {

namespace {

/// Whether it is a double.
bool is_small(const fmpz* x) {
  return fmpz_bits(x) <= 53;
}

Rational rational(const fmpq* x) {
  return {integer_of(fmpq_numref(x)), integer_of(fmpq_denref(x))};
}

}  // namespace

Fraction Fraction::of_decimal(double x) {
  if (x == std::trunc(x) && std::abs(x) < 0x1p53) return static_cast<long>(x);
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  const std::string_view written(text.data(), static_cast<std::size_t>(end - text.data()));
  const std::size_t mark = written.find('e');
  int exponent = 0;
  std::from_chars(text.data() + mark + (written[mark + 1] == '+' ? 2 : 1), end, exponent);
  long digits = 0;  // at most 17
  bool is_behind_point = false;
  for (const char c : written.substr(0, mark)) {
    if (c == '.') is_behind_point = true;
    if (c == '-' || c == '.') continue;
    digits = digits * 10 + (c - '0');
    exponent -= is_behind_point ? 1 : 0;
  }
  return Fraction(x < 0.0 ? -digits : digits) * Fraction(10).power(exponent);
}

/// A quotient of two doubles is rounded to either side directly.
Interval Fraction::enclose() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return perpend::enclose(rational(x_));
  const double above = fmpz_get_d(fmpq_numref(x_)), below = fmpz_get_d(fmpq_denref(x_));
  return {divide_down(above, below), divide_up(above, below)};
}

double Fraction::round() const {
  if (!is_small(fmpq_numref(x_)) || !is_small(fmpq_denref(x_))) return rational(x_).convert_to<double>();
  return fmpz_get_d(fmpq_numref(x_)) / fmpz_get_d(fmpq_denref(x_));
}

}  // namespace perpend
