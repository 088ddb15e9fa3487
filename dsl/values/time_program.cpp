#include "dsl/values/time_program.hpp"

#include <fmt/format.h>

#include <utility>

#include "dsl/values/varying_programs.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend::dsl {

namespace {

std::nullopt_t fail(const Evaluator& evaluator, const Expression& e, std::string message, std::string hint = {}) {
  evaluator.report().error(e.span, "S021", std::move(message), std::move(hint));
  return std::nullopt;
}

/// Laws are evaluated before the step is solved: what they read is there by then.
bool check_law(const Evaluator& evaluator, const Expression& e, const std::vector<MeasureSpec>& read) {
  for (const MeasureSpec& one : read) {
    if (one.signal->state) continue;
    const std::string_view name = one.signal->spec.name;
    if (one.signal->follows_forces)
      evaluator.report().error(
          e.span, "S028",
          fmt::format("an algebraic loop: this law -> the solve of the step -> {} -> this law", one.text),
          "read what the state has before the step: positions, velocities, angles, rates");
    else
      evaluator.report().error(e.span, "S051", fmt::format("'{}' is a measure, and no law can read it", name),
                               "laws read position, velocity, angle, rate, spin, distance, direction, ...");
    return false;
  }
  return true;
}

std::optional<std::vector<TimeFunction>> write(const Evaluator& evaluator, const Expression& e, const Varying& varying,
                                               bool takes_state) {
  if (varying.has_signal() && !takes_state)
    return fail(
        evaluator, e,
        fmt::format("a function of t alone is needed here, and '{}' changes with the state", evaluator.source(e)),
        "signals stand in forces, torques, springs, dampers, drives, constraints on velocities and measures");
  auto programs = write_programs(varying, evaluator.source(e), e.span, evaluator.report());
  if (!programs || !check_law(evaluator, e, programs->operands)) return std::nullopt;
  return std::move(programs->functions);
}

std::optional<TimeNumber> number_of(const Evaluator& evaluator, const Expression& e, const Value& value,
                                    bool takes_state) {
  if (const auto* q = std::get_if<Quantity>(&value.data)) return TimeNumber{TimeFunction(q->value), q->dimension};
  const auto* varying = std::get_if<VaryingValue>(&value.data);
  const bool is_condition =
      std::holds_alternative<bool>(value.data) || (varying != nullptr && (*varying)->is_condition);
  if (is_condition) return fail(evaluator, e, "a number is needed here, found true or false");
  if (varying == nullptr || (*varying)->size != 0)
    return fail(evaluator, e, fmt::format("a number is needed here, found {}", describe(value)));
  auto functions = write(evaluator, e, **varying, takes_state);
  if (!functions) return std::nullopt;
  return TimeNumber{std::move(functions->front()), (*varying)->dimension};
}

/// Where an element of a list is written; the whole list where it is not written out.
const Expression& element_of(const Expression& e, std::size_t i) {
  return e.kind == ExpressionKind::list ? *e.operands[i] : e;
}

std::optional<std::vector<TimeNumber>> numbers_of(const Evaluator& evaluator, const Expression& e,
                                                  const ListValue& list, bool takes_state) {
  std::vector<TimeNumber> numbers;
  for (std::size_t i = 0; i < list->size(); ++i) {
    auto number = number_of(evaluator, element_of(e, i), (*list)[i], takes_state);
    if (!number) return std::nullopt;
    numbers.push_back(std::move(*number));
  }
  return numbers;
}

}  // namespace

std::optional<TimeNumber> compile_time_number(const Evaluator& evaluator, const Expression& expression,
                                              bool takes_state) {
  const auto value = evaluator.evaluate(expression);
  return value ? number_of(evaluator, expression, *value, takes_state) : std::nullopt;
}

std::optional<TimeComponents> compile_time_vector(const Evaluator& evaluator, const Expression& expression, int size,
                                                  bool takes_state) {
  const auto value = evaluator.evaluate(expression);
  if (!value) return std::nullopt;
  if (const auto* v = std::get_if<VectorValue>(&value->data); v != nullptr && v->size == size) {
    TimeComponents constant{{}, v->dimension};
    for (int k = 0; k < size; ++k) constant.functions.emplace_back(v->value[static_cast<std::size_t>(k)]);
    return constant;
  }
  const auto* varying = std::get_if<VaryingValue>(&value->data);
  if (varying == nullptr || (*varying)->size != size)
    return fail(evaluator, expression,
                fmt::format("a vector {} is needed, found {}", size == 2 ? "(x, y)" : "(x, y, z)", describe(*value)));
  auto functions = write(evaluator, expression, **varying, takes_state);
  if (!functions) return std::nullopt;
  return TimeComponents{std::move(*functions), (*varying)->dimension};
}

std::optional<std::vector<TimeNumber>> compile_time_list(const Evaluator& evaluator, const Expression& expression,
                                                         bool takes_state) {
  const auto value = evaluator.evaluate(expression);
  if (!value) return std::nullopt;
  const auto* list = std::get_if<ListValue>(&value->data);
  if (list == nullptr)
    return fail(evaluator, expression, fmt::format("a list of numbers is needed here, found {}", describe(*value)),
                "as in [0, sin(2 rad/s * t)]");
  return numbers_of(evaluator, expression, *list, takes_state);
}

std::optional<std::vector<std::vector<TimeNumber>>> compile_time_rows(const Evaluator& evaluator,
                                                                      const Expression& expression,
                                                                      const ListValue& rows) {
  std::vector<std::vector<TimeNumber>> result;
  for (std::size_t i = 0; i < rows->size(); ++i) {
    auto row = numbers_of(evaluator, element_of(expression, i), std::get<ListValue>((*rows)[i].data), true);
    if (!row) return std::nullopt;
    result.push_back(std::move(*row));
  }
  return result;
}

}  // namespace perpend::dsl
