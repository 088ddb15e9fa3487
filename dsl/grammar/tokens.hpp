// The tokens of the language, what stands between them, and where newlines are free, as parsers of Spirit X3.
#pragma once

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <string>

#include "dsl/syntax/lexemes.hpp"
#include "dsl/syntax/syntax_builder.hpp"
#include "dsl/syntax/unit_syntax.hpp"

namespace perpend::dsl::grammar {

namespace x3 = boost::spirit::x3;

struct builder_tag;

template <class Context>
SyntaxBuilder& builder(const Context& context) {
  return x3::get<builder_tag>(context);
}

/// Blanks and comments; newlines too where they are free.
struct Blanks : x3::parser<Blanks> {
  using attribute_type = x3::unused_type;
  SyntaxBuilder* state;
  explicit Blanks(SyntaxBuilder& b) : state(&b) {}

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context&, x3::unused_type, Attribute&) const {
    if (first == last || *first > '#') return false;  // no blank, no comment
    const char* next = skip_blanks(first, last, state->free_newlines > 0);
    if (next == first) return false;
    state->skipped_from = first;
    state->skipped_to = next;
    first = next;
    return true;
  }
};

/// Most tokens have no blanks in front of them: none of these is beyond '#'.
template <class Iterator, class Context>
inline void skip(Iterator& first, const Iterator& last, const Context& context) {
  if (first == last || *first > '#') return;
  x3::skip_over(first, last, context);
}

/// Newlines are free behind an operator, a comma, and before `else`.
struct Newlines : x3::parser<Newlines> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
  bool is_tentative = false;  ///< in front of an `else` that may not come

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type, Attribute&) const {
    SyntaxBuilder& b = builder(context);
    const char* next = skip_blanks(first, last, true);
    if (is_tentative) {
      first = next;
    } else if (next != first) {
      b.skipped_from = first;
      b.skipped_to = next;
      first = next;
    }
    return true;
  }
};

/// A new line, ';' or the end of the block; behind a '}' nothing is needed.
struct StatementEnd : x3::parser<StatementEnd> {
  using attribute_type = x3::unused_type;
  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type, Attribute&) const {
    const char* token_end = first;
    while (token_end[-1] == ' ' || token_end[-1] == '\t') --token_end;  // a statement stands before it
    skip(first, last, context);
    return token_end[-1] == '}' || first == last || *first == '\n' || *first == ';' || *first == '}';
  }
};

/// Counts the nesting around its subject, and frees newlines in it.
template <class Subject>
struct Nested : x3::unary_parser<Subject, Nested<Subject>> {
  using base_type = x3::unary_parser<Subject, Nested<Subject>>;
  static constexpr bool is_pass_through_unary = true;
  int frees;
  constexpr Nested(const Subject& subject, int f) : base_type(subject), frees(f) {}

  template <class Iterator, class Context, class RContext, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, RContext& rcontext,
             Attribute& attribute) const {
    struct Level {
      SyntaxBuilder& b;
      int frees;
      Level(SyntaxBuilder& state, int f, const char* where) : b(state), frees(f) {
        b.enter(where);
        b.free_newlines += frees;
      }
      ~Level() {
        b.free_newlines -= frees;
        b.leave();
      }
    } level(builder(context), frees, first);
    return this->subject.parse(first, last, context, rcontext, attribute);
  }
};

template <class Subject>
constexpr auto nested(const Subject& subject) {
  return Nested<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject), 0);
}
template <class Subject>
constexpr auto bracketed(const Subject& subject) {
  return Nested<typename x3::extension::as_parser<Subject>::value_type>(x3::as_parser(subject), 1);
}

const Newlines newlines;
const Newlines tentative_newlines = [] {
  Newlines parser;
  parser.is_tentative = true;
  return parser;
}();
const StatementEnd statement_end;

}  // namespace perpend::dsl::grammar

/// What a message calls each.
namespace boost::spirit::x3 {
template <>
struct get_info<perpend::dsl::grammar::StatementEnd> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::grammar::StatementEnd&) const {
    return "the end of the statement: a new line or ';'";
  }
};
template <class Subject>
struct get_info<perpend::dsl::grammar::Nested<Subject>> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::grammar::Nested<Subject>& parser) const { return what(parser.subject); }
};
}  // namespace boost::spirit::x3

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
    skip(first, last, context);
    const char* end = match(first, last);
    if (end == nullptr) return false;
    x3::traits::move_to(Token{first, end}, attribute);
    first = end;
    return true;
  }
};

/// Whether one of `characters` comes next. Moves nowhere, fails at one comparison where nothing can continue a value,
/// and saves the many tokens that could.
struct Ahead : x3::parser<Ahead> {
  using attribute_type = x3::unused_type;
  static constexpr bool has_attribute = false;
  std::string_view characters;
  explicit constexpr Ahead(std::string_view c) : characters(c) {}

  template <class Iterator, class Context, class Attribute>
  bool parse(const Iterator& first, const Iterator& last, const Context& context, x3::unused_type, Attribute&) const {
    SyntaxBuilder& b = builder(context);
    if (first == b.value_end) return false;
    Iterator next = first;
    skip(next, last, context);
    if (next != last && characters.find(*next) != std::string_view::npos) return true;
    if (next == last || !may_continue_value(*next)) b.value_end = first;
    return false;
  }
};

/// A quote that does not close on its line; matches up to the end of the line, and is an error by itself.
struct UnclosedString : x3::parser<UnclosedString> {
  using attribute_type = Token;

  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type,
             Attribute& attribute) const {
    skip(first, last, context);
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

constexpr Ahead ahead(std::string_view characters) {
  return Ahead(characters);
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
