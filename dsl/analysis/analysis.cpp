#include "dsl/analysis/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

const NameTable::Entry* NameTable::find(const Key& key) const {
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> NameTable::names(const Names& texts) const {
  std::unordered_set<Symbol> symbols;
  for (const auto& [key, entry] : entries_) symbols.insert(key.first);
  std::vector<Symbol> ordered(symbols.begin(), symbols.end());
  std::sort(ordered.begin(), ordered.end());
  std::vector<std::string_view> names;
  for (const Symbol symbol : ordered) names.push_back(texts.text(symbol));
  return names;
}

EvaluatedOverride* Analysis::find_override(std::string_view name) {
  const auto found =
      std::find_if(overrides.rbegin(), overrides.rend(), [&](const EvaluatedOverride& o) { return o.name == name; });
  return found == overrides.rend() ? nullptr : &*found;
}

bool Analysis::is_selected(const MethodSpec& method) const {
  return selected_methods.empty() ||
         std::find(selected_methods.begin(), selected_methods.end(), method.name) != selected_methods.end();
}

void Analysis::remember_unit(const Unit& unit) {
  const auto known =
      std::find_if(units.begin(), units.end(), [&](const auto& row) { return row.first == unit.dimension; });
  if (known == units.end()) units.emplace_back(unit.dimension, unit);
}

void Analysis::remember_units(const Expression& expression) {
  if (expression.unit != nullptr) remember_unit(*expression.unit);
  for (const Expression* operand : expression.operands) remember_units(*operand);
}

Unit Analysis::preferred_unit(Dimension dimension) const {
  const auto known = std::find_if(units.begin(), units.end(), [&](const auto& row) { return row.first == dimension; });
  if (known != units.end()) return known->second;
  for (const std::string_view name : {"J", "N", "W"})
    if (const Unit* unit = find_unit(name); unit->dimension == dimension) return *unit;
  return si_unit(dimension);
}

namespace {

std::string full_name(std::string_view name, std::optional<long> index) {
  return index ? fmt::format("{}[{}]", name, *index) : std::string(name);
}

}  // namespace

std::optional<Declared> declare(Analysis& a, NameTable& table, const Statement& s, std::string_view kind) {
  std::optional<long> index;
  if (s.index != nullptr) {
    index = a.evaluator().whole(*s.index, "an index");
    if (!index) return std::nullopt;
  }
  Declared declared{{s.name, index}, full_name(a.text(s.name), index)};
  if (const NameTable::Entry* earlier = table.find(declared.key)) {
    a.report.error(s.name_span, "S015", fmt::format("{} '{}' is declared twice", kind, declared.full),
                   fmt::format("first at {}", a.report.place(earlier->declared)));
    return std::nullopt;
  }
  table.add(declared.key, {NameTable::failed, s.name_span});
  return declared;
}

std::optional<int> resolve(Analysis& a, const NameTable& table, const Expression& e, std::string_view what,
                           bool allow_world) {
  const bool is_indexed = e.kind == ExpressionKind::index && e.operands[0]->kind == ExpressionKind::name;
  if (e.kind != ExpressionKind::name && !is_indexed) {
    a.report.error(e.span, "S021",
                   fmt::format("the name of a {} is needed here, found '{}'", what, a.evaluator().source(e)));
    return std::nullopt;
  }
  const Symbol name = is_indexed ? e.operands[0]->name : e.name;
  if (allow_world && !is_indexed && a.text(name) == "world") return world_body;
  std::optional<long> index;
  if (is_indexed) {
    index = a.evaluator().whole(*e.operands[1], "an index");
    if (!index) return std::nullopt;
  }
  if (const NameTable::Entry* entry = table.find({name, index}))
    return entry->index == NameTable::failed ? std::nullopt : std::optional(entry->index);
  const auto known = table.names(a.document.names);
  const bool has_name = std::find(known.begin(), known.end(), a.text(name)) != known.end();
  const std::string hint = has_name        ? fmt::format("'{}' exists, but not with this index", a.text(name))
                           : known.empty() ? fmt::format("there is no {} yet", what)
                                           : suggest(a.text(name), known);
  a.report.error(e.span, "S017", fmt::format("unknown {} '{}'", what, full_name(a.text(name), index)), hint);
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_names(Analysis& a, const NameTable& table, const Expression& e,
                                                   std::string_view what) {
  const std::span<const Expression* const> items =
      e.kind == ExpressionKind::list ? e.operands : std::span<const Expression* const>();
  std::vector<std::string> names;
  const auto add = [&](const Expression& item) {
    if (!resolve(a, table, item, what, false)) return false;
    const bool is_indexed = item.kind == ExpressionKind::index;
    names.push_back(full_name(a.text(is_indexed ? item.operands[0]->name : item.name),
                              is_indexed ? a.evaluator().whole(*item.operands[1], "an index") : std::nullopt));
    return true;
  };
  if (e.kind != ExpressionKind::list) return add(e) ? std::optional(names) : std::nullopt;
  bool is_good = true;
  for (const Expression* item : items) is_good = add(*item) && is_good;
  return is_good ? std::optional(names) : std::nullopt;
}

namespace {

const LanguageField* find_field(const BlockSpec& block, std::string_view key) {
  const auto found = std::find_if(block.fields.begin(), block.fields.end(),
                                  [&](const LanguageField& f) { return f.spec.name == key; });
  return found == block.fields.end() ? nullptr : &*found;
}

std::string_view this_space(const Analysis& a) {
  return a.is_spatial() ? "spatial" : "planar";
}
std::string_view other_space(const Analysis& a) {
  return a.is_spatial() ? "planar" : "spatial";
}

/// True, with an error, for a field that the block has in the other space only.
bool report_field_of_other_space(Analysis& a, const BlockSpec& block, std::string_view key, Span span,
                                 std::string_view owner) {
  const bool is_known = std::any_of(block.spatial_fields.begin(), block.spatial_fields.end(),
                                    [&](const LanguageField& f) { return f.spec.name == key; });
  if (!is_known) return false;
  const std::string_view hint = key == "angle"      ? "write rotation = axis_angle((0, 0, 1), angle)"
                                : key == "rotation" ? "write angle = 30 deg"
                                                    : "";
  a.report.error(span, "S012", fmt::format("'{}' of {} belongs to world {}", key, owner, other_space(a)),
                 std::string(hint));
  return true;
}

void read_property(Analysis& a, FieldSet& fields, const Statement& s, const BlockSpec& block, std::string_view owner,
                   std::span<const FieldSpec> more, const SpecialField& special) {
  const std::string_view key = a.text(s.keyword);
  const LanguageField* field = find_field(block, key);
  if (field != nullptr && !field->syntax.empty()) {
    if (fields.claim(field->spec.name, s.keyword_span, *s.value)) special(*field, s);
    return;
  }
  if (field != nullptr) return fields.set(key, s.keyword_span, *s.value, std::span(&field->spec, 1), {}, {});
  const bool is_more = std::any_of(more.begin(), more.end(), [&](const FieldSpec& spec) { return spec.name == key; });
  if (is_more) return fields.set(key, s.keyword_span, *s.value, more, {}, {});
  std::vector<std::string_view> known;
  for (const LanguageField& f : block.fields) known.push_back(f.spec.name);
  for (const FieldSpec& spec : more) known.push_back(spec.name);
  fields.fail();
  if (report_field_of_other_space(a, block, key, s.keyword_span, owner)) return;
  report_unknown_field(a.report, s.keyword_span, key, owner, known);
}

}  // namespace

FieldSet read_block(Analysis& a, const Statement& statement, const BlockSpec& block, std::string_view owner,
                    std::span<const FieldSpec> more, const SpecialField& special) {
  FieldSet fields(a.evaluator(), owner);
  BlockReader reader;
  reader.property = [&](const Statement& s) { read_property(a, fields, s, block, owner, more, special); };
  reader.declaration = [&](const Statement& s) {
    fields.fail();
    report_misplaced(a, s, owner);
  };
  a.walker.run(statement.body, reader);
  for (const LanguageField& field : block.fields)
    fields.check_required(std::span(&field.spec, 1), statement.keyword_span);
  fields.check_required(more, statement.keyword_span);
  return fields;
}

bool check_parts(Analysis& a, const Statement& s, const BlockSpec& block, bool named, bool labelled, bool valued) {
  const auto fail = [&](std::string message) {
    a.report.error(s.keyword_span, "S020", std::move(message), fmt::format("write {}", block.form));
    return false;
  };
  if (named && s.name == no_symbol) return fail(fmt::format("this {} has no name", block.kind));
  if (!named && s.name != no_symbol) return fail(fmt::format("{} takes no name", block.kind));
  if (!labelled && s.label != nullptr) return fail(fmt::format("{} takes no string before its properties", block.kind));
  if (valued && s.value == nullptr) return fail(fmt::format("this {} has no '= ...'", block.kind));
  if (!valued && s.value != nullptr) return fail(fmt::format("{} takes no '= ...'", block.kind));
  return true;
}

void report_misplaced(Analysis& a, const Statement& declaration, std::string_view owner,
                      std::span<const std::string_view> known) {
  const std::string_view kind = a.text(declaration.keyword);
  if (const BlockSpec* block = find_block(kind))
    return a.report.error(declaration.keyword_span, "S011", fmt::format("'{}' cannot stand inside {}", kind, owner),
                          block->inside.empty() ? "a scene has one experiment"
                                                : fmt::format("'{}' belongs inside {}", kind, block->inside));
  a.report.error(declaration.keyword_span, "S011", fmt::format("unknown kind '{}' in {}", kind, owner),
                 known.empty() ? "properties are written key = value" : suggest(kind, known));
}

bool report_nameless(Analysis& a, const Statement& property) {
  const BlockSpec* block = find_block(a.text(property.keyword));
  if (block == nullptr) return false;
  const std::string_view kind = block->kind;
  const bool takes_name = block->form.find(" name") != std::string_view::npos;
  a.report.error(property.keyword_span, "S020",
                 takes_name ? fmt::format("this {} has no name", kind) : fmt::format("{} takes no '= ...'", kind),
                 fmt::format("write {}", block->form));
  return true;
}

int count_positional(const TypeCall& call) {
  const auto named = std::find_if(call.arguments.begin(), call.arguments.end(),
                                  [](const Expression* e) { return e->kind == ExpressionKind::argument; });
  return static_cast<int>(named - call.arguments.begin());
}

std::optional<TypeCall> read_type_call(Analysis& a, const Expression& value, std::string_view what) {
  if (value.kind != ExpressionKind::call && value.kind != ExpressionKind::name) {
    a.report.error(value.span, "S020",
                   fmt::format("a {} is written type(arguments), found '{}'", what, a.evaluator().source(value)));
    return std::nullopt;
  }
  Span name = value.span;
  name.length = static_cast<std::uint32_t>(a.text(value.name).size());
  return TypeCall{a.text(value.name), name,
                  value.kind == ExpressionKind::call ? value.operands : std::span<const Expression* const>()};
}

void report_unknown_type(Analysis& a, const TypeCall& call, std::string_view what,
                         std::span<const std::string_view> known, std::span<const std::string_view> in_other_space) {
  if (std::find(in_other_space.begin(), in_other_space.end(), call.name) != in_other_space.end())
    return a.report.error(call.name_span, "S016",
                          fmt::format("the {} '{}' belongs to world {}", what, call.name, other_space(a)),
                          known.empty() ? "" : fmt::format("world {} has: {}", this_space(a), enumerate(known)));
  a.report.error(call.name_span, "S016", fmt::format("unknown {} '{}'", what, call.name),
                 known.empty() ? fmt::format("this program has no {}s", what) : suggest(call.name, known));
}

const Body* body_at(const Analysis& a, int index) {
  return index == world_body ? nullptr : &a.world.model.bodies[static_cast<std::size_t>(index)];
}

}  // namespace perpend::dsl
