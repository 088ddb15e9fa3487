#include "formats/words.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "kernel/model/numbers/exact_number.hpp"

namespace perpend::formats {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f';
}

/// For a message: short, and without what a terminal would obey.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out(text.substr(0, longest));
  for (char& c : out)
    if (static_cast<unsigned char>(c) < ' ' || static_cast<unsigned char>(c) > '~') c = '?';
  return "'" + out + (text.size() > longest ? "...'" : "'");
}

std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

bool is_hexadecimal(std::string_view text) {
  return text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && text[2] != '-';
}

}  // namespace

void fail(const std::string& file, const Word& word, const std::string& message) {
  throw ReadFailure{file + ":" + std::to_string(word.line) + ":" + std::to_string(word.column) + ": " + message};
}

double to_number(const Word& word, const std::string& file) {
  std::string_view digits = without_plus(word.text);
  const bool is_negative = digits.starts_with('-');
  if (is_negative) digits.remove_prefix(1);
  const bool is_hex = is_hexadecimal(digits);
  if (is_hex) digits.remove_prefix(2);
  double value = 0.0;
  const char* last = digits.data() + digits.size();
  const auto [end, code] =
      std::from_chars(digits.data(), last, value, is_hex ? std::chars_format::hex : std::chars_format::general);
  if (end != last || code == std::errc::invalid_argument || digits.starts_with('-'))
    fail(file, word, shown(word.text) + " is not a number");
  if (code == std::errc::result_out_of_range)
    fail(file, word, shown(word.text) + " is too large or too small for a double; scale the problem");
  if (!std::isfinite(value)) fail(file, word, shown(word.text) + ": nothing can be proved of what is not finite");
  if (is_hex ? !is_meant_hexadecimal(digits, value) : !is_meant_decimal(digits, value))
    fail(file, word,
         shown(word.text) +
             (is_hex ? " has more bits than a double" : " is an integer beyond 2^53 that no double holds") +
             "; scale the problem, or round the number yourself");
  return is_negative ? -value : value;
}

long to_count(const Word& word, const char* what, long limit, const std::string& file) {
  const std::string_view digits = without_plus(word.text);
  long value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size() || code == std::errc::invalid_argument)
    fail(file, word, shown(word.text) + " is not a whole number; " + what + " is expected here");
  if (code == std::errc::result_out_of_range || value < 0 || value > limit)
    fail(file, word, shown(word.text) + " for " + what + " is not one of 0 to " + std::to_string(limit));
  return value;
}

void Words::skip_blanks() {
  for (; at_ < text_.size() && is_blank(text_[at_]); ++at_)
    if (text_[at_] == '\n') {
      ++line_;
      line_start_ = at_ + 1;
    }
}

Word Words::next(const char* what) {
  skip_blanks();
  const std::size_t start = at_;
  const Word here{{}, line_, static_cast<long>(start - line_start_) + 1};
  if (start == text_.size()) fail(file_, here, std::string("the file ends; ") + what + " is expected here");
  while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
  return {text_.substr(start, at_ - start), here.line, here.column};
}

void Words::skip_line() {
  at_ = std::min(text_.find('\n', at_), text_.size());
}

long Words::num_left() const {
  Words rest = *this;
  long num_words = 0;
  for (rest.skip_blanks(); rest.at_ < text_.size(); rest.skip_blanks(), ++num_words) static_cast<void>(rest.next(""));
  return num_words;
}

void Words::require_room(long num_numbers, const char* what) {
  skip_blanks();
  if (num_numbers > static_cast<long>(text_.size() - at_ + 1) / 2)
    fail(file_, {{}, line_, static_cast<long>(at_ - line_start_) + 1},
         std::string(what) + " has " + std::to_string(num_numbers) + " numbers; the file is too short for them");
}

void Words::require_end() {
  skip_blanks();
  if (at_ < text_.size()) {
    const Word extra = next("");
    fail(file_, extra, shown(extra.text) + " is more than the problem has; remove what follows");
  }
}

}  // namespace perpend::formats
