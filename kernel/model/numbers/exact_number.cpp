#include "kernel/model/numbers/exact_number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace perpend {

namespace {

std::string_view without(std::string_view digits, std::string_view leading) {
  return digits.substr(std::min(digits.find_first_not_of(leading), digits.size()));
}

/// Leading and trailing zeros of 4 bits.
int bit_width(char digit) {
  int value = 0;
  std::from_chars(&digit, &digit + 1, value, 16);
  int width = 0;
  while (value >> width != 0) ++width;
  return width;
}

int trailing_zeros(char digit) {
  int value = 0;
  std::from_chars(&digit, &digit + 1, value, 16);
  int count = 0;
  while (count < 4 && (value >> count & 1) == 0) ++count;
  return count;
}

}  // namespace

bool is_meant_decimal(std::string_view written, double value) {
  if (std::abs(value) < 0x1p53) return true;
  written = without(written, "+-");
  if (written.empty() || written.find_first_not_of("0123456789") != std::string_view::npos) return true;
  std::array<char, 400> exact{};  // the largest double has 309 digits
  const auto [end, code] =
      std::to_chars(exact.data(), exact.data() + exact.size(), std::abs(value), std::chars_format::fixed, 0);
  if (code != std::errc{}) return false;
  const std::string_view held(exact.data(), static_cast<std::size_t>(end - exact.data()));
  return without(written, "0") == without(held, "0");
}

bool is_meant_hexadecimal(std::string_view written, double value) {
  const std::size_t mark = std::min(written.find_first_of("pP"), written.size());
  std::string digits(without(written.substr(0, mark), "+-"));
  long exponent = 0;  // of the last bit
  if (mark < written.size()) {
    const std::string_view power = without(written.substr(mark + 1), "+");
    std::from_chars(power.data(), power.data() + power.size(), exponent);
  }
  if (const std::size_t point = digits.find('.'); point != std::string::npos) {
    exponent -= 4 * static_cast<long>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  const std::size_t first = digits.find_first_not_of('0'), last = digits.find_last_not_of('0');
  if (first == std::string::npos) return value == 0.0;
  exponent += 4 * static_cast<long>(digits.size() - last - 1) + trailing_zeros(digits[last]);
  const long bits = 4 * static_cast<long>(last - first) + bit_width(digits[first]) - trailing_zeros(digits[last]);
  constexpr long least_exponent = -1074;  // of the last bit of any double
  return bits <= 53 && exponent >= least_exponent;
}

}  // namespace perpend
