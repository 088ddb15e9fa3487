#include "formats/table_text.hpp"

#include <algorithm>

#include "formats/words.hpp"

namespace perpend::formats {

namespace {

constexpr std::string_view blanks = " \t\r\v\f";

/// The line without its comment.
std::string_view content_of(std::string_view line) {
  return line.substr(0, line.find_first_of("#%"));
}

/// Cuts the first number off. One comma may stand between two numbers, so a comma wants a number on both sides.
class RowReader {
 public:
  RowReader(std::string_view line, long number, const std::string& file) : line_(line), number_(number), file_(file) {}

  /// How many numbers were appended.
  long read(std::vector<double>& values) {
    long num_values = 0;
    bool is_open = false;  // after a comma
    for (skip_blanks(); at_ < line_.size(); skip_blanks()) {
      if (line_[at_] == ',') {
        if (is_open || num_values == 0) fail(file_, here(), "a number is missing before the comma");
        is_open = true;
        ++at_;
        continue;
      }
      values.push_back(to_number(word(), file_));
      is_open = false;
      ++num_values;
    }
    if (is_open) fail(file_, here(), "a number is missing after the comma");
    return num_values;
  }

 private:
  void skip_blanks() { at_ = std::min(line_.find_first_not_of(blanks, at_), line_.size()); }
  [[nodiscard]] Word here() const { return {{}, number_, static_cast<long>(at_) + 1}; }

  Word word() {
    Word word = here();
    const std::size_t end = std::min(line_.find_first_of(" \t\r\v\f,", at_), line_.size());
    word.text = line_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  std::string_view line_;
  long number_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

Dense read_table(std::string_view text, const std::string& file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  Dense table;
  for (long number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = content_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const long num_values = RowReader(line, number, file).read(table.value);
    if (num_values == 0) continue;
    if (table.num_rows > 0 && num_values != table.num_columns)
      fail(file, {{}, number, 1},
           std::to_string(num_values) + " numbers on this line; the lines before have " +
               std::to_string(table.num_columns));
    table.num_columns = num_values;
    ++table.num_rows;
    if (static_cast<long>(table.value.size()) > max_entries)
      fail(file, {{}, number, 1},
           "more than " + std::to_string(max_entries) + " numbers; write them as .mtx coordinate");
  }
  if (table.num_rows == 0) fail(file, "no numbers in this file");
  return table;
}

}  // namespace perpend::formats
