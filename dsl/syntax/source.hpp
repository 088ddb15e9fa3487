// The text of scene files and places in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace perpend::dsl {

struct SourceFile {
  std::string name;  ///< as diagnostics show it
  std::string path;  ///< canonical; empty for a text without a file
  std::string text;
};

/// Part of one file, in bytes.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t length = 0;
  std::uint16_t file = 0;
};

/// From the first byte of `a` to the last of `b`, both of one file.
[[nodiscard]] Span join(Span a, Span b);

/// Offset of the first byte that breaks UTF-8 or is NUL; `npos` for proper text.
[[nodiscard]] std::size_t find_invalid_text(std::string_view text);

/// Characters of UTF-8 text.
[[nodiscard]] int count_characters(std::string_view text);

/// The text of a span with runs of blanks as one: "9.81 m/s^2".
[[nodiscard]] std::string as_written(std::string_view text);

}  // namespace perpend::dsl
