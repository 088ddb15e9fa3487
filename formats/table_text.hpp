// Plain text: a row a line, numbers between blanks or commas; `#` and `%` begin a comment.
#pragma once

#include <string>
#include <string_view>

#include "formats/sparse_rows.hpp"

namespace perpend::formats {

[[nodiscard]] Dense read_table(std::string_view text, const std::string& file);

}  // namespace perpend::formats
