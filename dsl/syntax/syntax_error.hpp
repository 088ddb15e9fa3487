// Words for syntax errors: what was expected, what stands there, and what the writer may have meant.
#pragma once

#include <string>

namespace perpend::dsl {

struct SyntaxErrorText {
  std::string message;
  std::string hint;
  int length = 1;  ///< bytes to underline
};

/// Words for "here stands something else than `expected`".
[[nodiscard]] SyntaxErrorText explain_syntax_error(const char* at, const char* end, bool is_at_line_end,
                                                   const std::string& expected);

}  // namespace perpend::dsl
