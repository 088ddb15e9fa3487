// The manual page of the language, from the rows that the checker reads.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "dsl/analysis/claims/claim_forms.hpp"
#include "dsl/load.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/schema/shape_words.hpp"
#include "dsl/values/functions.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend::dsl {

namespace {

std::string type_words(const FieldSpec& spec) {
  const std::string unit = spec.dimension == Dimension{} ? "" : fmt::format(" [{}]", si_unit(spec.dimension).name);
  const std::string may_use = spec.is_law ? ", may use `t` and signals" : ", may use `t`";
  const std::string may_be_law = spec.is_law ? may_use : "";
  switch (spec.type) {
    case FieldType::flag:
      return "`true` or `false`";
    case FieldType::number:
      return "number" + unit + may_be_law;
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
      return "(x, y)" + unit + may_be_law;
    case FieldType::number_list:
      return "list of numbers" + unit;
    case FieldType::point_list:
      return "list of (x, y)" + unit;
    case FieldType::point3_list:
      return "list of (x, y, z)" + unit;
    case FieldType::time_number:
      return "number" + unit + may_use;
    case FieldType::time_vector:
      return "(x, y)" + unit + may_use;
    case FieldType::vector3:
      return "(x, y, z)" + unit + may_be_law;
    case FieldType::time_vector3:
      return "(x, y, z)" + unit + may_use;
    case FieldType::rotation:
      return "rotation: `axis_angle`, `quaternion`, `euler` or a product of them";
    case FieldType::matrix:
      return "list of rows of numbers" + unit + may_be_law;
    case FieldType::time_list:
      return "list of numbers" + unit + may_use;
    case FieldType::body:
      return "a body, or `world`";
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

/// Whether the plane has the same field.
bool is_in_plane(const BlockSpec& block, const LanguageField& field) {
  return std::any_of(block.fields.begin(), block.fields.end(), [&](const LanguageField& f) {
    return f.spec.name == field.spec.name && f.spec.type == field.spec.type && f.spec.dimension == field.spec.dimension;
  });
}

void append_block(std::string& page, const BlockSpec& block) {
  page += fmt::format("### {}\n\n`{}`: {}.\n\n", block.kind, block.form, block.summary);
  if (block.fields.empty()) return;
  append_field_head(page);
  for (const LanguageField& field : block.fields) append_field(page, field.spec, field.syntax);
  page += '\n';
  if (block.spatial_fields.empty()) return;
  page += "In `world spatial` instead:\n\n";
  append_field_head(page);
  for (const LanguageField& field : block.spatial_fields)
    if (!is_in_plane(block, field)) append_field(page, field.spec, field.syntax);
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

constexpr std::string_view rotation_words =
    "## Rotations\n\n"
    "| rotation | meaning |\n|---|---|\n"
    "| `axis_angle((x, y, z), angle)` | a turn about the axis, counter-clockwise for a viewer towards whom the axis "
    "points; the axis may have any length but 0 |\n"
    "| `quaternion(w, x, y, z)` | a quaternion of any length but 0; it is scaled to length 1 |\n"
    "| `euler(zyx, a, b, c)` | a about z, then b about the turned y, then c about the x axis after both turns; any "
    "order of "
    "three axes in which neighbouring ones differ, as zxz |\n\n"
    "A rotation is a value: `let tilt = axis_angle((0, 0, 1), 30 deg)` names one, lists and functions hold them. "
    "`r * s` turns by s "
    "and then by r, both about axes of the world; `r * (1, 0, 0) m` is the vector turned.\n\n";

std::string joint_words(const JointType& row) {
  std::string words =
      row.count_rows != nullptr ? fmt::format("Rows: up to {}", row.num_rows) : fmt::format("Rows: {}", row.num_rows);
  const int num_nonholonomic = std::min(row.num_nonholonomic, row.num_rows);
  if (num_nonholonomic > 0) words += fmt::format(", {} of them on velocities", num_nonholonomic);
  if (row.num_bodies == 0) words += ". Acts on a joint";
  if (row.num_bodies == 1 && row.more_bodies == 0) words += ". Acts on one body";
  if (row.more_bodies > 0)
    words += fmt::format(". Acts on {} to {} bodies", row.num_bodies, row.num_bodies + row.more_bodies);
  for (int i = 0; i < row.num_coordinates; ++i)
    words += fmt::format("{}`{}`", i == 0 ? ". Free: " : ", ", row.coordinate_spec[static_cast<std::size_t>(i)].name);
  return words + ".";
}

std::string force_words(const ForceType& row) {
  return row.num_bodies == 0 ? "Acts on a joint." : fmt::format("Bodies: {}.", row.num_bodies);
}

template <class Row>
std::string no_words(const Row&) {
  return "";
}

template <class Row>
void append_rows(std::string& page, std::string_view title, std::span<const Row> rows,
                 std::string (*words)(const std::type_identity_t<Row>&)) {
  if (rows.empty()) return;
  page += fmt::format("## {}\n\n", title);
  for (const Row& row : rows) append_type(page, row.spec, words(row));
}

/// Those of a joint with one free angle and with one free travel stand for all.
void append_coordinate_fields(std::string& page, const Vocabulary& vocabulary) {
  if (vocabulary.checks == nullptr) return;
  page +=
      "## Properties of every joint\n\nA joint takes these in addition to its own, in `{ }`. They act on the free "
      "coordinate of the joint, "
      "which "
      "is "
      "0 in the start\npose unless `at_start` says otherwise. A joint with two free coordinates has them twice, each "
      "with "
      "the name of its\ncoordinate in front, as `slide_limits`. Limits are one-sided constraints; friction is bounded "
      "by "
      "its largest value.\n\n";
  for (const Dimension dimension : {dimension::angle, dimension::length}) {
    const auto is_wanted = [&](const JointType& row) {
      return row.num_coordinates == 1 && row.coordinate_spec[0].dimension == dimension;
    };
    const auto row = std::find_if(vocabulary.joints.begin(), vocabulary.joints.end(), is_wanted);
    if (row == vocabulary.joints.end()) continue;
    page +=
        fmt::format("With a free {}, as `{}`:\n\n", dimension == dimension::angle ? "angle" : "travel", row->spec.name);
    append_field_head(page);
    for (const FieldSpec& field : vocabulary.checks->coordinate_fields(*row)) append_field(page, field, {});
    page += '\n';
  }
}

constexpr std::string_view introduction =
    "# Language reference\n\n"
    "Generated by the program from the tables that it checks scenes with. A declaration reads `kind name = "
    "type(arguments) { "
    "properties }`;\n"
    "a name may have indices, as in `pin[3]` or `disk[row, j]`. A statement ends at a new line, `;` or the `}` of its "
    "block. New lines are\n"
    "free inside `( )` and `[ ]` and behind an operator or a comma. `#` starts a comment. Blocks of an experiment may "
    "come in any order; inside a world "
    "a body\n"
    "comes before the joints that name it.\n\n"
    "`let x = value` names a value; `param x = value` names one that `--set` and sweeps can replace: a number, or a "
    "choice as in `param law = newton` or `param way = lemke`. `for i in 1..n { "
    "}` "
    "repeats over a\n"
    "range (both ends included; empty when the end is below the start) or a list, `if c { } else { }` chooses "
    "statements, "
    "`include "
    "\"file\"` inserts. In an\n"
    "expression `if c then a else b` gives a or b; the other is not evaluated; where c changes during the run both "
    "have "
    "one "
    "dimension.\n\n"
    "Operators from loose to tight: `..`, `or`, `and`, `not`, `== != < <= > >=`, `+ -`, `* /`, sign, `^` (from the "
    "right), index. A\n"
    "number with its unit binds tighter than all of them: `length / 2 mm` divides by 2 mm, `1 / 2 s` is 0.5/s, `50/s` "
    "is one quantity.\n"
    "In a unit a `/` divides by the one unit after it: `J/kg/m`, and `5 1/s` is `5/s`. A radian counts as a pure "
    "number. A zero needs\n"
    "no unit: `(0, -9.81 m/s^2)`, `max(0, x)`. List elements are counted from 1; `m[2, 3]` is `m[2][3]`.\n\n";

void append_units(std::string& page) {
  page += "## Units\n\n| unit | SI | meaning |\n|---|---|---|\n";
  for (const UnitRow& row : unit_table())
    page +=
        fmt::format("| `{}` | {} {} | {} |\n", row.unit.name, row.unit.factor, si_name(row.unit.dimension), row.doc);
  page +=
      "\nProducts, quotients and whole powers of them are units too. Bodies, joints, methods and other "
      "declared things may bear their names; `let`, `param` and `for` may not, because `2 m` is two metres. `in`, "
      "`world`, `pi`, `inf` and `t` are reserved everywhere.\n\n";
}

void append_functions(std::string& page) {
  page += "## Functions\n\n| function | meaning |\n|---|---|\n";
  for (const Function& f : functions()) page += fmt::format("| `{}` | {} |\n", f.signature, f.doc);
  page +=
      "| `table(\"file.csv\", x)` | second column of a file at a value of its first, along straight lines; with a "
      "third "
      "argument `cubic` along a natural spline |\n"
      "| `mesh(\"solid.obj\", 1 mm)` | corners of a closed convex solid, OBJ or STL, by the length of the "
      "file's "
      "unit; for `hull(points: ...)` |\n"
      "\nConstants: `pi`, `inf`. `t` is the time; a value with `t` or with signals goes where the tables below say so. "
      "`fn f(x, y) = value` is a function of the scene, which does not call itself: see [laws.md](laws.md).\n\n";
  page += "## Queries of claims\n\n| query | meaning |\n|---|---|\n";
  for (const QueryForm& q : query_forms()) page += fmt::format("| `{}` | {} |\n", cell(q.signature), q.doc);
  page +=
      "\nWith `sweep: name, key: value` a query of one run is evaluated at this point of a sweep; one over a sweep "
      "takes "
      "with "
      "`key: value` only the points that have it. Its reduction over time may stand inside: `median(mean(drift, post), "
      "over: seeds)`, `median(max(drift, post, after: 1 s), over: seeds)`, `fraction(final(drift, post) < 1 mm, over: "
      "seeds)`. In the place of a measure may stand an "
      "expression "
      "of measures, signals and `t`, `max(abs(drift - 1 mm), post)`, which becomes a measure of its own, in figures "
      "as well. Both sides of a condition may be such expressions, "
      "`first_time(drift > 2 * limit, post)`: their difference is a measure of its own, "
      "whose "
      "reduction is compared with 0, and a number that a sweep changes is that of each point. A fit is asked by its "
      "name, or by its name and a key: "
      "`lowest(gravity.scale)`.\n\n"
      "A measure may have values for the first part of a run only, as `reference_error` has where the reference "
      "follows "
      "no further. Its largest value is then known from below, so that a bound which it passes in that part is broken; "
      "its smallest value likewise, and its root of the mean square from below. Everything else is undecided, unless "
      "`until: t` asks for that part.\n\n";
}

/// Which block stands inside which, in the order of the manual.
void append_block_tree(std::string& page) {
  page += "## Which block belongs inside which\n\n```\n";
  const auto append = [&](const BlockSpec& block, int level) {
    page += fmt::format("{:{}}{:<{}}# {}\n", "", 2 * level, block.form, 56 - 2 * level, block.summary);
  };
  const auto append_inside = [&](const auto& self, std::string_view outer, int level) -> void {
    for (const BlockSpec* block : block_specs()) {
      if (block->inside != outer) continue;
      append(*block, level);
      self(self, block->kind, level + 1);
    }
  };
  append_inside(append_inside, "", 0);
  page +=
      "```\n\nA `param` may also come before the experiment; `let`, `for`, `if` and `include` are allowed in any "
      "block.\n\n";
}

void append_reductions(std::string& page) {
  page +=
      "## Reductions\n\nA measure is one number at each step: `max_abs(constraint_error)`, `x(position(bob))`, or an "
      "expression of signals, of `t` and of measures before it, `abs(angle(pin) - 0.1 rad * cos(3 rad/s * t))`. Claims "
      "and figures bring its series to one number, and claims over a sweep those of its runs.\n\n"
      "| reduction | over | meaning |\n|---|---|---|\n";
  for (const ReductionName& row : reductions()) page += fmt::format("| `{}` | components | {} |\n", row.name, row.doc);
  for (const QuerySubject subject : {QuerySubject::run, QuerySubject::points})
    for (const QueryForm& q : query_forms())
      if (q.subject == subject && q.name != "order")
        page += fmt::format("| `{}` | {} | {} |\n", q.name, subject == QuerySubject::run ? "time" : "runs of a sweep",
                            q.doc);
  page += '\n';
}

std::string signal_words(const SignalType& row) {
  constexpr std::string_view entities[] = {"nothing",
                                           "nothing or a joint",
                                           "a joint",
                                           "a body",
                                           "a kind",
                                           "a kind",
                                           "a contact",
                                           "a body or a joint",
                                           "two bodies, or a body and world",
                                           "a force"};
  std::string words = fmt::format("Takes {}", entities[static_cast<int>(row.entity)]);
  if (!row.entity_choices.empty()) words += fmt::format(": {}", row.entity_choices);
  words += row.num_components == 1   ? ". Gives a number"
           : row.num_components == 2 ? ". Gives a vector"
           : row.num_components == 3 ? ". Gives a number in the plane, a vector in space"
                                     : ". Gives one value for each row, which need a reduction";
  if (row.planar_only)
    words += row.entity == SignalEntity::body_or_joint ? ", of bodies in the plane only" : ", in the plane only";
  if (row.state) words += ". Laws may read it";
  if (row.rows != SignalRows::none)
    return fmt::format("{} [{}], where all its rows are angles [{}].", words, si_unit(row.dimension).name,
                       si_unit(dimension_of_angles(row)).name);
  const bool is_energy = row.dimension == dimension::energy && !row.is_torque;
  return words +
         (row.dimension == Dimension{} ? "." : fmt::format(" [{}].", is_energy ? "J" : si_unit(row.dimension).name));
}

void append_touch_tables(std::string& page, const Vocabulary& vocabulary) {
  for (const Space space : {Space::planar, Space::spatial}) {
    const auto rows = touch_table(vocabulary, space);
    if (rows.empty()) continue;
    page += fmt::format("## Contacts {}\n\n| shape | touches |\n|---|---|\n",
                        space == Space::planar ? "of the plane" : "of space");
    for (const TouchRow& row : rows) page += fmt::format("| {} | {} |\n", row.shape, fmt::join(row.others, ", "));
    page += '\n';
  }
}

void append_lcp_solvers(std::string& page, const Vocabulary& vocabulary) {
  if (vocabulary.checks == nullptr || vocabulary.lcp_solvers.empty()) return;
  page += "## Solvers of contact problems\n\n";
  for (const LcpSolverType* type : vocabulary.lcp_solvers)
    append_type(page, vocabulary.checks->lcp_solver_spec(*type),
                fmt::format("Written `{}`.", vocabulary.checks->lcp_solver_variants(*type)));
}

}  // namespace

std::string language_reference(const Vocabulary& vocabulary) {
  std::string page(introduction);
  append_units(page);
  append_functions(page);
  append_reductions(page);
  append_block_tree(page);
  page += "## Blocks\n\n";
  for (const BlockSpec* block : block_specs()) append_block(page, *block);
  page += rotation_words;
  append_rows(page, "Shapes of the plane", vocabulary.shapes, no_words<ShapeType>);
  append_rows(page, "Shapes of space", vocabulary.spatial_shapes, no_words<SpatialShapeType>);
  append_rows(page, "Joints of the plane", vocabulary.joints, joint_words);
  append_rows(page, "Joints of space", vocabulary.spatial_joints, joint_words);
  append_coordinate_fields(page, vocabulary);
  append_rows(page, "Drives of the plane", vocabulary.drives, joint_words);
  append_rows(page, "Drives of space", vocabulary.spatial_drives, joint_words);
  append_rows(page, "Constraints of the plane", vocabulary.constraints, joint_words);
  append_rows(page, "Constraints of space", vocabulary.spatial_constraints, joint_words);
  append_rows(page, "Forces of the plane", vocabulary.forces, force_words);
  append_rows(page, "Forces of space", vocabulary.spatial_forces, force_words);
  append_touch_tables(page, vocabulary);
  page += "## Methods\n\n";
  for (const StabilizerType& row : vocabulary.stabilizers)
    append_type(page, row.spec, row.variants.empty() ? "" : fmt::format("Written `{}`.", row.variants));
  page += "## Signals\n\n";
  for (const SignalType& row : vocabulary.signals) append_type(page, row.spec, signal_words(row));
  page += "## Linear solvers\n\n";
  for (const TypeSpec& row : vocabulary.solvers) append_type(page, row, "");
  append_lcp_solvers(page, vocabulary);
  page += "## Diagnostics\n\n| code | meaning |\n|---|---|\n";
  for (const DiagnosticCode& row : diagnostic_codes()) page += fmt::format("| {} | {} |\n", row.code, row.meaning);
  return page;
}

}  // namespace perpend::dsl
