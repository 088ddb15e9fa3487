#include "dsl/analysis/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/analysis/analysis.hpp"
#include "dsl/suggest.hpp"
#include "dsl/syntax/syntax_builder.hpp"

namespace perpend::dsl {

namespace {

constexpr std::size_t most_levels = 20;  // parts inside each other

Symbol parameter_name(const Expression& parameter) {
  return parameter.name;  // of `side: 1` and of `side` alone
}

/// Whether an expression names a body or a joint: it reads as a name, and no value is bound to it, in a scope as near
/// as that of a body or joint.
bool is_thing(const Analysis& a, const Expression& e) {
  if (!reads_as_name(e)) return false;
  const Expression* root = &e;
  while (root->kind != ExpressionKind::name) root = root->operands[0];
  const std::string word(a.text(root->name));
  const Scope& here = a.evaluator().scope();
  const auto written = a.evaluator().reference(e);
  if (written && here.find_member(*written) != nullptr) return false;
  for (const Scope* one = &here; one != nullptr; one = one->outer()) {
    if (one->find_own(root->name) != nullptr) return false;
    if (one->find_thing(word) != nullptr) return true;
    for (const NameTable* table : {&a.bodies, &a.joints})
      if (written && table->find(one->prefix() + *written) != nullptr) return true;
  }
  return word != "pi" && word != "inf" && word != "t";
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
  std::vector<std::pair<Symbol, Value>> values;
  std::map<Symbol, std::string> things;
};

bool read_argument(Analysis& a, Symbol name, const Expression& value, Arguments& arguments) {
  if (is_thing(a, value)) {
    std::string full = thing_named(a, value);
    return !full.empty() && arguments.things.emplace(name, std::move(full)).second;
  }
  auto evaluated = a.evaluator().evaluate(value);
  if (evaluated) arguments.values.emplace_back(name, std::move(*evaluated));
  return evaluated.has_value();
}

/// What the call gives. Pre: in the scope of the call.
std::optional<Arguments> read_arguments(Analysis& a, const Statement& part, const TypeCall& call) {
  std::vector<std::string_view> known;
  for (const Expression* parameter : part.parameters) known.push_back(a.text(parameter_name(*parameter)));
  std::vector<Symbol> given;
  for (const Expression* argument : call.arguments) {
    const bool has_name = argument->kind == ExpressionKind::argument;
    if (has_name && std::find(given.begin(), given.end(), argument->name) != given.end()) {
      a.report.error(argument->span, "S014", fmt::format("'{}' is given twice", a.text(argument->name)));
      return std::nullopt;
    }
    given.push_back(argument->name);
    if (has_name && std::find(known.begin(), known.end(), a.text(argument->name)) != known.end()) continue;
    a.report.error(argument->span, "S012",
                   has_name ? fmt::format("part '{}' has no parameter '{}'", call.name, a.text(argument->name))
                            : fmt::format("an argument of part '{}' without a name", call.name),
                   has_name ? suggest(a.text(argument->name), known) : "write parameter: value");
    return std::nullopt;
  }
  Arguments arguments;
  for (const Expression* argument : call.arguments)
    if (!read_argument(a, argument->name, *argument->operands[0], arguments)) return std::nullopt;
  return arguments;
}

/// The parameters into the scope of the instance, which is open: a default may be made of those before it and of what
/// stands where the part is declared. False after an error.
bool bind_parameters(Analysis& a, const Statement& part, const TypeCall& call, Arguments given) {
  for (const Expression* parameter : part.parameters) {
    const Symbol name = parameter_name(*parameter);
    const bool is_given =
        given.things.contains(name) || std::any_of(given.values.begin(), given.values.end(),
                                                   [&](const auto& argument) { return argument.first == name; });
    if (!is_given && parameter->kind != ExpressionKind::argument) {
      a.report.error(call.name_span, "S013", fmt::format("part '{}' needs '{}'", call.name, a.text(name)),
                     fmt::format("write {}({}: value)", call.name, a.text(name)));
      return false;
    }
    if (!is_given && !read_argument(a, name, *parameter->operands[0], given)) return false;
    if (const auto thing = given.things.find(name); thing != given.things.end()) {
      a.walker.bind_thing(name, thing->second);
      continue;
    }
    const auto value = std::find_if(given.values.begin(), given.values.end(),
                                    [&](const auto& argument) { return argument.first == name; });
    a.walker.bind(name, {value->second, parameter->span});
  }
  return true;
}

/// `export = [shin, knee.cap, link[3]]`.
struct Export {
  std::string name;  ///< with its indices, as the part writes it
  const Expression* written = nullptr;
};

std::vector<Export> read_exports(Analysis& a, const Statement& s, const std::string& prefix) {
  const Expression* const single = s.value;
  const bool is_list = s.value->kind == ExpressionKind::list;
  std::vector<Export> exports;
  std::vector<std::string>& names = a.parts.exports[prefix];
  for (const Expression* item : is_list ? s.value->operands : std::span(&single, 1)) {
    if (!reads_as_name(*item)) {
      a.report.error(item->span, "S021", fmt::format("'{}' is not the name of something", a.evaluator().source(*item)),
                     "export names bodies, joints, forces, let values or instances of the part, or what an instance "
                     "in it exports: knee.cap");
      continue;
    }
    auto name = a.evaluator().reference(*item);
    if (!name) continue;
    names.push_back(*name);
    exports.push_back({std::move(*name), item});
  }
  return exports;
}

using Members = std::vector<std::pair<std::string, Value>>;

/// Once the block is read: whether it has what it exports, and the values among it.
Members settle_exports(Analysis& a, std::span<const Export> exports, const std::string& prefix) {
  Members members;
  const Scope& scope = a.evaluator().scope();
  const std::array<const NameTable*, 5> tables{&a.bodies, &a.joints, &a.forces, &a.contacts, &a.instances};
  for (const Export& one : exports) {
    const bool is_name = one.written->kind == ExpressionKind::name;
    Members values = scope.exported(one.name, is_name ? one.written->name : no_symbol);
    std::move(values.begin(), values.end(), std::back_inserter(members));
    if (!values.empty()) continue;
    std::string hidden;
    const auto is_it = [&](const std::string& name) {
      if (!name.starts_with(prefix) || !covers(one.name, std::string_view(name).substr(prefix.size()))) return false;
      if (!hidden_part(a, name)) return true;
      hidden = name;
      return false;
    };
    const std::string full = prefix + one.name;
    const auto has = [&](const NameTable* table) {
      return (table->find(full) != nullptr && is_it(full)) || table->any_of(is_it);
    };
    if (std::any_of(tables.begin(), tables.end(), has)) continue;
    if (!hidden.empty())
      (void)check_exported(a, hidden, one.written->span);
    else
      a.report.error(one.written->span, "S073", fmt::format("the part exports '{}', which it does not have", one.name),
                     "it is no body, joint, force, contact, let or instance of the part");
  }
  return members;
}

/// A parameter would take the place of what its name means everywhere.
void check_parameters(Analysis& a, const Statement& part) {
  std::vector<Symbol> known;
  for (const Expression* parameter : part.parameters) {
    const Symbol name = parameter_name(*parameter);
    if (const auto reserved = reserved_word(a.text(name)))
      a.report.error(parameter->span, "S009", reserved->message, reserved->hint);
    if (std::find(known.begin(), known.end(), name) != known.end())
      a.report.error(parameter->span, "S015", fmt::format("two parameters are called '{}'", a.text(name)));
    known.push_back(name);
  }
}

/// The part of that name, from inside out; null: there is none.
const PartDeclaration* find_part(const Analysis& a, std::string_view name) {
  for (const Scope* one = &a.evaluator().scope(); one != nullptr; one = one->outer())
    if (const auto found = a.parts.parts.find(one->prefix() + std::string(name)); found != a.parts.parts.end())
      return &found->second;
  return nullptr;
}

std::vector<std::string_view> known_parts(const Analysis& a) {
  std::vector<std::string_view> known;
  for (const Scope* one = &a.evaluator().scope(); one != nullptr; one = one->outer())
    for (const auto& [name, part] : a.parts.parts)
      if (name == one->prefix() + std::string(a.text(part.statement->name)))
        known.push_back(a.text(part.statement->name));
  return known;
}

}  // namespace

std::string_view without_index(std::string_view segment) {
  return segment.substr(0, segment.find('['));
}

void remember_part(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, part_block, true, false, false)) return;
  check_parameters(a, s);
  const std::string full = a.evaluator().scope().prefix() + std::string(a.text(s.name));
  const auto [known, is_new] = a.parts.parts.emplace(full, PartDeclaration{&s, a.walker.place()});
  if (!is_new && known->second.statement != &s)
    return a.report.error(s.name_span, "S015", fmt::format("part '{}' is declared twice", a.text(s.name)),
                          fmt::format("first at {}", a.report.place(known->second.statement->name_span)));
  known->second.place = a.walker.place();
}

void analyze_instance(Analysis& a, const Statement& s, const BlockReader& world) {
  if (!check_parts(a, s, instance_block, true, false, true)) return;
  const auto declared = declare(a, a.instances, s, "instance");
  const auto call = read_type_call(a, *s.value, "part");
  if (!declared || !call) return;
  const PartDeclaration* const found = find_part(a, call->name);
  if (found == nullptr) {
    const std::vector<std::string_view> known = known_parts(a);
    return a.report.error(
        call->name_span, "S016", fmt::format("unknown part '{}'", call->name),
        known.empty() ? "write part name(parameter: value) { ... } above it" : suggest(call->name, known));
  }
  const Statement& part = *found->statement;
  const ScopePlace place = found->place;
  PartNotes& notes = a.parts;
  if (notes.open.size() >= most_levels)
    return a.report.error(
        s.name_span, "S006",
        fmt::format("instance '{}' in more than {} parts inside each other", a.text(s.name), most_levels),
        "a part may hold instances of other parts, to that depth");
  if (std::find(notes.open.begin(), notes.open.end(), &part) != notes.open.end())
    return a.report.error(s.name_span, "S073", fmt::format("part '{}' contains itself", call->name),
                          "a part may hold instances of other parts");
  auto arguments = read_arguments(a, part, *call);
  if (!arguments) return;
  const std::string prefix = *declared + ".";
  notes.statements[prefix] = &part;
  notes.arguments[prefix].assign(call->arguments.begin(), call->arguments.end());
  std::vector<Export> exports;
  BlockReader reader = world;
  reader.param = nullptr;
  reader.property = [&](const Statement& p) {
    if (a.text(p.keyword) != "export")
      return a.report.error(p.keyword_span, "S012",
                            fmt::format("unknown field '{}' of part {}", a.text(p.keyword), call->name),
                            "a part has export = [names], bodies, joints, forces and let values");
    for (Export& one : read_exports(a, p, prefix)) exports.push_back(std::move(one));
  };
  notes.open.push_back(&part);
  const std::string written = declared->substr(a.evaluator().scope().prefix().size());
  Members members;
  a.walker.run_instance(
      place, prefix, part.body, reader, [&] { return bind_parameters(a, part, *call, std::move(*arguments)); },
      [&] { members = settle_exports(a, exports, prefix); });
  notes.open.pop_back();
  notes.arguments.erase(prefix);
  for (const auto& [name, value] : members) a.walker.bind_member(written + "." + name, value);
  a.instances.add(*declared, {0, s.name_span});
}

std::string find_declared(const Analysis& a, const NameTable& table, const std::string& written) {
  if (written == "world") return written;
  for (const Scope* one = &a.evaluator().scope(); one != nullptr; one = one->outer()) {
    if (const std::string* thing = one->find_thing(written))
      return table.find(*thing) != nullptr || *thing == "world" ? *thing : std::string();
    if (std::string full = one->prefix() + written; table.find(full) != nullptr) return full;
  }
  return {};
}

bool is_instance(const Analysis& a, const std::string& written) {
  return written != "world" && !find_declared(a, a.instances, written).empty();
}

std::string instance_hint(const std::string& written) {
  return fmt::format("'{}' is an instance of a part; name what it holds: {}.name", written, written);
}

std::optional<HiddenPart> hidden_part(const Analysis& a, const std::string& full) {
  for (std::size_t dot = full.find('.'); dot != std::string::npos; dot = full.find('.', dot + 1)) {
    const std::string instance = full.substr(0, dot + 1);
    const auto exports = a.parts.exports.find(instance);
    if (exports == a.parts.exports.end() || a.evaluator().scope().prefix().starts_with(instance)) continue;
    const std::string asked = full.substr(dot + 1);
    const auto& names = exports->second;
    if (std::any_of(names.begin(), names.end(), [&](const std::string& name) { return covers(name, asked); })) continue;
    const std::string first(without_index(asked.substr(0, asked.find('.'))));
    const bool is_partly = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      return without_index(name.substr(0, name.find('.'))) == first;
    });
    return HiddenPart{full.substr(0, dot), is_partly ? asked : first};
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
