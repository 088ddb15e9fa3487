// String literals: from the quoted text to its characters.
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

}  // namespace perpend::dsl
