// Statements and blocks. After a mistake the parser continues with the next one.
#pragma once

#include "dsl/grammar/expressions.hpp"

namespace perpend::dsl::grammar {

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
const x3::rule<struct function_id, Statement> function_statement = "fn";
const x3::rule<struct function_parameters_id, std::vector<Token>> function_parameters = "parameters";
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
const auto set_declared_name = [](auto& ctx) {
  _val(ctx).name = builder(ctx).declare_thing(_attr(ctx));
  _val(ctx).name_span = builder(ctx).span(_attr(ctx));
};
const auto set_keyword = [](auto& ctx) {
  _val(ctx).keyword = builder(ctx).intern(_attr(ctx));
  _val(ctx).keyword_span = builder(ctx).span(_attr(ctx));
};
const auto set_indices = [](auto& ctx) { _val(ctx).indices = builder(ctx).nodes(_attr(ctx)); };
const auto set_parameters = [](auto& ctx) { _val(ctx).parameters = builder(ctx).nodes(_attr(ctx)); };
const auto set_reference = [](auto& ctx) {
  _val(ctx).name = _attr(ctx).name;
  _val(ctx).name_span = _attr(ctx).name_span;
  _val(ctx).indices = _attr(ctx).indices;
};
const auto set_label = [](auto& ctx) { _val(ctx).label = builder(ctx).string(_attr(ctx)); };
const auto set_value = [](auto& ctx) { _val(ctx).value = _attr(ctx); };
const auto set_function_parameters = [](auto& ctx) { _val(ctx).parameters = builder(ctx).parameters(_attr(ctx)); };
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
const auto function_parameters_def = -(name[push] >> *(x3::omit[punct(",")] > name[push]));
const auto function_statement_def =
    (keyword("fn")[set_place] > name[set_name_part] > x3::omit[punct("(")] >
     bracketed(function_parameters)[set_function_parameters] > x3::omit[punct(")")] > assigned[set_value]) >>
    x3::eps[finish<StatementKind::function>];
const auto loop_def = (keyword("for")[set_place] > name[set_name_part] > x3::omit[keyword("in")] >
                       expression[set_value] > block[set_body]) >>
                      x3::eps[finish<StatementKind::loop>];
const auto push_condition = [](auto& ctx) { _val(ctx).push_back(_attr(ctx)); };
const auto otherwise_def = nested(condition)[push_condition] | block[keep];
const auto condition_def = (keyword("if")[set_place] > expression[set_value] > block[set_body] >
                            -((tentative_newlines >> x3::omit[keyword("else")]) > otherwise[set_otherwise])) >>
                           x3::eps[finish<StatementKind::condition>];
const auto include_def = (keyword("include")[set_place] > quoted[set_label]) >> x3::eps[finish<StatementKind::include>];
const auto name_reference_def = name[set_declared_name] >>
                                -(x3::omit[punct("[")] > bracketed(indices)[set_indices] > x3::omit[punct("]")]);
const x3::rule<struct follow_id> follow = "'=', a name or '{'";
const auto follow_def = &(name | quoted | unclosed | punct("=", "=") | punct("{"));
const auto parameters = x3::omit[punct("(")] > bracketed(arguments > newlines)[set_parameters] > x3::omit[punct(")")];
const auto plain_def = (name[set_keyword] > x3::omit[follow] > -(name_reference[set_reference] >> -(parameters)) >
                        -(quoted[set_label] | x3::omit[unclosed]) > -assigned[set_value] > -block[set_body]) >>
                       x3::eps[finish_plain];
const auto statement_body_def = let_statement[keep] | param_statement[keep] | function_statement[keep] | loop[keep] |
                                condition[keep] | include[keep] | plain[keep];

BOOST_SPIRIT_DEFINE(assigned, block, statements, statement, let_statement, param_statement, function_parameters,
                    function_statement, loop, otherwise, condition, include, name_reference, follow, plain,
                    statement_body)

}  // namespace perpend::dsl::grammar
