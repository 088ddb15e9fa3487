#include "dsl/values/collections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "dsl/values/arithmetic.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

std::optional<Value> vector_value(const Evaluator& evaluator, const Expression& e) {
  if (e.operands.size() > 3) {
    evaluator.report().error(e.span, "S021", fmt::format("a vector of {} components", e.operands.size()),
                             "a list stands in [ ]");
    return std::nullopt;
  }
  VectorValue result;
  result.size = static_cast<int>(e.operands.size());
  bool has_dimension = false;
  std::vector<Value> components;
  for (const Expression* operand : e.operands)
    if (auto component = evaluator.evaluate(*operand)) components.push_back(std::move(*component));
  if (components.size() < e.operands.size()) return std::nullopt;
  if (std::any_of(components.begin(), components.end(), is_varying))
    return vector_of(components, e.span, evaluator.report());
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const auto* component = &components[i];
    const auto* q = std::get_if<Quantity>(&component->data);
    if (q == nullptr) {
      evaluator.report().error(e.operands[i]->span, "S021",
                               fmt::format("a component of a vector is a number, found {}", describe(*component)));
      return std::nullopt;
    }
    result.value[i] = q->value;
    if (result.unit == nullptr) result.unit = q->unit;
    if (is_bare_zero(*q)) continue;  // of the dimension that the others have
    if (!has_dimension) result.dimension = q->dimension;
    has_dimension = true;
    if (same_dimension(result.dimension, q->dimension)) continue;
    evaluator.report().error(
        e.span, "S032",
        fmt::format("components of one vector: {} and {}", describe(result.dimension), describe(q->dimension)),
        "one unit may stand behind the vector: (1, 2) m");
    return std::nullopt;
  }
  return Value{result};
}

std::optional<Value> list_value(const Evaluator& evaluator, const Expression& e) {
  auto result = std::make_shared<std::vector<Value>>();
  result->reserve(e.operands.size());
  for (const Expression* operand : e.operands)
    if (auto value = evaluator.evaluate(*operand)) result->push_back(std::move(*value));
  if (result->size() < e.operands.size()) return std::nullopt;
  return Value{ListValue(std::move(result))};
}

std::optional<Value> range_value(const Evaluator& evaluator, const Expression& e) {
  const auto first = evaluator.whole(*e.operands[0], "the start of a range");
  const auto last = evaluator.whole(*e.operands[1], "the end of a range");
  if (!first || !last) return std::nullopt;
  return Value{RangeValue{*first, *last}};
}

}  // namespace perpend::dsl
