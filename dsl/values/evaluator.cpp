#include "dsl/values/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dsl/values/collections.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/mesh_file.hpp"
#include "dsl/values/nearness.hpp"
#include "dsl/values/rotations.hpp"
#include "dsl/values/table_file.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/unknown_names.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

std::string Evaluator::source(const Expression& expression) const {
  return as_written(text_of(*document_, expression.span));
}

std::optional<Value> Evaluator::evaluate(const Expression& e) const {
  switch (e.kind) {
    case ExpressionKind::number:
      if (e.unit == nullptr) return Value{Quantity{e.number, {}, nullptr}};
      return with_unit(Value{Quantity{e.number, {}, nullptr}}, *e.unit, e.span, *report_);
    case ExpressionKind::string:
      return Value{e.text};
    case ExpressionKind::boolean:
      return Value{e.number != 0.0};
    case ExpressionKind::name:
      return name(e);
    case ExpressionKind::index:
      return index(e);
    case ExpressionKind::call:
      return call(e);
    case ExpressionKind::group:
      return apply_unit(evaluate(*e.operands[0]), e);
    case ExpressionKind::vector:
      return apply_unit(vector_value(*this, e), e);
    case ExpressionKind::list:
      return apply_unit(list_value(*this, e), e);
    case ExpressionKind::range:
      return range_value(*this, e);
    case ExpressionKind::binary:
      return binary(e);
    case ExpressionKind::unary: {
      const auto operand = evaluate(*e.operands[0]);
      return operand ? apply(e.op, *operand, e.span, *report_) : std::nullopt;
    }
    case ExpressionKind::choice:
      return choice(e);
    case ExpressionKind::member:
      return member(e);
    case ExpressionKind::argument:
      break;
  }
  report_->error(e.span, "S021", fmt::format("'{}' has no value here", source(e)));
  return std::nullopt;
}

void Evaluator::report_no_condition(const Value& value, const Expression& e) const {
  report_->error(e.span, "S021", fmt::format("a condition is true or false, found {}", describe(value)));
}

std::optional<bool> Evaluator::condition(const Expression& expression) const {
  const auto value = evaluate(expression);
  if (!value) return std::nullopt;
  if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
  report_no_condition(*value, expression);
  return std::nullopt;
}

std::optional<long> Evaluator::whole(const Expression& expression, const char* what) const {
  const auto value = evaluate(expression);
  if (!value) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&value->data);
  const bool is_whole = q != nullptr && same_dimension(q->dimension, {}) && std::nearbyint(q->value) == q->value &&
                        std::abs(q->value) < std::numeric_limits<std::int32_t>::max();
  if (is_whole) return static_cast<long>(q->value);
  report_->error(
      expression.span, "S024",
      fmt::format("{} is a whole number, found {}", what,
                  q != nullptr && same_dimension(q->dimension, {}) ? fmt::format("{}", q->value) : describe(*value)));
  return std::nullopt;
}

/// One branch, or both where the condition changes during the run.
std::optional<Value> Evaluator::choice(const Expression& e) const {
  const auto test = evaluate(*e.operands[0]);
  if (!test && is_looking_) look_at_branches(e);
  if (!test) return std::nullopt;
  const auto* varying = std::get_if<VaryingValue>(&test->data);
  if (varying != nullptr && (*varying)->is_condition) {
    const auto yes = evaluate(*e.operands[1]);
    const auto no = evaluate(*e.operands[2]);
    return yes && no ? choose_varying(**varying, *yes, *no, e.span, *report_) : std::nullopt;
  }
  const auto* flag = std::get_if<bool>(&test->data);
  if (flag != nullptr) return evaluate(*e.operands[*flag ? 1 : 2]);
  report_no_condition(*test, *e.operands[0]);
  return std::nullopt;
}

/// The branches of an `if` that arguments decide which are not known. What is out of its range in a branch may be what
/// its condition keeps from being asked: if n > 0 then 1 / n else 0.
void Evaluator::look_at_branches(const Expression& e) const {
  Report found(*document_);
  Evaluator inner = *this;
  inner.report_ = &found;
  for (const Expression* branch : e.operands.subspan(1)) (void)inner.evaluate(*branch);
  for (Diagnostic& one : found.take())
    if (one.code != "S023" && one.code != "S026") report_->add(std::move(one));
}

/// What a name stands for as a parameter of the function that is being carried out; null: it is none.
const Value* Evaluator::parameter(Symbol name) const {
  return frame_ == nullptr ? nullptr : frame_->find(name);
}

std::optional<Value> Evaluator::name(const Expression& e) const {
  if (const Value* value = parameter(e.name))
    return std::holds_alternative<Poison>(value->data) ? std::nullopt : std::optional(*value);
  if (const Binding* binding = find(e.name)) {
    if (std::holds_alternative<Poison>(binding->value.data)) return std::nullopt;
    if (std::holds_alternative<NotYet>(binding->value.data)) {
      report_->error(e.span, "S051",
                     fmt::format("'{}' is made of measures, and no mechanism can read it", text(e.name)),
                     "measures, figures and claims read measures; laws read signals of the state");
      return std::nullopt;
    }
    return binding->value;
  }
  const std::string_view word = text(e.name);
  if (word == "pi") return Value{Quantity{std::numbers::pi, {}, nullptr}};
  if (word == "inf") return Value{Quantity{std::numeric_limits<double>::infinity(), {}, nullptr}};
  if (word == "t") return time_value();
  if (signals_ != nullptr && signals_->is_signal(e)) return signals_->read(e, *this);
  report_unknown_name(*this, signals_, e);
  return std::nullopt;
}

std::optional<Value> Evaluator::index(const Expression& e) const {
  const Expression& base = *e.operands[0];
  const bool is_free =
      base.kind == ExpressionKind::name && parameter(base.name) == nullptr && find(base.name) == nullptr;
  if (is_free && signals_ != nullptr && signals_->is_signal(e)) return signals_->read(e, *this);
  auto element = evaluate(*e.operands[0]);
  for (const Expression* operand : e.operands.subspan(1)) {
    const auto at = whole(*operand, "an index");
    if (!at) element.reset();
    if (!element) continue;
    const auto* list = std::get_if<ListValue>(&element->data);
    if (list == nullptr) {
      const auto* varying = std::get_if<VaryingValue>(&element->data);
      const bool is_vector =
          std::holds_alternative<VectorValue>(element->data) || (varying != nullptr && (*varying)->size > 0);
      report_->error(e.span, "S021", fmt::format("an index into {}", describe(*element)),
                     is_vector ? fmt::format("write x({0}) or y({0})", source(base)) : "only lists have elements");
      return std::nullopt;
    }
    const auto size = static_cast<long>((*list)->size());
    if (*at < 1 || *at > size) {
      report_->error(operand->span, "S023", fmt::format("element {} of a list of {}", *at, size),
                     "the first element is 1");
      return std::nullopt;
    }
    element = Value((**list)[static_cast<std::size_t>(*at - 1)]);
  }
  return element;
}

std::optional<std::string> Evaluator::indexed(std::string name, std::span<const Expression* const> indices) const {
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const auto index = whole(*indices[i], "an index");
    if (!index) return std::nullopt;
    name += i == 0 ? '[' : ',';
    name += std::to_string(*index);
  }
  if (!indices.empty()) name += ']';
  return name;
}

bool reads_as_name(const Expression& e) {
  if (e.kind == ExpressionKind::name) return true;
  return (e.kind == ExpressionKind::index || e.kind == ExpressionKind::member) && reads_as_name(*e.operands[0]);
}

std::optional<std::string> Evaluator::reference(const Expression& e) const {
  if (e.kind == ExpressionKind::name) return std::string(text(e.name));
  if (e.kind != ExpressionKind::index && e.kind != ExpressionKind::member) return std::nullopt;
  auto base = reference(*e.operands[0]);
  if (!base) return std::nullopt;
  if (e.kind == ExpressionKind::index) return indexed(std::move(*base), e.operands.subspan(1));
  return *base + "." + std::string(text(e.name));
}

std::optional<Value> Evaluator::member(const Expression& e) const {
  if (!reads_as_name(*e.operands[0])) {
    report_no_member(*this, e);
    return std::nullopt;
  }
  const auto name = reference(e);
  if (const Value* value = name ? scope().find_member(*name) : nullptr) return *value;
  const Symbol base = e.operands[0]->name;
  const bool is_value =
      e.operands[0]->kind == ExpressionKind::name && (parameter(base) != nullptr || find(base) != nullptr);
  if (is_value && is_component(text(e.name))) {
    report_no_member(*this, e);
    return std::nullopt;
  }
  if (!name) return std::nullopt;
  const SignalReader::Elsewhere why =
      signals_ != nullptr ? signals_->explain_member(*name)
                          : SignalReader::Elsewhere{fmt::format("'{}' has no value here", *name), "", "S021"};
  report_->error(e.span, why.code, why.message, why.hint);
  return std::nullopt;
}

std::optional<std::vector<Value>> Evaluator::arguments(const Expression& e, std::string_view signature) const {
  std::vector<Value> values;
  bool is_good = true;
  for (const Expression* operand : e.operands) {
    if (operand->kind == ExpressionKind::argument) {
      report_->error(operand->span, "S018", fmt::format("{} has no named arguments", signature));
      return std::nullopt;
    }
    auto value = evaluate(*operand);
    is_good = is_good && (value || is_looking_);
    values.push_back(value ? std::move(*value) : Value{Poison{}});
  }
  return is_good ? std::optional(std::move(values)) : std::nullopt;
}

namespace {

bool are_known(const std::vector<Value>& values) {
  return std::none_of(values.begin(), values.end(),
                      [](const Value& value) { return std::holds_alternative<Poison>(value.data); });
}

}  // namespace

std::optional<Value> Evaluator::call(const Expression& e) const {
  const std::string_view word = text(e.name);
  if (const Binding* binding = find(e.name)) {
    if (std::holds_alternative<Poison>(binding->value.data)) return std::nullopt;
    if (const auto* own = std::get_if<FunctionValue>(&binding->value.data)) return call_own(*own, e);
  }
  if (signals_ != nullptr && signals_->is_signal(e)) return signals_->read(e, *this);
  if (word == "table") return call_table(*this, e);
  if (word == "mesh") return call_mesh(*this, e);
  const std::span<const std::string_view> turns = rotation_functions();
  if (std::find(turns.begin(), turns.end(), word) != turns.end()) return call_rotation(*this, e);
  const Function* function = find_function(word);
  if (function == nullptr) {
    report_unknown_function(*this, signals_, e);
    return std::nullopt;
  }
  if (!check_count(*function, e.operands.size(), e.span, *report_)) return std::nullopt;
  const auto values = arguments(e, function->signature);
  return values && are_known(*values) ? dsl::call(*function, *values, e.span, *report_) : std::nullopt;
}

namespace {

/// Functions inside each other, and all calls of a scene: those that double at each level would not end.
constexpr int most_levels = 40;
constexpr long most_calls = 1'000'000;

}  // namespace

/// Its parameters hide names of the scene; the others are those that are seen where it stands, with the values that
/// they have at the call.
std::optional<Value> Evaluator::call_own(const FunctionValue& own, const Expression& e) const {
  const Statement& function = *own.statement;
  const auto fail = [&](const char* code, std::string message, std::string hint) {
    report_->error(e.span, code, std::move(message), std::move(hint));
    return std::nullopt;
  };
  if (!check_call(frame_, function, e, *document_, *report_)) return std::nullopt;
  auto values = arguments(e, text(function.name));
  if (!values) return std::nullopt;
  const long num_errors = report_->num_errors();
  look_into(own);
  if (report_->num_errors() > num_errors || !are_known(*values)) return std::nullopt;
  CallFrame frame{&function, std::move(*values), frame_, frame_ == nullptr ? 1 : frame_->depth + 1};
  if (frame.depth > most_levels)
    return fail("S006", fmt::format("functions call each other more than {} deep", most_levels), "");
  if (++calls_->count > most_calls) {
    if (calls_->count > most_calls + 1) return std::nullopt;
    return fail("S025", fmt::format("functions are called more than {} times", most_calls), "calls multiply");
  }
  return inside(own, frame).evaluate(*function.value);
}

Evaluator Evaluator::inside(const FunctionValue& own, const CallFrame& frame) const {
  Evaluator inner = *this;
  inner.frame_ = &frame;
  inner.place_ = own.place;
  return inner;
}

void Evaluator::look_into(const FunctionValue& own) const {
  const Statement& function = *own.statement;
  const int depth = frame_ == nullptr ? 1 : frame_->depth + 1;
  if (depth > most_levels || !calls_->looked_into.insert(&function).second) return;
  const CallFrame frame{&function, std::vector<Value>(function.parameters.size(), Value{Poison{}}), frame_, depth};
  Evaluator inner = inside(own, frame);
  inner.is_looking_ = true;
  (void)inner.evaluate(*function.value);
}

std::optional<Value> Evaluator::binary(const Expression& e) const {
  if (e.op == Operator::logical_and || e.op == Operator::logical_or) {
    const auto left = evaluate(*e.operands[0]);
    if (!left && !is_looking_) return std::nullopt;
    const bool decides = e.op == Operator::logical_or;
    const auto* flag = left ? std::get_if<bool>(&left->data) : nullptr;
    if (flag != nullptr && *flag == decides) return Value{decides};
    const auto right = evaluate(*e.operands[1]);
    const auto* other = right ? std::get_if<bool>(&right->data) : nullptr;
    if (!left && other != nullptr && *other == decides) return Value{decides};
    if (!left || !right) return std::nullopt;
    if (is_varying(*left) || is_varying(*right)) return apply_varying(e.op, *left, *right, e.span, *report_);
    for (std::size_t i = 0; i < 2; ++i) {
      const Value& operand = i == 0 ? *left : *right;
      if (std::holds_alternative<bool>(operand.data)) continue;
      report_no_condition(operand, *e.operands[i]);
      return std::nullopt;
    }
    return right;
  }
  if (e.op == Operator::within) {
    report_->error(e.span, "S021", fmt::format("'{}' is no value", source(e)),
                   "a tolerance stands in a condition, x == value within tolerance, or in near of a claim");
    return std::nullopt;
  }
  if (e.op == Operator::equal || e.op == Operator::not_equal)
    if (const Expression* near = within_of(*e.operands[1])) return nearness(*this, e, *near);
  const auto left = evaluate(*e.operands[0]);
  const auto right = evaluate(*e.operands[1]);
  if (!left || !right) return std::nullopt;
  return apply(e.op, *left, *right, e.span, *report_);
}

std::optional<Value> Evaluator::apply_unit(std::optional<Value> value, const Expression& e) const {
  if (!value || e.unit == nullptr) return value;
  return with_unit(*value, *e.unit, e.span, *report_);
}

}  // namespace perpend::dsl
