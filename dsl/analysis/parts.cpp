#include "dsl/analysis/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

namespace {

constexpr std::size_t most_levels = 20;  // parts inside each other

Symbol parameter_name(const Expression& parameter) {
  return parameter.name;  // of `side: 1` and of `side` alone
}

/// Whether an expression names a body or a joint: it reads as a name, and no value is bound to it.
bool is_thing(const Analysis& a, const Expression& e) {
  if (!reads_as_name(e)) return false;
  const Expression* root = &e;
  while (root->kind != ExpressionKind::name) root = root->operands[0];
  const std::string_view word = a.text(root->name);
  return a.evaluator().scope().find(root->name) == nullptr && word != "pi" && word != "inf";
}

/// The full name of what an argument names; empty after an error.
std::string thing_named(Analysis& a, const Expression& e) {
  const auto written = a.evaluator().reference(e);
  if (!written) return {};
  for (const NameTable* table : {&a.bodies, &a.joints})
    if (std::string full = find_declared(a, *table, *written); !full.empty())
      return check_exported(a, full, e.span) ? full : std::string();
  a.report.error(e.span, "S017", fmt::format("unknown name '{}'", *written),
                 "an argument of a part is a value, or a body or joint that is declared above");
  return {};
}

/// What the parameters of an instance stand for.
struct Arguments {
  std::vector<std::pair<Symbol, Binding>> values;
  std::map<std::string, std::string> things;
};

std::optional<Arguments> read_arguments(Analysis& a, const Statement& part, const TypeCall& call) {
  std::vector<std::string_view> known;
  for (const Expression* parameter : part.parameters) known.push_back(a.text(parameter_name(*parameter)));
  for (const Expression* argument : call.arguments) {
    const bool has_name = argument->kind == ExpressionKind::argument;
    if (has_name && std::find(known.begin(), known.end(), a.text(argument->name)) != known.end()) continue;
    a.report.error(argument->span, "S012",
                   has_name ? fmt::format("part '{}' has no parameter '{}'", call.name, a.text(argument->name))
                            : fmt::format("an argument of part '{}' without a name", call.name),
                   has_name ? suggest(a.text(argument->name), known) : "write parameter: value");
    return std::nullopt;
  }
  Arguments arguments;
  for (const Expression* parameter : part.parameters) {
    const Symbol name = parameter_name(*parameter);
    const auto given = std::find_if(call.arguments.begin(), call.arguments.end(),
                                    [&](const Expression* argument) { return argument->name == name; });
    const Expression* value = given != call.arguments.end()                 ? (*given)->operands[0]
                              : parameter->kind == ExpressionKind::argument ? parameter->operands[0]
                                                                            : nullptr;
    if (value == nullptr) {
      a.report.error(call.name_span, "S013", fmt::format("part '{}' needs '{}'", call.name, a.text(name)),
                     fmt::format("write {}({}: value)", call.name, a.text(name)));
      return std::nullopt;
    }
    if (is_thing(a, *value)) {
      std::string full = thing_named(a, *value);
      if (full.empty()) return std::nullopt;
      arguments.things.emplace(a.text(name), std::move(full));
      continue;
    }
    auto evaluated = a.evaluator().evaluate(*value);
    if (!evaluated) return std::nullopt;
    arguments.values.emplace_back(name, Binding{std::move(*evaluated), parameter->span});
  }
  return arguments;
}

/// Names in `export = [...]`, each of something that the part has.
void read_exports(Analysis& a, const Statement& s, const std::string& prefix) {
  const Expression* const single = s.value;
  const bool is_list = s.value->kind == ExpressionKind::list;
  std::set<std::string>& names = a.parts.exports[prefix];
  for (const Expression* item : is_list ? s.value->operands : std::span(&single, 1)) {
    if (item->kind != ExpressionKind::name) {
      a.report.error(item->span, "S021", fmt::format("'{}' is not the name of something", a.evaluator().source(*item)),
                     "export names bodies, joints, forces or let values of the part, without indices");
      continue;
    }
    names.insert(std::string(a.text(item->name)));
  }
}

/// Once the block is read: whether it has what it exports, and the values among it.
void settle_exports(Analysis& a, const Statement& exports, const std::string& prefix, const std::string& instance) {
  const auto& names = a.parts.exports[prefix];
  for (const std::string& name : names) {
    const Symbol symbol = a.document.names.find(name);
    if (const Binding* binding = a.evaluator().scope().find(symbol)) {
      a.walker.bind_member(instance + "." + name, binding->value);
      continue;
    }
    const std::array<const NameTable*, 5> tables{&a.bodies, &a.joints, &a.forces, &a.contacts, &a.instances};
    const auto has = [&](const NameTable* table) { return table->num_indices(prefix + name).has_value(); };
    if (std::none_of(tables.begin(), tables.end(), has))
      a.report.error(exports.value->span, "S073", fmt::format("the part exports '{}', which it does not have", name),
                     "it is no body, joint, force, contact or let of the part");
  }
}

}  // namespace

void remember_part(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, part_block, true, false, false)) return;
  const auto [known, is_new] = a.parts.parts.emplace(s.name, &s);
  if (!is_new && known->second != &s)
    a.report.error(s.name_span, "S015", fmt::format("part '{}' is declared twice", a.text(s.name)),
                   fmt::format("first at {}", a.report.place(known->second->name_span)));
}

void analyze_instance(Analysis& a, const Statement& s, const BlockReader& world) {
  if (!check_parts(a, s, instance_block, true, false, true)) return;
  const auto declared = declare(a, a.instances, s, "instance");
  const auto call = read_type_call(a, *s.value, "part");
  if (!declared || !call) return;
  const auto found = a.parts.parts.find(s.value->name);
  if (found == a.parts.parts.end()) {
    std::vector<std::string_view> known;
    for (const auto& [name, part] : a.parts.parts) known.push_back(a.text(name));
    return a.report.error(
        call->name_span, "S016", fmt::format("unknown part '{}'", call->name),
        known.empty() ? "write part name(parameter: value) { ... } above it" : suggest(call->name, known));
  }
  const Statement& part = *found->second;
  PartNotes& notes = a.parts;
  if (std::find(notes.open.begin(), notes.open.end(), &part) != notes.open.end() || notes.open.size() >= most_levels)
    return a.report.error(s.name_span, "S073", fmt::format("part '{}' contains itself", call->name),
                          "a part may hold instances of other parts");
  auto arguments = read_arguments(a, part, *call);
  if (!arguments) return;
  const std::string prefix = *declared + ".";
  const Statement* exports = nullptr;
  BlockReader reader = world;
  reader.param = nullptr;
  reader.property = [&](const Statement& p) {
    if (a.text(p.keyword) != "export")
      return a.report.error(p.keyword_span, "S012",
                            fmt::format("unknown field '{}' of part {}", a.text(p.keyword), call->name),
                            "a part has export = [names], bodies, joints, forces and let values");
    exports = &p;
    read_exports(a, p, prefix);
  };
  std::swap(notes.aliases, arguments->things);
  const std::string outer = std::exchange(notes.prefix, prefix);
  notes.open.push_back(&part);
  const std::string written = declared->substr(outer.size());
  a.walker.run_with(arguments->values, part.body, reader, [&] {
    if (exports != nullptr) settle_exports(a, *exports, prefix, written);
  });
  notes.open.pop_back();
  notes.prefix = outer;
  std::swap(notes.aliases, arguments->things);
  a.instances.add(*declared, {0, s.name_span});
}

std::string find_declared(const Analysis& a, const NameTable& table, const std::string& written) {
  if (written == "world") return written;
  if (const auto alias = a.parts.aliases.find(written); alias != a.parts.aliases.end())
    return table.find(alias->second) != nullptr || alias->second == "world" ? alias->second : std::string();
  // Names of the instance, then of what holds it.
  for (std::string prefix = a.parts.prefix;;) {
    if (table.find(prefix + written) != nullptr) return prefix + written;
    if (prefix.empty()) return {};
    prefix.pop_back();
    prefix.erase(prefix.rfind('.') + 1);  // npos + 1 is 0
  }
}

std::optional<HiddenPart> hidden_part(const Analysis& a, const std::string& full) {
  for (std::size_t dot = full.find('.'); dot != std::string::npos; dot = full.find('.', dot + 1)) {
    const std::string instance = full.substr(0, dot + 1);
    const auto exports = a.parts.exports.find(instance);
    if (exports == a.parts.exports.end() || a.parts.prefix.starts_with(instance)) continue;
    std::string name = full.substr(dot + 1);
    name.erase(std::min(name.find_first_of(".["), name.size()));
    if (!exports->second.contains(name)) return HiddenPart{full.substr(0, dot), std::move(name)};
  }
  return std::nullopt;
}

bool check_exported(Analysis& a, const std::string& full, Span span) {
  const auto hidden = hidden_part(a, full);
  if (!hidden) return true;
  const auto& exports = a.parts.exports.find(hidden->instance + ".")->second;
  a.report.error(span, "S073", fmt::format("'{}' does not export '{}'", hidden->instance, hidden->name),
                 exports.empty() ? "its part exports nothing" : fmt::format("it exports {}", fmt::join(exports, ", ")));
  return false;
}

}  // namespace perpend::dsl
