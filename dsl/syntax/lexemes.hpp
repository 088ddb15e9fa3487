// Tokens as plain functions from a place in the text to the end of the token, null when there is none.
#pragma once

#include <string_view>

#include "dsl/syntax/syntax_builder.hpp"

namespace perpend::dsl {

inline bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
inline bool is_word(char c) {
  return is_letter(c) || is_digit(c);
}

inline const char* skip_blanks(const char* at, const char* end, bool newlines) {
  for (; at != end; ++at) {
    if (*at == '#') {
      while (at != end && *at != '\n') ++at;
      if (at == end) return at;
    }
    const bool is_blank = *at == ' ' || *at == '\t' || *at == '\r' || (newlines && *at == '\n');
    if (!is_blank) return at;
  }
  return at;
}

/// First characters of the operators, and of the words that are operators, in dsl/grammar/expressions.hpp.
inline bool may_continue_value(char c) {
  return std::string_view("[.^*/+-w=!<>ao").find(c) != std::string_view::npos;
}

struct MatchWord {
  const char* operator()(const char* at, const char* end) const {
    if (at == end || !is_letter(*at)) return nullptr;
    const char* last = at;
    while (last != end && is_word(*last)) ++last;
    return is_keyword({at, static_cast<std::size_t>(last - at)}) ? nullptr : last;
  }
};

/// Most tokens that are tried differ in their first character. Pre: `text` is not empty.
inline bool begins_with(const char* at, const char* end, std::string_view text) {
  return at != end && *at == text.front() && std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(text);
}

struct MatchKeyword {
  std::string_view word;
  const char* operator()(const char* at, const char* end) const {
    if (!begins_with(at, end, word)) return nullptr;
    const char* last = at + word.size();
    return last != end && is_word(*last) ? nullptr : last;
  }
};

/// `text`, unless one of `not_before` follows: "<" is not the start of "<=".
struct MatchPunctuation {
  std::string_view text;
  std::string_view not_before;
  const char* operator()(const char* at, const char* end) const {
    if (!begins_with(at, end, text)) return nullptr;
    const char* last = at + text.size();
    return last != end && not_before.find(*last) != std::string_view::npos ? nullptr : last;
  }
};

/// 12, 12.5, 1e-3. Not 1. and .5, so that 1..n is a range.
struct MatchNumber {
  const char* operator()(const char* at, const char* end) const {
    const auto digits = [end](const char* p) {
      while (p != end && is_digit(*p)) ++p;
      return p;
    };
    const char* last = digits(at);
    if (last == at) return nullptr;
    if (end - last >= 2 && *last == '.' && is_digit(last[1])) last = digits(last + 1);
    if (last == end || (*last != 'e' && *last != 'E')) return last;
    const char* exponent = last + 1;
    if (exponent != end && (*exponent == '+' || *exponent == '-')) ++exponent;
    return exponent != end && is_digit(*exponent) ? digits(exponent) : last;
  }
};

struct MatchString {
  const char* operator()(const char* at, const char* end) const {
    if (at == end || *at != '"') return nullptr;
    for (++at; at != end && *at != '\n'; ++at) {
      if (*at == '"') return at + 1;
      if (*at == '\\' && end - at > 1 && at[1] != '\n') ++at;
    }
    return nullptr;
  }
};

}  // namespace perpend::dsl
