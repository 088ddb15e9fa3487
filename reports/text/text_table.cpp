#include "reports/text/text_table.hpp"

#include <algorithm>

#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

constexpr std::size_t gap = 2;

std::vector<std::size_t> column_widths(const TextTable& table) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    widths.push_back(num_characters(table.header[column]));
    for (const auto& row : table.rows) widths.back() = std::max(widths.back(), num_characters(row[column]));
  }
  return widths;
}

/// Which columns stand together, the fixed ones left out.
std::vector<std::vector<std::size_t>> blocks(const TextTable& table, const std::vector<std::size_t>& widths,
                                             std::size_t width) {
  std::size_t fixed = 0;
  for (std::size_t column = 0; column < table.num_fixed; ++column) fixed += widths[column] + gap;
  std::vector<std::vector<std::size_t>> result{{}};
  std::size_t used = fixed;
  for (std::size_t column = table.num_fixed; column < widths.size(); ++column) {
    if (!result.back().empty() && used + widths[column] > width) {
      result.emplace_back();
      used = fixed;
    }
    result.back().push_back(column);
    used += widths[column] + gap;
  }
  return result;
}

std::string line(const TextTable& table, const std::vector<std::string>& cells, const std::vector<std::size_t>& columns,
                 const std::vector<std::size_t>& widths) {
  std::string text;
  for (const std::size_t column : columns) {
    const std::string padding(widths[column] - num_characters(cells[column]), ' ');
    text += column < table.num_left ? cells[column] + padding : padding + cells[column];
    text += std::string(gap, ' ');
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + '\n';
}

}  // namespace

std::string TextTable::text(std::size_t width) const {
  const std::vector<std::size_t> widths = column_widths(*this);
  std::string result;
  for (const std::vector<std::size_t>& block : blocks(*this, widths, width)) {
    std::vector<std::size_t> columns;
    for (std::size_t column = 0; column < num_fixed; ++column) columns.push_back(column);
    columns.insert(columns.end(), block.begin(), block.end());
    if (!result.empty()) result += '\n';
    result += line(*this, header, columns, widths);
    for (const auto& row : rows) result += line(*this, row, columns, widths);
  }
  return result;
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (used > 0 && used + 1 + num_characters(word) > width) {
      result += '\n' + std::string(indent, ' ');
      used = indent;
    } else if (used > 0) {
      result += ' ';
      ++used;
    }
    result += word;
    used += num_characters(word);
    begin = end + 1;
  }
  return result;
}

}  // namespace perpend::reports
