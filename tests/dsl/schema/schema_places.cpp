#include "tests/dsl/schema/schema_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "dsl/schema/schema.hpp"
#include "dsl/suggest.hpp"
#include "dsl/values/units.hpp"
#include "kernel/model/scene/scene_checks.hpp"
#include "tests/dsl/real_vocabulary.hpp"

namespace perpend::dsl {

namespace {

std::string with_unit(const std::string& number, Dimension dimension) {
  const std::string unit = si_name(dimension);
  if (unit.empty()) return number;
  return unit.substr(0, 2) == "1/" ? number + unit.substr(1) : number + " " + unit;
}

/// A world with two bodies, a hinge and a slider, which everything else can name.
std::string scene_around(const std::string& in_world, const std::string& in_experiment, Space space = Space::planar) {
  const std::string planar =
      "world planar {\n  body a = rod(length: 1 m) { mass = 1 kg }\n  body b = rod(length: 1 m) { mass = 1 kg; at = "
      "(1, 0) m }\n  joint j = revolute(world, a) { at = (0, 0) m }\n  joint slider = prismatic(world, b) { axis = (1, "
      "0) "
      "}\n  ";
  const std::string spatial =
      "world spatial {\n  body a = sphere(radius: 1 m) { mass = 1 kg }\n  body b = sphere(radius: 1 m) { mass = 1 kg; "
      "at = (1, 0, 0) m }\n  joint j = revolute(world, a) { at = (0, 0, 0) m; axis = (0, 0, 1) }\n  joint slider = "
      "prismatic(world, b) { axis = (1, 0, 0) }\n  ";
  return "experiment x {\n " + (space == Space::planar ? planar : spatial) + in_world +
         "\n }\n run { step = 1 ms; duration = 1 s }\n method plain = none\n measure e = total_energy\n " +
         in_experiment + "\n}\n";
}

constexpr const char* two_disks =
    "body c = disk(radius: 1 m) { mass = 1 kg; at = (5, 0) m }\n body d = disk(radius: 1 m) { mass = 1 kg; at = (9, 0) "
    "m }\n ";

/// Only joints in space have two coordinates.
constexpr const char* two_angles =
    "joint cross = universal(world, b) { at = (1, 0, 0) m; axis = (0, 1, 0); axis_second = (0, 0, 1) }";

std::string required_text(std::span<const FieldSpec> fields, bool is_argument) {
  Place place;
  place.fields.assign(fields.begin(), fields.end());
  place.is_argument = is_argument;
  return fields_text(place, "", "");
}

/// How a type is written: `before` type(`first`, arguments) `after` { `more` properties }.
struct Form {
  std::string before;
  std::string first = "";
  std::string more = "";
  std::string after = "";
  Space space = Space::planar;
  bool is_in_world = true;
  std::string world = "";  ///< more of the world, where the type stands outside of it
};

/// Both places of a type: its arguments, and its properties with `more` of them.
void add_type(std::vector<Place>& places, const TypeSpec& type, const Form& form,
              std::span<const FieldSpec> more = {}) {
  std::vector<FieldSpec> properties(type.properties.begin(), type.properties.end());
  properties.insert(properties.end(), more.begin(), more.end());
  const auto scene = [=](const std::string& arguments, const std::string& fields) {
    const std::string opening = form.first.empty() || arguments.empty() ? form.first : form.first + ", ";
    std::string text = form.before + std::string(type.name);
    if (!opening.empty() || !arguments.empty()) text += "(" + opening + arguments + ")";
    text += form.after;
    if (!form.more.empty() || !fields.empty()) text += " { " + form.more + fields + " }";
    return form.is_in_world ? scene_around(text, "", form.space) : scene_around(form.world, text, form.space);
  };
  const auto required_arguments = required_text(type.arguments, true);
  const auto required_properties = required_text(properties, false);
  const auto add = [&](std::string what, std::span<const FieldSpec> fields, bool is_argument) {
    if (fields.empty()) return;
    places.push_back(
        {std::string(type.name) + what, {fields.begin(), fields.end()}, is_argument, [=](const std::string& text) {
           return is_argument ? scene(text, required_properties) : scene(required_arguments, text);
         }});
  };
  const std::string where = form.space == Space::planar ? "" : " in space";
  add(where + ", arguments", type.arguments, true);
  add(where + ", properties", properties, false);
}

void add_joint(std::vector<Place>& places, const JointType& row) {
  const bool is_joint = row.kind == JointKind::joint;
  Form form{.before = is_joint                       ? "joint k = "
                      : row.kind == JointKind::drive ? "drive k = "
                                                     : "constraint k = ",
            .space = row.space};
  form.first = row.num_bodies == 1 ? "b" : is_joint ? "a, b" : "world, b";
  if (row.num_bodies == 0) form.first = row.row_dimension[0] == dimension::angle ? "j" : "slider";
  add_type(places, row.spec, form,
           is_joint ? real_vocabulary().checks->coordinate_fields(row) : std::span<const FieldSpec>());
}

std::string entity_of(const SignalType& signal) {
  switch (signal.entity) {
    case SignalEntity::joint:
      return "j";
    case SignalEntity::body:
    case SignalEntity::body_or_joint:
      return "a";
    case SignalEntity::two_bodies:
      return "a, b";
    case SignalEntity::contact:
      return "touch";
    case SignalEntity::energy_kind:
    case SignalEntity::work_kind:
      return std::string(split_choices(signal.entity_choices).front());
    default:
      return "";
  }
}

void add_block(std::vector<Place>& places, const BlockSpec& block,
               const std::function<std::string(const std::string&)>& scene) {
  Place place{std::string(block.kind), {}, false, scene};
  for (const LanguageField& field : block.fields)
    if (field.syntax.empty()) place.fields.push_back(field.spec);
  places.push_back(std::move(place));
}

void add_blocks(std::vector<Place>& places) {
  const auto in_world = [](std::string open, std::string close, Space space = Space::planar) {
    return [=](const std::string& fields) { return scene_around(open + fields + close, "", space); };
  };
  const auto in_space = [&](const BlockSpec& block, std::string open, std::string close) {
    add_block(places, block_in(block, Space::spatial), in_world(std::move(open), std::move(close), Space::spatial));
  };
  const auto in_experiment = [](std::string open, std::string close) {
    return [=](const std::string& fields) { return scene_around("", open + fields + close); };
  };
  add_block(places, experiment_block, in_experiment("", ""));
  add_block(places, param_block, in_experiment("param p = 1 { ", " }"));
  add_block(places, world_block, in_world("", ""));
  add_block(places, body_block, in_world("body c = disk(radius: 1 m) { ", " }"));
  add_block(places, particle_block, in_world("particle c { ", " }"));
  add_block(places, fixed_block, in_world("fixed c = disk(radius: 1 m) { ", " }"));
  add_block(places, contacts_block, in_world("contacts { ", " }"));
  add_block(places, contact_block, in_world(std::string(two_disks) + "contact touch = between(c, d) { ", " }"));
  in_space(world_block, "", "");
  in_space(body_block, "body c = sphere(radius: 1 m) { ", " }");
  in_space(particle_block, "particle c { ", " }");
  in_space(fixed_block, "fixed c = sphere(radius: 1 m) { ", " }");
  add_block(places, method_block, in_experiment("method m1 = none { ", " }"));
  add_block(places, figure_block, in_experiment("figure f { y = e; ", " }"));
  add_block(places, claim_block,
            in_experiment("source = \"Key\"\nclaim c \"w\" { value = max(e, plain); below = 1 J; ", " }"));
  add_block(places, verify_block, in_experiment("verify { ", " }"));
  add_block(places, run_block, [](const std::string& fields) {
    return "experiment x { world planar { particle p { mass = 1 kg } }\n run { " + fields + " }\n method a = none }";
  });
  add_block(places, linear_block, [](const std::string& fields) {
    return "experiment x { linear { B = [[1]]; " + fields + " }\n method a = none }";
  });
}

}  // namespace

std::string value_text(const FieldSpec& field, double number, Dimension dimension) {
  const std::string digits = fmt::format("{}", number);
  switch (field.type) {
    case FieldType::vector:
    case FieldType::time_vector:
      return with_unit(fmt::format("({}, {})", digits, digits), dimension);
    case FieldType::vector3:
    case FieldType::time_vector3:
      return with_unit(fmt::format("({}, {}, {})", digits, digits, digits), dimension);
    case FieldType::rotation:
      return fmt::format("axis_angle((0, 0, 1), {})", with_unit(digits, dimension));
    case FieldType::matrix:
      return with_unit(fmt::format("[[{}, 0], [0, {}]]", digits, digits), dimension);
    case FieldType::number_list:
    case FieldType::time_list:
      return with_unit(fmt::format("[{}]", digits), dimension);
    case FieldType::point_list:
      return with_unit(fmt::format("[(0, 0), ({}, 0), (0, {})]", digits, digits), dimension);
    case FieldType::point3_list:
      return with_unit(fmt::format("[(0, 0, 0), ({0}, 0, 0), (0, {0}, 0), (0, 0, {0})]", digits), dimension);
    default:
      return with_unit(digits, dimension);
  }
}

std::string good_value(const FieldSpec& field) {
  if (field.type == FieldType::flag) return "true";
  if (field.type == FieldType::text) return "\"text\"";
  if (field.type == FieldType::choice) return std::string(split_choices(field.choices).front());
  if (field.type == FieldType::body) return "world";
  const bool has_minimum = std::isfinite(field.minimum);
  const bool has_maximum = std::isfinite(field.maximum);
  double number = 1.0;
  if (has_minimum && has_maximum) number = (field.minimum + field.maximum) / 2.0;
  if (has_minimum && !has_maximum) number = field.minimum + 1.0;
  if (!has_minimum && has_maximum) number = field.maximum - 1.0;
  if (field.type == FieldType::integer) number = std::floor(number);
  return value_text(field, number, field.dimension);
}

std::string field_text(const Place& place, std::string_view name, const std::string& value) {
  return fmt::format("{}{}{}", name, place.is_argument ? ": " : " = ", value);
}

std::string fields_text(const Place& place, std::string_view without, const std::string& extra) {
  std::string text;
  const auto append = [&](const std::string& field) {
    if (!text.empty()) text += place.is_argument ? ", " : "; ";
    text += field;
  };
  for (const FieldSpec& field : place.fields)
    if (field.required && field.name != without) append(field_text(place, field.name, good_value(field)));
  if (!extra.empty()) append(extra);
  return text;
}

std::vector<Place> schema_places() {
  std::vector<Place> places;
  add_blocks(places);
  const Vocabulary& rows = real_vocabulary();
  const Form body{.before = "body c = ", .more = "mass = 1 kg; "};
  const auto form_of = [](std::string_view shape, const Form& usual) {
    const std::set<std::string_view> walls{"halfplane", "chain", "arc", "halfspace", "bowl"};
    return walls.count(shape) == 0 ? usual : Form{.before = "fixed c = ", .space = usual.space};
  };
  for (const ShapeType& row : rows.shapes) add_type(places, row.spec, form_of(row.spec.name, body));
  Form spatial_body = body;
  spatial_body.space = Space::spatial;
  for (const SpatialShapeType& row : rows.spatial_shapes)
    add_type(places, row.spec, form_of(row.spec.name, spatial_body));
  for (const auto& registry :
       {rows.joints, rows.drives, rows.constraints, rows.spatial_joints, rows.spatial_drives, rows.spatial_constraints})
    for (const JointType& row : registry) add_joint(places, row);
  for (const auto& registry : {rows.forces, rows.spatial_forces})
    for (const ForceType& row : registry)
      add_type(places, row.spec,
               {.before = "force f = ",
                .first = row.num_bodies == 0   ? "j"
                         : row.num_bodies == 1 ? "a"
                                               : "a, b",
                .space = row.space});
  for (const StabilizerType& row : rows.stabilizers)
    add_type(places, row.spec, {.before = "method m1 = ", .is_in_world = false});
  for (const SignalType& row : rows.signals) {
    const bool has_coordinate = std::any_of(row.spec.arguments.begin(), row.spec.arguments.end(),
                                            [](const FieldSpec& field) { return field.name == "coordinate"; });
    add_type(places, row.spec,
             {.before = row.num_components == 1 ? "measure s1 = " : "measure s1 = norm(",
              .first = has_coordinate ? "cross" : entity_of(row),
              .after = row.num_components == 1 ? "" : ")",
              .space = has_coordinate ? Space::spatial : Space::planar,
              .is_in_world = false,
              .world = has_coordinate                        ? two_angles
                       : row.entity == SignalEntity::contact ? two_disks + std::string("contact touch = between(c, d)")
                                                             : ""});
  }
  for (const LcpSolverType* row : rows.lcp_solvers)
    add_type(places, rows.checks->lcp_solver_spec(*row),
             {.before = "method m1 = none { solver = ", .after = " }", .is_in_world = false, .world = "contacts { }"});
  return places;
}

}  // namespace perpend::dsl
