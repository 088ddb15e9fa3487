#include "dsl/values/time_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

using Op = TimeFunction::Op;

std::optional<Op> comparison_op(Operator op) {
  switch (op) {
    case Operator::less:
    case Operator::greater_equal:
      return Op::less;
    case Operator::less_equal:
    case Operator::greater:
      return Op::less_equal;
    case Operator::equal:
    case Operator::not_equal:
      return Op::equal;
    default:
      return std::nullopt;
  }
}

/// a >= b is not (a < b): exact for numbers; the language has no NaN.
bool is_negated(Operator op) {
  return op == Operator::greater_equal || op == Operator::greater || op == Operator::not_equal;
}

}  // namespace

bool mentions_time(const Evaluator& evaluator, const Expression& e) {
  if (e.kind == ExpressionKind::name && evaluator.text(e.name) == "t") return true;
  return std::any_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* o) { return mentions_time(evaluator, *o); });
}

std::optional<TimePart> TimeCompiler::constant(const Expression& e) {
  const auto value = evaluator_.evaluate(e);
  if (!value) return std::nullopt;
  if (const auto* q = std::get_if<Quantity>(&value->data)) {
    emit(Op::number, q->value);
    return TimePart{q->dimension, false, is_bare_zero(*q)};
  }
  if (const auto* flag = std::get_if<bool>(&value->data)) {
    emit(Op::number, *flag ? 1.0 : 0.0);
    return TimePart{{}, true, false};
  }
  return fail(e, "S021", fmt::format("a number is needed here, found {}", describe(*value)));
}

std::optional<TimePart> TimeCompiler::number(const Expression& e) {
  const auto part = scalar(e);
  if (part && part->is_condition) return fail(e, "S021", "a number is needed here, found true or false");
  return part;
}

std::optional<TimePart> TimeCompiler::condition(const Expression& e) {
  const auto part = scalar(e);
  if (part && !part->is_condition) return fail(e, "S021", "a condition is needed here, found a number");
  return part;
}

std::optional<TimePart> TimeCompiler::scalar(const Expression& e) {
  if (!mentions_time(evaluator_, e)) return constant(e);
  switch (e.kind) {
    case ExpressionKind::name:
      emit(Op::time);
      return TimePart{dimension::time, false, false};
    case ExpressionKind::group:
      return apply_unit(scalar(*e.operands[0]), e);
    case ExpressionKind::binary:
      return binary(e);
    case ExpressionKind::call:
      return call(e);
    case ExpressionKind::choice:
      return choice(e, -1);
    case ExpressionKind::unary: {
      const bool is_not = e.op == Operator::logical_not;
      const auto part = is_not ? condition(*e.operands[0]) : number(*e.operands[0]);
      if (part) emit(is_not ? Op::logical_not : Op::negate);
      return part;
    }
    default:
      return fail(e, "S021", "not a function of time");
  }
}

std::optional<TimePart> TimeCompiler::apply_unit(std::optional<TimePart> part, const Expression& e) {
  if (!part || e.unit == nullptr) return part;
  if (part->dimension != Dimension{} || part->is_condition)
    return fail(e, "S032", "a unit after a value that has one already");
  emit(Op::number, e.unit->factor);
  emit(Op::multiply);
  return TimePart{e.unit->dimension, false, false};
}

std::optional<TimePart> TimeCompiler::logical(const Expression& e, Op op) {
  const auto a = condition(*e.operands[0]);
  const auto b = condition(*e.operands[1]);
  if (!a || !b) return std::nullopt;
  emit(op);
  return TimePart{{}, true, false};
}

std::optional<TimePart> TimeCompiler::binary(const Expression& e) {
  if (e.op == Operator::logical_and) return logical(e, Op::logical_and);
  if (e.op == Operator::logical_or) return logical(e, Op::logical_or);
  if (e.op == Operator::power) return power(e);
  const auto a = number(*e.operands[0]);
  const auto b = number(*e.operands[1]);
  if (!a || !b) return std::nullopt;
  return comparison_op(e.op) ? compare(e, *a, *b) : arithmetic(e, e.op, *a, *b);
}

std::optional<TimePart> TimeCompiler::compare(const Expression& e, const TimePart& a, const TimePart& b) {
  if (!check_same_dimension(e.op, a.dimension, b.dimension, a.is_zero || b.is_zero, e.span, report_))
    return std::nullopt;
  emit(*comparison_op(e.op));
  if (is_negated(e.op)) emit(Op::logical_not);
  return TimePart{{}, true, false};
}

std::optional<TimePart> TimeCompiler::arithmetic(const Expression& e, Operator op, const TimePart& a,
                                                 const TimePart& b) {
  if (op == Operator::add || op == Operator::subtract) {
    if (!check_same_dimension(op, a.dimension, b.dimension, a.is_zero || b.is_zero, e.span, report_))
      return std::nullopt;
    emit(op == Operator::add ? Op::add : Op::subtract);
    return TimePart{a.is_zero ? b.dimension : a.dimension, false, a.is_zero && b.is_zero};
  }
  const auto dimension = checked_product(a.dimension, b.dimension, op == Operator::multiply ? 1 : -1);
  if (!dimension) return fail(e, "S032", "the dimension grows beyond any physical quantity");
  emit(op == Operator::multiply ? Op::multiply : Op::divide);
  return TimePart{*dimension, false, false};
}

std::optional<TimePart> TimeCompiler::power(const Expression& e) {
  const auto base = number(*e.operands[0]);
  if (!base) return std::nullopt;
  if (same_dimension(base->dimension, {})) {
    const auto exponent = number(*e.operands[1]);
    if (!exponent) return std::nullopt;
    if (!same_dimension(exponent->dimension, {})) return fail(e, "S032", "an exponent is a pure number");
    emit(Op::power);
    return TimePart{};
  }
  const auto exponent = evaluator_.whole(*e.operands[1], "the power of a quantity with a dimension");
  if (!exponent) return std::nullopt;
  const auto dimension =
      std::abs(*exponent) > 60 ? std::nullopt : checked_product({}, base->dimension, static_cast<int>(*exponent));
  if (!dimension) return fail(e, "S032", "the dimension grows beyond any physical quantity");
  emit(Op::number, static_cast<double>(*exponent));
  emit(Op::power);
  return TimePart{*dimension, false, false};
}

std::optional<TimePart> TimeCompiler::call(const Expression& e) {
  const Function* function = find_function(evaluator_.text(e.name));
  if (function == nullptr || !function->op)
    return fail(e, "S018", fmt::format("'{}' is not a function that takes t", evaluator_.text(e.name)));
  if (!check_count(*function, e.operands.size(), e.span, report_)) return std::nullopt;
  std::vector<Dimension> dimensions;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const auto part = number(*e.operands[i]);
    if (!part) return std::nullopt;
    if (!part->is_zero) dimensions.push_back(part->dimension);  // a zero is of the dimension that the others have
    // min and max of several fold from the left.
    if (function->rule == DimensionRule::same && i > 0) emit(*function->op);
  }
  if (dimensions.empty()) dimensions.emplace_back();
  const auto dimension = result_dimension(*function, dimensions, e.span, report_);
  if (!dimension) return std::nullopt;
  if (function->rule != DimensionRule::same) emit(*function->op);
  return TimePart{*dimension, false, false};
}

/// Component `k` of both branches; a scalar for k < 0.
std::optional<TimePart> TimeCompiler::choice(const Expression& e, int k) {
  const auto branch = [&](std::size_t i) { return k < 0 ? scalar(*e.operands[i]) : component(*e.operands[i], k); };
  if (!mentions_time(evaluator_, *e.operands[0])) {
    const auto is_true = evaluator_.condition(*e.operands[0]);
    return is_true ? branch(*is_true ? 1 : 2) : std::nullopt;
  }
  const auto test = condition(*e.operands[0]);
  const auto yes = branch(1);
  const auto no = branch(2);
  if (!test || !yes || !no) return std::nullopt;
  const bool has_zero = yes->is_zero || no->is_zero;
  if (yes->is_condition != no->is_condition || (!has_zero && !same_dimension(yes->dimension, no->dimension)))
    return fail(e, "S032",
                fmt::format("the two branches differ: {} and {}", describe(yes->dimension), describe(no->dimension)));
  emit(Op::select);
  return yes->is_zero ? no : yes;
}

std::optional<TimeFunction> TimeCompiler::finish(const Expression& e) {
  if (!TimeFunction::is_well_formed(program_)) {
    report_.error(
        e.span, "S006",
        fmt::format("an expression of t that needs more than {} intermediate values", TimeFunction::max_depth),
        "put parentheses less deep");
    return std::nullopt;
  }
  return TimeFunction(std::move(program_));
}

bool TimeCompiler::is_vector(const Expression& e) const {
  switch (e.kind) {
    case ExpressionKind::vector:
      return true;
    case ExpressionKind::name: {
      const Binding* binding = evaluator_.scope().find(e.name);
      return binding != nullptr && std::holds_alternative<VectorValue>(binding->value.data);
    }
    case ExpressionKind::group:
    case ExpressionKind::unary:
      return is_vector(*e.operands[0]);
    case ExpressionKind::choice:
      return is_vector(*e.operands[1]);
    case ExpressionKind::binary:
      return is_vector(*e.operands[0]) || is_vector(*e.operands[1]);
    default:
      return false;
  }
}

std::optional<TimePart> TimeCompiler::component(const Expression& e, int k) {
  if (!mentions_time(evaluator_, e)) {
    const auto value = evaluator_.evaluate(e);
    if (!value) return std::nullopt;
    const auto* v = std::get_if<VectorValue>(&value->data);
    if (v == nullptr || v->size != size_)
      return fail(
          e, "S021",
          fmt::format("a vector {} is needed, found {}", size_ == 2 ? "(x, y)" : "(x, y, z)", describe(*value)));
    emit(TimeFunction::Op::number, v->value[static_cast<std::size_t>(k)]);
    return TimePart{v->dimension, false, is_bare_zero(*v)};
  }
  if (e.kind == ExpressionKind::vector && static_cast<int>(e.operands.size()) == size_)
    return apply_unit(number(*e.operands[static_cast<std::size_t>(k)]), e);
  if (e.kind == ExpressionKind::group) return apply_unit(component(*e.operands[0], k), e);
  if (e.kind == ExpressionKind::choice) return choice(e, k);
  if (e.kind == ExpressionKind::unary && e.op == Operator::negate) {
    const auto part = component(*e.operands[0], k);
    if (part) emit(TimeFunction::Op::negate);
    return part;
  }
  const bool is_sum = e.op == Operator::add || e.op == Operator::subtract;
  const bool is_product = e.op == Operator::multiply || e.op == Operator::divide;
  if (e.kind != ExpressionKind::binary || !(is_sum || is_product) || !is_vector(e))
    return fail(e, "S021", fmt::format("a vector {} is needed", size_ == 2 ? "(f(t), g(t))" : "(f(t), g(t), h(t))"));
  const bool left = is_sum || is_vector(*e.operands[0]);
  const bool right = is_sum || !left;
  if (is_product && ((left && is_vector(*e.operands[1])) || (right && e.op == Operator::divide)))
    return fail(e, "S021", "a vector is multiplied or divided by a number only");
  const auto a = left ? component(*e.operands[0], k) : number(*e.operands[0]);
  const auto b = right ? component(*e.operands[1], k) : number(*e.operands[1]);
  return a && b ? arithmetic(e, e.op, *a, *b) : std::nullopt;
}

}  // namespace perpend::dsl
