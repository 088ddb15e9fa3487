#include "dsl/values/time_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/values/time_compiler.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

/// The one dimension that all components agree on, but for a bare 0, which takes that of the others.
std::optional<Dimension> common_dimension(const std::vector<TimePart>& parts, const Expression& e, Report& report) {
  const auto first = std::find_if(parts.begin(), parts.end(), [](const TimePart& part) { return !part.is_zero; });
  if (first == parts.end()) return parts.front().dimension;
  for (const TimePart& part : parts) {
    if (part.is_zero || same_dimension(first->dimension, part.dimension)) continue;
    report.error(
        e.span, "S032",
        fmt::format("components of one vector: {} and {}", describe(first->dimension), describe(part.dimension)));
    return std::nullopt;
  }
  return first->dimension;
}

std::optional<TimeNumber> finish_number(const Evaluator& evaluator, TimeCompiler& compiler,
                                        const std::optional<TimePart>& part, const Expression& e) {
  if (!part) return std::nullopt;
  if (part->is_condition) {
    evaluator.report().error(e.span, "S021", "a number is needed here, found true or false");
    return std::nullopt;
  }
  auto function = compiler.finish(e);
  if (!function) return std::nullopt;
  return TimeNumber{std::move(*function), part->dimension};
}

}  // namespace

std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression) {
  TimeCompiler compiler(evaluator);
  const auto part = compiler.scalar(expression);
  return finish_number(evaluator, compiler, part, expression);
}

std::optional<TimeComponents> compile_time_vector(const Evaluator& evaluator, const Expression& expression, int size) {
  std::vector<TimeCompiler> compilers;
  std::vector<TimePart> parts;
  for (int k = 0; k < size; ++k) {
    const auto part = compilers.emplace_back(evaluator, size).component(expression, k);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  const auto dimension = common_dimension(parts, expression, evaluator.report());
  if (!dimension) return std::nullopt;
  TimeComponents result{{}, *dimension};
  for (TimeCompiler& compiler : compilers) {
    auto function = compiler.finish(expression);
    if (!function) return std::nullopt;
    result.functions.push_back(std::move(*function));
  }
  return result;
}

std::optional<std::vector<TimeNumber>> compile_time_list(const Evaluator& evaluator, const Expression& expression) {
  std::vector<TimeNumber> numbers;
  if (expression.kind == ExpressionKind::list) {
    for (std::size_t i = 0; i < expression.operands.size(); ++i) {
      TimeCompiler compiler(evaluator);
      const auto part = compiler.element(expression, i);
      auto number = finish_number(evaluator, compiler, part, *expression.operands[i]);
      if (!number) return std::nullopt;
      numbers.push_back(std::move(*number));
    }
    return numbers;
  }
  if (mentions_time(evaluator, expression)) {
    evaluator.report().error(expression.span, "S021", "a list [f(t), g(t), ...] is needed here");
    return std::nullopt;
  }
  const auto value = evaluator.evaluate(expression);
  if (!value) return std::nullopt;
  const auto* list = std::get_if<ListValue>(&value->data);
  const auto fail = [&](const Value& found) {
    evaluator.report().error(expression.span, "S021",
                             fmt::format("a list of numbers is needed here, found {}", describe(found)),
                             "as in [0, sin(2 rad/s * t)]");
    return std::nullopt;
  };
  if (list == nullptr) return fail(*value);
  for (const Value& element : **list) {
    const auto* q = std::get_if<Quantity>(&element.data);
    if (q == nullptr) return fail(element);
    numbers.push_back({TimeFunction(q->value), q->dimension});
  }
  return numbers;
}

}  // namespace perpend::dsl
