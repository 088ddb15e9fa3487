#include "dsl/expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "dsl/report.hpp"
#include "dsl/syntax/document.hpp"
#include "dsl/values/evaluate.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

/// Kinds whose names other statements of a world use.
constexpr std::array named_kinds{"body", "particle", "fixed", "joint", "drive", "constraint", "force", "contact"};

const char* sign_of(Operator op) {
  constexpr std::array<const char*, 17> signs{
      "", "+", "-", "*", "/", "^", "-", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not ", "within"};
  return signs[static_cast<std::size_t>(op)];
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text)
    result += c == '"' || c == '\\' ? std::string("\\") + c : c == '\n' ? "\\n" : c == '\t' ? "\\t" : std::string(1, c);
  return result + '"';
}

/// Reads back as the same bits.
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
  // Expressions keep the text of these.
  std::string operator()(const VaryingValue&) const { return {}; }
  std::string operator()(const FunctionValue&) const { return {}; }
  std::string operator()(const Poison&) const { return "0"; }
};

bool is_compound_text(std::string_view text) {
  return text.starts_with('-') || text.starts_with("if ") || text.find("..") != std::string_view::npos;
}

class Expander {
 public:
  Expander(const Document& document, std::span<const Override> overrides)
      : document_(document), overrides_(overrides), report_(document), evaluator_(document, scope_, report_) {}

  std::string write() {
    for (const auto& body : document_.bodies) find_declared(body);
    block(document_.bodies.front(), 0);
    return std::move(text_);
  }

 private:
  /// What a name stands for in expressions that keep it: of let and loops.
  struct Meaning {
    std::string text;
    bool is_symbolic = false;  ///< it depends on a param
  };

  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }

  /// Every name that something is declared under; a let may bear the same one.
  void find_declared(std::span<const Statement> statements) {
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::declaration) declared_.insert(s.name);
      find_declared(s.body);
      find_declared(s.otherwise);
    }
  }

  [[nodiscard]] const Meaning* meaning_of(Symbol name) const {
    const auto meaning = meanings_.find(name);
    return meaning != meanings_.end() && scope_.find(name) != nullptr ? &meaning->second : nullptr;
  }

  /// Whether an operand of a call, an element of a list or the value of a property stands for a declared thing: types,
  /// signals and queries name them, functions do not.
  [[nodiscard]] bool names_thing(const Expression& e) const {
    return e.kind == ExpressionKind::name && declared_.contains(e.name);
  }
  [[nodiscard]] bool takes_things(const Expression& call) const {
    const bool is_query = is_in_claim_ && (word(call.name) == "max" || word(call.name) == "min");
    return is_query || find_function(word(call.name)) == nullptr;
  }
  [[nodiscard]] std::string list_of(std::span<const Expression* const> operands) const {
    std::string text;
    for (const Expression* operand : operands)
      text += (text.empty() ? "" : ", ") + (names_thing(*operand) ? *flat_reference(*operand) : expression(*operand));
    return text;
  }

  /// A function of the scene, of which the flat scene has the bodies instead of the calls.
  [[nodiscard]] const Statement* own_function(const Expression& call) const {
    const Binding* binding = call.kind == ExpressionKind::call ? scope_.find(call.name) : nullptr;
    const auto* own = binding == nullptr ? nullptr : std::get_if<FunctionValue>(&binding->value.data);
    return own == nullptr ? nullptr : own->statement;
  }

  /// What a parameter of the function that is being written out stands for.
  [[nodiscard]] const std::string* argument_of(Symbol name) const {
    if (frame_ == nullptr) return nullptr;
    const auto found = frame_->find(name);
    return found == frame_->end() ? nullptr : &found->second;
  }

  [[nodiscard]] std::string body_of(const Statement& function, const Expression& call) const {
    std::map<Symbol, std::string> arguments;
    for (std::size_t i = 0; i < function.parameters.size() && i < call.operands.size(); ++i)
      arguments.emplace(function.parameters[i]->name, in_parentheses(*call.operands[i]));
    const auto* outer = std::exchange(frame_, &arguments);
    std::string text = in_parentheses(*function.value);
    frame_ = outer;
    return text;
  }

  [[nodiscard]] bool is_symbolic(const Expression& e) const {
    if (const Statement* function = own_function(e); function != nullptr && is_symbolic(*function->value)) return true;
    if (e.kind == ExpressionKind::name) {
      if (argument_of(e.name) != nullptr) return true;
      const Meaning* meaning = meaning_of(e.name);
      return params_.contains(e.name) || (meaning != nullptr && meaning->is_symbolic);
    }
    return std::any_of(e.operands.begin(), e.operands.end(), [&](const Expression* o) { return is_symbolic(*o); });
  }

  /// Whether all of it has a value now: no name of a declared thing, no t, no type.
  [[nodiscard]] bool is_closed(const Expression& e) const {
    if (e.kind == ExpressionKind::name)
      return scope_.find(e.name) != nullptr || word(e.name) == "pi" || word(e.name) == "inf";
    if (e.kind == ExpressionKind::member) {
      const auto name = evaluator_.reference(e);
      return name && scope_.find_member(*name) != nullptr;
    }
    if (e.kind == ExpressionKind::argument || e.op == Operator::within) return false;
    if (e.kind == ExpressionKind::call && find_function(word(e.name)) == nullptr && own_function(e) == nullptr)
      return false;
    return std::all_of(e.operands.begin(), e.operands.end(), [&](const Expression* o) { return is_closed(*o); });
  }

  [[nodiscard]] std::string in_parentheses(const Expression& e) const {
    const std::string text = expression(e);
    const bool is_folded = !is_symbolic(e) && is_closed(e);
    const bool is_composed = !is_folded && (e.kind == ExpressionKind::binary || e.kind == ExpressionKind::unary ||
                                            e.kind == ExpressionKind::choice || e.kind == ExpressionKind::range);
    return is_composed || is_compound_text(text) ? "(" + text + ")" : text;
  }

  [[nodiscard]] std::string joined(std::span<const Expression* const> operands) const {
    std::string text;
    for (const Expression* operand : operands) text += (text.empty() ? "" : ", ") + expression(*operand);
    return text;
  }

  [[nodiscard]] std::string unit_of(const Expression& e) const { return e.unit == nullptr ? "" : " " + e.unit->name; }

  /// `left.shin[2]` as left_shin[2], where no value stands behind it.
  [[nodiscard]] std::optional<std::string> flat_reference(const Expression& e) const {
    if (e.kind == ExpressionKind::name) {
      const auto thing = things_.find(e.name);
      return thing != things_.end() ? thing->second : std::string(word(e.name));
    }
    if (e.kind != ExpressionKind::member && e.kind != ExpressionKind::index) return std::nullopt;
    const auto base = flat_reference(*e.operands[0]);
    if (!base) return std::nullopt;
    if (e.kind == ExpressionKind::index) return *base + "[" + joined(e.operands.subspan(1)) + "]";
    std::string name = *base;
    if (name.ends_with(']')) name.pop_back();
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '[' || c == ',' || c == ' ' || c == '.'; }, '_');
    const bool is_instance = instances_.contains(*base);
    return is_instance ? name + "_" + std::string(word(e.name)) : *base + "." + std::string(word(e.name));
  }

  [[nodiscard]] std::string expression(const Expression& e) const {
    if (e.kind == ExpressionKind::number) return std::string(text_of(document_, e.span));
    if (!is_symbolic(e) && is_closed(e)) {
      Report silent(document_);
      if (const auto value = Evaluator(document_, scope_, silent).evaluate(e); value && !is_varying(*value))
        return std::visit(Literal{}, value->data);
    }
    switch (e.kind) {
      case ExpressionKind::string:
        return quoted(e.text);
      case ExpressionKind::boolean:
        return e.number != 0.0 ? "true" : "false";
      case ExpressionKind::name: {
        if (const std::string* argument = argument_of(e.name)) return *argument;
        const Meaning* meaning = meaning_of(e.name);
        return meaning != nullptr ? meaning->text : *flat_reference(e);
      }
      case ExpressionKind::index:
      case ExpressionKind::member:
        if (const auto name = flat_reference(e); name && !is_symbolic(*e.operands[0])) return *name;
        return fmt::format("{}[{}]", in_parentheses(*e.operands[0]), joined(e.operands.subspan(1)));
      case ExpressionKind::call:
        if (const Statement* function = own_function(e)) return body_of(*function, e);
        return fmt::format("{}({})", word(e.name), takes_things(e) ? list_of(e.operands) : joined(e.operands));
      case ExpressionKind::argument:
        return fmt::format("{}: {}", word(e.name), expression(*e.operands[0]));
      case ExpressionKind::group:
      case ExpressionKind::vector:
        return fmt::format("({}){}", joined(e.operands), unit_of(e));
      case ExpressionKind::list:
        return fmt::format("[{}]{}", joined(e.operands), unit_of(e));
      case ExpressionKind::range:
        return fmt::format("{}..{}", in_parentheses(*e.operands[0]), in_parentheses(*e.operands[1]));
      case ExpressionKind::choice:
        return fmt::format("if {} then {} else {}", expression(*e.operands[0]), expression(*e.operands[1]),
                           expression(*e.operands[2]));
      case ExpressionKind::unary:
        return sign_of(e.op) + in_parentheses(*e.operands[0]);
      default:
        return fmt::format("{} {} {}", in_parentheses(*e.operands[0]), sign_of(e.op), in_parentheses(*e.operands[1]));
    }
  }

  /// Figures and sweeps name measures, methods and sweeps in their properties.
  [[nodiscard]] std::string property(const Statement& s) const {
    constexpr std::array<std::string_view, 5> naming{"y", "x", "methods", "sweep", "carrier"};
    const bool is_naming = std::find(naming.begin(), naming.end(), word(s.keyword)) != naming.end();
    if (is_naming && names_thing(*s.value)) return *flat_reference(*s.value);
    if (is_naming && s.value->kind == ExpressionKind::list) return "[" + list_of(s.value->operands) + "]";
    return expression(*s.value);
  }

  void line(int level, const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(2 * level), ' ') + text + "\n";
  }

  void block(std::span<const Statement> statements, int level) {
    for (const Statement& s : statements) statement(s, level);
  }

  void bind(Symbol name, Span span, Value value, Meaning meaning) {
    scope_.bind(name, {std::move(value), span});
    meanings_.insert_or_assign(name, std::move(meaning));
  }

  void statement(const Statement& s, int level) {
    switch (s.kind) {
      case StatementKind::include:
        if (const auto found = document_.includes.find(&s); found != document_.includes.end())
          block(document_.bodies[found->second], level);
        return;
      case StatementKind::let:
        return let(s);
      case StatementKind::function:
        return bind(s.name, s.name_span, Value{FunctionValue{&s}}, {});
      case StatementKind::param:
        return param(s, level);
      case StatementKind::condition: {
        const auto is_true = evaluator_.condition(*s.value);
        const std::size_t mark = scope_.mark();
        if (is_true) block(*is_true ? s.body : s.otherwise, level);
        return scope_.unwind(mark);
      }
      case StatementKind::loop:
        return loop(s, level);
      case StatementKind::property:
        return line(level, fmt::format("{} = {}", word(s.keyword), property(s)));
      case StatementKind::declaration:
        return declaration(s, level);
      case StatementKind::invalid:
        return;
    }
  }

  void let(const Statement& s) {
    Report silent(document_);  // signals have no value here: their text stays
    const auto value = Evaluator(document_, scope_, silent).evaluate(*s.value);
    const bool is_constant = value && !is_varying(*value);
    Meaning meaning{.text = in_parentheses(*s.value), .is_symbolic = !is_constant || is_symbolic(*s.value)};
    bind(s.name, s.name_span, is_constant ? *value : Value{Poison{}}, std::move(meaning));
  }

  void param(const Statement& s, int level) {
    const auto given =
        std::find_if(overrides_.rbegin(), overrides_.rend(), [&](const Override& o) { return o.name == word(s.name); });
    const bool is_bare_word = s.value->kind == ExpressionKind::name && !is_closed(*s.value);
    std::string text = given != overrides_.rend() ? given->value_text : expression(*s.value);
    if (!is_bare_word)
      if (auto value = value_of(given != overrides_.rend() ? &given->value_text : nullptr, s))
        scope_.bind(s.name, {std::move(*value), s.name_span});
    params_.insert(s.name);
    line(level, fmt::format("param {} = {}{}", word(s.name), text, s.has_body ? " {" : ""));
    if (!s.has_body) return;
    block(s.body, level + 1);
    line(level, "}");
  }

  /// What a param is, or what overrides it.
  std::optional<Value> value_of(const std::string* text, const Statement& s) {
    if (text == nullptr) return evaluator_.evaluate(*s.value);
    // Parsed where it can stay: values point at its units.
    overrides_parsed_.push_back(parse_text("--set", fmt::format("let value = {}", *text)));
    const auto& document = overrides_parsed_.back().document;
    if (document == nullptr) return std::nullopt;
    Report silent(*document);
    const Scope empty;
    return Evaluator(*document, empty, silent).evaluate(*document->bodies.front().front().value);
  }

  void loop(const Statement& s, int level) {
    const auto over = evaluator_.evaluate(*s.value);
    if (!over) return;
    const auto iterate = [&](const Value& value) {
      const std::size_t mark = scope_.mark();
      const std::string text = std::visit(Literal{}, value.data);
      bind(s.name, s.name_span, value, {.text = is_compound_text(text) ? "(" + text + ")" : text});
      block(s.body, level);
      scope_.unwind(mark);
    };
    if (const auto* range = std::get_if<RangeValue>(&over->data))
      for (long i = range->first; i <= range->last; ++i) iterate(Value{Quantity{static_cast<double>(i), {}, nullptr}});
    if (const auto* list = std::get_if<ListValue>(&over->data))
      for (const Value& value : **list) iterate(value);
  }

  [[nodiscard]] std::string declared_name(const Statement& s) const {
    const auto thing = things_.find(s.name);
    const std::string base = thing != things_.end() ? thing->second : std::string(word(s.name));
    return evaluator_.indexed(base, s.indices).value_or(base);
  }

  void declaration(const Statement& s, int level) {
    const std::string_view keyword = word(s.keyword);
    if (keyword == "part") return static_cast<void>(parts_.emplace(s.name, &s));
    if (keyword == "instance") return instance(s, level);
    std::string text(keyword);
    if (s.name != no_symbol) text += " " + declared_name(s);
    if (s.label != nullptr) text += " " + quoted(s.label->text);
    if (s.value != nullptr) text += " = " + expression(*s.value);
    if (!s.has_body) return line(level, text);
    line(level, text + " {");
    const std::size_t mark = scope_.mark();
    is_in_claim_ = keyword == "claim";
    block(s.body, level + 1);
    is_in_claim_ = false;
    scope_.unwind(mark);
    line(level, "}");
  }

  /// Names that the part declares become name_of_instance_name.
  void find_things(std::span<const Statement> statements, const std::string& prefix) {
    for (const Statement& s : statements) {
      const bool is_named = s.kind == StatementKind::declaration &&
                            (std::find(named_kinds.begin(), named_kinds.end(), word(s.keyword)) != named_kinds.end() ||
                             word(s.keyword) == "instance");
      if (is_named) things_.insert_or_assign(s.name, prefix + std::string(word(s.name)));
      if (const auto found = document_.includes.find(&s); found != document_.includes.end())
        find_things(document_.bodies[found->second], prefix);
      if (s.kind == StatementKind::loop || s.kind == StatementKind::condition) {
        find_things(s.body, prefix);
        find_things(s.otherwise, prefix);
      }
    }
  }

  void instance(const Statement& s, int level) {
    const auto part = parts_.find(s.value->name);
    if (part == parts_.end()) return;
    const std::string name = declared_name(s);
    const std::string written = evaluator_.indexed(std::string(word(s.name)), s.indices).value_or("");
    instances_.insert(name);
    std::string prefix = name.ends_with(']') ? name.substr(0, name.size() - 1) : name;
    std::replace_if(
        prefix.begin(), prefix.end(), [](char c) { return c == '[' || c == ','; }, '_');
    const std::size_t mark = scope_.mark();
    const auto outer = things_;
    std::map<Symbol, std::string> own = things_;
    for (const Expression* parameter : part->second->parameters) {
      const Expression* value = parameter->kind == ExpressionKind::argument ? parameter->operands[0] : nullptr;
      for (const Expression* argument : s.value->operands)
        if (argument->name == parameter->name) value = argument->operands[0];
      if (value == nullptr) continue;
      if (is_closed(*value)) {
        if (const auto evaluated = evaluator_.evaluate(*value))
          bind(parameter->name, parameter->span, *evaluated, {in_parentheses(*value), is_symbolic(*value)});
      } else {
        own.insert_or_assign(parameter->name, expression(*value));
      }
    }
    things_ = std::move(own);
    find_things(part->second->body, prefix + "_");
    const Statement* exports = nullptr;
    for (const Statement& inner : part->second->body) {
      const bool is_export = inner.kind == StatementKind::property && word(inner.keyword) == "export";
      is_export ? static_cast<void>(exports = &inner) : statement(inner, level);
    }
    if (exports != nullptr) export_values(*exports->value, written);
    things_ = outer;
    scope_.unwind(mark);
  }

  void export_values(const Expression& names, const std::string& instance) {
    for (const Expression* name : names.operands)
      if (const Binding* binding = scope_.find(name->name))
        scope_.bind_member(instance + "." + std::string(word(name->name)), binding->value);
  }

  const Document& document_;
  std::span<const Override> overrides_;
  Report report_;
  Scope scope_;
  Evaluator evaluator_;
  std::deque<Parsed> overrides_parsed_;
  std::map<Symbol, Meaning> meanings_;
  std::map<Symbol, std::string> things_;  ///< flat names of what the open instance declares, and of its parameters
  std::set<Symbol> params_;
  std::set<Symbol> declared_;
  bool is_in_claim_ = false;
  mutable const std::map<Symbol, std::string>* frame_ = nullptr;  ///< arguments of the call that is written out
  std::map<Symbol, const Statement*> parts_;
  std::set<std::string> instances_;
  std::string text_;
};

}  // namespace

std::string expanded_text(const Document& document, std::span<const Override> overrides) {
  return Expander(document, overrides).write();
}

}  // namespace perpend::dsl
