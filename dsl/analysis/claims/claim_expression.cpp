#include "dsl/analysis/claims/claim_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/analysis/claims/claim_query.hpp"
#include "dsl/analysis/signals.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

using ClaimOp = ClaimExpression::Op;

bool has_query(const Analysis& a, const Expression& e) {
  return is_query(a, e) ||
         std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* o) { return has_query(a, *o); });
}

std::optional<ClaimValue> fail(Analysis& a, const Expression& e, const char* code, std::string message,
                               std::string hint = {}) {
  a.report.error(e.span, code, std::move(message), std::move(hint));
  return std::nullopt;
}

ClaimValue node(ClaimOp op, Dimension dimension, std::vector<ClaimValue> operands) {
  ClaimValue value;
  value.expression.op = op;
  value.dimension = dimension;
  for (ClaimValue& operand : operands) {
    if (value.first_measure < 0) value.first_measure = operand.first_measure;
    value.expression.operands.push_back(std::move(operand.expression));
  }
  return value;
}

std::optional<ClaimValue> read_constant(Analysis& a, const Expression& e) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&value->data);
  if (q == nullptr) return fail(a, e, "S021", fmt::format("a claim is about a number, found {}", describe(*value)));
  ClaimValue constant;
  constant.expression.number = q->value;
  constant.dimension = q->dimension;
  return constant;
}

std::optional<ClaimValue> read_power(Analysis& a, const Expression& e) {
  auto base = read_claim_value(a, *e.operands[0]);
  auto exponent = read_claim_value(a, *e.operands[1]);
  if (!base || !exponent) return std::nullopt;
  if (!same_dimension(exponent->dimension, {})) return fail(a, e, "S032", "an exponent is a pure number");
  std::optional<Dimension> dimension = Dimension{};
  if (!same_dimension(base->dimension, {})) {
    const double n = exponent->expression.number;
    const bool is_whole =
        exponent->expression.op == ClaimOp::number && n == static_cast<int>(std::clamp(n, -60.0, 60.0));
    if (!is_whole) return fail(a, e, "S032", fmt::format("{} has whole powers only", describe(base->dimension)));
    dimension = checked_product({}, base->dimension, static_cast<int>(n));
  }
  if (!dimension) return fail(a, e, "S032", "the dimension grows beyond any physical quantity");
  return node(ClaimOp::power, *dimension, {std::move(*base), std::move(*exponent)});
}

std::optional<ClaimValue> read_binary(Analysis& a, const Expression& e) {
  if (e.op == Operator::power) return read_power(a, e);
  const bool is_sum = e.op == Operator::add || e.op == Operator::subtract;
  const bool is_product = e.op == Operator::multiply || e.op == Operator::divide;
  if (!is_sum && !is_product) return fail(a, e, "S021", "a claim is about a number", "compare with below, above or in");
  auto left = read_claim_value(a, *e.operands[0]);
  auto right = read_claim_value(a, *e.operands[1]);
  if (!left || !right) return std::nullopt;
  if (is_sum) {
    const auto is_zero = [](const ClaimValue& v) {
      return v.expression.op == ClaimOp::number && v.expression.number == 0.0 && v.dimension == Dimension{};
    };
    const bool has_zero = is_zero(*left) || is_zero(*right);
    if (!check_same_dimension(e.op, left->dimension, right->dimension, has_zero, e.span, a.report)) return std::nullopt;
    const Dimension dimension = is_zero(*left) ? right->dimension : left->dimension;
    return node(e.op == Operator::add ? ClaimOp::add : ClaimOp::subtract, dimension,
                {std::move(*left), std::move(*right)});
  }
  const auto dimension = checked_product(left->dimension, right->dimension, e.op == Operator::multiply ? 1 : -1);
  if (!dimension) return fail(a, e, "S032", "the dimension grows beyond any physical quantity");
  return node(e.op == Operator::multiply ? ClaimOp::multiply : ClaimOp::divide, *dimension,
              {std::move(*left), std::move(*right)});
}

std::optional<ClaimOp> function_op(std::string_view name) {
  if (name == "abs") return ClaimOp::abs;
  if (name == "sqrt") return ClaimOp::sqrt;
  if (name == "log") return ClaimOp::log;
  if (name == "exp") return ClaimOp::exp;
  if (name == "min") return ClaimOp::min;
  if (name == "max") return ClaimOp::max;
  return std::nullopt;
}

std::optional<ClaimValue> read_call(Analysis& a, const Expression& e) {
  const Function* function = find_function(a.text(e.name));
  const auto op = function_op(a.text(e.name));
  if (function == nullptr || !op)
    return fail(a, e, "S018", fmt::format("'{}' cannot be applied to what runs measured", a.text(e.name)),
                "abs sqrt log exp min max can");
  if (!check_count(*function, e.operands.size(), e.span, a.report)) return std::nullopt;
  std::vector<ClaimValue> operands;
  std::vector<Dimension> dimensions;
  for (const Expression* operand : e.operands) {
    auto value = read_claim_value(a, *operand);
    if (!value) return std::nullopt;
    dimensions.push_back(value->dimension);
    operands.push_back(std::move(*value));
  }
  const auto dimension = result_dimension(*function, dimensions, e.span, a.report);
  if (!dimension) return std::nullopt;
  return node(*op, *dimension, std::move(operands));
}

/// Numbers, signs, inf and lists of these: who reads the text need not know the scene.
bool is_written_out(const Analysis& a, const Expression& e) {
  if (e.kind == ExpressionKind::number) return true;
  if (e.kind == ExpressionKind::name) return a.text(e.name) == "inf";
  const bool is_sign = e.kind == ExpressionKind::unary && e.op == Operator::negate;
  const bool is_within = e.kind == ExpressionKind::binary && e.op == Operator::within;
  if (!is_sign && !is_within && e.kind != ExpressionKind::group && e.kind != ExpressionKind::list) return false;
  return std::all_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* operand) { return is_written_out(a, *operand); });
}

/// Four digits, or with as many more as keep the rounding below a hundredth of the width.
int digits_for(double value, double width) {
  constexpr int most = 17;  // tell any two doubles apart
  int digits = 4;
  while (digits < most && std::abs(std::stod(fmt::format("{:.{}g}", value, digits)) - value) > 0.01 * width) ++digits;
  return digits;
}

}  // namespace

namespace {

/// An error for a call that is neither a query nor a function: both may be meant.
bool report_unknown_call(Analysis& a, const Expression& e) {
  if (e.kind != ExpressionKind::call) return false;
  const std::string_view word = a.text(e.name);
  if (a.evaluator().find(e.name) != nullptr || find_signal(a, word) != nullptr) return false;
  std::vector<std::string_view> known;
  for (const QueryForm& form : query_forms()) known.push_back(form.name);
  for (const Function& function : functions()) known.push_back(function.name);
  if (std::find(known.begin(), known.end(), word) != known.end()) return false;
  const std::string nearest = nearest_name(word, known);
  std::vector<std::string_view> queries;
  for (const QueryForm& form : query_forms()) queries.push_back(form.name);
  a.report.error(e.span, "S018", fmt::format("unknown query or function '{}'", word),
                 nearest.empty() ? fmt::format("queries are {}", fmt::join(queries, ", "))
                                 : fmt::format("did you mean '{}'?", nearest));
  return true;
}

}  // namespace

std::optional<ClaimValue> read_claim_value(Analysis& a, const Expression& e) {
  if (is_query(a, e)) return read_query(a, e);
  if (report_unknown_call(a, e)) return std::nullopt;
  if (!has_query(a, e)) return read_constant(a, e);
  switch (e.kind) {
    case ExpressionKind::binary:
      return read_binary(a, e);
    case ExpressionKind::call:
      return read_call(a, e);
    case ExpressionKind::group:
      if (e.unit != nullptr) return fail(a, e, "S032", "a unit after a measured value, which has one already");
      return read_claim_value(a, *e.operands[0]);
    case ExpressionKind::unary: {
      auto operand = read_claim_value(a, *e.operands[0]);
      if (!operand || e.op != Operator::negate)
        return operand ? fail(a, e, "S021", "a claim is about a number") : std::nullopt;
      const Dimension dimension = operand->dimension;
      return node(ClaimOp::negate, dimension, {std::move(*operand)});
    }
    default:
      return fail(a, e, "S021", "a claim is about one number", "combine queries with + - * / ^");
  }
}

std::optional<Quantity> read_bound(Analysis& a, const Value& value, const Expression& e) {
  if (const auto* q = std::get_if<Quantity>(&value.data)) return *q;
  a.report.error(e.span, "S021", fmt::format("a bound is a number, found {}", describe(value)));
  return std::nullopt;
}

std::optional<NearValue> read_near(Analysis& a, const Expression& e, const char* code) {
  if (e.kind != ExpressionKind::binary || e.op != Operator::within) {
    a.report.error(e.span, code, "'near' takes a value and a tolerance", "as in near = 3.2 m within 1 mm");
    return std::nullopt;
  }
  const auto middle = a.evaluator().evaluate(*e.operands[0]);
  const auto width = a.evaluator().evaluate(*e.operands[1]);
  const auto value = middle ? read_bound(a, *middle, *e.operands[0]) : std::nullopt;
  const auto tolerance = width ? read_bound(a, *width, *e.operands[1]) : std::nullopt;
  if (!value || !tolerance) return std::nullopt;
  if (!check_same_dimension(Operator::within, *value, *tolerance, e.span, a.report)) return std::nullopt;
  return NearValue{.value = value->value,
                   .tolerance = tolerance->value,
                   .dimension = is_bare_zero(*value) ? tolerance->dimension : value->dimension,
                   .unit = value->unit != nullptr ? value->unit : tolerance->unit};
}

std::string range_text(const Analysis& a, const std::string& kind, const Expression& e, double lower, double upper,
                       const Unit& unit) {
  if (is_written_out(a, e)) return fmt::format("{} {}", kind, a.evaluator().source(e));
  if (kind == "below") return "below " + format_rounded(upper, unit, 4);
  if (kind == "above") return "above " + format_rounded(lower, unit, 4);
  const double low = from_si(lower, unit);
  const double high = from_si(upper, unit);
  return fmt::format("{} [{}, {}]", kind == "near" ? "in" : kind,
                     format_rounded(lower, unit, digits_for(low, high - low)),
                     format_rounded(upper, unit, digits_for(high, high - low)));
}

}  // namespace perpend::dsl
