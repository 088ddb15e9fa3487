// Drives angle and position: a free coordinate c of a joint, the angle of a hinge or the travel of a slider, follows a
// function of time or a law of the state, counted from the start pose unless the joint says at_start.
//     phi    = c(q) - f(t)                              1 row [rad or m]
//     phi_t  = -f'(t),   Jdot v = (that of c) - f''(t)
// Drives angle_rate and position_rate: its rate follows one, and where it starts is where it starts.
//     N v = c_dot,   phi_t = -f(t)                      1 non-holonomic row [rad/s or m/s]
//     Jdot v = (that of c) - f'(t)
// What a law adds stands in kernel/dynamics/law_rows.hpp. In space an angle is known up to whole turns: of a function
// of time the one nearest to f(t) is meant, so that the row needs no memory of the turns, and an error of half a turn
// or more is not seen as such; a law and a rate take the one nearest to the last value.
#include <limits>

#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/time_derivative.hpp"

namespace perpend {

namespace coordinate_drive {
namespace {

bool is_rate_drive(const JointType& type) {
  return type.num_nonholonomic > 0;
}

/// Row 0 from the coordinate.
template <class Scalar, class Coordinate, class Rows>
void set_driven_row(const Joint& joint, Scalar time, const Coordinate& c, Rows& rows) {
  for (int side = 0; side < num_sides; ++side) rows.jacobian[side][0] = c.jacobian[side];
  if (is_rate_drive(*joint.type)) {
    rows.phi_t[0] = -prescribed(joint.drive[0], time);
    rows.jdot_v[0] = c.jdot_v - prescribed(joint.drive_rate[0], time);
    return;
  }
  rows.phi[0] = c.value - prescribed(joint.drive[0], time);
  rows.phi_t[0] = -prescribed(joint.drive_rate[0], time);
  rows.jdot_v[0] = c.jdot_v - prescribed(joint.drive_acceleration[0], time);
}

template <class Scalar>
void evaluate_coordinate_drive(const Joint& joint, const PlanarMotions<Scalar>& body, Scalar time,
                               JointRows<Scalar>& rows) {
  CoordinateValue<Scalar, 3> c;
  if constexpr (std::is_same_v<Scalar, double>)
    joint.driven_type->coordinate(joint, body, joint.driven_coordinate, c);
  else
    joint.driven_type->coordinate_extended(joint, body, joint.driven_coordinate, c);
  set_driven_row(joint, time, c, rows);
}

template <class Scalar>
void evaluate_spatial_coordinate_drive(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar time,
                                       const Scalar* coordinates, SpatialRows<Scalar>& rows) {
  CoordinateValue<Scalar, 6> c;
  const bool follows_time = !joint.drive[0].is_law() && !is_rate_drive(*joint.type);
  const Scalar near = follows_time             ? joint.drive[0](time)
                      : coordinates == nullptr ? Scalar(0)
                                               : coordinates[joint.driven_coordinate];
  if constexpr (std::is_same_v<Scalar, double>)
    joint.driven_type->coordinate_spatial(joint, body, joint.driven_coordinate, near, c);
  else
    joint.driven_type->coordinate_spatial_extended(joint, body, joint.driven_coordinate, near, c);
  set_driven_row(joint, time, c, rows);
}

/// Index of the `wanted`-th coordinate of this dimension; -1: there is none.
int find_coordinate(const JointType& type, Dimension dimension, int wanted) {
  for (int which = 0; which < type.num_coordinates; ++which)
    if (type.coordinate_spec[which].dimension == dimension && wanted-- == 0) return which;
  return -1;
}

/// The geometry of the driven joint, and nothing that acts on it.
Joint copy_of_geometry(const Joint& driven) {
  Joint joint = driven;
  for (CoordinateElement& element : joint.element) {
    const double at_start = element.at_start;
    element = {};
    element.at_start = at_start;
  }
  joint.cfm = 0.0;
  joint.erp = std::numeric_limits<double>::quiet_NaN();
  joint.tracks_coordinates = false;
  joint.driven_type = driven.type;
  return joint;
}

std::string quoted_name(const Joint& joint) {
  return "'" + joint.name + "' (" + std::string(joint.type->spec.name) + ")";
}

/// A drive of the coordinate of `site.driven` that has this dimension, or of its rate; `noun` names such a coordinate.
/// Properties: value, and coordinate (first, second) where a joint has two of them.
Made<Joint> make_coordinate_drive(const Properties& properties, const JointSite& site, Dimension dimension,
                                  const std::string& noun, bool is_rate) {
  const Joint& driven = *site.driven;
  if (find_coordinate(*driven.type, dimension, 0) < 0)
    return FactoryError{"", "the joint " + quoted_name(driven) + " leaves no " + noun + " free that a drive can move",
                        dimension == dimension::angle ? "an angle is free in a revolute joint"
                                                      : "a travel is free in a prismatic joint"};
  const bool is_second = properties.get_or<std::string>("coordinate", "first") == "second";
  const int which = find_coordinate(*driven.type, dimension, is_second ? 1 : 0);
  if (which < 0)
    return FactoryError{"coordinate", "the joint " + quoted_name(driven) + " has only one " + noun,
                        "leave coordinate out"};
  for (const Body* body : site.body)
    if (dimension == dimension::angle && body != nullptr && body->kind == BodyKind::particle)
      return FactoryError{"", "the particle '" + body->name + "' of " + quoted_name(driven) + " has no angle to drive",
                          "use a body with a shape"};
  Joint joint = copy_of_geometry(driven);
  joint.driven_coordinate = which;
  const auto& value = properties.get<TimeFunction>("value");
  if (!is_rate)
    if (auto error = find_corner(value, "value")) return *error;
  if (auto error = add_prescribed(value, "value", joint)) return *error;
  return joint;
}

template <bool is_angle, bool is_rate>
Made<Joint> make(const Properties& properties, const JointSite& site) {
  return make_coordinate_drive(properties, site, is_angle ? dimension::angle : dimension::length,
                               is_angle ? "angle" : "travel", is_rate);
}

constexpr FieldSpec which_coordinate_field{.name = "coordinate",
                                           .type = FieldType::choice,
                                           .doc = "which coordinate, for a joint that has two",
                                           .default_text = "first",
                                           .choices = "first|second"};

constexpr FieldSpec value_field(Dimension dimension, std::string_view doc) {
  return {.name = "value",
          .type = FieldType::time_number,
          .dimension = dimension,
          .required = true,
          .doc = doc,
          .is_law = true};
}

constexpr FieldSpec angle_properties[] = {
    value_field(dimension::angle,
                "angle, 0 in the start pose (or at_start of the joint): a function of t and of positions of others"),
    which_coordinate_field};
constexpr FieldSpec position_properties[] = {
    value_field(dimension::length,
                "travel, 0 in the start pose (or at_start of the joint): a function of t and of positions of others"),
    which_coordinate_field};
constexpr FieldSpec angle_rate_properties[] = {
    value_field(dimension::spin, "rate of the angle: a function of t and of signals of the state"),
    which_coordinate_field};
constexpr FieldSpec position_rate_properties[] = {
    value_field(dimension::velocity, "rate of the travel: a function of t and of signals of the state"),
    which_coordinate_field};

constexpr TypeSpec spec(std::string_view name, std::string_view summary, std::span<const FieldSpec> properties) {
  return {.name = name, .summary = summary, .arguments = {}, .properties = properties};
}

constexpr TypeSpec angle_spec = spec("angle", "an angle of a joint follows a function", angle_properties);
constexpr TypeSpec position_spec = spec("position", "the travel of a joint follows a function", position_properties);
constexpr TypeSpec angle_rate_spec =
    spec("angle_rate", "the rate of a joint's angle follows a function", angle_rate_properties);
constexpr TypeSpec position_rate_spec =
    spec("position_rate", "the rate of a joint's travel follows a function", position_rate_properties);

template <bool is_angle, bool is_rate>
JointType drive_type(const TypeSpec& spec, Space space) {
  constexpr Dimension driven = is_angle ? dimension::angle : dimension::length;
  JointType type{.spec = spec,
                 .kind = JointKind::drive,
                 .space = space,
                 .num_rows = 1,
                 .num_nonholonomic = is_rate ? 1 : 0,
                 .row_dimension = {is_rate ? driven * dimension::rate : driven},
                 .needs_angles = is_angle,
                 .num_bodies = 0,
                 .make = make<is_angle, is_rate>};
  if (space == Space::planar) {
    type.evaluate = evaluate_coordinate_drive<double>;
    type.evaluate_extended = evaluate_coordinate_drive<long double>;
  } else {
    type.evaluate_spatial = evaluate_spatial_coordinate_drive<double>;
    type.evaluate_spatial_extended = evaluate_spatial_coordinate_drive<long double>;
  }
  return type;
}

const auto angle = drive_type<true, false>;
const auto position = drive_type<false, false>;
const auto angle_rate = drive_type<true, true>;
const auto position_rate = drive_type<false, true>;

}  // namespace
}  // namespace coordinate_drive

const JointType angle_drive = coordinate_drive::angle(coordinate_drive::angle_spec, Space::planar);
const JointType spatial_angle_drive = coordinate_drive::angle(coordinate_drive::angle_spec, Space::spatial);
const JointType position_drive = coordinate_drive::position(coordinate_drive::position_spec, Space::planar);
const JointType spatial_position_drive = coordinate_drive::position(coordinate_drive::position_spec, Space::spatial);
const JointType angle_rate_drive = coordinate_drive::angle_rate(coordinate_drive::angle_rate_spec, Space::planar);
const JointType spatial_angle_rate_drive =
    coordinate_drive::angle_rate(coordinate_drive::angle_rate_spec, Space::spatial);
const JointType position_rate_drive =
    coordinate_drive::position_rate(coordinate_drive::position_rate_spec, Space::planar);
const JointType spatial_position_rate_drive =
    coordinate_drive::position_rate(coordinate_drive::position_rate_spec, Space::spatial);

}  // namespace perpend
