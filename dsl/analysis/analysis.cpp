#include "dsl/analysis/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "dsl/analysis/part_names.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

std::string_view base_of(std::string_view name) {
  return name.substr(0, name.ends_with(']') ? name.rfind('[') : std::string_view::npos);
}

std::size_t count_indices(std::string_view name) {
  const std::string_view indices = name.substr(base_of(name).size());
  return indices.empty() ? 0 : 1 + static_cast<std::size_t>(std::count(indices.begin(), indices.end(), ','));
}

}  // namespace

const NameTable::Entry* NameTable::find(const std::string& name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> NameTable::base_names() const {
  std::set<std::string_view> bases;
  for (const auto& [name, entry] : entries_) bases.insert(base_of(name));
  return {bases.begin(), bases.end()};
}

std::optional<std::size_t> NameTable::num_indices(std::string_view base) const {
  for (const auto& [name, entry] : entries_)
    if (base_of(name) == base) return count_indices(name);
  return std::nullopt;
}

const std::pair<const std::string, NameTable::Entry>* NameTable::first_failed() const {
  const std::pair<const std::string, Entry>* first = nullptr;
  const auto place = [](const auto* entry) {
    return std::pair(entry->second.declared.file, entry->second.declared.begin);
  };
  for (const auto& entry : entries_)
    if (entry.second.index == failed && (first == nullptr || place(&entry) < place(first))) first = &entry;
  return first;
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
  // A force for each angle times an angle is a force: a radian does not stand with metres and kilograms.
  if (dimension.angle > 0 && (dimension.length != 0 || dimension.mass != 0)) {
    dimension.angle = 0;
    return preferred_unit(dimension);
  }
  for (const std::string_view name : {"J", "N", "W"})
    if (const Unit* unit = find_unit(name); unit->dimension == dimension) return *unit;
  return si_unit(dimension);
}

namespace {

/// A use of a declared name as it is written: `name`, `name[i, j]`, `left.name`; nothing after an error.
std::optional<std::string> written_name(Analysis& a, const Expression& e, std::string_view what) {
  if (reads_as_name(e)) return a.evaluator().reference(e);
  a.report.error(e.span, "S021",
                 fmt::format("the name of a {} is needed here, found '{}'", what, a.evaluator().source(e)));
  return std::nullopt;
}

/// A statement of one of these kinds with this name, in the same file behind a place; null: there is none.
const Statement* find_below(const Analysis& a, std::span<const Statement> statements, std::string_view name,
                            std::span<const std::string_view> kinds, Span place) {
  for (const Statement& s : statements) {
    const bool is_declaration = s.kind == StatementKind::declaration;
    const std::string_view keyword = is_declaration ? a.text(s.keyword) : std::string_view();
    const bool is_below = s.name_span.file == place.file && s.name_span.begin > place.begin;
    if (is_declaration && is_below && s.name != no_symbol && s.indices.empty() && a.text(s.name) == name &&
        std::find(kinds.begin(), kinds.end(), keyword) != kinds.end())
      return &s;
    if (is_declaration && keyword == "part") continue;  // its names are its own
    for (const std::span<const Statement> inside : {s.body, s.otherwise})
      if (const Statement* found = find_below(a, inside, name, kinds, place)) return found;
  }
  return nullptr;
}

/// "it stands further down, at arm.scene:12: move it up"; empty: it does not.
std::string declared_below(const Analysis& a, const std::string& name, std::string_view what, Span place) {
  constexpr std::array<std::string_view, 3> bodies{"body", "particle", "fixed"};
  const std::array<std::string_view, 1> others{what};
  const std::span<const std::string_view> kinds =
      what == "body" ? std::span<const std::string_view>(bodies) : std::span<const std::string_view>(others);
  for (const auto& statements : a.document.bodies)
    if (const Statement* found = find_below(a, statements, name, kinds, place))
      return fmt::format("it stands further down, at {}: move it up", a.report.place(found->name_span));
  return "";
}

/// What may be meant by a name that is not declared.
std::string name_hint(const Analysis& a, const NameTable& table, const std::string& name, std::string_view what,
                      Span place) {
  if (is_instance(a, name)) return instance_hint(name);
  if (std::string below = declared_below(a, name, what, place); !below.empty()) return below;
  const std::string_view base = base_of(name);
  const std::vector<std::string> known = visible_names(a, table);
  if (known.empty()) return fmt::format("there is no {} yet", what);
  const auto declared = table.num_indices(base);
  if (!declared) return suggest(base, std::vector<std::string_view>(known.begin(), known.end()));
  const std::size_t found = count_indices(name);
  if (*declared == found)
    return fmt::format("'{}' exists, but not with {}", base, found == 1 ? "this index" : "these indices");
  if (*declared == 0) return fmt::format("'{}' has no index", base);
  return fmt::format("'{}' has {} {}, found {}", base, *declared, *declared == 1 ? "index" : "indices", found);
}

}  // namespace

std::vector<std::string> visible_names(const Analysis& a, const NameTable& table) {
  const std::string& prefix = a.evaluator().scope().prefix();
  std::vector<std::string> names;
  for (const std::string_view base : table.base_names()) {
    const std::string full(base);
    if (hidden_part(a, full)) continue;
    names.push_back(full.starts_with(prefix) ? full.substr(prefix.size()) : full);
  }
  return names;
}

std::optional<std::string> declare(Analysis& a, NameTable& table, const Statement& s, std::string_view kind) {
  auto name = a.evaluator().indexed(std::string(a.text(s.name)), s.indices);
  if (!name) return std::nullopt;
  *name = a.evaluator().scope().prefix() + *name;
  if (const NameTable::Entry* earlier = table.find(*name)) {
    a.report.error(s.name_span, "S015", fmt::format("{} '{}' is declared twice", kind, *name),
                   fmt::format("first at {}", a.report.place(earlier->declared)));
    return std::nullopt;
  }
  table.add(*name, {NameTable::failed, s.name_span});
  return name;
}

std::optional<int> resolve(Analysis& a, const NameTable& table, const Expression& e, std::string_view what,
                           bool allow_world) {
  const auto name = written_name(a, e, what);
  if (!name) return std::nullopt;
  const std::string full = find_declared(a, table, *name);
  if (full == "world" && allow_world) return world_body;
  if (const NameTable::Entry* entry = table.find(full)) {
    if (!check_exported(a, full, e.span)) return std::nullopt;
    if (entry->index != NameTable::failed) return entry->index;
    // A declaration that failed has said why; without an error it is the one that is being read.
    if (a.report.num_errors() == 0)
      a.report.error(e.span, "S028", fmt::format("the {} '{}' needs its own value: {} -> {}", what, full, full, full),
                     "a value cannot follow from itself; name what it depends on");
    return std::nullopt;
  }
  if (report_value_as_thing(a, e, what)) return std::nullopt;
  if (const auto fault = fault_of_member(a, *name))
    a.report.error(e.span, fault->code, fault->message, fault->hint);
  else
    a.report.error(e.span, "S017", fmt::format("unknown {} '{}'", what, *name),
                   name_hint(a, table, *name, what, e.span));
  return std::nullopt;
}

std::optional<std::vector<std::string>> read_names(Analysis& a, const NameTable& table, const Expression& e,
                                                   std::string_view what) {
  const std::span<const Expression* const> items =
      e.kind == ExpressionKind::list ? e.operands : std::span<const Expression* const>();
  std::vector<std::string> names;
  const auto add = [&](const Expression& item) {
    if (!resolve(a, table, item, what, false)) return false;
    names.push_back(*written_name(a, item, what));
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
                    std::span<const FieldSpec> more, const SpecialField& special, const OwnDeclaration& declaration) {
  FieldSet fields(a.evaluator(), owner);
  BlockReader reader;
  reader.property = [&](const Statement& s) { read_property(a, fields, s, block, owner, more, special); };
  reader.declaration = [&](const Statement& s) {
    if (declaration && declaration(s)) return;
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
  if (!s.parameters.empty() && block.kind != part_block.kind)
    return fail(fmt::format("{} takes no parameters", block.kind));
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
  const bool is_particle = what == "shape" && call.name == "particle";
  a.report.error(call.name_span, "S016", fmt::format("unknown {} '{}'", what, call.name),
                 is_particle     ? "a point mass is written particle name { ... }"
                 : known.empty() ? fmt::format("this program has no {}s", what)
                                 : suggest(call.name, known));
}

const Body* body_at(const Analysis& a, int index) {
  return index == world_body ? nullptr : &a.world.model.bodies[static_cast<std::size_t>(index)];
}

}  // namespace perpend::dsl
