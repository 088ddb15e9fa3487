#include "dsl/values/nearness.hpp"

#include <fmt/format.h>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

const Expression* within_of(const Expression& e) {
  if (e.kind == ExpressionKind::group && e.unit == nullptr) return within_of(*e.operands[0]);
  return e.kind == ExpressionKind::binary && e.op == Operator::within ? &e : nullptr;
}

std::optional<Value> nearness(const Evaluator& evaluator, const Expression& e, const Expression& near) {
  const auto x = evaluator.evaluate(*e.operands[0]);
  const auto value = evaluator.evaluate(*near.operands[0]);
  const auto tolerance = evaluator.evaluate(*near.operands[1]);
  const auto difference = x && value ? apply(Operator::subtract, *x, *value, e.span, evaluator.report()) : std::nullopt;
  if (!difference || !tolerance) return std::nullopt;
  const auto* fixed = std::get_if<Quantity>(&tolerance->data);
  if (fixed != nullptr && !(fixed->value > 0.0)) {
    evaluator.report().error(near.operands[1]->span, "S023",
                             fmt::format("a tolerance is above 0, found {}", quantity_text(*fixed)),
                             "exactly equal is x == value");
    return std::nullopt;
  }
  const auto distance = call(*find_function("abs"), {*difference}, e.span, evaluator.report());
  if (!distance) return std::nullopt;
  const Operator op = e.op == Operator::equal ? Operator::less_equal : Operator::greater;
  return apply(op, *distance, *tolerance, near.span, evaluator.report());
}

}  // namespace perpend::dsl
