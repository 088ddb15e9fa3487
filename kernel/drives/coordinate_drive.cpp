// Drives angle and position: a free coordinate c of a joint, the angle of a hinge or the travel of a slider, follows a
// function of time, counted from the start pose unless the joint says at_start.
//     phi    = c(q) - f(t)                              1 row [rad or m]
//     phi_t  = -f'(t),   Jdot v = (that of c) - f''(t)
// In space an angle is known up to whole turns; the one nearest to f(t) is meant. So the row needs no memory of the
// turns, and an error of half a turn or more is not seen as such.
#include <limits>

#include "kernel/drives/drive_types.hpp"
#include "kernel/drives/time_derivative.hpp"

namespace perpend {

namespace coordinate_drive {
namespace {

/// Row 0 from the coordinate.
template <class Scalar, class Coordinate, class Rows>
void set_driven_row(const Joint& joint, Scalar time, const Coordinate& c, Rows& rows) {
  rows.phi[0] = c.value - joint.drive[0](time);
  rows.phi_t[0] = -joint.drive_rate[0](time);
  rows.jdot_v[0] = c.jdot_v - joint.drive_acceleration[0](time);
  for (int side = 0; side < num_sides; ++side) rows.jacobian[side][0] = c.jacobian[side];
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
                                       const Scalar*, SpatialRows<Scalar>& rows) {
  CoordinateValue<Scalar, 6> c;
  const Scalar near = joint.drive[0](time);
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

/// A drive of the coordinate of `site.driven` that has this dimension; `noun` names such a coordinate. Properties:
/// value, and coordinate (first, second) where a joint has two of them.
Made<Joint> make_coordinate_drive(const Properties& properties, const JointSite& site, Dimension dimension,
                                  const std::string& noun) {
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
  if (auto error = find_corner(value, "value")) return *error;
  if (auto error = add_prescribed(value, "value", joint)) return *error;
  return joint;
}

Made<Joint> make_angle(const Properties& properties, const JointSite& site) {
  return make_coordinate_drive(properties, site, dimension::angle, "angle");
}

Made<Joint> make_position(const Properties& properties, const JointSite& site) {
  return make_coordinate_drive(properties, site, dimension::length, "travel");
}

constexpr FieldSpec which_coordinate_field{.name = "coordinate",
                                           .type = FieldType::choice,
                                           .doc = "which coordinate, for a joint that has two",
                                           .default_text = "first",
                                           .choices = "first|second"};

constexpr FieldSpec angle_properties[] = {
    {.name = "value",
     .type = FieldType::time_number,
     .dimension = dimension::angle,
     .required = true,
     .doc = "angle as a function of t, 0 in the start pose (or at_start of the joint)"},
    which_coordinate_field};

constexpr TypeSpec angle_spec{.name = "angle",
                              .summary = "an angle of a joint follows a function of time",
                              .arguments = {},
                              .properties = angle_properties};

constexpr FieldSpec position_properties[] = {
    {.name = "value",
     .type = FieldType::time_number,
     .dimension = dimension::length,
     .required = true,
     .doc = "travel as a function of t, 0 in the start pose (or at_start of the joint)"},
    which_coordinate_field};

constexpr TypeSpec position_spec{.name = "position",
                                 .summary = "the travel of a joint follows a function of time",
                                 .arguments = {},
                                 .properties = position_properties};

}  // namespace
}  // namespace coordinate_drive

const JointType angle_drive{.spec = coordinate_drive::angle_spec,
                            .kind = JointKind::drive,
                            .num_rows = 1,
                            .row_dimension = {dimension::angle},
                            .needs_angles = true,
                            .num_bodies = 0,
                            .make = coordinate_drive::make_angle,
                            .evaluate = coordinate_drive::evaluate_coordinate_drive<double>,
                            .evaluate_extended = coordinate_drive::evaluate_coordinate_drive<long double>};

const JointType spatial_angle_drive{
    .spec = coordinate_drive::angle_spec,
    .kind = JointKind::drive,
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::angle},
    .needs_angles = true,
    .num_bodies = 0,
    .make = coordinate_drive::make_angle,
    .evaluate_spatial = coordinate_drive::evaluate_spatial_coordinate_drive<double>,
    .evaluate_spatial_extended = coordinate_drive::evaluate_spatial_coordinate_drive<long double>};

const JointType position_drive{.spec = coordinate_drive::position_spec,
                               .kind = JointKind::drive,
                               .num_rows = 1,
                               .row_dimension = {dimension::length},
                               .needs_angles = false,
                               .num_bodies = 0,
                               .make = coordinate_drive::make_position,
                               .evaluate = coordinate_drive::evaluate_coordinate_drive<double>,
                               .evaluate_extended = coordinate_drive::evaluate_coordinate_drive<long double>};

const JointType spatial_position_drive{
    .spec = coordinate_drive::position_spec,
    .kind = JointKind::drive,
    .space = Space::spatial,
    .num_rows = 1,
    .row_dimension = {dimension::length},
    .needs_angles = false,
    .num_bodies = 0,
    .make = coordinate_drive::make_position,
    .evaluate_spatial = coordinate_drive::evaluate_spatial_coordinate_drive<double>,
    .evaluate_spatial_extended = coordinate_drive::evaluate_spatial_coordinate_drive<long double>};

}  // namespace perpend
