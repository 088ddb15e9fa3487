// Small readings of raw text that the grammar leaves to plain code.
#pragma once

#include <string>
#include <string_view>

namespace perpend::dsl {

struct StringLiteral {
  std::string text;
  std::string error;  ///< empty when fine
  std::size_t error_at = 0;
};

/// The characters that a quoted literal stands for: \n \t \" \\ \u{hex}.
[[nodiscard]] StringLiteral read_string(std::string_view quoted);

struct SyntaxErrorText {
  std::string message;
  std::string hint;
  int length = 1;  ///< bytes to underline
};

/// Words for "here stands something else than `expected`".
[[nodiscard]] SyntaxErrorText explain_syntax_error(const char* at, const char* end, bool is_at_line_end,
                                                   const std::string& expected);

}  // namespace perpend::dsl
