#include "dsl/analysis/conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/analysis/claims/claim_query.hpp"
#include "dsl/measured_expressions.hpp"
#include "dsl/values/varying_programs.hpp"

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

/// "drift_minus_2_gap" of `drift minus 2 * gap`.
std::string name_of(const Analysis& a, std::string_view text) {
  constexpr std::size_t longest = 48;
  std::string name;
  for (const char c : text) {
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

/// Pre: a number that changes during the run.
std::optional<std::string> measure_of_value(Analysis& a, const Value& value, std::string text, std::string name,
                                            Span span) {
  const Varying& varying = *std::get<VaryingValue>(value.data);
  MeasureSpec measure;
  measure.text = std::move(text);
  auto programs = write_programs(varying, measure.text, span, a.report);
  if (!programs) return std::nullopt;
  measure.dimension = varying.dimension;
  measure.program = std::move(programs->functions.front());
  measure.operands = std::move(programs->operands);
  if (!check_readings(a, measure, span)) return std::nullopt;
  for (const MeasureSpec& one : a.experiment.measures)
    if (is_same(one, measure)) return one.name;
  measure.name = std::move(name);
  measure.is_of_query = true;
  return add_computed_measure(a, std::move(measure), value, span);
}

bool is_changing_number(const Value& value) {
  const auto* varying = std::get_if<VaryingValue>(&value.data);
  return varying != nullptr && (*varying)->size == 0 && !(*varying)->is_condition;
}

std::optional<std::string> measure_of_difference(Analysis& a, const Expression& left, const Value& right,
                                                 const Expression& written_right) {
  const auto value = a.evaluator().evaluate(left);
  const auto difference = value ? apply(Operator::subtract, *value, right, left.span, a.report) : std::nullopt;
  if (!difference) return std::nullopt;
  if (!is_changing_number(*difference)) {
    a.report.error(left.span, "S054",
                   fmt::format("a condition compares numbers that change during the run, found {}", describe(*value)),
                   "as in first_time(drift > 1 mm, post), with measures, signals or t on both sides");
    return std::nullopt;
  }
  const std::string first = a.evaluator().source(left), second = a.evaluator().source(written_right);
  return measure_of_value(a, *difference, fmt::format("{} - ({})", first, second),
                          name_of(a, fmt::format("{} minus {}", first, second)), left.span);
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

/// What a query measures by an expression; null: it names a measure, or measures nothing. `in_figure`: the method may
/// stand behind a reduction.
const Expression* measured_expression(const Analysis& a, const Expression& e, bool in_figure) {
  if (!is_query(a, e) || e.operands.empty()) return nullptr;
  const QueryForm& form = *find_query_form(a.text(e.name));
  if (form.subject != QuerySubject::run && form.subject != QuerySubject::points) return nullptr;
  if (form.name == "first_time" || form.name == "fraction") return e.operands[0];
  const bool is_over_points = form.subject == QuerySubject::points || form.name == "order";
  const Expression* measured = e.operands[0];
  const bool may_reduce = is_over_points && num_positional(e) <= (in_figure ? 2U : 1U);
  if (may_reduce && measured->kind == ExpressionKind::call && is_reduction_over_time(a.text(measured->name)) &&
      !measured->operands.empty())
    measured = measured->operands[0];
  return reads_as_name(*measured) ? nullptr : measured;
}

bool has_measured_expression(const Analysis& a, const Expression& e, bool in_figure) {
  return measured_expression(a, e, in_figure) != nullptr ||
         std::any_of(e.operands.begin(), e.operands.end(),
                     [&](const Expression* operand) { return has_measured_expression(a, *operand, in_figure); });
}

/// `y = abs(drift)` of a figure, alone or in a list, and x: what is drawn as it is.
std::vector<const Expression*> drawn_expressions(const Analysis& a, const Statement& s) {
  if (s.kind != StatementKind::property || s.value == nullptr) return {};
  const std::string_view field = a.text(s.keyword);
  const bool is_list = field == "y" && s.value->kind == ExpressionKind::list;
  std::vector<const Expression*> drawn;
  if (field == "x" || field == "y") drawn.push_back(s.value);
  if (is_list) drawn.assign(s.value->operands.begin(), s.value->operands.end());
  std::erase_if(drawn, [&](const Expression* e) { return !is_drawn_expression(a, *e); });
  return drawn;
}

bool has_measured_expression(const Analysis& a, std::span<const Statement> statements, bool in_figure) {
  return std::any_of(statements.begin(), statements.end(), [&](const Statement& s) {
    return (s.value != nullptr && has_measured_expression(a, *s.value, in_figure)) ||
           !drawn_expressions(a, s).empty() || has_measured_expression(a, s.body, in_figure) ||
           has_measured_expression(a, s.otherwise, in_figure);
  });
}

void add_measures_in(Analysis& a, const Expression& e, bool in_figure) {
  if (const Expression* measured = measured_expression(a, e, in_figure)) {
    const std::string_view form = a.text(e.name);
    if (form == "first_time" || form == "fraction")
      (void)read_condition(a, *measured, *compared_side(a, form, *measured).left);
    else
      (void)measure_of_expression(a, form, *measured);
    return;
  }
  for (const Expression* operand : e.operands) add_measures_in(a, *operand, in_figure);
}

}  // namespace

bool is_drawn_expression(const Analysis& a, const Expression& e) {
  if (reads_as_name(e) || e.kind == ExpressionKind::list) return false;
  return e.kind != ExpressionKind::call || find_query_form(a.text(e.name)) == nullptr;
}

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
  // A number that a sweep changes belongs to the run of each point, and so does the difference from it.
  if (!reads_as_name(left) || is_varying(*value) || MeasuredExpressions(a.document).is_swept(right)) {
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

std::optional<std::string> measure_of_expression(Analysis& a, std::string_view form, const Expression& e) {
  const auto value = a.evaluator().evaluate(e);
  if (!value) return std::nullopt;
  const std::string text = a.evaluator().source(e);
  if (is_changing_number(*value)) return measure_of_value(a, *value, text, name_of(a, text), e.span);
  a.report.error(e.span, "S054",
                 fmt::format("{} takes a number that changes during the run, found {}", form, describe(*value)),
                 "a measure, or an expression of measures, signals and t");
  return std::nullopt;
}

void add_measures_of_queries(Analysis& a, const Statement& s) {
  const bool is_figure = a.text(s.keyword) == "figure";
  if (!has_measured_expression(a, s.body, is_figure)) return;
  BlockReader reader;
  reader.property = [&](const Statement& p) {
    add_measures_in(a, *p.value, is_figure);
    if (!is_figure) return;
    for (const Expression* e : drawn_expressions(a, p)) (void)measure_of_expression(a, "a figure", *e);
  };
  reader.declaration = [&](const Statement& d) { add_measures_of_queries(a, d); };
  a.walker.run(s.body, reader);
}

}  // namespace perpend::dsl
