#include "kernel/joints/coordinate_fields.hpp"

#include <array>
#include <limits>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <utility>

#include "kernel/model/numbers/element_law.hpp"

namespace perpend {

namespace {

constexpr int num_element_fields = 7;
struct FieldTable {
  std::vector<std::string> names;  // reserved once: `fields` point into it
  std::vector<FieldSpec> fields;
};

std::string prefix(const JointType& type, int which) {
  return type.num_coordinates > 1 ? std::string(type.coordinate_spec[which].name) + "_" : std::string();
}

std::array<FieldSpec, num_element_fields> element_fields(Dimension coordinate) {
  // A force for a length, a torque for an angle: their product with the coordinate is an energy.
  const bool is_angle = coordinate == dimension::angle;
  const Dimension force = is_angle ? dimension::torque : dimension::force;
  const auto positive = [](std::string_view name, Dimension dimension, std::string_view doc, bool is_law) {
    return FieldSpec{
        .name = name, .dimension = dimension, .doc = doc, .default_text = "0", .minimum = 0.0, .is_law = is_law};
  };
  const auto any = [&](std::string_view name, std::string_view doc, bool is_law) {
    return FieldSpec{.name = name, .dimension = coordinate, .doc = doc, .default_text = "0", .is_law = is_law};
  };
  return {
      FieldSpec{.name = "limits",
                .type = FieldType::number_list,
                .dimension = coordinate,
                .doc = "[lowest, highest] value of the coordinate; -inf or inf for a side without limit",
                .may_be_infinite = true},
      FieldSpec{.name = "active_set",
                .type = FieldType::choice,
                .doc = "when a limit acts. reach: in the step that would pass it; gap: once it is reached or passed",
                .default_text = "reach",
                .choices = "reach|gap"},
      positive("stiffness", force / coordinate, "spring on the coordinate", true),
      positive("damping", force / (coordinate / dimension::time), "damper on the coordinate", true),
      any("rest", "value of the coordinate at which the spring has no force", true),
      positive("friction", force, is_angle ? "largest torque of dry friction" : "largest force of dry friction", false),
      any("at_start", "value of the coordinate in the start pose", false)};
}

FieldTable make_fields(const JointType& type) {
  FieldTable table;
  table.names.reserve(static_cast<std::size_t>(2 * num_element_fields));
  for (int which = 0; which < type.num_coordinates; ++which)
    for (FieldSpec field : element_fields(type.coordinate_spec[which].dimension)) {
      table.names.push_back(prefix(type, which) + std::string(field.name));
      field.name = table.names.back();
      table.fields.push_back(field);
    }
  const bool is_angle = type.row_dimension[0] == dimension::angle;
  table.fields.push_back({.name = "cfm",
                          .type = FieldType::number,
                          .dimension = pow(is_angle ? dimension::inertia : dimension::mass, -1),
                          .doc = "compliance of the rows: how far they yield for each unit of impulse",
                          .default_text = "0",
                          .minimum = 0.0});
  table.fields.push_back({.name = "erp",
                          .type = FieldType::number,
                          .dimension = dimension::none,
                          .doc = "share of the error that method erp removes in a step, in place of the method's own",
                          .default_text = "that of the method",
                          .minimum = 0.0});
  return table;
}

/// All that make_fields reads.
std::string key_of(const JointType& type) {
  std::string key = type.row_dimension[0] == dimension::angle ? "angle" : "length";
  for (int which = 0; which < type.num_coordinates; ++which) {
    const CoordinateSpec& spec = type.coordinate_spec[which];
    key += (spec.dimension == dimension::angle ? "|angle " : "|length ") + std::string(spec.name);
  }
  return key;
}

/// Whole numbers and a few digits: these are numbers that a user has written.
std::string text(double value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

std::optional<FactoryError> read_limits(const std::vector<double>& limits, const std::string& name,
                                        const CoordinateSpec& spec, CoordinateElement& element) {
  const std::string unit = spec.dimension == dimension::angle ? " rad" : " m";
  if (limits.size() != 2)
    return FactoryError{name, name + " takes two values, found " + std::to_string(limits.size()),
                        "write [lowest, highest]; -inf or inf for a side without limit"};
  const auto [lower, upper] = std::array{limits[0], limits[1]};
  if (!(lower < upper))
    return FactoryError{name,
                        "the lower limit " + text(lower) + unit + " is not below the upper limit " + text(upper) + unit,
                        "write the lower one first, the two apart; to hold a coordinate use a drive or another joint"};
  element.lower = lower;
  element.upper = upper;
  return std::nullopt;
}

std::optional<FactoryError> read_element(const Properties& properties, const JointType& type, int which,
                                         CoordinateElement& element) {
  const std::string before = prefix(type, which);
  const auto number = [&](std::string_view name) { return properties.number_or(before + std::string(name), 0.0); };
  element.at_start = number("at_start");
  // One that changes is a force of its own, with what belongs to it: see element_forces.
  const auto is_law = [&](std::string_view name) { return properties.is_law(before + std::string(name)); };
  if (!is_law("stiffness") && !is_law("rest")) {
    element.stiffness = number("stiffness");
    element.rest = number("rest");
  }
  if (!is_law("damping")) element.damping = number("damping");
  element.friction = number("friction");
  element.looks_ahead = properties.get_or<std::string>(before + "active_set", "reach") == "reach";
  const std::string limits = before + "limits";
  if (!properties.has(limits)) return std::nullopt;
  return read_limits(properties.get<std::vector<double>>(limits), limits, type.coordinate_spec[which], element);
}

/// What a spring or damper of a coordinate does where a number of it is a law: a force of its own, see element_forces.
ElementLaw law_of(const Properties& properties, const JointType& type, int which) {
  const std::string before = prefix(type, which);
  ElementLaw law;
  if (properties.is_law(before + "stiffness") || properties.is_law(before + "rest")) {
    law.stiffness = properties.law_or_empty(before + "stiffness");
    if (!law.stiffness.empty()) law.rest = properties.law_or_empty(before + "rest");
  }
  if (properties.is_law(before + "damping")) law.damping = properties.law_or_empty(before + "damping");
  return law;
}

}  // namespace

const std::vector<FieldSpec>& coordinate_fields(const JointType& type) {
  static std::mutex mutex;
  static std::map<std::string, FieldTable> tables;  // a map never moves what it holds
  const std::lock_guard lock(mutex);
  const std::string key = key_of(type);
  const auto found = tables.find(key);
  if (found != tables.end()) return found->second.fields;
  return tables.emplace(key, make_fields(type)).first->second.fields;
}

std::optional<FactoryError> read_elements(const Properties& properties, const JointType& type, Joint& joint) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (auto error = read_element(properties, type, which, joint.element[which])) return error;
  joint.cfm = properties.number_or("cfm", 0.0);
  joint.erp = properties.number_or("erp", std::numeric_limits<double>::quiet_NaN());
  return std::nullopt;
}

Made<std::vector<Force>> element_forces(const Properties& properties, const JointType& type, int joint) {
  std::vector<Force> forces;
  for (int which = 0; which < type.num_coordinates; ++which) {
    const ElementLaw element = law_of(properties, type, which);
    if (element.stiffness.empty() && element.damping.empty()) continue;
    using Kind = StateSignal::Kind;
    const auto signal = [&](Kind kind) { return StateSignal{.kind = kind, .joint = joint, .coordinate = which}; };
    const auto law = force_of(element, signal(Kind::coordinate), signal(Kind::coordinate_rate));
    if (!law)
      return FactoryError{prefix(type, which) + (element.damping.empty() ? "stiffness" : "damping"), too_large_a_law,
                          "sum it up in several motors"};
    Force force;
    force.joint = joint;
    force.coordinate = which;
    force.push = negated(*law);
    force.signals = force.push.signals();
    forces.push_back(std::move(force));
  }
  return forces;
}

std::optional<FactoryError> outside_of_limits(const Joint& joint) {
  for (int which = 0; which < joint.type->num_coordinates; ++which) {
    const CoordinateElement& element = joint.element[which];
    if (element.lower <= element.at_start && element.at_start <= element.upper) continue;
    const CoordinateSpec& spec = joint.type->coordinate_spec[which];
    const std::string unit = spec.dimension == dimension::angle ? " rad" : " m";
    return FactoryError{prefix(*joint.type, which) + "limits",
                        "the " + std::string(spec.name) + " is " + text(element.at_start) + unit +
                            " at the start, outside of its limits " + text(element.lower) + unit + " to " +
                            text(element.upper) + unit,
                        "it counts from the start pose: change the limits, give at_start the value that the start pose "
                        "has, or write start = assemble in the world, which moves it inside"};
  }
  return std::nullopt;
}

std::optional<FactoryError> angle_of_particle(const Properties& properties, const JointType& type,
                                              const JointSite& site) {
  for (const Body* body : site.body) {
    if (body == nullptr || body->kind != BodyKind::particle) continue;
    for (int which = 0; which < type.num_coordinates; ++which) {
      if (type.coordinate_spec[which].dimension != dimension::angle) continue;
      for (const FieldSpec& field : element_fields(dimension::angle)) {
        const std::string name = prefix(type, which) + std::string(field.name);
        if (properties.has(name))
          return FactoryError{name, "the particle '" + body->name + "' has no angle for " + name + " to act on",
                              "use a body with a shape"};
      }
    }
  }
  return std::nullopt;
}

}  // namespace perpend
