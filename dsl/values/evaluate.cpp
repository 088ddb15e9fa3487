#include "dsl/values/evaluate.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "dsl/suggest.hpp"
#include "dsl/values/arithmetic.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

std::string describe(const Value& value) {
  struct Words {
    std::string operator()(const Quantity& q) const { return describe(q.dimension); }
    std::string operator()(const VectorValue& v) const { return fmt::format("a vector of {}", v.size); }
    std::string operator()(bool) const { return "true or false"; }
    std::string operator()(std::string_view) const { return "a string"; }
    std::string operator()(const RangeValue&) const { return "a range"; }
    std::string operator()(const ListValue&) const { return "a list"; }
    std::string operator()(const Poison&) const { return "a wrong value"; }
  };
  return std::visit(Words{}, value.data);
}

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
      return apply_unit(vector(e), e);
    case ExpressionKind::list:
      return apply_unit(list(e), e);
    case ExpressionKind::range:
      return range(e);
    case ExpressionKind::binary:
      return binary(e);
    case ExpressionKind::unary: {
      const auto operand = evaluate(*e.operands[0]);
      return operand ? apply(e.op, *operand, e.span, *report_) : std::nullopt;
    }
    case ExpressionKind::choice: {
      const auto is_true = condition(*e.operands[0]);
      return is_true ? evaluate(*e.operands[*is_true ? 1 : 2]) : std::nullopt;
    }
    case ExpressionKind::member:
      return member(e);
    case ExpressionKind::argument:
      break;
  }
  report_->error(e.span, "S021", fmt::format("'{}' has no value here", source(e)));
  return std::nullopt;
}

std::optional<bool> Evaluator::condition(const Expression& expression) const {
  const auto value = evaluate(expression);
  if (!value) return std::nullopt;
  if (const auto* flag = std::get_if<bool>(&value->data)) return *flag;
  report_->error(expression.span, "S021", fmt::format("a condition is true or false, found {}", describe(*value)));
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

std::optional<Value> Evaluator::name(const Expression& e) const {
  if (const Binding* binding = scope_->find(e.name)) {
    if (std::holds_alternative<Poison>(binding->value.data)) return std::nullopt;
    return binding->value;
  }
  const std::string_view word = text(e.name);
  if (word == "pi") return Value{Quantity{std::numbers::pi, {}, nullptr}};
  if (word == "inf") return Value{Quantity{std::numeric_limits<double>::infinity(), {}, nullptr}};
  std::vector<std::string_view> known;
  for (const Symbol symbol : scope_->bound()) known.push_back(text(symbol));
  std::string hint = word == "t"                  ? "t is the time in time-dependent fields only"
                     : find_unit(word) != nullptr ? "a unit stands behind a number: 1 " + std::string(word)
                                                  : "";
  if (hint.empty())
    if (const std::string nearest = nearest_name(word, known); !nearest.empty())
      hint = fmt::format("did you mean '{}'?", nearest);
  if (hint.empty()) hint = "names are made with let, param or for";
  report_->error(e.span, "S017", fmt::format("unknown name '{}'", word), hint);
  return std::nullopt;
}

std::optional<Value> Evaluator::index(const Expression& e) const {
  auto element = evaluate(*e.operands[0]);
  for (const Expression* operand : e.operands.subspan(1)) {
    if (!element) return std::nullopt;
    const auto at = whole(*operand, "an index");
    if (!at) return std::nullopt;
    const auto* list = std::get_if<ListValue>(&element->data);
    if (list == nullptr) {
      report_->error(e.span, "S021", fmt::format("an index into {}", describe(*element)), "only lists have elements");
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
    name += fmt::format("{}{}", i == 0 ? '[' : ',', *index);
  }
  if (!indices.empty()) name += ']';
  return name;
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
  const auto name = reference(e);
  if (const Value* value = name ? scope_->find_member(*name) : nullptr) return *value;
  if (name)
    report_->error(e.span, "S021", fmt::format("'{}' has no value here", *name),
                   "instances of parts have the let values that their part exports");
  return std::nullopt;
}

std::optional<Value> Evaluator::call(const Expression& e) const {
  const Function* function = find_function(text(e.name));
  if (function == nullptr) {
    std::vector<std::string_view> known;
    for (const Function& f : functions()) known.push_back(f.name);
    report_->error(e.span, "S018", fmt::format("unknown function '{}'", text(e.name)), suggest(text(e.name), known));
    return std::nullopt;
  }
  std::vector<Value> arguments;
  for (const Expression* operand : e.operands) {
    if (operand->kind == ExpressionKind::argument) {
      report_->error(operand->span, "S018", fmt::format("{} has no named arguments", function->signature));
      return std::nullopt;
    }
    auto value = evaluate(*operand);
    if (!value) return std::nullopt;
    arguments.push_back(std::move(*value));
  }
  return dsl::call(*function, arguments, e.span, *report_);
}

std::optional<Value> Evaluator::vector(const Expression& e) const {
  if (e.operands.size() > 3) {
    report_->error(e.span, "S021", fmt::format("a vector of {} components", e.operands.size()), "a list stands in [ ]");
    return std::nullopt;
  }
  VectorValue result;
  result.size = static_cast<int>(e.operands.size());
  bool has_dimension = false;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const auto component = evaluate(*e.operands[i]);
    if (!component) return std::nullopt;
    const auto* q = std::get_if<Quantity>(&component->data);
    if (q == nullptr) {
      report_->error(e.operands[i]->span, "S021",
                     fmt::format("a component of a vector is a number, found {}", describe(*component)));
      return std::nullopt;
    }
    result.value[i] = q->value;
    if (result.unit == nullptr) result.unit = q->unit;
    if (is_bare_zero(*q)) continue;  // of the dimension that the others have
    if (!has_dimension) result.dimension = q->dimension;
    has_dimension = true;
    if (same_dimension(result.dimension, q->dimension)) continue;
    report_->error(
        e.span, "S032",
        fmt::format("components of one vector: {} and {}", describe(result.dimension), describe(q->dimension)),
        "one unit may stand behind the vector: (1, 2) m");
    return std::nullopt;
  }
  return Value{result};
}

std::optional<Value> Evaluator::list(const Expression& e) const {
  auto result = std::make_shared<std::vector<Value>>();
  result->reserve(e.operands.size());
  for (const Expression* operand : e.operands) {
    auto value = evaluate(*operand);
    if (!value) return std::nullopt;
    result->push_back(std::move(*value));
  }
  return Value{ListValue(std::move(result))};
}

std::optional<Value> Evaluator::range(const Expression& e) const {
  const auto first = whole(*e.operands[0], "the start of a range");
  const auto last = whole(*e.operands[1], "the end of a range");
  if (!first || !last) return std::nullopt;
  return Value{RangeValue{*first, *last}};
}

std::optional<Value> Evaluator::binary(const Expression& e) const {
  if (e.op == Operator::logical_and || e.op == Operator::logical_or) {
    const auto left = condition(*e.operands[0]);
    if (!left) return std::nullopt;
    if (*left == (e.op == Operator::logical_or)) return Value{*left};
    const auto right = condition(*e.operands[1]);
    return right ? std::optional<Value>(Value{*right}) : std::nullopt;
  }
  if (e.op == Operator::within) {
    report_->error(e.span, "S021", fmt::format("'{}' is no value", source(e)),
                   "a tolerance belongs to near = value within tolerance of a claim");
    return std::nullopt;
  }
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
