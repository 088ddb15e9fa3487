#include <fmt/format.h>

#include <cstdio>

#include "cli/commands/commands.hpp"
#include "cli/commands/load_scene.hpp"
#include "cli/process.hpp"
#include "dsl/expand.hpp"
#include "dsl/explanation.hpp"
#include "dsl/load.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/schema/shape_words.hpp"
#include "dsl/suggest.hpp"
#include "kernel/model/scene/scene_checks.hpp"
#include "kernel/solvers/lcp_solver.hpp"
#include "study/vocabulary.hpp"

namespace perpend::cli {

namespace {

std::string unit_of(const FieldSpec& field) {
  const std::string unit = si_unit(field.dimension).name;
  switch (field.type) {
    case FieldType::flag:
      return "true | false";
    case FieldType::integer:
      return "whole number";
    case FieldType::choice: {
      std::string choices(field.choices);
      for (std::size_t i = choices.find('|'); i != std::string::npos; i = choices.find('|', i + 3))
        choices.replace(i, 1, " | ");
      return choices;
    }
    case FieldType::text:
      return "text";
    case FieldType::rotation:
      return "rotation";
    case FieldType::body:
      return "a body, or world";
    case FieldType::vector3:
    case FieldType::time_vector3:
      return unit.empty() ? "(x, y, z)" : "(x, y, z) " + unit;
    case FieldType::matrix:
      return unit.empty() ? "matrix" : "matrix, " + unit;
    default:
      return unit.empty() ? "number" : unit;
  }
}

void print_fields(std::span<const FieldSpec> fields, const char* role) {
  for (const FieldSpec& field : fields)
    print_out("    {:<16} {} [{}]{}{}{}\n", field.name, role, unit_of(field), field.required ? ", required" : "",
              field.default_text.empty() ? "" : fmt::format(", default {}", field.default_text),
              field.doc.empty() ? "" : fmt::format(": {}", field.doc));
}

void print_type(const TypeSpec& spec, std::string_view heading) {
  print_out("{}\n    {}{}\n", heading, spec.summary, spec.citation.empty() ? "" : fmt::format(" [{}]", spec.citation));
  print_fields(spec.arguments, "argument");
  print_fields(spec.properties, "property");
}

template <class Rows>
void print_types(const Rows& rows, const char* space) {
  for (const auto& row : rows) {
    print_type(row.spec, fmt::format("{} ({})", row.spec.name, space));
    if constexpr (std::is_same_v<typename Rows::value_type, JointType>)
      print_fields(vocabulary().checks->coordinate_fields(row), "property");
  }
}

template <class Planar, class Spatial>
void print_both(const Planar& planar, const Spatial& spatial) {
  print_types(planar, "world planar");
  print_types(spatial, "world spatial");
}

void print_signals() {
  for (const SignalType& signal : vocabulary().signals) {
    std::string heading(signal.spec.name);
    switch (signal.entity) {
      case SignalEntity::none:
        break;
      case SignalEntity::optional_joint:
        heading += " | " + heading + "(joint)";
        break;
      case SignalEntity::joint:
        heading += "(joint)";
        break;
      case SignalEntity::body:
        heading += "(body)";
        break;
      case SignalEntity::body_or_joint:
        heading += "(body) or of a joint";
        break;
      case SignalEntity::two_bodies:
        heading += "(body, body)";
        break;
      case SignalEntity::force:
        heading += "(force)";
        break;
      case SignalEntity::contact:
        heading += "(contact)";
        break;
      default:
        heading += fmt::format("({})", signal.entity_choices);
        break;
    }
    const std::string unit = si_unit(signal.dimension).name;
    print_type(signal.spec, fmt::format("{} [{}]", heading, unit.empty() ? "-" : unit));
  }
}

void print_solvers() {
  for (const TypeSpec& row : vocabulary().solvers) print_type(row, fmt::format("{} (linear_solver)", row.name));
  for (const LcpSolverType* row : vocabulary().lcp_solvers)
    print_type(row->spec, fmt::format("{} (solver)", row->variants));
}

/// Blocks about contacts, and the pairs of shapes that can touch.
void print_contacts() {
  for (const dsl::BlockSpec* block : {&dsl::contacts_block, &dsl::contact_block}) {
    print_out("{}\n    {}\n", block->form, block->summary);
    for (const dsl::LanguageField& field : block->fields) print_fields(std::span(&field.spec, 1), "property");
  }
  for (const Space space : {Space::planar, Space::spatial})
    for (const dsl::TouchRow& row : dsl::touch_table(vocabulary(), space))
      print_out("{} (world {})\n    touches {}\n", row.shape, space == Space::planar ? "planar" : "spatial",
                fmt::join(row.others, ", "));
}

void print_units() {
  for (const dsl::UnitRow& row : dsl::unit_table()) {
    const std::string si = si_name(row.unit.dimension);
    print_out("{:<6} {:<22} = {} {}\n", row.unit.name, row.doc, row.unit.factor, si.empty() ? "" : si);
  }
}

}  // namespace

ExitCode list_registry(const std::string& what) {
  const Vocabulary& all = vocabulary();
  if (what == "methods")
    for (const StabilizerType& row : all.stabilizers) print_type(row.spec, row.variants);
  else if (what == "joints")
    print_both(all.joints, all.spatial_joints);
  else if (what == "drives")
    print_both(all.drives, all.spatial_drives);
  else if (what == "constraints")
    print_both(all.constraints, all.spatial_constraints);
  else if (what == "shapes")
    print_both(all.shapes, all.spatial_shapes);
  else if (what == "forces")
    print_both(all.forces, all.spatial_forces);
  else if (what == "solvers")
    print_solvers();
  else if (what == "contacts")
    print_contacts();
  else if (what == "signals")
    print_signals();
  else
    print_units();
  return ExitCode::as_expected;
}

ExitCode expand_scene(const std::string& file, const std::vector<std::string>& set) {
  const auto overrides = read_overrides(set);
  if (!overrides) return ExitCode::scene_error;
  const LoadedScene scene = load_scene(file, *overrides, true);
  if (!scene.experiment) return ExitCode::scene_error;
  for (const std::string& head : dsl::swept_structure(*scene.document))
    say(fmt::format("warning: a sweep changes '{}', which the flat scene has as it is now, at all points\n", head));
  print_out("{}", dsl::expanded_text(*scene.document, *overrides));
  return ExitCode::as_expected;
}

ExitCode explain_code(const std::string& code) {
  if (code.empty()) {
    for (const dsl::DiagnosticCode& row : dsl::diagnostic_codes()) print_out("{}  {}\n", row.code, row.meaning);
    return ExitCode::as_expected;
  }
  const dsl::Explanation* explanation = dsl::find_explanation(code);
  if (explanation == nullptr) {
    std::vector<std::string_view> known;
    for (const dsl::DiagnosticCode& row : dsl::diagnostic_codes()) known.push_back(row.code);
    // S5 is S005.
    const bool has_digits = code.size() > 1 && code.size() < 4 && (code[0] == 'S' || code[0] == 's') &&
                            code.find_first_not_of("0123456789", 1) == std::string::npos;
    const std::string padded = has_digits ? "S" + std::string(4 - code.size(), '0') + code.substr(1) : code;
    say(fmt::format("error: there is no code '{}'; {}\n", code,
                    padded != code && dsl::find_explanation(padded) != nullptr ? "did you mean '" + padded + "'?"
                                                                               : dsl::suggest(code, known)));
    return ExitCode::scene_error;
  }
  print_out("{}", dsl::explain(*explanation, vocabulary()));
  return ExitCode::as_expected;
}

ExitCode print_manual() {
  print_out("{}", dsl::language_reference(vocabulary()));
  return ExitCode::as_expected;
}

}  // namespace perpend::cli
