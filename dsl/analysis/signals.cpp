#include "dsl/analysis/signals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "dsl/analysis/part_names.hpp"
#include "dsl/field_words.hpp"
#include "dsl/schema/schema.hpp"
#include "dsl/suggest.hpp"

namespace perpend::dsl {

const SignalType* find_signal(const Analysis& a, std::string_view name) {
  const auto found = std::find_if(a.vocabulary.signals.begin(), a.vocabulary.signals.end(),
                                  [&](const SignalType& row) { return row.spec.name == name; });
  return found == a.vocabulary.signals.end() ? nullptr : &*found;
}

std::optional<SignalReader::Elsewhere> misplaced_measure(const Analysis& a, Symbol name) {
  const auto place = a.measure_places.find(name);
  if (place == a.measure_places.end()) return std::nullopt;
  if (a.pass == Pass::mechanism)
    return SignalReader::Elsewhere{fmt::format("'{}' is a measure, and no mechanism can read it", a.text(name)),
                                   "laws read signals of the state; perpend list signals prints them"};
  if (const NameTable::Entry* entry = a.measures.find(std::string(a.text(name))))
    return entry->index == NameTable::failed
               ? SignalReader::Elsewhere{fmt::format("the measure '{}' has an error of its own", a.text(name)),
                                         "mend that first"}
               : SignalReader::Elsewhere{
                     fmt::format("'{}' is a measure: one number at each step, without components", a.text(name)),
                     fmt::format("write abs({0}) here; max(abs({0}), method) in a claim is its largest", a.text(name))};
  return SignalReader::Elsewhere{
      fmt::format("the measure '{}' stands further down, at {}", a.text(name), a.report.place(place->second)),
      "move it up: measures read those that stand before them"};
}

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

namespace {

/// Between the points of the spring or damper whose law names it.
bool is_of_element(const SignalType& signal) {
  return signal.spec.name == "span" || signal.spec.name == "span_rate";
}

const SignalType* require_signal(Analysis& a, const TypeCall& call, Symbol name) {
  if (const SignalType* signal = find_signal(a, call.name)) return signal;
  if (const auto found = misplaced_measure(a, name)) {
    a.report.error(call.name_span, "S016", found->message, found->hint);
    return nullptr;
  }
  std::vector<std::string_view> known;
  for (const SignalType& row : a.vocabulary.signals) known.push_back(row.spec.name);
  for (const ReductionName& row : reductions()) known.push_back(row.name);
  const std::string alike = most_alike(call.name, known);
  std::string hint(what_to_write(call.name));
  if (hint.empty() && alike.empty()) hint = fmt::format("perpend list signals prints them: {}", enumerate(known));
  if (hint.empty()) hint = fmt::format("did you mean '{}'? perpend list signals prints all", alike);
  a.report.error(call.name_span, "S016", fmt::format("unknown signal '{}'", call.name), std::move(hint));
  return nullptr;
}

/// A rate is of an angle or of a travel; its argument says which.
bool takes_any_coordinate(const SignalType& signal) {
  return signal.needs_coordinates && signal.dimension != dimension::angle && signal.dimension != dimension::length;
}

/// The state keeps the coordinates of joints that a measure asks for.
bool track_coordinates(Analysis& a, const SignalType& signal, int index, Span span, MeasureSpec& measure) {
  Joint& joint = a.world.model.joints[static_cast<std::size_t>(index)];
  joint.tracks_coordinates = true;
  const bool takes_any = takes_any_coordinate(signal);
  int wanted = signal.spec.name.ends_with("_second") ? 1 : 0;
  for (int i = 0; i < joint.type->num_coordinates; ++i) {
    const bool fits =
        takes_any || joint.type->coordinate_spec[static_cast<std::size_t>(i)].dimension == signal.dimension;
    if (!fits || wanted-- > 0) continue;
    measure.state.coordinate = i;
    return true;
  }
  a.report.error(span, "S051",
                 fmt::format("the {} '{}' leaves no coordinate free for '{}'", joint.type->spec.name, joint.name,
                             signal.spec.name),
                 "name a joint with a free angle or travel");
  return false;
}

bool check_space(Analysis& a, const SignalType& signal, Span span) {
  if (!a.is_spatial() || !signal.planar_only) return true;
  a.report.error(span, "S051", fmt::format("'{}' belongs to world planar", signal.spec.name),
                 signal.entity == SignalEntity::body_or_joint
                     ? "in space a body turns about more than one axis; the angle of a joint is angle(joint)"
                     : "in space a body turns about more than one axis");
  return false;
}

/// Whether a name is declared there, perhaps with other indices.
bool is_name_of(const Analysis& a, const NameTable& table, const std::string& name) {
  const std::string_view base = std::string_view(name).substr(0, name.ends_with(']') ? name.rfind('[') : name.size());
  return !find_declared(a, table, name).empty() || table.num_indices(base).has_value();
}

bool read_joint_angle(Analysis& a, const SignalType& signal, const Expression& entity, MeasureSpec& measure) {
  const auto index = resolve(a, a.joints, entity, "joint", false);
  if (!index) return false;
  measure.entity = measure.state.joint = *index;
  measure.state.kind = StateSignal::Kind::coordinate;
  return track_coordinates(a, signal, *index, entity.span, measure);
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
  const bool is_force = signal.entity == SignalEntity::force;
  const char* const what = is_joint ? "joint" : is_contact ? "contact" : is_force ? "force" : "body";
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
  if (signal.entity == SignalEntity::body_or_joint) {
    const auto written = a.evaluator().reference(*entity);
    if (written && is_name_of(a, a.joints, *written) && !is_name_of(a, a.bodies, *written))
      return read_joint_angle(a, signal, *entity, measure);
  }
  if (signal.entity == SignalEntity::body_or_joint) {
    const auto written = a.evaluator().reference(*entity);
    const auto fault = written ? fault_of_member(a, *written) : std::nullopt;
    if (fault) {
      a.report.error(entity->span, fault->code, fault->message, fault->hint);
      return false;
    }
    if (written && !is_name_of(a, a.bodies, *written)) {
      std::vector<std::string> known = visible_names(a, a.bodies);
      for (std::string& one : visible_names(a, a.joints)) known.push_back(std::move(one));
      a.report.error(entity->span, "S017", fmt::format("unknown body or joint '{}'", *written),
                     is_instance(a, *written)
                         ? instance_hint(*written)
                         : suggest(*written, std::vector<std::string_view>(known.begin(), known.end())));
      return false;
    }
  }
  const NameTable& table = is_joint ? a.joints : is_contact ? a.contacts : is_force ? a.forces : a.bodies;
  const auto index = resolve(a, table, *entity, what, signal.entity == SignalEntity::two_bodies);
  if (!index) return false;
  measure.entity = *index;
  measure.state.body[0] = *index;
  if (signal.needs_coordinates) {
    measure.state.joint = *index;
    if (!signal.state) measure.state.kind = StateSignal::Kind::coordinate_rate;  // of a joint_acceleration
  }
  return check_space(a, signal, call.name_span) &&
         (!signal.needs_coordinates || track_coordinates(a, signal, *index, entity->span, measure));
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

/// Points have as many components as the world.
std::vector<FieldSpec> arguments_of(const Analysis& a, const TypeSpec& spec) {
  std::vector<FieldSpec> arguments(spec.arguments.begin(), spec.arguments.end());
  for (FieldSpec& argument : arguments)
    if (a.is_spatial() && argument.type == FieldType::vector) argument.type = FieldType::vector3;
  return arguments;
}

}  // namespace

/// That of the signal, which is of lengths, unless all its rows are of angles.
Dimension dimension_of(const Model& model, const MeasureSpec& measure) {
  const SignalType& signal = *measure.signal;
  if (takes_any_coordinate(signal)) {
    const Joint& joint = model.joints[static_cast<std::size_t>(measure.state.joint)];
    const Dimension of = joint.type->coordinate_spec[static_cast<std::size_t>(measure.state.coordinate)].dimension;
    return of / dimension::length * signal.dimension;
  }
  if (signal.needs_reference) {
    if (measure.entity_kind == "orientation") return dimension::angle;
    if (measure.entity_kind == "velocity") return dimension::velocity;
    if (measure.entity_kind == "spin") return dimension::spin;
  }
  if (signal.rows == SignalRows::none) return signal.dimension;
  bool has_angle = false, has_other = false;
  for_each_row(model, signal.rows, measure.entity, [&](Dimension row) {
    (row == dimension::angle || row == dimension::spin ? has_angle : has_other) = true;
  });
  return has_angle && !has_other ? dimension_of_angles(signal) : signal.dimension;
}

namespace {

/// A vector of the world's dimension, as three numbers.
Vec3 vector_in(const Analysis& a, const Properties& properties, const char* name) {
  if (a.is_spatial()) return properties.get_or(name, Vec3(Vec3::Zero()));
  Vec3 vector = Vec3::Zero();
  vector.head<2>() = properties.get_or(name, Vec2(Vec2::Zero()));
  return vector;
}

/// The second body of distance(a, b).
bool read_second(Analysis& a, const TypeCall& call, MeasureSpec& measure) {
  if (call.arguments.size() < 2 || call.arguments[1]->kind == ExpressionKind::argument) {
    a.report.error(call.name_span, "S051", fmt::format("'{}' is of two bodies", call.name),
                   fmt::format("as in {}(first, second); one of them may be world", call.name));
    return false;
  }
  const auto second = resolve(a, a.bodies, *call.arguments[1], "body", true);
  if (!second) return false;
  measure.state.body[1] = *second;
  if (measure.state.body[0] != *second) return true;
  a.report.error(call.arguments[1]->span, "S051", fmt::format("'{}' of a body and itself", call.name),
                 "name two bodies");
  return false;
}

bool read_arguments(Analysis& a, const TypeCall& call, std::span<const Expression* const> named, MeasureSpec& measure) {
  const TypeSpec& spec = measure.signal->spec;
  const std::vector<FieldSpec> arguments = arguments_of(a, spec);
  FieldSet fields(a.evaluator(), spec.name);
  read_named_arguments(fields, a.evaluator(), named, spec.name, arguments, {});
  fields.check_required(arguments, call.name_span);
  if (!fields.is_good()) return false;
  const Properties& given = fields.properties();
  measure.point = vector_in(a, given, "point");
  if (measure.signal->entity == SignalEntity::two_bodies)
    measure.state.point = {vector_in(a, given, "on_first"), vector_in(a, given, "on_second")};
  else
    measure.state.point[0] = measure.point;
  if (measure.signal->state == StateSignal::Kind::direction) {
    const Vec3 axis = vector_in(a, given, "axis");
    if (axis.isZero(0.0)) {
      a.report.error(call.name_span, "S027", "an axis of length 0", "it says which direction of the body is meant");
      return false;
    }
    measure.state.point[0] = axis.normalized();
  }
  const std::string axes = given.get_or<std::string>("axes", "world");
  measure.axes = axes == "first" ? MeasureAxes::first : axes == "second" ? MeasureAxes::second : MeasureAxes::world;
  const auto of = std::find_if(arguments.begin(), arguments.end(), [](const FieldSpec& f) { return f.name == "of"; });
  if (of != arguments.end()) measure.entity_kind = given.get_or<std::string>("of", std::string(of->default_text));
  if (given.get_or<std::string>("coordinate", "first") == "first") return true;
  measure.state.coordinate = 1;
  const Joint& joint = a.world.model.joints[static_cast<std::size_t>(measure.state.joint)];
  if (joint.type->num_coordinates > 1) return true;
  a.report.error(call.name_span, "S051",
                 fmt::format("the {} '{}' has one free coordinate", joint.type->spec.name, joint.name),
                 "leave coordinate out");
  return false;
}

}  // namespace

bool read_signal(Analysis& a, const Expression& e, MeasureSpec& measure) {
  const auto call = read_type_call(a, e, "signal");
  if (!call) return false;
  measure.signal = require_signal(a, *call, e.name);
  if (measure.signal == nullptr) return false;
  if (measure.signal->entity != SignalEntity::body_or_joint && !check_space(a, *measure.signal, call->name_span))
    return false;
  if (measure.signal->state) measure.state.kind = *measure.signal->state;
  measure.state.is_of_element = is_of_element(*measure.signal);
  const bool has_entity = !call->arguments.empty() && call->arguments[0]->kind != ExpressionKind::argument;
  if (!read_entity(a, *measure.signal, *call, has_entity ? call->arguments[0] : nullptr, measure)) return false;
  const bool is_pair = measure.signal->entity == SignalEntity::two_bodies;
  const bool has_second = call->arguments.size() > 1 && call->arguments[1]->kind != ExpressionKind::argument;
  if (has_second && measure.signal->entity == SignalEntity::body_or_joint) {
    a.report.error(call->arguments[1]->span, "S051", fmt::format("'{}' is of one body or joint", call->name),
                   fmt::format("that of the second body against the first is angle_between({}, {})",
                               a.evaluator().source(*call->arguments[0]), a.evaluator().source(*call->arguments[1])));
    return false;
  }
  if (is_pair && !read_second(a, *call, measure)) return false;
  return read_arguments(a, *call, call->arguments.subspan(is_pair ? 2 : has_entity ? 1 : 0), measure);
}

int num_components(const Analysis& a, const SignalType& signal) {
  if (signal.num_components < 2) return signal.num_components;
  return a.is_spatial() ? 3 : signal.num_components == 3 ? 1 : 2;
}

bool is_measure(const Analysis& a, const Expression& e) {
  if (e.kind != ExpressionKind::name) return false;
  const NameTable::Entry* entry = a.measures.find(std::string(a.text(e.name)));
  return entry != nullptr && entry->index != NameTable::failed;  // not the one that is being read
}

}  // namespace perpend::dsl
