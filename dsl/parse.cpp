// The grammar, in Spirit X3. It knows the shape of the language only: kinds, types and fields are the schemas'
// business. Binding, loosest first: ..  or  and  not  comparison  + -  * /  sign  ^  index, member  quantity.
#include "dsl/parse.hpp"

#include <algorithm>
#include <boost/spirit/home/x3.hpp>
#include <string>
#include <vector>

#include "dsl/lexemes.hpp"
#include "dsl/syntax_builder.hpp"
#include "dsl/unit_syntax.hpp"

namespace perpend::dsl {

namespace x3 = boost::spirit::x3;

namespace {

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

struct StatementEnd : x3::parser<StatementEnd> {
  using attribute_type = x3::unused_type;
  template <class Iterator, class Context, class Attribute>
  bool parse(Iterator& first, const Iterator& last, const Context& context, x3::unused_type, Attribute&) const {
    x3::skip_over(first, last, context);
    return first == last || *first == '\n' || *first == ';' || *first == '}';
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
const Newlines newlines;
const Newlines tentative_newlines = [] {
  Newlines parser;
  parser.is_tentative = true;
  return parser;
}();
const StatementEnd statement_end;

}  // namespace

}  // namespace perpend::dsl

namespace boost::spirit::x3 {
template <class Match>
struct get_info<perpend::dsl::Lexeme<Match>> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::Lexeme<Match>& lexeme) const {
    const std::string what(lexeme.what);
    return what.size() > 2 && what[1] == ' ' ? what : "'" + what + "'";
  }
};
template <>
struct get_info<perpend::dsl::StatementEnd> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::StatementEnd&) const {
    return "the end of the statement: a new line or ';'";
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
template <class Subject>
struct get_info<perpend::dsl::Nested<Subject>> {
  using result_type = std::string;
  std::string operator()(const perpend::dsl::Nested<Subject>& parser) const { return what(parser.subject); }
};
}  // namespace boost::spirit::x3

namespace perpend::dsl {

namespace {

using Node = const Expression*;
using Nodes = std::vector<Node>;
using boost::fusion::at_c;
using x3::_attr;
using x3::_val;

// Expressions
// -----------------------------------------------------------------------------------------------------------

struct expression_id;
const x3::rule<struct expression_id, Node> expression = "a value";
const x3::rule<struct disjunction_id, Node> disjunction = "a value";
const x3::rule<struct conjunction_id, Node> conjunction = "a value";
const x3::rule<struct negation_id, Node> negation = "a value";
const x3::rule<struct comparison_id, Node> comparison = "a value";
const x3::rule<struct sum_id, Node> sum = "a value";
const x3::rule<struct product_id, Node> product = "a value";
const x3::rule<struct signed_id, Node> signed_value = "a value";
const x3::rule<struct power_id, Node> power = "a value";
const x3::rule<struct postfix_id, Node> postfix = "a value";
const x3::rule<struct primary_id, Node> primary = "a value";
const x3::rule<struct arguments_id, Nodes> arguments = "arguments";
const x3::rule<struct argument_id, Node> argument = "an argument";
const x3::rule<struct items_id, Nodes> items = "a value";
const x3::rule<struct list_items_id, Nodes> list_items = "values";

const auto set = [](auto& ctx) { _val(ctx) = _attr(ctx); };
const auto push = [](auto& ctx) { _val(ctx).push_back(_attr(ctx)); };
template <Operator op>
const auto fold = [](auto& ctx) { _val(ctx) = builder(ctx).binary(op, _val(ctx), _attr(ctx)); };
template <Operator op>
const auto prefix = [](auto& ctx) { _val(ctx) = builder(ctx).unary(op, at_c<0>(_attr(ctx)), at_c<1>(_attr(ctx))); };
const auto make_range = [](auto& ctx) { _val(ctx) = builder(ctx).range(_val(ctx), _attr(ctx)); };
const auto make_choice = [](auto& ctx) {
  const auto& a = _attr(ctx);
  _val(ctx) = builder(ctx).choice(at_c<0>(a), at_c<1>(a), at_c<2>(a), at_c<3>(a));
};
const auto make_index = [](auto& ctx) {
  _val(ctx) = builder(ctx).index(_val(ctx), at_c<0>(_attr(ctx)), at_c<1>(_attr(ctx)));
};
const auto make_member = [](auto& ctx) { _val(ctx) = builder(ctx).member(_val(ctx), _attr(ctx)); };
const auto make_number = [](auto& ctx) {
  const auto& a = _attr(ctx);
  _val(ctx) = builder(ctx).number(at_c<0>(a), at_c<1>(a), at_c<2>(a));
};
const auto make_string = [](auto& ctx) { _val(ctx) = builder(ctx).string(_attr(ctx)); };
const auto make_unclosed = [](auto& ctx) { _val(ctx) = builder(ctx).unclosed_string(_attr(ctx)); };
const auto make_boolean = [](auto& ctx) { _val(ctx) = builder(ctx).boolean(_attr(ctx)); };
const auto make_name = [](auto& ctx) { _val(ctx) = builder(ctx).name(_attr(ctx)); };
const auto make_call = [](auto& ctx) {
  const auto& a = _attr(ctx);
  _val(ctx) = builder(ctx).call(at_c<0>(a), at_c<1>(a), at_c<2>(a));
};
template <ExpressionKind kind>
const auto make_sequence = [](auto& ctx) {
  const auto& a = _attr(ctx);
  _val(ctx) = builder(ctx).sequence(kind, at_c<0>(a).begin, at_c<1>(a), at_c<2>(a), at_c<3>(a));
};
const auto make_argument = [](auto& ctx) {
  _val(ctx) = builder(ctx).argument(at_c<0>(_attr(ctx)), at_c<1>(_attr(ctx)));
};

template <class Punctuation>
auto op(Punctuation punctuation) {
  return x3::omit[punctuation] >> newlines;
}

const auto expression_def =
    (keyword("if") > nested(expression) > x3::omit[keyword("then")] > newlines > nested(expression) > newlines >
     x3::omit[keyword("else")] > newlines > nested(expression))[make_choice] |
    (disjunction[set] >> -(op(punct("..")) > disjunction[make_range]));
const auto disjunction_def = conjunction[set] >> *(op(keyword("or")) > conjunction[fold<Operator::logical_or>]);
const auto conjunction_def = negation[set] >> *(op(keyword("and")) > negation[fold<Operator::logical_and>]);
const auto negation_def = (keyword("not") > nested(negation))[prefix<Operator::logical_not>] | comparison[set];
const auto comparison_def = sum[set] >> -((op(punct("==")) > sum[fold<Operator::equal>]) |
                                          (op(punct("!=")) > sum[fold<Operator::not_equal>]) |
                                          (op(punct("<=")) > sum[fold<Operator::less_equal>]) |
                                          (op(punct(">=")) > sum[fold<Operator::greater_equal>]) |
                                          (op(punct("<")) > sum[fold<Operator::less>]) |
                                          (op(punct(">")) > sum[fold<Operator::greater>]));
const auto sum_def = product[set] >> *((op(punct("+")) > product[fold<Operator::add>]) |
                                       (op(punct("-")) > product[fold<Operator::subtract>]));
const auto product_def = signed_value[set] >> *((op(punct("*", "*")) > signed_value[fold<Operator::multiply>]) |
                                                (op(punct("/", "/*")) > signed_value[fold<Operator::divide>]));
const auto signed_value_def = (punct("-") > nested(signed_value))[prefix<Operator::negate>] |
                              (x3::omit[punct("+")] > nested(signed_value)[set]) | power[set];
const auto power_def = postfix[set] >> -(op(punct("^")) > nested(signed_value)[fold<Operator::power>]);
const auto postfix_def = primary[set] >> *((x3::omit[punct("[")] > bracketed(expression > newlines) >
                                            x3::omit[punct("]")] > here)[make_index] |
                                           (x3::omit[punct(".", ".")] > name)[make_member]);
const auto argument_def = ((name >> x3::omit[punct(":")]) > expression)[make_argument] | expression[set];
const auto arguments_def = -(argument[push] >> *(x3::omit[punct(",")] > argument[push]));
const auto close = punct(")") | punct("]");
const auto items_def = expression[push] >>
                       *((x3::omit[punct(",")] >> newlines >> !close) > expression[push]) >> x3::omit[-punct(",")];
const auto list_items_def = -items[([](auto& ctx) { _val(ctx) = std::move(_attr(ctx)); })];
const auto primary_def =
    (number >> unit >> here)[make_number] | quoted[make_string] | unclosed[make_unclosed] |
    keyword("true")[make_boolean] | keyword("false")[make_boolean] |
    ((name >> x3::omit[punct("(")]) > bracketed(arguments > newlines) > x3::omit[punct(")")] > here)[make_call] |
    name[make_name] |
    (punct("(") > bracketed(items > newlines) > x3::omit[punct(")")] > unit >
     here)[make_sequence<ExpressionKind::vector>] |
    (punct("[") > bracketed(list_items > newlines) > x3::omit[punct("]")] > unit >
     here)[make_sequence<ExpressionKind::list>];

BOOST_SPIRIT_DEFINE(expression, disjunction, conjunction, negation, comparison, sum, product, signed_value, power,
                    postfix, primary, arguments, argument, items, list_items)

// Statements
// ------------------------------------------------------------------------------------------------------------

/// The next place where a statement can begin: behind the line or before the '}' that ends this block.
const char* next_statement(const char* at, const char* end) {
  int open = 0;
  for (; at != end; ++at) {
    if (*at == '#') at = std::find(at, end, '\n');
    if (at != end && *at == '"')
      if (const char* last = MatchString{}(at, end)) at = last - 1;
    if (at == end || (open == 0 && (*at == '\n' || *at == ';' || *at == '}'))) return at;
    if (*at == '{') ++open;
    if (*at == '}') --open;
  }
  return at;
}

struct statement_id {
  template <class Iterator, class Context>
  x3::error_handler_result on_error(Iterator& first, const Iterator& last,
                                    const x3::expectation_failure<Iterator>& failure, const Context& context) {
    const char* reported = builder(context).syntax_error(failure.where(), failure.which());
    // Never before the start of this statement: each error brings the parser forward.
    first = next_statement(std::max<Iterator>(reported, first), last);
    return x3::error_handler_result::accept;
  }
};

using Statements = std::vector<Statement>;

const x3::rule<statement_id, Statement> statement = "a statement";
const x3::rule<struct statement_body_id, Statement> statement_body = "a statement";
const x3::rule<struct let_id, Statement> let_statement = "let";
const x3::rule<struct param_id, Statement> param_statement = "param";
const x3::rule<struct loop_id, Statement> loop = "for";
const x3::rule<struct condition_id, Statement> condition = "if";
const x3::rule<struct include_id, Statement> include = "include";
const x3::rule<struct plain_id, Statement> plain = "a statement";
const x3::rule<struct value_id, Node> assigned = "'='";
const x3::rule<struct key_id, Statement> name_reference = "a name";
const x3::rule<struct block_id, Statements> block = "'{'";
const x3::rule<struct statements_id, Statements> statements = "statements";
const x3::rule<struct otherwise_id, Statements> otherwise = "'{' or if";

template <class Context>
void set_name(const Context& context, const Token& token) {
  _val(context).name = builder(context).declare(token);
  _val(context).name_span = builder(context).span(token);
}

const auto keep = [](auto& ctx) { _val(ctx) = std::move(_attr(ctx)); };
const auto set_name_part = [](auto& ctx) { set_name(ctx, _attr(ctx)); };
const auto set_keyword = [](auto& ctx) {
  _val(ctx).keyword = builder(ctx).intern(_attr(ctx));
  _val(ctx).keyword_span = builder(ctx).span(_attr(ctx));
};
const auto set_index = [](auto& ctx) { _val(ctx).index = _attr(ctx); };
const auto set_reference = [](auto& ctx) {
  _val(ctx).name = _attr(ctx).name;
  _val(ctx).name_span = _attr(ctx).name_span;
  _val(ctx).index = _attr(ctx).index;
};
const auto set_label = [](auto& ctx) { _val(ctx).label = builder(ctx).string(_attr(ctx)); };
const auto set_value = [](auto& ctx) { _val(ctx).value = _attr(ctx); };
const auto set_body = [](auto& ctx) {
  _val(ctx).body = builder(ctx).statements(_attr(ctx));
  _val(ctx).has_body = true;
};
const auto set_otherwise = [](auto& ctx) { _val(ctx).otherwise = builder(ctx).statements(_attr(ctx)); };
const auto set_place = [](auto& ctx) { _val(ctx).keyword_span = builder(ctx).span(_attr(ctx)); };
/// The kind is set last, so that a statement broken off by an error stays invalid.
template <StatementKind kind>
const auto finish = [](auto& ctx) { _val(ctx).kind = kind; };
const auto finish_plain = [](auto& ctx) {
  const Statement& s = _val(ctx);
  const bool is_property = s.name == no_symbol && s.label == nullptr && s.value != nullptr && !s.has_body;
  _val(ctx).kind = is_property ? StatementKind::property : StatementKind::declaration;
};

const auto assigned_def = op(punct("=", "=")) > expression[set];
const auto open_block = [](auto& ctx) { builder(ctx).open_block(_attr(ctx).begin); };
const auto close_block = [](auto& ctx) { builder(ctx).close_block(_attr(ctx).begin); };
const auto block_def = punct("{")[open_block] > nested(statements)[keep] > punct("}")[close_block];
const auto separator = x3::lit('\n') | x3::lit(';');
const auto statements_def = *(separator | statement[push]);
const auto statement_def = (!(punct("}") | x3::eoi) >> x3::eps) > statement_body[keep] > statement_end;
const auto let_statement_def =
    (keyword("let")[set_place] > name[set_name_part] > assigned[set_value]) >> x3::eps[finish<StatementKind::let>];
const auto param_statement_def =
    (keyword("param")[set_place] > name[set_name_part] > assigned[set_value] > -block[set_body]) >>
    x3::eps[finish<StatementKind::param>];
const auto loop_def = (keyword("for")[set_place] > name[set_name_part] > x3::omit[keyword("in")] >
                       expression[set_value] > block[set_body]) >>
                      x3::eps[finish<StatementKind::loop>];
const auto push_condition = [](auto& ctx) { _val(ctx).push_back(_attr(ctx)); };
const auto otherwise_def = nested(condition)[push_condition] | block[keep];
const auto condition_def = (keyword("if")[set_place] > expression[set_value] > block[set_body] >
                            -((tentative_newlines >> x3::omit[keyword("else")]) > otherwise[set_otherwise])) >>
                           x3::eps[finish<StatementKind::condition>];
const auto include_def = (keyword("include")[set_place] > quoted[set_label]) >> x3::eps[finish<StatementKind::include>];
const auto name_reference_def = name[set_name_part] >>
                                -(x3::omit[punct("[")] > bracketed(expression > newlines)[set_index] >
                                  x3::omit[punct("]")]);
const x3::rule<struct follow_id> follow = "'=', a name or '{'";
const auto follow_def = &(name | quoted | unclosed | punct("=", "=") | punct("{"));
const auto plain_def = (name[set_keyword] > x3::omit[follow] > -name_reference[set_reference] >
                        -(quoted[set_label] | x3::omit[unclosed]) > -assigned[set_value] > -block[set_body]) >>
                       x3::eps[finish_plain];
const auto statement_body_def =
    let_statement[keep] | param_statement[keep] | loop[keep] | condition[keep] | include[keep] | plain[keep];

BOOST_SPIRIT_DEFINE(assigned, block, statements, statement, let_statement, param_statement, loop, otherwise, condition,
                    include, name_reference, follow, plain, statement_body)

template <class Grammar, class Result>
const char* run_grammar(const Grammar& grammar, SyntaxBuilder& b, const char* first, Result& result) {
  const auto with_builder = x3::with<builder_tag>(b)[grammar];
  x3::phrase_parse(first, b.end(), with_builder, Blanks(b), result);
  return first;
}

}  // namespace

std::span<const Statement> parse_source(Document& document, std::uint16_t file, Report& report) try {
  SyntaxBuilder b(document, file, report);
  std::vector<Statement> all;
  for (const char* at = b.begin(); at != b.end();) {
    at = run_grammar(statements, b, at, all);
    if (at == b.end()) break;
    report.error(b.span(at, at + 1), "S005", "'}' without a '{' before it");
    ++at;
  }
  return b.statements(all);
} catch (const ParseStopped&) {
  return {};
}

const Expression* parse_expression(Document& document, std::uint16_t file, Report& report) try {
  SyntaxBuilder b(document, file, report);
  const Expression* result = nullptr;
  try {
    run_grammar((x3::eps > expression) > newlines > x3::eoi, b, b.begin(), result);
  } catch (const x3::expectation_failure<const char*>& failure) {
    b.syntax_error(failure.where(), failure.which() == "eoi" ? "the end of the value" : failure.which());
  }
  return report.num_errors() > 0 ? nullptr : result;
} catch (const ParseStopped&) {
  return nullptr;
}

}  // namespace perpend::dsl
