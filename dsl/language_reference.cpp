// The manual page of the language, from the rows that the checker reads.
#include <fmt/format.h>

#include <cmath>

#include "dsl/claim_expression.hpp"
#include "dsl/functions.hpp"
#include "dsl/load.hpp"
#include "dsl/schema.hpp"
#include "dsl/units.hpp"

namespace perpend::dsl {

namespace {

std::string type_words(const FieldSpec& spec) {
  const std::string unit = si_name(spec.dimension).empty() ? "" : fmt::format(" [{}]", si_name(spec.dimension));
  switch (spec.type) {
    case FieldType::flag:
      return "`true` or `false`";
    case FieldType::number:
      return "number" + unit;
    case FieldType::integer:
      return "whole number";
    case FieldType::choice: {
      std::string words = "`";
      for (const char c : spec.choices) words += c == '|' ? std::string("` `") : std::string(1, c);
      return words + "`";
    }
    case FieldType::text:
      return "string";
    case FieldType::vector:
      return "(x, y)" + unit;
    case FieldType::number_list:
      return "list of numbers" + unit;
    case FieldType::point_list:
      return "list of (x, y)" + unit;
    case FieldType::time_number:
      return "number" + unit + ", may use `t`";
    case FieldType::time_vector:
      return "(x, y)" + unit + ", may use `t`";
    case FieldType::vector3:
      return "(x, y, z)" + unit;
    case FieldType::time_vector3:
      return "(x, y, z)" + unit + ", may use `t`";
    case FieldType::rotation:
      return "rotation: `axis_angle`, `quaternion` or `euler`";
    case FieldType::matrix:
      return "list of rows of numbers" + unit;
    case FieldType::time_list:
      return "list of numbers" + unit + ", may use `t`";
  }
  return "";
}

std::string range_words(const FieldSpec& spec) {
  const bool has_minimum = std::isfinite(spec.minimum);
  const bool has_maximum = std::isfinite(spec.maximum);
  if (!has_minimum && !has_maximum) return "";
  std::string words;
  if (has_minimum) words += fmt::format("{} {}", spec.exclusive_minimum ? "above" : "at least", spec.minimum);
  if (has_minimum && has_maximum) words += ", ";
  if (has_maximum) words += fmt::format("at most {}", spec.maximum);
  return words;
}

/// A cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text)
    result += c == '|' ? std::string("\\|") : c == '<' ? std::string("&lt;") : std::string(1, c);
  return result;
}

void append_field_head(std::string& page) {
  page += "| name | value | needed | default | range | meaning |\n|---|---|---|---|---|---|\n";
}

void append_field(std::string& page, const FieldSpec& spec, std::string_view syntax) {
  const std::string value = syntax.empty() ? type_words(spec) : std::string(syntax);
  page += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", spec.name, cell(value), spec.required ? "yes" : "",
                      cell(spec.default_text), range_words(spec), cell(spec.doc));
}

void append_block(std::string& page, const BlockSpec& block) {
  page += fmt::format("### {}\n\n`{}`: {}.\n\n", block.kind, block.form, block.summary);
  if (block.fields.empty()) return;
  append_field_head(page);
  for (const LanguageField& field : block.fields) append_field(page, field.spec, field.syntax);
  page += '\n';
}

void append_type(std::string& page, const TypeSpec& spec, const std::string& extra) {
  page += fmt::format("### {}\n\n{}.{}{}\n\n", spec.name, spec.summary, extra.empty() ? "" : " " + extra,
                      spec.citation.empty() ? "" : fmt::format(" Source: {}.", spec.citation));
  const auto append_table = [&](std::span<const FieldSpec> fields, const char* title) {
    if (fields.empty()) return;
    page += fmt::format("{}:\n\n", title);
    append_field_head(page);
    for (const FieldSpec& field : fields) append_field(page, field, {});
    page += '\n';
  };
  append_table(spec.arguments, "Arguments, in `( )`");
  append_table(spec.properties, "Properties, in `{ }`");
}

constexpr std::string_view introduction =
    "# Language reference\n\n"
    "Made by the program from the tables that check scenes. A declaration reads `kind name = type(arguments) { "
    "properties }`;\n"
    "a name may have an index, as in `pin[3]`. A statement ends at a new line or `;`. New lines are free inside `( )` "
    "and `[ ]` and\n"
    "behind an operator or a comma. `#` starts a comment. Kinds of an experiment may come in any order; inside a world "
    "a body\n"
    "comes before the joints that name it.\n\n"
    "`let x = value` names a value, `param x = value` one that `--set` and sweeps can replace. `for i in 1..n { }` "
    "repeats over a\n"
    "range (both ends; none when the end is below the start) or a list, `if c { } else { }` chooses, `include "
    "\"file\"` inserts.\n\n"
    "Operators from loose to tight: `..`, `or`, `and`, `not`, `== != < <= > >=`, `+ -`, `* /`, sign, `^` (from the "
    "right), index. A\n"
    "number with its unit binds tighter than all of them: `length / 2 mm` divides by 2 mm, `1 / 2 s` is 0.5/s, `50/s` "
    "is one quantity.\n"
    "In a unit a `/` divides by the one unit after it: `J/kg/m`. A radian counts as a pure number. A zero needs no "
    "unit where a\n"
    "field gives it. List elements are counted from 1.\n\n";

void append_units(std::string& page) {
  page += "## Units\n\n| unit | SI | meaning |\n|---|---|---|\n";
  for (const UnitRow& row : unit_table())
    page +=
        fmt::format("| `{}` | {} {} | {} |\n", row.unit.name, row.unit.factor, si_name(row.unit.dimension), row.doc);
  page +=
      "\nProducts, quotients and whole powers of them are units too. Their names are reserved, and so "
      "are `in`, `world`, `pi`, `inf` and `t`.\n\n";
}

void append_functions(std::string& page) {
  page += "## Functions\n\n| function | meaning | with `t` |\n|---|---|---|\n";
  for (const Function& f : functions())
    page += fmt::format("| `{}` | {} | {} |\n", f.signature, f.doc, f.op ? "yes" : "");
  page += "\nConstants: `pi`, `inf`. In time-dependent fields `t` is the time.\n\n";
  page += "## Queries of claims\n\n| query | meaning |\n|---|---|\n";
  for (const QueryForm& q : query_forms()) page += fmt::format("| `{}` | {} |\n", cell(q.signature), q.doc);
  page += "\nWith `sweep: name, key: value` a query asks the run at that point of a sweep.\n\n";
}

std::string signal_words(const SignalType& row) {
  constexpr std::string_view entities[] = {
      "the whole scene", "the whole scene, or one joint", "one joint", "one body", "a kind", "a kind"};
  std::string words = fmt::format("Of {}", entities[static_cast<int>(row.entity)]);
  if (!row.entity_choices.empty()) words += fmt::format(": {}", row.entity_choices);
  words += row.num_components == 1   ? ". A number"
           : row.num_components == 2 ? ". A vector"
           : row.num_components == 3 ? ". A number in the plane, a vector in space"
                                     : ". One value a row: needs a reduction";
  return words + (si_name(row.dimension).empty() ? "." : fmt::format(" [{}].", si_name(row.dimension)));
}

}  // namespace

std::string language_reference(const Vocabulary& vocabulary) {
  std::string page(introduction);
  append_units(page);
  append_functions(page);
  page += "## Blocks\n\n";
  for (const BlockSpec* block : block_specs()) append_block(page, *block);
  page += "## Shapes\n\n";
  for (const ShapeType& row : vocabulary.shapes) append_type(page, row.spec, "");
  page += "## Joints\n\n";
  for (const JointType& row : vocabulary.joints) append_type(page, row.spec, fmt::format("Rows: {}.", row.num_rows));
  page += "## Forces\n\n";
  for (const ForceType& row : vocabulary.forces)
    append_type(page, row.spec, fmt::format("Bodies: {}.", row.num_bodies));
  page += "## Methods\n\n";
  for (const StabilizerType& row : vocabulary.stabilizers)
    append_type(page, row.spec, row.variants.empty() ? "" : fmt::format("Written `{}`.", row.variants));
  page += "## Signals\n\n";
  for (const SignalType& row : vocabulary.signals) append_type(page, row.spec, signal_words(row));
  page += "## Solvers\n\n";
  for (const TypeSpec& row : vocabulary.solvers) append_type(page, row, "");
  page += "## Diagnostics\n\n| code | meaning |\n|---|---|\n";
  for (const DiagnosticCode& row : diagnostic_codes()) page += fmt::format("| {} | {} |\n", row.code, row.meaning);
  return page;
}

}  // namespace perpend::dsl
