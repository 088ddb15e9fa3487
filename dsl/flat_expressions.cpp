#include "dsl/flat_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "dsl/report.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

const char* sign_of(Operator op) {
  constexpr std::array<const char*, 17> signs{
      "", "+", "-", "*", "/", "^", "-", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not ", "within"};
  return signs[static_cast<std::size_t>(op)];
}

struct Literal {
  std::string operator()(const Quantity& q) const {
    const bool has_unit = q.unit != nullptr && q.unit->dimension == q.dimension;
    return format_quantity(q.value, has_unit ? *q.unit : si_unit(q.dimension));
  }
  std::string operator()(const VectorValue& v) const {
    std::string text;
    for (int i = 0; i < v.size; ++i)
      text += fmt::format("{}{}", i == 0 ? "" : ", ", v.value[static_cast<std::size_t>(i)]);
    const std::string unit = si_unit(v.dimension).name;
    return fmt::format("({}){}", text, unit.empty() ? "" : " " + unit);
  }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(std::string_view text) const { return quoted(text); }
  std::string operator()(const RangeValue& range) const { return fmt::format("{}..{}", range.first, range.last); }
  std::string operator()(const ListValue& list) const {
    std::string text;
    for (const Value& element : *list) text += (text.empty() ? "" : ", ") + std::visit(*this, element.data);
    return "[" + text + "]";
  }
  std::string operator()(const RotationValue& r) const {
    const auto& q = r.quaternion;
    return fmt::format("quaternion({}, {}, {}, {})", q[0], q[1], q[2], q[3]);
  }
  // Expressions keep the text of these.
  std::string operator()(const VaryingValue&) const { return {}; }
  std::string operator()(const FunctionValue&) const { return {}; }
  std::string operator()(const Poison&) const { return "0"; }
  std::string operator()(const NotYet&) const { return "0"; }
};

}  // namespace

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' || c == '\\' ? std::string("\\") + c : c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return result + '"';
}

std::string literal(const Value& value) {
  return std::visit(Literal{}, value.data);
}

/// "3 m" too: behind it, `^ 2` and `/ s` would go on with the unit.
bool is_compound_text(std::string_view text) {
  const bool is_number = !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0;
  return text.starts_with('-') || text.starts_with("if ") || text.find("..") != std::string_view::npos ||
         (is_number && text.find(' ') != std::string_view::npos);
}

const FlatNames::Level& FlatNames::level_of(const Scope& scope) const {
  return *std::find_if(levels.begin(), levels.end(), [&](const Level& level) { return &level.scope == &scope; });
}

/// The flat name of a body, joint or the like of the instance, or of those around the declaration of its part.
const std::string* FlatExpressions::thing_of(Symbol name) const {
  for (const Scope* one = &scope(); one != nullptr; one = one->outer()) {
    const FlatNames::Level& level = names_.level_of(*one);
    if (const auto thing = level.things.find(name); thing != level.things.end()) return &thing->second;
  }
  return nullptr;
}

/// Bound in the scope itself, where it is seen.
bool FlatExpressions::is_own(const Scope& one, Symbol name) const {
  return &one == &scope() ? one.find_own(name, place()) != nullptr : one.find_own(name) != nullptr;
}

/// Nothing of an instance hides it.
bool FlatExpressions::is_param(Symbol name) const {
  if (!names_.params.contains(name)) return false;
  for (const Scope* one = &scope(); one->outer() != nullptr; one = one->outer())
    if (is_own(*one, name) || names_.level_of(*one).things.contains(name)) return false;
  return true;
}

const FlatNames::Meaning* FlatExpressions::meaning_of(Symbol name) const {
  for (const Scope* one = &scope(); one != nullptr; one = one->outer()) {
    const FlatNames::Level& level = names_.level_of(*one);
    if (!is_own(*one, name) && !level.things.contains(name)) continue;
    const auto meaning = level.meanings.find(name);
    return is_own(*one, name) && meaning != level.meanings.end() ? &meaning->second : nullptr;
  }
  return nullptr;
}

/// What `left.foot` stands for, an exported value that depends on a param; null: it is none.
const FlatNames::Meaning* FlatExpressions::meaning_of_member(const Expression& e) const {
  if (e.kind != ExpressionKind::member || !reads_as_name(e)) return nullptr;
  Report silent(document_);
  const auto name = Evaluator(document_, place(), silent).reference(e);
  for (const Scope* one = name ? &scope() : nullptr; one != nullptr; one = one->outer()) {
    const auto& members = names_.level_of(*one).members;
    if (const auto found = members.find(*name); found != members.end()) return &found->second;
  }
  return nullptr;
}

/// Whether an operand of a call, an element of a list or the value of a property stands for a declared thing: types,
/// signals and queries name them, functions do not.
bool FlatExpressions::names_thing(const Expression& e) const {
  return e.kind == ExpressionKind::name && names_.declared.contains(e.name);
}
bool FlatExpressions::takes_things(const Expression& call) const {
  const bool is_query = names_.is_in_claim && (word(call.name) == "max" || word(call.name) == "min");
  return is_query || find_function(word(call.name)) == nullptr;
}
std::string FlatExpressions::list_of(std::span<const Expression* const> operands) const {
  std::string text;
  for (const Expression* operand : operands)
    text += (text.empty() ? "" : ", ") + (names_thing(*operand) ? *flat_reference(*operand) : written(*operand));
  return text;
}

/// A function of the scene, of which the flat scene has the bodies instead of the calls.
const FunctionValue* FlatExpressions::own_function(const Expression& call) const {
  const Binding* binding = call.kind == ExpressionKind::call ? scope().find(call.name, place()) : nullptr;
  return binding == nullptr ? nullptr : std::get_if<FunctionValue>(&binding->value.data);
}

/// What a parameter of the function that is being written out stands for.
const std::string* FlatExpressions::argument_of(Symbol name) const {
  if (frame_ == nullptr) return nullptr;
  const auto found = frame_->find(name);
  return found == frame_->end() ? nullptr : &found->second;
}

std::string FlatExpressions::body_of(const FunctionValue& own, const Expression& call) const {
  const Statement& function = *own.statement;
  std::map<Symbol, std::string> arguments;
  for (std::size_t i = 0; i < function.parameters.size() && i < call.operands.size(); ++i)
    arguments.emplace(function.parameters[i]->name, in_parentheses(*call.operands[i]));
  const auto* outer = std::exchange(frame_, &arguments);
  const ScopePlace* outer_place = std::exchange(inside_function_, &own.place);
  std::string text = in_parentheses(*function.value);
  frame_ = outer;
  inside_function_ = outer_place;
  return text;
}

bool FlatExpressions::is_symbolic(const Expression& e) const {
  if (const FunctionValue* own = own_function(e); own != nullptr) {
    const ScopePlace* outer = std::exchange(inside_function_, &own->place);
    const bool is_of_params = is_symbolic(*own->statement->value);
    inside_function_ = outer;
    if (is_of_params) return true;
  }
  if (e.kind == ExpressionKind::name) {
    if (argument_of(e.name) != nullptr) return true;
    const FlatNames::Meaning* meaning = meaning_of(e.name);
    return is_param(e.name) || (meaning != nullptr && meaning->is_symbolic);
  }
  if (meaning_of_member(e) != nullptr) return true;
  return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* o) { return is_symbolic(*o); });
}

bool FlatExpressions::is_closed(const Expression& e) const {
  if (e.kind == ExpressionKind::name)
    return scope().find(e.name, place()) != nullptr || word(e.name) == "pi" || word(e.name) == "inf";
  if (e.kind == ExpressionKind::member) {
    Report silent(document_);
    const auto name = Evaluator(document_, place(), silent).reference(e);
    return name && scope().find_member(*name) != nullptr;
  }
  if (e.kind == ExpressionKind::argument || e.op == Operator::within) return false;
  if (e.kind == ExpressionKind::call && find_function(word(e.name)) == nullptr && own_function(e) == nullptr)
    return false;
  return std::all_of(e.operands.begin(), e.operands.end(), [&](const Expression* o) { return is_closed(*o); });
}

std::string FlatExpressions::in_parentheses(const Expression& e) const {
  const std::string text = written(e);
  const bool is_folded = !is_symbolic(e) && is_closed(e);
  const bool is_composed = !is_folded && (e.kind == ExpressionKind::binary || e.kind == ExpressionKind::unary ||
                                          e.kind == ExpressionKind::choice || e.kind == ExpressionKind::range);
  const bool is_as_written = e.kind == ExpressionKind::number;
  return is_composed || (!is_as_written && is_compound_text(text)) ? "(" + text + ")" : text;
}

std::string FlatExpressions::joined(std::span<const Expression* const> operands) const {
  std::string text;
  for (const Expression* operand : operands) text += (text.empty() ? "" : ", ") + written(*operand);
  return text;
}

/// `left.shin[2]` as left_shin[2], where no value stands behind it.
std::optional<std::string> FlatExpressions::flat_reference(const Expression& e) const {
  if (e.kind == ExpressionKind::name) {
    const std::string* thing = thing_of(e.name);
    return thing != nullptr ? *thing : std::string(word(e.name));
  }
  if (e.kind != ExpressionKind::member && e.kind != ExpressionKind::index) return std::nullopt;
  const auto base = flat_reference(*e.operands[0]);
  if (!base) return std::nullopt;
  if (e.kind == ExpressionKind::index) return *base + "[" + joined(e.operands.subspan(1)) + "]";
  std::string key = *base;
  std::erase(key, ' ');  // of "disk[2, 5]"
  const auto instance = names_.instances.find(key);
  const std::string before = instance != names_.instances.end() ? instance->second : *base + ".";
  return before + std::string(word(e.name));
}

std::string FlatExpressions::written(const Expression& e) const {
  if (e.kind == ExpressionKind::number) return std::string(text_of(document_, e.span));
  if (!is_symbolic(e) && is_closed(e)) {
    Report silent(document_);
    if (const auto value = Evaluator(document_, place(), silent).evaluate(e); value && !is_varying(*value))
      return literal(*value);
  }
  switch (e.kind) {
    case ExpressionKind::string:
      return quoted(e.text);
    case ExpressionKind::boolean:
      return e.number != 0.0 ? "true" : "false";
    case ExpressionKind::name: {
      if (const std::string* argument = argument_of(e.name)) return *argument;
      const FlatNames::Meaning* meaning = meaning_of(e.name);
      return meaning != nullptr ? meaning->text : *flat_reference(e);
    }
    case ExpressionKind::index:
    case ExpressionKind::member:
      if (const FlatNames::Meaning* meaning = meaning_of_member(e)) return meaning->text;
      if (const auto name = flat_reference(e); name && !is_symbolic(*e.operands[0])) return *name;
      return fmt::format("{}[{}]", in_parentheses(*e.operands[0]), joined(e.operands.subspan(1)));
    case ExpressionKind::call:
      if (const FunctionValue* own = own_function(e)) return body_of(*own, e);
      return fmt::format("{}({})", word(e.name), takes_things(e) ? list_of(e.operands) : joined(e.operands));
    case ExpressionKind::argument:
      return fmt::format("{}: {}", word(e.name), written(*e.operands[0]));
    case ExpressionKind::group:
    case ExpressionKind::vector:
      return fmt::format("({}){}", joined(e.operands), unit_of(e));
    case ExpressionKind::list:
      return fmt::format("[{}]{}", joined(e.operands), unit_of(e));
    case ExpressionKind::range:
      return fmt::format("{}..{}", in_parentheses(*e.operands[0]), in_parentheses(*e.operands[1]));
    case ExpressionKind::choice:
      return fmt::format("if {} then {} else {}", written(*e.operands[0]), written(*e.operands[1]),
                         written(*e.operands[2]));
    case ExpressionKind::unary:
      return sign_of(e.op) + in_parentheses(*e.operands[0]);
    default:
      return fmt::format("{} {} {}", in_parentheses(*e.operands[0]), sign_of(e.op), in_parentheses(*e.operands[1]));
  }
}

std::string FlatExpressions::property(const Statement& s) const {
  constexpr std::array<std::string_view, 6> naming{"y", "x", "methods", "sweep", "over", "carrier"};
  const bool is_naming = std::find(naming.begin(), naming.end(), word(s.keyword)) != naming.end();
  if (is_naming && names_thing(*s.value)) return *flat_reference(*s.value);
  // An axis of a figure may be called as a let is: nothing is drawn against a number.
  if (names_.is_in_figure && is_naming && s.value->kind == ExpressionKind::name) {
    const Binding* binding = scope().find(s.value->name, place());
    if (binding != nullptr && !std::holds_alternative<Poison>(binding->value.data))
      return std::string(word(s.value->name));
  }
  if (is_naming && s.value->kind == ExpressionKind::list) return "[" + list_of(s.value->operands) + "]";
  return written(*s.value);
}

}  // namespace perpend::dsl
