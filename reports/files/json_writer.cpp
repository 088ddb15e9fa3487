#include "reports/files/json_writer.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>

#include "reports/files/json.hpp"

namespace perpend::reports {

namespace {

bool is_plain(char c) {
  return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/// Eight characters at once: a byte below 0x80 minus n borrows its highest bit exactly where it is below n.
bool are_plain(const char* eight) {
  constexpr std::uint64_t each = 0x0101010101010101, high = 0x80 * each;
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, eight, sizeof bytes);
  const auto is_any = [&](unsigned char c) { return (bytes ^ c * each) - each; };
  const std::uint64_t wrong = (bytes - ' ' * each) | is_any('"') | is_any('\\') | is_any('\x7f') | bytes;
  return (wrong & high) == 0;
}

bool is_plain(std::string_view text) {
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8)
    if (!are_plain(text.data() + i)) return false;
  for (; i < text.size(); ++i)
    if (!is_plain(text[i])) return false;
  return true;
}

}  // namespace

void append_decimal(std::string& text, long long number) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  text.append(digits.data(), end);
}

void append_hexadecimal(std::string& text, double value) {
  std::array<char, 32> digits;
  const auto end =
      std::to_chars(digits.data(), digits.data() + digits.size(), std::abs(value), std::chars_format::hex).ptr;
  if (std::signbit(value)) text += '-';
  if (std::isfinite(value)) text += "0x";
  text.append(digits.data(), end);
}

void append_shortest(std::string& text, double value) {
  constexpr double most = 1e15;  // from 1e16 on it has an exponent
  const bool is_whole = std::abs(value) < most && value == std::trunc(value) && !(value == 0.0 && std::signbit(value));
  if (is_whole)
    append_decimal(text, static_cast<long long>(value));
  else
    fmt::format_to(std::back_inserter(text), "{}", value);
}

void JsonWriter::value(std::string_view text) {
  if (is_plain(text))
    plain(text);
  else
    raw(json_text(Json(text), -1));
}

void JsonWriter::number(double value) {
  if (!std::isfinite(value)) return raw("null");
  separate();
  append_shortest(text_, value);
}

}  // namespace perpend::reports
