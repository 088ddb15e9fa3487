// The markup of a page as a list of tags: enough to check its structure without a browser.
#pragma once

#include <string>
#include <vector>

namespace perpend {

struct Tag {
  std::string name;
  bool is_end = false;
  std::string attributes;

  /// Value of `name="value"`, or `otherwise`.
  [[nodiscard]] std::string attribute(const std::string& name, const std::string& otherwise = "") const;
};

/// Tags in their order; what stands inside of script and style elements is left out.
[[nodiscard]] std::vector<Tag> tags_of(const std::string& page);

/// Text between the first `opening` and the `closing` after it.
[[nodiscard]] std::string between(const std::string& text, const std::string& opening, const std::string& closing);

/// For each table the number of columns that each row spans, cells that reach down from rows above counted.
[[nodiscard]] std::vector<std::vector<int>> table_widths(const std::vector<Tag>& tags);

}  // namespace perpend
