#include "dsl/analysis/part_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

/// Names that the statements of a part declare or bind.
void add_names(const Analysis& a, std::span<const Statement> statements, std::vector<std::string_view>& names) {
  for (const Statement& s : statements) {
    const bool is_named = s.kind == StatementKind::let || s.kind == StatementKind::declaration;
    if (is_named && s.name != no_symbol) names.push_back(a.text(s.name));
    const auto included = s.kind == StatementKind::include ? a.document.includes.find(&s) : a.document.includes.end();
    if (included != a.document.includes.end()) add_names(a, a.document.bodies[included->second], names);
    if (s.kind != StatementKind::loop && s.kind != StatementKind::condition) continue;
    add_names(a, s.body, names);
    add_names(a, s.otherwise, names);
  }
}

/// Where an instance that is being read is given a parameter; nothing: a default stands for it, or it is none.
std::optional<Span> place_of_argument(const Analysis& a, Symbol parameter) {
  for (const Scope* one = &a.evaluator().scope(); one != nullptr; one = one->outer()) {
    const auto given = a.parts.arguments.find(one->prefix());
    if (given == a.parts.arguments.end()) continue;
    for (const Expression* argument : given->second)
      if (argument->name == parameter) return argument->operands[0]->span;
  }
  return std::nullopt;
}

}  // namespace

std::optional<NameFault> fault_of_member(const Analysis& a, const std::string& written) {
  std::size_t dot = written.find('.');
  if (dot == std::string::npos) return std::nullopt;
  const std::string root = written.substr(0, dot);
  if (!is_instance(a, root)) {
    for (const auto& [table, what] :
         {std::pair(&a.bodies, "body"), std::pair(&a.joints, "joint"), std::pair(&a.forces, "force")})
      if (!find_declared(a, *table, root).empty()) {
        const std::string last = written.substr(dot + 1);
        const bool is_component = last == "x" || last == "y" || last == "z";
        return NameFault{"S021", fmt::format("'{}' is a {}, and has no member '{}'", root, what, last),
                         is_component && table == &a.bodies ? fmt::format("write {}(position({}))", last, root)
                                                            : "instances of parts have members: left.hip"};
      }
    const std::vector<std::string> known = visible_names(a, a.instances);
    return NameFault{"S017", fmt::format("unknown instance '{}' in '{}'", root, written),
                     known.empty()
                         ? "there is no instance of a part yet"
                         : suggest(without_index(root), std::vector<std::string_view>(known.begin(), known.end()))};
  }
  // As far as instances lead into each other.
  std::string instance = find_declared(a, a.instances, root);
  for (;;) {
    const std::size_t end = written.find('.', dot + 1);
    const std::string segment = written.substr(dot + 1, end == std::string::npos ? end : end - dot - 1);
    const auto part = a.parts.statements.find(instance + ".");
    if (part == a.parts.statements.end()) return std::nullopt;
    std::vector<std::string_view> names;
    add_names(a, part->second->body, names);
    const std::string_view base = without_index(segment);
    if (std::find(names.begin(), names.end(), base) == names.end()) {
      std::vector<std::string> known;
      for (const std::string_view name : names)
        if (std::string full = fmt::format("{}.{}", instance, name); !hidden_part(a, full))
          known.push_back(std::move(full));
      return NameFault{"S073", fmt::format("'{}' has no '{}'", instance, base),
                       known.empty() ? "its part exports nothing"
                                     : suggest(fmt::format("{}.{}", instance, base),
                                               std::vector<std::string_view>(known.begin(), known.end()))};
    }
    if (const auto hidden = hidden_part(a, instance + "." + segment))
      return NameFault{"S073", fmt::format("'{}' does not export '{}'", hidden->instance, hidden->name),
                       fmt::format("write export = [..., {}] in its part", hidden->name)};
    if (end == std::string::npos) return std::nullopt;
    instance += "." + segment;
    dot = end;
  }
}

std::optional<SignalReader::Elsewhere> thing_as_value(const Analysis& a, const Expression& name) {
  const std::string word(a.text(name.name));
  const std::string* thing = nullptr;
  for (const Scope* one = &a.evaluator().scope(); one != nullptr && thing == nullptr; one = one->outer())
    thing = one->find_thing(word);
  if (thing == nullptr) return std::nullopt;
  const auto place = place_of_argument(a, name.name);
  return SignalReader::Elsewhere{fmt::format("'{}' stands for '{}', which is no value", word, *thing),
                                 place ? fmt::format("its part needs a value, at {}", a.report.place(name.span)) : "",
                                 "S021", place};
}

bool report_value_as_thing(Analysis& a, const Expression& e, std::string_view what) {
  if (e.kind != ExpressionKind::name) return false;
  const Binding* binding = a.evaluator().find(e.name);
  if (binding == nullptr) return false;
  const auto place = place_of_argument(a, e.name);
  a.report.error(place.value_or(e.span), "S021",
                 fmt::format("'{}' stands for {}, which is no {}", a.text(e.name), describe(binding->value), what),
                 place ? fmt::format("its part needs a {}, at {}", what, a.report.place(e.span)) : "");
  return true;
}

}  // namespace perpend::dsl
