#include "tests/reports/page/page_reader.hpp"

#include <algorithm>

namespace perpend {
namespace {

/// A row being read, and how many rows each cell above still reaches down.
struct OpenTable {
  std::vector<int> widths;
  std::vector<std::pair<int, int>> reaching;  ///< columns, rows left

  void begin_row() {
    int width = 0;
    for (auto& [columns, rows] : reaching) {
      width += columns;
      --rows;
    }
    std::erase_if(reaching, [](const auto& cell) { return cell.second == 0; });
    widths.push_back(width);
  }
  void add_cell(int columns, int rows) {
    widths.back() += columns;
    if (rows > 1) reaching.emplace_back(columns, rows - 1);
  }
};

}  // namespace

std::string Tag::attribute(const std::string& wanted, const std::string& otherwise) const {
  const std::string opening = " " + wanted + "=\"";
  const std::size_t begin = attributes.find(opening);
  if (begin == std::string::npos) return otherwise;
  const std::size_t value = begin + opening.size();
  return attributes.substr(value, attributes.find('"', value) - value);
}

std::vector<Tag> tags_of(const std::string& page) {
  std::vector<Tag> tags;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    const std::size_t end = page.find('>', at);
    const std::string inside = page.substr(at + 1, end - at - 1);
    at = end;
    if (inside.starts_with("!")) continue;
    const bool is_end = inside.starts_with("/");
    const std::size_t blank = std::min(inside.find_first_of(" \n"), inside.size());
    tags.push_back({inside.substr(is_end ? 1 : 0, blank - (is_end ? 1 : 0)), is_end, inside.substr(blank)});
    if (!is_end && (tags.back().name == "script" || tags.back().name == "style"))
      at = page.find("</" + tags.back().name, at);
  }
  return tags;
}

std::string between(const std::string& text, const std::string& opening, const std::string& closing) {
  const std::size_t begin = text.find(opening);
  if (begin == std::string::npos) return "";
  return text.substr(begin + opening.size(), text.find(closing, begin + opening.size()) - begin - opening.size());
}

std::vector<std::vector<int>> table_widths(const std::vector<Tag>& tags) {
  std::vector<std::vector<int>> tables;
  OpenTable table;
  for (const Tag& tag : tags) {
    if (tag.name == "table" && !tag.is_end) table = OpenTable{};
    if (tag.name == "table" && tag.is_end) tables.push_back(table.widths);
    if (tag.is_end) continue;
    if (tag.name == "tr") table.begin_row();
    if (tag.name == "td" || tag.name == "th")
      table.add_cell(std::stoi(tag.attribute("colspan", "1")), std::stoi(tag.attribute("rowspan", "1")));
  }
  return tables;
}

}  // namespace perpend
