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
#include "dsl/measured_expressions.hpp"
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
        evaluator_(document, names_.here().scope, report_),
        expressions_(document, names_) {}

  std::string write() {
    for (const auto& body : document_.bodies) find_declared(body);
    block(document_.bodies.front(), 0);
    return std::move(text_);
  }

 private:
  [[nodiscard]] std::string_view word(Symbol symbol) const { return document_.names.text(symbol); }
  [[nodiscard]] Scope& scope() { return names_.here().scope; }

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
        return names_.bind(s.name, s.name_span, Value{FunctionValue{&s, scope().place()}}, {});
      case StatementKind::param:
        return param(s, level);
      case StatementKind::condition: {
        const auto is_true = evaluator_.condition(*s.value);
        scope().open_block();
        if (is_true) block(*is_true ? s.body : s.otherwise, level);
        return scope().close_block();
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
    const auto value = Evaluator(document_, scope(), silent).evaluate(*s.value);
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
        scope().bind(s.name, {std::move(*value), s.name_span});
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
      scope().open_block();
      const std::string text = literal(value);
      names_.bind(s.name, s.name_span, value, {.text = is_compound_text(text) ? "(" + text + ")" : text});
      block(s.body, level);
      scope().close_block();
    };
    if (const auto* range = std::get_if<RangeValue>(&over->data))
      for (long i = range->first; i <= range->last; ++i) iterate(Value{Quantity{static_cast<double>(i), {}, nullptr}});
    if (const auto* list = std::get_if<ListValue>(&over->data))
      for (const Value& value : **list) iterate(value);
  }

  [[nodiscard]] std::string declared_name(const Statement& s) const {
    const auto& things = names_.here().things;
    const auto thing = things.find(s.name);
    const std::string base = thing != things.end() ? thing->second : std::string(word(s.name));
    return evaluator_.indexed(base, s.indices).value_or(base);
  }

  void declaration(const Statement& s, int level) {
    const std::string_view keyword = word(s.keyword);
    if (keyword == "part")
      return static_cast<void>(parts_.insert_or_assign({&scope(), s.name}, PartDeclaration{&s, scope().place()}));
    if (keyword == "instance") return instance(s, level);
    std::string text(keyword);
    if (s.name != no_symbol) text += " " + declared_name(s);
    if (s.label != nullptr) text += " " + quoted(s.label->text);
    if (s.value != nullptr) text += " = " + expressions_.written(*s.value);
    if (!s.has_body) return line(level, text);
    line(level, text + " {");
    scope().open_block();
    names_.is_in_claim = keyword == "claim" || keyword == "datum";
    names_.is_in_figure = keyword == "figure";
    block(s.body, level + 1);
    names_.is_in_claim = names_.is_in_figure = false;
    scope().close_block();
    line(level, "}");
  }

  using Things = std::map<Symbol, std::string>;

  /// Names that the part declares become name_of_instance_name.
  void find_things(std::span<const Statement> statements, const std::string& prefix, Things& things) const {
    for (const Statement& s : statements) {
      const bool is_named = s.kind == StatementKind::declaration &&
                            (std::find(named_kinds.begin(), named_kinds.end(), word(s.keyword)) != named_kinds.end() ||
                             word(s.keyword) == "instance");
      if (is_named) things.insert_or_assign(s.name, prefix + std::string(word(s.name)));
      if (const auto found = document_.includes.find(&s); found != document_.includes.end())
        find_things(document_.bodies[found->second], prefix, things);
      if (s.kind == StatementKind::loop || s.kind == StatementKind::condition) {
        find_things(s.body, prefix, things);
        find_things(s.otherwise, prefix, things);
      }
    }
  }

  /// What the parts of an instance are called before: `left_`, with as many `_` as keep their flat names apart from
  /// every other name.
  std::string prefix_of(const std::string& instance, std::span<const Statement> body) {
    std::string prefix = instance.ends_with(']') ? instance.substr(0, instance.size() - 1) : instance;
    std::replace_if(
        prefix.begin(), prefix.end(), [](char c) { return c == '[' || c == ',' || c == ' ' || c == '.'; }, '_');
    Things flat;
    const auto is_taken = [&](const auto& thing) {
      return document_.names.find(thing.second) != no_symbol || flat_names_.contains(thing.second);
    };
    do {
      prefix += '_';
      flat.clear();
      find_things(body, prefix, flat);
    } while (std::any_of(flat.begin(), flat.end(), is_taken));
    for (const auto& [symbol, name] : flat) flat_names_.insert(name);
    return prefix;
  }

  struct PartDeclaration {
    const Statement* statement = nullptr;
    ScopePlace place;
  };

  [[nodiscard]] const PartDeclaration* find_part(Symbol name) {
    for (const Scope* one = &scope(); one != nullptr; one = one->outer())
      if (const auto found = parts_.find({one, name}); found != parts_.end()) return &found->second;
    return nullptr;
  }

  void instance(const Statement& s, int level) {
    const PartDeclaration* const part = find_part(s.value->name);
    if (part == nullptr) return;
    const std::span<const Statement> body = part->statement->body;
    const std::string name = declared_name(s);
    const std::string written = evaluator_.indexed(std::string(word(s.name)), s.indices).value_or("");
    const std::string prefix = prefix_of(name, body);
    names_.instances.insert_or_assign(name, prefix);
    std::map<Symbol, Argument> given;
    for (const Expression* argument : s.value->operands)
      if (argument->kind == ExpressionKind::argument)
        given.emplace(argument->name, argument_of(*argument->operands[0]));
    const ScopePlace place = part->place;
    if (++names_.num_instances == names_.levels.size()) names_.levels.emplace_back();
    scope().open_instance(place, prefix);
    evaluator_.look_up_in(scope());
    for (const Expression* parameter : part->statement->parameters) {
      auto found = given.find(parameter->name);
      if (found == given.end() && parameter->kind == ExpressionKind::argument)
        found = given.emplace(parameter->name, argument_of(*parameter->operands[0])).first;
      if (found == given.end()) continue;
      Argument& argument = found->second;
      if (argument.value)
        names_.bind(parameter->name, parameter->span, *argument.value, argument.meaning);
      else
        names_.here().things.insert_or_assign(parameter->name, argument.meaning.text);
    }
    find_things(body, prefix, names_.here().things);
    std::vector<Exported> values;
    std::vector<const Statement*> exports;
    for (const Statement& inner : body) {
      const bool is_export = inner.kind == StatementKind::property && word(inner.keyword) == "export";
      is_export ? exports.push_back(&inner) : statement(inner, level);
    }
    for (const Statement* one : exports) export_values(*one->value, values);
    std::erase_if(parts_, [&](const auto& own) { return own.first.first == &scope(); });
    scope().close_instance();
    names_.here().meanings.clear();
    names_.here().things.clear();
    names_.here().members.clear();
    --names_.num_instances;
    evaluator_.look_up_in(scope());
    for (Exported& one : values) {
      const std::string member = written + "." + one.name;
      scope().bind_member(member, std::move(one.value));
      names_.here().members.erase(member);
      if (one.meaning.is_symbolic) names_.here().members.emplace(member, std::move(one.meaning));
    }
  }

  struct Exported {
    std::string name;
    Value value;
    FlatNames::Meaning meaning;
  };

  /// What a parameter of a part stands for: a value, or the flat name of a body or joint.
  struct Argument {
    std::optional<Value> value;
    FlatNames::Meaning meaning;
  };

  Argument argument_of(const Expression& e) const {
    Argument argument;
    const bool is_value = expressions_.is_closed(e);
    if (is_value) argument.value = evaluator_.evaluate(e);
    // The name of a body or joint stands where names do; anything else may become an operand.
    argument.meaning = {is_value || !reads_as_name(e) ? expressions_.in_parentheses(e) : expressions_.written(e),
                        expressions_.is_symbolic(e)};
    return argument;
  }

  void export_values(const Expression& names, std::vector<Exported>& values) {
    const Expression* const single = &names;
    const bool is_list = names.kind == ExpressionKind::list;
    const FlatNames::Level& here = names_.here();
    for (const Expression* name : is_list ? names.operands : std::span(&single, 1)) {
      const auto written = evaluator_.reference(*name);
      if (!written) continue;
      const Symbol symbol = name->kind == ExpressionKind::name ? name->name : no_symbol;
      for (auto& [member, value] : scope().exported(*written, symbol)) {
        const auto own = here.meanings.find(symbol);
        const auto inner = here.members.find(member);
        FlatNames::Meaning meaning;
        if (inner != here.members.end())
          meaning = inner->second;
        else if (member == *written && own != here.meanings.end())
          meaning = own->second;
        values.push_back({member, std::move(value), std::move(meaning)});
      }
    }
  }

  const Document& document_;
  std::span<const Override> overrides_;
  Report report_;
  FlatNames names_;
  Evaluator evaluator_;
  FlatExpressions expressions_;
  std::deque<Parsed> overrides_parsed_;
  std::map<std::pair<const Scope*, Symbol>, PartDeclaration> parts_;  ///< by the scope that they stand in
  std::set<std::string> flat_names_;                                  ///< of what instances hold
  std::string text_;
};

/// The heads of loops and conditions that a sweep changes, the part of an experiment that is judged left out.
void find_swept(const Document& document, const MeasuredExpressions& expressions, std::span<const Statement> statements,
                std::vector<std::string>& found) {
  for (const Statement& s : statements) {
    const bool is_loop = s.kind == StatementKind::loop;
    if ((is_loop || s.kind == StatementKind::condition) && expressions.is_swept(*s.value)) {
      const std::string head(text_of(document, s.value->span));
      found.push_back(is_loop ? fmt::format("for {} in {}", document.names.text(s.name), head) : "if " + head);
      continue;
    }
    find_swept(document, expressions, s.body, found);
    find_swept(document, expressions, s.otherwise, found);
  }
}

}  // namespace

std::vector<std::string> swept_structure(const Document& document) {
  std::vector<std::string> found;
  const MeasuredExpressions expressions(document);
  for (const auto& body : document.bodies) find_swept(document, expressions, body, found);
  return found;
}

std::string expanded_text(const Document& document, std::span<const Override> overrides) {
  return Expander(document, overrides).write();
}

}  // namespace perpend::dsl
