// Measures: a signal, of an entity or of the whole scene, brought to one number by a reduction.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "dsl/analysis/analysis.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/suggest.hpp"
#include "dsl/syntax/unit_syntax.hpp"
#include "dsl/values/units.hpp"

namespace perpend::dsl {

namespace {

const SignalType* find_signal(const Analysis& a, std::string_view name) {
  const auto found = std::find_if(a.vocabulary.signals.begin(), a.vocabulary.signals.end(),
                                  [&](const SignalType& row) { return row.spec.name == name; });
  return found == a.vocabulary.signals.end() ? nullptr : &*found;
}

/// Splits `reduction(signal)` or `signal`; the signal's expression comes back.
const Expression* read_reduction(Analysis& a, const Expression& e, MeasureSpec& measure) {
  if (e.kind != ExpressionKind::call || find_signal(a, a.text(e.name)) != nullptr) return &e;
  const auto rows = reductions();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const ReductionName& r) { return r.name == a.text(e.name); });
  if (found == rows.end()) return &e;
  if (e.operands.size() != 1 || e.operands[0]->kind == ExpressionKind::argument) {
    a.report.error(e.span, "S018", fmt::format("{} takes one signal", found->name),
                   fmt::format("as in {}(constraint_error)", found->name));
    return nullptr;
  }
  measure.reduction = found->reduction;
  return e.operands[0];
}

const SignalType* require_signal(Analysis& a, const TypeCall& call) {
  if (const SignalType* signal = find_signal(a, call.name)) return signal;
  std::vector<std::string_view> known;
  for (const SignalType& row : a.vocabulary.signals) known.push_back(row.spec.name);
  for (const ReductionName& row : reductions()) known.push_back(row.name);
  const std::string alike = most_alike(call.name, known);
  a.report.error(call.name_span, "S016", fmt::format("unknown signal '{}'", call.name),
                 alike.empty() ? fmt::format("perpend list signals prints them: {}", enumerate(known))
                               : fmt::format("did you mean '{}'? perpend list signals prints all", alike));
  return nullptr;
}

/// The state keeps the coordinates of joints that a measure asks for.
bool track_coordinates(Analysis& a, const SignalType& signal, int index, Span span) {
  Joint& joint = a.world.model.joints[static_cast<std::size_t>(index)];
  joint.tracks_coordinates = true;
  int count = 0;
  for (int i = 0; i < joint.type->num_coordinates; ++i)
    count += joint.type->coordinate_spec[static_cast<std::size_t>(i)].dimension == signal.dimension ? 1 : 0;
  if (count >= (signal.spec.name.ends_with("_second") ? 2 : 1)) return true;
  a.report.error(span, "S051",
                 fmt::format("the {} '{}' leaves no coordinate free for '{}'", joint.type->spec.name, joint.name,
                             signal.spec.name),
                 "name a joint with a free angle or travel");
  return false;
}

bool read_entity(Analysis& a, const SignalType& signal, const TypeCall& call, const Expression* entity,
                 MeasureSpec& measure) {
  const auto fail = [&](Span span, std::string message, std::string hint) {
    a.report.error(span, "S051", std::move(message), std::move(hint));
    return false;
  };
  const std::string_view name = signal.spec.name;
  const bool is_joint = signal.entity == SignalEntity::joint || signal.entity == SignalEntity::optional_joint;
  const bool is_contact = signal.entity == SignalEntity::contact;
  const char* const what = is_joint ? "joint" : is_contact ? "contact" : "body";
  if (entity == nullptr) {
    if (signal.entity == SignalEntity::none || signal.entity == SignalEntity::optional_joint) return true;
    return fail(call.name_span, fmt::format("'{}' of what?", name),
                signal.entity_choices.empty() ? fmt::format("name a {}: {}(...)", what, name)
                                              : fmt::format("{} of {}", name, signal.entity_choices));
  }
  if (signal.entity == SignalEntity::none)
    return fail(entity->span, fmt::format("'{}' belongs to the whole scene", name), "leave the parentheses out");
  if (signal.entity == SignalEntity::energy_kind || signal.entity == SignalEntity::work_kind) {
    const auto known = split_choices(signal.entity_choices);
    measure.entity_kind = a.evaluator().source(*entity);
    if (std::find(known.begin(), known.end(), measure.entity_kind) != known.end()) return true;
    a.report.error(entity->span, "S022", fmt::format("no {} of '{}'", name, measure.entity_kind),
                   suggest(measure.entity_kind, known));
    return false;
  }
  const NameTable& table = is_joint ? a.joints : is_contact ? a.contacts : a.bodies;
  const auto index = resolve(a, table, *entity, what, false);
  measure.entity = index.value_or(-1);
  return index.has_value() && (!signal.needs_coordinates || track_coordinates(a, signal, *index, entity->span));
}

/// Calls visit(dimension) for what each component of a signal of rows belongs to.
template <class Visit>
void for_each_row(const Model& model, SignalRows rows, int entity, Visit visit) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    if (entity >= 0 && static_cast<std::size_t>(entity) != k) continue;
    const int num_holonomic = joint.type->num_rows - std::min(joint.type->num_nonholonomic, joint.type->num_rows);
    const int last = rows == SignalRows::impulses ? std::min(joint.type->num_rows, 6) : num_holonomic;
    for (int i = 0; rows != SignalRows::limits && i < last; ++i)
      visit(joint.type->row_dimension[static_cast<std::size_t>(i)]);
    for (int i = 0; rows == SignalRows::limits && i < joint.type->num_coordinates; ++i) {
      const CoordinateElement& element = joint.element[static_cast<std::size_t>(i)];
      if (element.lower > -infinity || element.upper < infinity)
        visit(joint.type->coordinate_spec[static_cast<std::size_t>(i)].dimension);
    }
  }
}

/// That of the signal, which is of lengths, unless all its rows are of angles.
Dimension dimension_of(const Model& model, const MeasureSpec& measure) {
  const SignalType& signal = *measure.signal;
  if (signal.rows == SignalRows::none) return signal.dimension;
  bool has_angle = false, has_other = false;
  for_each_row(model, signal.rows, measure.entity, [&](Dimension row) {
    (row == dimension::angle || row == dimension::spin ? has_angle : has_other) = true;
  });
  return has_angle && !has_other ? dimension_of_angles(signal) : signal.dimension;
}

/// Points have as many components as the world.
std::vector<FieldSpec> arguments_of(const Analysis& a, const TypeSpec& spec) {
  std::vector<FieldSpec> arguments(spec.arguments.begin(), spec.arguments.end());
  for (FieldSpec& argument : arguments)
    if (a.is_spatial() && argument.type == FieldType::vector) argument.type = FieldType::vector3;
  return arguments;
}

bool check_space(Analysis& a, const SignalType& signal, Span span) {
  if (!a.is_spatial() || !signal.planar_only) return true;
  a.report.error(span, "S051", fmt::format("'{}' belongs to world planar", signal.spec.name),
                 "in space a body turns about more than one axis");
  return false;
}

bool read_signal(Analysis& a, const Expression& e, MeasureSpec& measure) {
  const auto call = read_type_call(a, e, "signal");
  if (!call) return false;
  measure.signal = require_signal(a, *call);
  if (measure.signal == nullptr || !check_space(a, *measure.signal, call->name_span)) return false;
  const bool has_entity = !call->arguments.empty() && call->arguments[0]->kind != ExpressionKind::argument;
  if (!read_entity(a, *measure.signal, *call, has_entity ? call->arguments[0] : nullptr, measure)) return false;
  const TypeSpec& spec = measure.signal->spec;
  const std::vector<FieldSpec> arguments = arguments_of(a, spec);
  FieldSet fields(a.evaluator(), spec.name);
  read_named_arguments(fields, a.evaluator(), call->arguments.subspan(has_entity ? 1 : 0), spec.name, arguments, {});
  fields.check_required(arguments, call->name_span);
  if (a.is_spatial())
    measure.point = fields.properties().get_or("point", Vec3(Vec3::Zero()));
  else
    measure.point.head<2>() = fields.properties().get_or("point", Vec2(Vec2::Zero()));
  return fields.is_good();
}

bool check_reduction(Analysis& a, const MeasureSpec& measure, Span span) {
  const auto fail = [&](std::string message, std::string hint) {
    a.report.error(span, "S051", std::move(message), std::move(hint));
    return false;
  };
  // 3: a number in the plane, a vector in space.
  const int turning = a.is_spatial() ? 2 : 1;
  const int components = measure.signal->num_components == 3 ? turning : measure.signal->num_components;
  const std::string_view name = measure.signal->spec.name;
  const Reduction reduction = measure.reduction;
  if (components == 0 && reduction == Reduction::none)
    return fail(fmt::format("'{}' has one component a row, and a measure is one number", name),
                fmt::format("write max_abs({}) or norm({})", name, name));
  if (components == 2 && reduction == Reduction::none)
    return fail(
        fmt::format("'{}' has {} components, and a measure is one number", name, a.is_spatial() ? "three" : "two"),
        a.is_spatial() ? fmt::format("write x({}), y({}), z({}) or norm({})", name, name, name, name)
                       : fmt::format("write x({}), y({}) or norm({})", name, name, name));
  if (reduction == Reduction::z && !a.is_spatial()) return fail("the plane has no z", "write x, y or norm");
  if (components == 2 || (reduction != Reduction::x && reduction != Reduction::y && reduction != Reduction::z))
    return true;
  return fail(fmt::format("'{}' has no components {}", name, a.is_spatial() ? "x, y and z" : "x and y"),
              components == 1 ? "leave the reduction out" : "write max_abs or norm");
}

/// Read as a unit behind a number is: in an expression `m^2/s` would bind otherwise. Blanks stand in a string: "N m".
std::optional<Unit> read_unit_name(Analysis& a, const MeasureSpec& measure, const Expression& e) {
  const std::string text = e.kind == ExpressionKind::string ? std::string(e.text) : a.evaluator().source(e);
  const char* end = text.data() + text.size();
  const UnitReading reading = read_unit(text.data(), end);
  if (!reading.unit || reading.end != end) {
    const bool has_guess = reading.hint.substr(0, 12) == "did you mean";
    a.report.error(e.span, "S019", fmt::format("'{}' is not a unit", text),
                   has_guess ? reading.hint : "as in unit = mm, unit = m/s or unit = \"kg m^2\"");
    return std::nullopt;
  }
  if (same_dimension(reading.unit->dimension, measure.dimension)) return reading.unit;
  a.report.error(e.span, "S031",
                 fmt::format("'{}' is {}, found {}", measure.signal->spec.name, describe(measure.dimension),
                             describe(reading.unit->dimension)));
  return std::nullopt;
}

}  // namespace

void analyze_measure(Analysis& a, const Statement& s) {
  if (!check_parts(a, s, measure_block, true, false, true)) return;
  const auto declared = declare(a, a.measures, s, "measure");
  if (!std::holds_alternative<World>(a.experiment.system))
    return a.report.error(s.keyword_span, "S046", "a measure needs a world",
                          "a linear system has rho and stability_limit only");
  MeasureSpec measure;
  measure.text = a.evaluator().source(*s.value);
  const Expression* signal = read_reduction(a, *s.value, measure);
  if (signal == nullptr || !read_signal(a, *signal, measure) || !check_reduction(a, measure, s.value->span)) return;
  measure.dimension = dimension_of(a.world.model, measure);
  std::optional<Unit> unit;
  (void)read_block(a, s, measure_block, fmt::format("measure {}", a.text(s.name)), {},
                   [&](const LanguageField&, const Statement& p) { unit = read_unit_name(a, measure, *p.value); });
  if (!declared) return;
  measure.name = *declared;
  measure.unit = unit ? *unit : a.preferred_unit(measure.dimension);
  a.has_own_unit.push_back(unit.has_value());
  a.measures.add(*declared, {static_cast<int>(a.experiment.measures.size()), s.name_span});
  a.experiment.measures.push_back(std::move(measure));
}

}  // namespace perpend::dsl
