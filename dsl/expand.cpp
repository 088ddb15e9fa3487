#include "dsl/expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/flat_expressions.hpp"
#include "dsl/report.hpp"
#include "dsl/values/varying.hpp"

namespace perpend::dsl {

namespace {

/// Kinds whose names other statements of a world use.
constexpr std::array named_kinds{"body", "particle", "fixed", "joint", "drive", "constraint", "force", "contact"};

class Expander {
 public:
  Expander(const Document& document, std::span<const Override> overrides)
      : document_(document),
        overrides_(overrides),
        report_(document),
        evaluator_(document, names_.scope, report_),
        expressions_(document, names_, evaluator_) {}

  std::string write() {
    for (const auto& body : document_.bodies) find_declared(body);
    block(document_.bodies.front(), 0);
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }

  void find_declared(std::span<const Statement> statements) {
    for (const Statement& s : statements) {
      if (s.kind == StatementKind::declaration) names_.declared.insert(s.name);
      find_declared(s.body);
      find_declared(s.otherwise);
    }
  }

  void line(int level, const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(2 * level), ' ') + text + "\n";
  }

  void block(std::span<const Statement> statements, int level) {
    for (const Statement& s : statements) statement(s, level);
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
        return names_.bind(s.name, s.name_span, Value{FunctionValue{&s}}, {});
      case StatementKind::param:
        return param(s, level);
      case StatementKind::condition: {
        const auto is_true = evaluator_.condition(*s.value);
        const std::size_t mark = names_.scope.mark();
        if (is_true) block(*is_true ? s.body : s.otherwise, level);
        return names_.scope.unwind(mark);
      }
      case StatementKind::loop:
        return loop(s, level);
      case StatementKind::property:
        return line(level, fmt::format("{} = {}", word(s.keyword), expressions_.property(s)));
      case StatementKind::declaration:
        return declaration(s, level);
      case StatementKind::invalid:
        return;
    }
  }

  void let(const Statement& s) {
    Report silent(document_);  // signals have no value here: their text stays
    const auto value = Evaluator(document_, names_.scope, silent).evaluate(*s.value);
    const bool is_constant = value && !is_varying(*value);
    FlatNames::Meaning meaning{.text = expressions_.in_parentheses(*s.value),
                               .is_symbolic = !is_constant || expressions_.is_symbolic(*s.value)};
    names_.bind(s.name, s.name_span, is_constant ? *value : Value{Poison{}}, std::move(meaning));
  }

  void param(const Statement& s, int level) {
    const auto given =
        std::find_if(overrides_.rbegin(), overrides_.rend(), [&](const Override& o) { return o.name == word(s.name); });
    const bool is_bare_word = s.value->kind == ExpressionKind::name && !expressions_.is_closed(*s.value);
    std::string text = given != overrides_.rend() ? given->value_text : expressions_.written(*s.value);
    if (!is_bare_word)
      if (auto value = value_of(given != overrides_.rend() ? &given->value_text : nullptr, s))
        names_.scope.bind(s.name, {std::move(*value), s.name_span});
    names_.params.insert(s.name);
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
      const std::size_t mark = names_.scope.mark();
      const std::string text = literal(value);
      names_.bind(s.name, s.name_span, value, {.text = is_compound_text(text) ? "(" + text + ")" : text});
      block(s.body, level);
      names_.scope.unwind(mark);
    };
    if (const auto* range = std::get_if<RangeValue>(&over->data))
      for (long i = range->first; i <= range->last; ++i) iterate(Value{Quantity{static_cast<double>(i), {}, nullptr}});
    if (const auto* list = std::get_if<ListValue>(&over->data))
      for (const Value& value : **list) iterate(value);
  }

  [[nodiscard]] std::string declared_name(const Statement& s) const {
    const auto thing = names_.things.find(s.name);
    const std::string base = thing != names_.things.end() ? thing->second : std::string(word(s.name));
    return evaluator_.indexed(base, s.indices).value_or(base);
  }

  void declaration(const Statement& s, int level) {
    const std::string_view keyword = word(s.keyword);
    if (keyword == "part") return static_cast<void>(parts_.emplace(s.name, &s));
    if (keyword == "instance") return instance(s, level);
    std::string text(keyword);
    if (s.name != no_symbol) text += " " + declared_name(s);
    if (s.label != nullptr) text += " " + quoted(s.label->text);
    if (s.value != nullptr) text += " = " + expressions_.written(*s.value);
    if (!s.has_body) return line(level, text);
    line(level, text + " {");
    const std::size_t mark = names_.scope.mark();
    names_.is_in_claim = keyword == "claim" || keyword == "datum";
    block(s.body, level + 1);
    names_.is_in_claim = false;
    names_.scope.unwind(mark);
    line(level, "}");
  }

  /// Names that the part declares become name_of_instance_name.
  void find_things(std::span<const Statement> statements, const std::string& prefix) {
    for (const Statement& s : statements) {
      const bool is_named = s.kind == StatementKind::declaration &&
                            (std::find(named_kinds.begin(), named_kinds.end(), word(s.keyword)) != named_kinds.end() ||
                             word(s.keyword) == "instance");
      if (is_named) names_.things.insert_or_assign(s.name, prefix + std::string(word(s.name)));
      if (const auto found = document_.includes.find(&s); found != document_.includes.end())
        find_things(document_.bodies[found->second], prefix);
      if (s.kind == StatementKind::loop || s.kind == StatementKind::condition) {
        find_things(s.body, prefix);
        find_things(s.otherwise, prefix);
      }
    }
  }

  /// What the parts of an instance are called before: `left_`, with as many `_` as keep their flat names apart from
  /// every other name.
  std::string prefix_of(const std::string& instance, std::span<const Statement> body) {
    std::string prefix = instance.ends_with(']') ? instance.substr(0, instance.size() - 1) : instance;
    std::replace_if(
        prefix.begin(), prefix.end(), [](char c) { return c == '[' || c == ',' || c == ' ' || c == '.'; }, '_');
    const auto outer = names_.things;
    std::vector<std::string> flat;
    const auto is_taken = [&](const std::string& name) {
      return document_.names.find(name) != no_symbol || flat_names_.contains(name);
    };
    do {
      prefix += '_';
      flat.clear();
      names_.things.clear();
      find_things(body, prefix);
      for (const auto& [symbol, name] : names_.things) flat.push_back(name);
    } while (std::any_of(flat.begin(), flat.end(), is_taken));
    flat_names_.insert(flat.begin(), flat.end());
    names_.things = outer;
    return prefix;
  }

  void instance(const Statement& s, int level) {
    const auto part = parts_.find(s.value->name);
    if (part == parts_.end()) return;
    const std::string name = declared_name(s);
    const std::string written = evaluator_.indexed(std::string(word(s.name)), s.indices).value_or("");
    const std::string prefix = prefix_of(name, part->second->body);
    names_.instances.insert_or_assign(name, prefix);
    const std::size_t mark = names_.scope.mark();
    const auto outer = names_.things;
    std::map<Symbol, std::string> own = names_.things;
    for (const Expression* parameter : part->second->parameters) {
      const Expression* value = parameter->kind == ExpressionKind::argument ? parameter->operands[0] : nullptr;
      for (const Expression* argument : s.value->operands)
        if (argument->name == parameter->name) value = argument->operands[0];
      if (value == nullptr) continue;
      if (expressions_.is_closed(*value)) {
        if (const auto evaluated = evaluator_.evaluate(*value))
          names_.bind(parameter->name, parameter->span, *evaluated,
                      {expressions_.in_parentheses(*value), expressions_.is_symbolic(*value)});
      } else {
        own.insert_or_assign(parameter->name, expressions_.written(*value));
      }
    }
    names_.things = std::move(own);
    find_things(part->second->body, prefix);
    const Statement* exports = nullptr;
    for (const Statement& inner : part->second->body) {
      const bool is_export = inner.kind == StatementKind::property && word(inner.keyword) == "export";
      is_export ? static_cast<void>(exports = &inner) : statement(inner, level);
    }
    if (exports != nullptr) export_values(*exports->value, written);
    names_.things = outer;
    names_.scope.unwind(mark);
  }

  void export_values(const Expression& names, const std::string& instance) {
    for (const Expression* name : names.operands)
      if (const Binding* binding = names_.scope.find(name->name))
        names_.scope.bind_member(instance + "." + std::string(word(name->name)), binding->value);
  }

  const Document& document_;
  std::span<const Override> overrides_;
  Report report_;
  FlatNames names_;
  Evaluator evaluator_;
  FlatExpressions expressions_;
  std::deque<Parsed> overrides_parsed_;
  std::map<Symbol, const Statement*> parts_;
  std::set<std::string> flat_names_;  ///< of what instances hold
  std::string text_;
};

}  // namespace

std::string expanded_text(const Document& document, std::span<const Override> overrides) {
  return Expander(document, overrides).write();
}

}  // namespace perpend::dsl
