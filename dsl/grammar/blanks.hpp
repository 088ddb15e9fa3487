// What stands between tokens, and where newlines are free, as parsers of Spirit X3.
#pragma once

#include <boost/spirit/home/x3.hpp>
#include <string>

#include "dsl/syntax/lexemes.hpp"
#include "dsl/syntax/syntax_builder.hpp"

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
    const char* next = skip_blanks(first, last, state->free_newlines > 0);
    if (next == first) return false;
    state->skipped_from = first;
    state->skipped_to = next;
    first = next;
    return true;
  }
};

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
    x3::skip_over(first, last, context);
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
