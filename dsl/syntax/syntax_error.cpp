#include "dsl/syntax/syntax_error.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "dsl/syntax/lexemes.hpp"

namespace perpend::dsl {

namespace {

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
  if (found[0] == '{' && expected == "a value")
    return "write a value before it, as in body b = disk(1 m) { ... }, or leave '=' out, as in particle p { ... }";
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
