// The tokens of the language as parsers of Spirit X3.
#pragma once

#include <algorithm>
#include <string>

#include "dsl/grammar/blanks.hpp"
#include "dsl/syntax/unit_syntax.hpp"

namespace perpend::dsl::grammar {

/// A token read by plain code: `match(at, end)` gives its end, or null.
template <class Match>
struct Lexeme : x3::parser<Lexeme<Match>> {
  using attribute_type = Token;
  static constexpr bool has_attribute = true;
  Match match;
  const char* what;
  constexpr Lexeme(Match m, const char* w) : match(m), what(w) {}

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type,
             Attribute& attribute) const {
    x3::skip_over(first, last, context);
    const char* end = match(first, last);
    if (end == nullptr) return false;
    x3::traits::move_to(Token{first, end}, attribute);
    first = end;
    return true;
  }
};

/// A quote that does not close on its line; matches up to the end of the line, and is an error by itself.
struct UnclosedString : x3::parser<UnclosedString> {
  using attribute_type = Token;

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type,
             Attribute& attribute) const {
    x3::skip_over(first, last, context);
    if (first == last || *first != '"') return false;
    const char* end = std::find(first, last, '\n');
    builder(context).error(first, end, "S008", "the string does not end on its line",
                           "close it with \"; \\n stands for a new line");
    x3::traits::move_to(Token{first, end}, attribute);
    first = end;
    return true;
  }
};

/// The unit that may follow; null when there is none. Never fails.
struct UnitSuffix : x3::parser<UnitSuffix> {
  using attribute_type = const Unit*;
  static constexpr bool has_attribute = true;

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator&, const Context& context, x3::unused_type, Attribute& attribute) const {
    SyntaxBuilder& b = builder(context);
    UnitReading reading = read_unit(first, b.end());
    const Unit* unit = reading.unit ? b.unit(std::move(*reading.unit)) : nullptr;
    if (!reading.error.empty()) {
      const char* word = skip_blanks(first, b.end(), false);
      b.error(word, reading.end, "S019", reading.error, reading.hint);
    }
    x3::traits::move_to(unit, attribute);
    first = reading.end;
    return true;
  }
};

/// Where the last token ended.
struct Here : x3::parser<Here> {
  using attribute_type = const char*;
  static constexpr bool has_attribute = true;
  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator&, const Context&, x3::unused_type, Attribute& attribute) const {
    x3::traits::move_to(first, attribute);
    return true;
  }
};

constexpr auto punct(const char* text, const char* not_before = "") {
  return Lexeme<MatchPunctuation>({text, not_before}, text);
}
constexpr auto keyword(const char* word) {
  return Lexeme<MatchKeyword>({word}, word);
}

const Lexeme<MatchWord> name{{}, "a name"};
const Lexeme<MatchNumber> number{{}, "a number"};
const Lexeme<MatchString> quoted{{}, "a string"};
const UnclosedString unclosed;
const UnitSuffix unit;
const Here here;

}  // namespace perpend::dsl::grammar

/// What a message calls each.
namespace boost::spirit::x3 {
template <class Match>
struct get_info<perpend::dsl::grammar::Lexeme<Match>> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::grammar::Lexeme<Match>& lexeme) const {
    const std::string what(lexeme.what);
    return what.size() > 2 && what[1] == ' ' ? what : "'" + what + "'";
  }
};
template <class Subject, class Action>
struct get_info<action<Subject, Action>> {
  using result_type = std::string;
  std::string operator()(const action<Subject, Action>& parser) const { return what(parser.subject); }
};
template <class Subject>
struct get_info<omit_directive<Subject>> {
  using result_type = std::string;
  std::string operator()(const omit_directive<Subject>& parser) const { return what(parser.subject); }
};
template <class Left, class Right>
struct get_info<sequence<Left, Right>> {
  using result_type = std::string;
  std::string operator()(const sequence<Left, Right>& parser) const { return what(parser.left); }
};
}  // namespace boost::spirit::x3
