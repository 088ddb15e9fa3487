#include "dsl/values/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "dsl/field_words.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/mesh_file.hpp"
#include "dsl/values/names_below.hpp"
#include "dsl/values/rotations.hpp"
#include "dsl/values/table_file.hpp"
#include "dsl/values/units.hpp"
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
  if (frame_ == nullptr) return nullptr;
  const auto& parameters = frame_->function->parameters;
  const auto found =
      std::find_if(parameters.begin(), parameters.end(), [&](const Expression* p) { return p->name == name; });
  return found == parameters.end() ? nullptr : &frame_->arguments[static_cast<std::size_t>(found - parameters.begin())];
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
  if (const auto found = signals_ != nullptr ? signals_->elsewhere(e) : std::nullopt) {
    report_->error(found->place.value_or(e.span), found->code, found->message, found->hint);
    return std::nullopt;
  }
  std::vector<std::string_view> known;
  for (const Symbol symbol : bound()) known.push_back(text(symbol));
  if (signals_ != nullptr)
    for (const std::string_view signal : signals_->names()) known.push_back(signal);
  std::string hint = find_unit(word) != nullptr ? "a unit stands behind a number: 1 " + std::string(word) : "";
  if (hint.empty())
    if (const std::string nearest = nearest_name(word, known); !nearest.empty())
      hint = fmt::format("did you mean '{}'?", nearest);
  if (word == "nan" || word == "NaN" || word == "NAN") hint = "no number of a scene is nan; infinity is inf";
  auto unseen = find_unseen_name(*report_, e.name, e.span).value_or(UnseenName{});
  if (unseen.message.empty()) unseen.message = fmt::format("unknown name '{}'", word);
  if (unseen.hint.empty()) unseen.hint = hint.empty() ? "names are made with let, param or for" : hint;
  report_->error(e.span, unseen.code, unseen.message, unseen.hint);
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
    const std::string_view word = text(e.name);
    const bool is_component = word == "x" || word == "y" || word == "z";
    const std::string of = source(*e.operands[0]);
    report_->error(e.span, "S021", fmt::format("'{}' has no member '{}'", of, word),
                   is_component ? fmt::format("write {}({})", word, of) : "instances of parts have members: left.hip");
    return std::nullopt;
  }
  const auto name = reference(e);
  if (const Value* value = name ? scope().find_member(*name) : nullptr) return *value;
  const std::string_view component = text(e.name);
  const Symbol base = e.operands[0]->name;
  const bool is_value =
      e.operands[0]->kind == ExpressionKind::name && (parameter(base) != nullptr || find(base) != nullptr);
  if (is_value && (component == "x" || component == "y" || component == "z")) {
    report_->error(e.span, "S021", fmt::format("'{}' has no member '{}'", text(base), component),
                   fmt::format("write {}({})", component, text(base)));
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
  if (word == "table") return table(e);
  if (word == "mesh") return mesh(e);
  const std::span<const std::string_view> turns = rotation_functions();
  if (std::find(turns.begin(), turns.end(), word) != turns.end()) return call_rotation(*this, e);
  const Function* function = find_function(word);
  if (function == nullptr) {
    std::vector<std::string_view> known;
    for (const Function& f : functions()) known.push_back(f.name);
    known.push_back("table");
    known.push_back("mesh");
    known.insert(known.end(), turns.begin(), turns.end());
    for (const Symbol symbol : bound())
      if (std::holds_alternative<FunctionValue>(find(symbol)->value.data)) known.push_back(text(symbol));
    std::vector<std::string_view> all = known;
    if (signals_ != nullptr)
      for (const std::string_view signal : signals_->names()) all.push_back(signal);
    const std::string nearest = nearest_name(word, all);
    std::string hint(what_to_write(word));
    if (hint.empty()) hint = nearest.empty() ? suggest(word, known) : fmt::format("did you mean '{}'?", nearest);
    if (const auto unseen = find_unseen_name(*report_, e.name, e.span); unseen && unseen->message.empty())
      hint = unseen->hint;
    report_->error(e.span, "S018", fmt::format("unknown function '{}'", word), std::move(hint));
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
  const std::string_view name = text(function.name);
  for (const Frame* one = frame_; one != nullptr; one = one->outer) {
    if (one->function != &function) continue;
    std::string circle(name);
    for (const Frame* inner = frame_; inner != one; inner = inner->outer)
      circle = fmt::format("{} -> {}", text(inner->function->name), circle);
    return fail("S028", fmt::format("a function that needs its own value: {} -> {}", name, circle),
                "functions do not call themselves; a sum over a list is sum([...])");
  }
  if (e.operands.size() != function.parameters.size())
    return fail("S018",
                fmt::format("{} takes {} argument{}, found {}", name, function.parameters.size(),
                            function.parameters.size() == 1 ? "" : "s", e.operands.size()),
                fmt::format("declared at {}", report_->place(function.name_span)));
  auto values = arguments(e, name);
  if (!values) return std::nullopt;
  const long num_errors = report_->num_errors();
  look_into(own);
  if (report_->num_errors() > num_errors || !are_known(*values)) return std::nullopt;
  Frame frame{&function, std::move(*values), frame_, frame_ == nullptr ? 1 : frame_->depth + 1};
  if (frame.depth > most_levels)
    return fail("S006", fmt::format("functions call each other more than {} deep", most_levels), "");
  if (++calls_->count > most_calls) {
    if (calls_->count > most_calls + 1) return std::nullopt;
    return fail("S025", fmt::format("functions are called more than {} times", most_calls), "calls multiply");
  }
  return inside(own, frame).evaluate(*function.value);
}

Evaluator Evaluator::inside(const FunctionValue& own, const Frame& frame) const {
  Evaluator inner = *this;
  inner.frame_ = &frame;
  inner.place_ = own.place;
  return inner;
}

void Evaluator::look_into(const FunctionValue& own) const {
  const Statement& function = *own.statement;
  const int depth = frame_ == nullptr ? 1 : frame_->depth + 1;
  if (depth > most_levels || !calls_->looked_into.insert(&function).second) return;
  const Frame frame{&function, std::vector<Value>(function.parameters.size(), Value{Poison{}}), frame_, depth};
  Evaluator inner = inside(own, frame);
  inner.is_looking_ = true;
  (void)inner.evaluate(*function.value);
}

/// table("file.csv", x) or table("file.csv", x, linear|cubic), with named units: the file says them.
std::optional<Value> Evaluator::table(const Expression& e) const {
  const auto fail = [&](Span span, std::string message) {
    report_->error(span, "S018", std::move(message), call_of_table);
    return std::nullopt;
  };
  if (e.operands.size() < 2 || e.operands.size() > 3 || e.operands[0]->kind != ExpressionKind::string)
    return fail(e.span, "table takes the name of a file, a number, and linear or cubic");
  TableCurve curve = TableCurve::linear;
  if (e.operands.size() == 3) {
    const std::string word = source(*e.operands[2]);
    if (word != "linear" && word != "cubic") return fail(e.operands[2]->span, fmt::format("'{}' is not a curve", word));
    if (word == "cubic") curve = TableCurve::cubic;
  }
  const auto read = read_table(*document_, *e.operands[0], curve, *report_);
  const auto x = read ? evaluate(*e.operands[1]) : std::nullopt;
  return x ? value_in(*read, e.operands[0]->text, *x, e.operands[1]->span, *report_) : std::nullopt;
}

/// mesh("solid.obj", 1 mm): the corners of a solid, by the length that 1 stands for in the file.
std::optional<Value> Evaluator::mesh(const Expression& e) const {
  const auto fail = [&](Span span, std::string message) {
    report_->error(span, "S018", std::move(message), "as in mesh(\"solid.obj\", 1 mm): 1 in the file is a millimetre");
    return std::nullopt;
  };
  if (e.operands.size() != 2 || e.operands[0]->kind != ExpressionKind::string)
    return fail(e.span, "mesh takes the name of a file and the length of its unit");
  const auto unit = evaluate(*e.operands[1]);
  if (!unit) return std::nullopt;
  const auto* q = std::get_if<Quantity>(&unit->data);
  if (q == nullptr || !same_dimension(q->dimension, dimension::length) || !(q->value > 0.0))
    return fail(e.operands[1]->span, fmt::format("the unit of a mesh is a length above 0, found {}",
                                                 q != nullptr ? quantity_text(*q) : describe(*unit)));
  const auto points = read_mesh(*document_, *e.operands[0], *report_);
  if (!points) return std::nullopt;
  auto result = std::make_shared<std::vector<Value>>();
  for (const Vec3& point : *points)
    result->push_back(Value{VectorValue{
        {q->value * point.x(), q->value * point.y(), q->value * point.z()}, 3, dimension::length, nullptr}});
  return Value{ListValue(std::move(result))};
}

std::optional<Value> Evaluator::vector(const Expression& e) const {
  if (e.operands.size() > 3) {
    report_->error(e.span, "S021", fmt::format("a vector of {} components", e.operands.size()), "a list stands in [ ]");
    return std::nullopt;
  }
  VectorValue result;
  result.size = static_cast<int>(e.operands.size());
  bool has_dimension = false;
  std::vector<Value> components;
  for (const Expression* operand : e.operands)
    if (auto component = evaluate(*operand)) components.push_back(std::move(*component));
  if (components.size() < e.operands.size()) return std::nullopt;
  if (std::any_of(components.begin(), components.end(), is_varying)) return vector_of(components, e.span, *report_);
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const auto* component = &components[i];
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
  for (const Expression* operand : e.operands)
    if (auto value = evaluate(*operand)) result->push_back(std::move(*value));
  if (result->size() < e.operands.size()) return std::nullopt;
  return Value{ListValue(std::move(result))};
}

std::optional<Value> Evaluator::range(const Expression& e) const {
  const auto first = whole(*e.operands[0], "the start of a range");
  const auto last = whole(*e.operands[1], "the end of a range");
  if (!first || !last) return std::nullopt;
  return Value{RangeValue{*first, *last}};
}

namespace {

/// `value within tolerance`, in parentheses or not; null for another expression.
const Expression* within_of(const Expression& e) {
  if (e.kind == ExpressionKind::group && e.unit == nullptr) return within_of(*e.operands[0]);
  return e.kind == ExpressionKind::binary && e.op == Operator::within ? &e : nullptr;
}

}  // namespace

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
    if (const Expression* near = within_of(*e.operands[1])) return nearness(e, *near);
  const auto left = evaluate(*e.operands[0]);
  const auto right = evaluate(*e.operands[1]);
  if (!left || !right) return std::nullopt;
  return apply(e.op, *left, *right, e.span, *report_);
}

/// `x == value within tolerance`: |x - value| <= tolerance, false for a NaN.
std::optional<Value> Evaluator::nearness(const Expression& e, const Expression& near) const {
  const auto x = evaluate(*e.operands[0]);
  const auto value = evaluate(*near.operands[0]);
  const auto tolerance = evaluate(*near.operands[1]);
  const auto difference = x && value ? apply(Operator::subtract, *x, *value, e.span, *report_) : std::nullopt;
  if (!difference || !tolerance) return std::nullopt;
  const auto* fixed = std::get_if<Quantity>(&tolerance->data);
  if (fixed != nullptr && !(fixed->value > 0.0)) {
    report_->error(near.operands[1]->span, "S023",
                   fmt::format("a tolerance is above 0, found {}", quantity_text(*fixed)),
                   "exactly equal is x == value");
    return std::nullopt;
  }
  const auto distance = dsl::call(*find_function("abs"), {*difference}, e.span, *report_);
  if (!distance) return std::nullopt;
  const Operator op = e.op == Operator::equal ? Operator::less_equal : Operator::greater;
  return apply(op, *distance, *tolerance, near.span, *report_);
}

std::optional<Value> Evaluator::apply_unit(std::optional<Value> value, const Expression& e) const {
  if (!value || e.unit == nullptr) return value;
  return with_unit(*value, *e.unit, e.span, *report_);
}

}  // namespace perpend::dsl
