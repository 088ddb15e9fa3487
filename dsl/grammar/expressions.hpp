// Expressions. Binding, loosest first: ..  or  and  not  comparison  within  + -  * /  sign  ^  index, member quantity.
#pragma once

#include <vector>

#include "dsl/grammar/tokens.hpp"

namespace perpend::dsl::grammar {

using Node = const Expression*;
using Nodes = std::vector<Node>;
using boost::fusion::at_c;
using x3::_attr;
using x3::_val;

struct expression_id;
const x3::rule<struct expression_id, Node> expression = "a value";
const x3::rule<struct disjunction_id, Node> disjunction = "a value";
const x3::rule<struct conjunction_id, Node> conjunction = "a value";
const x3::rule<struct negation_id, Node> negation = "a value";
const x3::rule<struct comparison_id, Node> comparison = "a value";
const x3::rule<struct nearness_id, Node> nearness = "a value";
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
const x3::rule<struct indices_id, Nodes> indices = "a value";

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
    (disjunction[set] >> -(ahead(".") >> (op(punct("..")) > disjunction[make_range])));
const auto disjunction_def = conjunction[set] >>
                             *(ahead("o") >> (op(keyword("or")) > conjunction[fold<Operator::logical_or>]));
const auto conjunction_def = negation[set] >>
                             *(ahead("a") >> (op(keyword("and")) > negation[fold<Operator::logical_and>]));
const auto negation_def = (keyword("not") > nested(negation))[prefix<Operator::logical_not>] | comparison[set];
const auto comparison_def = nearness[set] >>
                            -(ahead("=!<>") >> ((op(punct("==")) > nearness[fold<Operator::equal>]) |
                                                (op(punct("!=")) > nearness[fold<Operator::not_equal>]) |
                                                (op(punct("<=")) > nearness[fold<Operator::less_equal>]) |
                                                (op(punct(">=")) > nearness[fold<Operator::greater_equal>]) |
                                                (op(punct("<")) > nearness[fold<Operator::less>]) |
                                                (op(punct(">")) > nearness[fold<Operator::greater>])));
const auto nearness_def = sum[set] >> -(ahead("w") >> (op(keyword("within")) > sum[fold<Operator::within>]));
const auto sum_def = product[set] >> *(ahead("+-") >> ((op(punct("+")) > product[fold<Operator::add>]) |
                                                       (op(punct("-")) > product[fold<Operator::subtract>])));
const auto product_def = signed_value[set] >>
                         *(ahead("*/") >> ((op(punct("*", "*")) > signed_value[fold<Operator::multiply>]) |
                                           (op(punct("/", "/*")) > signed_value[fold<Operator::divide>])));
const auto signed_value_def = (punct("-") > nested(signed_value))[prefix<Operator::negate>] |
                              (x3::omit[punct("+")] > nested(signed_value)[set]) | power[set];
const auto power_def = postfix[set] >> -(ahead("^") >> (op(punct("^")) > nested(signed_value)[fold<Operator::power>]));
const auto indices_def = expression[push] >> *(x3::omit[punct(",")] > newlines > expression[push]) >> newlines;
const auto postfix_def = primary[set] >> *(ahead("[.") >> ((x3::omit[punct("[")] > bracketed(indices) >
                                                            x3::omit[punct("]")] > here)[make_index] |
                                                           (x3::omit[punct(".", ".")] > name)[make_member]));
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

BOOST_SPIRIT_DEFINE(expression, disjunction, conjunction, negation, comparison, nearness, sum, product, signed_value,
                    power, postfix, primary, arguments, argument, items, list_items, indices)

}  // namespace perpend::dsl::grammar
