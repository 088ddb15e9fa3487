#include "dsl/string_literal.hpp"

#include <fmt/format.h>

#include <array>
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

namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// What people write who come from other languages.
std::string habit_hint(std::string_view found) {
  struct Habit {
    std::string_view start;
    const char* hint;
  };
  constexpr std::array<Habit, 11> habits{{{"&&", "write 'and'"},
                                          {"||", "write 'or'"},
                                          {"!", "write 'not', or '!=' between two values"},
                                          {"//", "a comment starts with #"},
                                          {"/*", "a comment starts with #"},
                                          {"'", "strings stand in double quotes"},
                                          {"<", "comparisons are joined with 'and'"},
                                          {">", "comparisons are joined with 'and'"},
                                          {".", "a number has digits on both sides of its point: 0.5"},
                                          {"==", "'==' compares; a single '=' gives a value"},
                                          {"{", "'{' stands on the line of what it belongs to"}}};
  for (const Habit& habit : habits)
    if (found.substr(0, habit.start.size()) == habit.start) return habit.hint;
  return {};
}

/// Which mark the writer took for which.
std::string punctuation_hint(std::string_view found, std::string_view expected) {
  const bool is_inside = expected == "')'" || expected == "']'";
  const bool ends_statement = expected.substr(0, 7) == "the end";
  const char next = found.size() > 1 ? found[1] : '\0';
  if (is_inside && (is_word(found[0]) || found[0] == ';')) return "values are separated by ','";
  if (is_inside && found[0] == '=' && next != '=') return "inside ( ) write name: value";
  if (found[0] == ':') return "inside { } write name = value";
  if (found[0] != ',' || !ends_statement) return {};
  if (next >= '0' && next <= '9') return "a decimal point is '.'; several values stand in ( ) or [ ]";
  return "statements are separated by ';' or a new line; several values stand in ( ) or [ ]";
}

}  // namespace

SyntaxErrorText explain_syntax_error(const char* at, const char* end, bool is_at_line_end,
                                     const std::string& expected) {
  if (is_at_line_end)
    return {fmt::format("expected {}", expected), at == end ? "the file ends here" : "the line ends here", 1};
  constexpr int longest = 40;  // bytes of a word that are shown
  int length = 0;
  while (at + length != end && length < longest && is_word(at[length])) ++length;
  if (length == 0) {
    length = 1;
    while (at + length != end && (at[length] & 0xC0) == 0x80) ++length;
  }
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  const std::string hint = punctuation_hint(rest, expected);
  return {fmt::format("expected {}, found '{}'", expected, rest.substr(0, static_cast<std::size_t>(length))),
          hint.empty() ? habit_hint(rest) : hint, length};
}

}  // namespace perpend::dsl
