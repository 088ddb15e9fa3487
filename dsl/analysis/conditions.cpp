#include "dsl/analysis/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "dsl/analysis/claim_forms.hpp"
#include "dsl/analysis/claim_query.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

bool is_same_reading(const MeasureSpec& a, const MeasureSpec& b) {
  return a.signal == b.signal && a.entity == b.entity && a.entity_kind == b.entity_kind && a.point == b.point &&
         a.reduction == b.reduction && a.state == b.state && a.axes == b.axes;
}

bool is_same(const MeasureSpec& a, const MeasureSpec& b) {
  const auto& x = a.program.program();
  const auto& y = b.program.program();
  const auto is_same_operation = [](const TimeFunction::Instruction& one, const TimeFunction::Instruction& other) {
    return one.op == other.op && one.number == other.number;
  };
  return a.text == b.text && std::equal(x.begin(), x.end(), y.begin(), y.end(), is_same_operation) &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(), is_same_reading);
}

/// "drift_minus_2_gap" of `drift` and `2 * gap`.
std::string name_of(const Analysis& a, std::string_view left, std::string_view right) {
  constexpr std::size_t longest = 48;
  std::string name;
  for (const char c : fmt::format("{} minus {}", left, right)) {
    const bool is_of_name = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (is_of_name)
      name += c;
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  name.resize(std::min(name.size(), longest));
  while (name.ends_with('_')) name.pop_back();
  const std::string first = name;
  for (int number = 2; a.measures.find(name) != nullptr; ++number) name = fmt::format("{}_{}", first, number);
  return name;
}

std::optional<std::string> measure_of_difference(Analysis& a, const Expression& left, const Value& right,
                                                 const Expression& written_right) {
  const auto value = a.evaluator().evaluate(left);
  const auto difference = value ? apply(Operator::subtract, *value, right, left.span, a.report) : std::nullopt;
  if (!difference) return std::nullopt;
  const auto* varying = std::get_if<VaryingValue>(&difference->data);
  if (varying == nullptr || (*varying)->size != 0 || (*varying)->is_condition) {
    a.report.error(left.span, "S054",
                   fmt::format("a condition compares numbers that change during the run, found {}", describe(*value)),
                   "as in first_time(drift > 1 mm, post), with measures, signals or t on both sides");
    return std::nullopt;
  }
  const std::string first = a.evaluator().source(left), second = a.evaluator().source(written_right);
  MeasureSpec measure;
  measure.text = fmt::format("{} - ({})", first, second);
  auto programs = write_programs(**varying, measure.text, left.span, a.report);
  if (!programs) return std::nullopt;
  measure.dimension = (*varying)->dimension;
  measure.program = std::move(programs->functions.front());
  measure.operands = std::move(programs->operands);
  if (!check_readings(a, measure, left.span)) return std::nullopt;
  for (const MeasureSpec& one : a.experiment.measures)
    if (is_same(one, measure)) return one.name;
  measure.name = name_of(a, first, second);
  return add_computed_measure(a, std::move(measure), *difference, left.span);
}

const char* sign_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return "<";
    case Comparison::less_equal:
      return "<=";
    case Comparison::greater:
      return ">";
    case Comparison::greater_equal:
      break;
  }
  return ">=";
}

bool is_form(const Analysis& a, const Expression& e) {
  const std::string_view word = a.text(e.name);
  return e.kind == ExpressionKind::call && (word == "first_time" || word == "fraction") && !e.operands.empty();
}

bool has_condition(const Analysis& a, const Expression& e) {
  return is_form(a, e) || std::any_of(e.operands.begin(), e.operands.end(),
                                      [&](const Expression* operand) { return has_condition(a, *operand); });
}

bool has_condition(const Analysis& a, std::span<const Statement> statements) {
  return std::any_of(statements.begin(), statements.end(), [&](const Statement& s) {
    return (s.value != nullptr && has_condition(a, *s.value)) || has_condition(a, s.body) ||
           has_condition(a, s.otherwise);
  });
}

void add_measures_in(Analysis& a, const Expression& e) {
  if (is_form(a, e)) {
    const Expression& condition = *e.operands[0];
    (void)read_condition(a, condition, *compared_side(a, a.text(e.name), condition).left);
    return;
  }
  for (const Expression* operand : e.operands) add_measures_in(a, *operand);
}

}  // namespace

ComparedSide compared_side(const Analysis& a, std::string_view form, const Expression& condition) {
  if (condition.kind != ExpressionKind::binary) return {.left = &condition};
  const Expression& left = *condition.operands[0];
  const std::string_view word = left.kind == ExpressionKind::call ? a.text(left.name) : std::string_view();
  if (form != "fraction" || !is_reduction_over_time(word)) return {.left = &left};
  // max and min are functions of numbers too.
  const auto& operands = left.operands;
  const bool names_method = operands.size() == 2 && operands[1]->kind == ExpressionKind::name &&
                            a.methods.find(std::string(a.text(operands[1]->name))) != nullptr;
  if (operands.size() != 1 && !names_method) return {.left = &left};
  return {operands[0], word, names_method ? operands[1] : nullptr};
}

std::optional<MeasureCondition> read_condition(Analysis& a, const Expression& condition, const Expression& left) {
  const auto comparison = condition.kind == ExpressionKind::binary ? comparison_of(condition.op) : std::nullopt;
  if (!comparison) {
    a.report.error(condition.span, "S054", "a condition is written measure > value", "with > >= < or <=");
    return std::nullopt;
  }
  const Expression& right = *condition.operands[1];
  const auto value = a.evaluator().evaluate(right);
  if (!value) return std::nullopt;
  const std::string text =
      fmt::format("{} {} {}", a.evaluator().source(left), sign_of(*comparison), a.evaluator().source(right));
  if (!reads_as_name(left) || is_varying(*value)) {
    const auto measure = measure_of_difference(a, left, *value, right);
    return measure ? std::optional(MeasureCondition{*measure, *comparison, 0.0, text}) : std::nullopt;
  }
  const auto measure = resolve(a, a.measures, left, "measure", false);
  if (!measure) return std::nullopt;
  const MeasureSpec& spec = a.experiment.measures[static_cast<std::size_t>(*measure)];
  const auto* q = std::get_if<Quantity>(&value->data);
  if (q == nullptr) {
    a.report.error(right.span, "S021", fmt::format("a number is needed here, found {}", describe(*value)));
    return std::nullopt;
  }
  if (!check_dimension(a.evaluator(), spec.name, spec.dimension, *q, right)) return std::nullopt;
  return MeasureCondition{spec.name, *comparison, q->value, text};
}

void add_measures_of_conditions(Analysis& a, const Statement& s) {
  if (!has_condition(a, s.body)) return;
  BlockReader reader;
  reader.property = [&](const Statement& p) { add_measures_in(a, *p.value); };
  reader.declaration = [&](const Statement& d) { add_measures_of_conditions(a, d); };
  a.walker.run(s.body, reader);
}

}  // namespace perpend::dsl
