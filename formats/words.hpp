// Words of a text file with their places, and numbers from them.
#pragma once

#include <string>
#include <string_view>

#include "formats/reading.hpp"

namespace perpend::formats {

struct Word {
  std::string_view text;
  long line = 0, column = 0;  ///< from 1
};

/// "FILE:LINE:COLUMN: MESSAGE".
[[noreturn]] void fail(const std::string& file, const Word& word, const std::string& message);

/// Decimal or hexadecimal (0x1.8p3), as the nearest double, which whole and hexadecimal numbers have to be exactly;
/// must be finite.
[[nodiscard]] double to_number(const Word& word, const std::string& file);
/// A whole number from 0 to `limit`; `what` it counts.
[[nodiscard]] long to_count(const Word& word, const char* what, long limit, const std::string& file);

/// Goes through the words between blanks and ends of lines.
class Words {
 public:
  Words(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// The next word; `what` is missing if there is none.
  Word next(const char* what);
  double number(const char* what) { return to_number(next(what), file_); }
  long count(const char* what, long limit) { return to_count(next(what), what, limit, file_); }
  /// What is left of the line, without it.
  void skip_line();

  [[nodiscard]] long num_left() const;
  /// As many numbers need at least two characters each, the last one.
  void require_room(long num_numbers, const char* what);
  void require_end();
  [[nodiscard]] const std::string& file() const { return file_; }

 private:
  void skip_blanks();

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0, line_start_ = 0;
  long line_ = 1;
};

}  // namespace perpend::formats
