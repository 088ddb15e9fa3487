// Components of vector expressions of the time.
#include <fmt/format.h>

#include "dsl/values/time_compiler.hpp"

namespace perpend::dsl {

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
    return TimePart{v->dimension, false, false};
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
