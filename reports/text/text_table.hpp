// Columns of text, aligned by characters and broken into blocks that fit a width.
#pragma once

#include <string>
#include <vector>

namespace perpend::reports {

struct TextTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  /// Columns repeated at the left of every block.
  std::size_t num_fixed = 1;
  /// Numbers stand to the right; the first `num_left` columns are words and stand to the left.
  std::size_t num_left = 1;

  [[nodiscard]] std::string text(std::size_t width) const;
};

/// Breaks words at blanks; every line but the first starts with `indent` blanks.
[[nodiscard]] std::string wrapped(const std::string& text, std::size_t width, std::size_t indent);

}  // namespace perpend::reports
