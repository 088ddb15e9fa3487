#include "dsl/syntax/source.hpp"

#include <algorithm>

namespace perpend::dsl {

namespace {

struct Lead {
  std::size_t length = 0;  ///< bytes of the character; 0: not a lead byte
  unsigned least = 0;      ///< smallest code point that needs so many bytes
  unsigned bits = 0;       ///< payload of the lead byte
};

Lead read_lead(unsigned char byte) {
  if (byte < 0x80) return {1, 0x01, byte};  // NUL is no text
  if (byte < 0xC0) return {};
  if (byte < 0xE0) return {2, 0x80, byte & 0x1Fu};
  if (byte < 0xF0) return {3, 0x800, byte & 0x0Fu};
  if (byte < 0xF8) return {4, 0x10000, byte & 0x07u};
  return {};
}

/// Length of the character at `at`; 0 when it is malformed.
std::size_t character_length(std::string_view text, std::size_t at) {
  const Lead lead = read_lead(static_cast<unsigned char>(text[at]));
  if (lead.length == 0 || at + lead.length > text.size()) return 0;
  unsigned code = lead.bits;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const auto byte = static_cast<unsigned char>(text[at + i]);
    if ((byte & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte & 0x3Fu);
  }
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  return code < lead.least || code > 0x10FFFF || is_surrogate ? 0 : lead.length;
}

}  // namespace

Span join(Span a, Span b) {
  return {a.begin, b.begin + b.length - a.begin, a.file};
}

std::size_t find_invalid_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(text, at);
    if (length == 0) return at;
    at += length;
  }
  return std::string_view::npos;
}

int count_characters(std::string_view text) {
  return static_cast<int>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string as_written(std::string_view text) {
  std::string result;
  bool in_comment = false;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && !in_comment && (i == 0 || text[i - 1] != '\\')) in_string = !in_string;
    if (c == '#' && !in_string) in_comment = true;
    if (c == '\n') in_comment = false;
    if (in_comment) continue;
    const bool is_blank = !in_string && (c == ' ' || c == '\t' || c == '\r' || c == '\n');
    if (!is_blank) result += c;
    if (is_blank && !result.empty() && result.back() != ' ') result += ' ';
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

}  // namespace perpend::dsl
