#include "dsl/syntax/string_literal.hpp"

#include <charconv>
#include <cstdint>

namespace perpend::dsl {

namespace {

void append_utf8(std::string& text, std::uint32_t code) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0 | code >> 6);
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0 | code >> 12);
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0 | code >> 18);
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Reads `u{hex}` at `at`; the offset after it, or 0 when it is malformed.
std::size_t read_code_point(std::string_view quoted, std::size_t at, std::string& text) {
  const std::size_t close = quoted.find('}', at);
  if (at + 1 >= quoted.size() || quoted[at + 1] != '{' || close == std::string_view::npos) return 0;
  std::uint32_t code = 0;
  const char* last = quoted.data() + close;
  const auto [rest, error] = std::from_chars(quoted.data() + at + 2, last, code, 16);
  const bool is_character = code != 0 && code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
  if (error != std::errc{} || rest != last || !is_character) return 0;
  append_utf8(text, code);
  return close + 1;
}

}  // namespace

StringLiteral read_string(std::string_view quoted) {
  StringLiteral literal;
  for (std::size_t at = 1; at + 1 < quoted.size();) {
    if (quoted[at] != '\\') {
      literal.text += quoted[at++];
      continue;
    }
    constexpr std::string_view letters = "nt\"\\";
    constexpr std::string_view meanings = "\n\t\"\\";
    const char letter = quoted[at + 1];
    const std::size_t known = letters.find(letter);
    const std::size_t next = letter == 'u' ? read_code_point(quoted, at + 1, literal.text) : 0;
    if (known == std::string_view::npos && next == 0) {
      literal.error = "unknown escape in a string";
      literal.error_at = at;
      return literal;
    }
    if (known != std::string_view::npos) literal.text += meanings[known];
    at = known != std::string_view::npos ? at + 2 : next;
  }
  return literal;
}

}  // namespace perpend::dsl
