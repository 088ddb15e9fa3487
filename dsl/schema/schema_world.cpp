// Blocks of a world.
#include <array>

#include "dsl/schema/schema_rows.hpp"

namespace perpend::dsl {

namespace {

namespace d = dimension;
using enum FieldType;

/// A field for two components as spatial worlds have it.
constexpr LanguageField in_space(LanguageField field) {
  field.spec.type = field.spec.type == time_vector ? time_vector3 : vector3;
  field.spec.default_text = "(0, 0, 0)";
  return field;
}

constexpr LanguageField documented(LanguageField field, std::string_view doc) {
  field.spec.doc = doc;
  return field;
}

constexpr LanguageField gravity_field{{.name = "gravity",
                                       .type = vector,
                                       .dimension = d::acceleration,
                                       .doc = "acceleration of free fall",
                                       .default_text = "(0, 0)"}};
constexpr LanguageField start_field = own("start", "given, assemble { keep = [...] } or assemble_velocities",
                                          "given: as the bodies say; assemble: moved to where joints, drives, rolling "
                                          "and limits hold, except for bodies that "
                                          "are kept; assemble_velocities: velocities alone",
                                          false, "given");
constexpr std::array world_fields{gravity_field, start_field};
constexpr std::array spatial_world_fields{in_space(gravity_field), start_field};

constexpr LanguageField at_field{{.name = "at",
                                  .type = vector,
                                  .dimension = d::length,
                                  .doc = "centre of mass at the start",
                                  .default_text = "(0, 0)"}};
constexpr LanguageField angle_field{
    {.name = "angle", .dimension = d::angle, .doc = "at the start", .default_text = "0"}};
constexpr LanguageField velocity_field{
    {.name = "velocity", .type = vector, .dimension = d::velocity, .doc = "at the start", .default_text = "(0, 0)"}};
constexpr LanguageField mass_field{
    {.name = "mass", .dimension = d::mass, .doc = "mass of the body", .minimum = 0.0, .exclusive_minimum = true}};
constexpr LanguageField color_field = text_field("color", "for drawing: a name or #rrggbb");
constexpr LanguageField surface_friction = friction_field(
    "Coulomb friction coefficient of the surface; two surfaces take the geometric mean", "that of contacts");
constexpr LanguageField surface_restitution = restitution_field(
    "coefficient of restitution of the surface; two surfaces take the larger one", "that of contacts");
constexpr LanguageField shift_field{{.name = "shift",
                                     .type = time_vector,
                                     .dimension = d::length,
                                     .doc = "displacement of a body that is moved, such as a shaken table",
                                     .default_text = "(0, 0)"}};
constexpr LanguageField spatial_shift_field = in_space(shift_field);

constexpr std::array body_fields{
    mass_field,
    LanguageField{{.name = "density",
                   .dimension = d::area_density,
                   .doc = "instead of mass, for shapes with an area",
                   .minimum = 0.0,
                   .exclusive_minimum = true}},
    at_field,
    angle_field,
    velocity_field,
    LanguageField{{.name = "spin", .dimension = d::spin, .doc = "angular velocity at the start", .default_text = "0"}},
    surface_friction,
    surface_restitution,
    color_field};
constexpr LanguageField spatial_at_field = in_space(at_field);
constexpr LanguageField rotation_field{
    {.name = "rotation",
     .type = rotation,
     .doc = "from body axes to world axes at the start; with euler, the second and third turn are about axes that the "
            "earlier ones have already turned; a quaternion is scaled to length 1",
     .default_text = "quaternion(1, 0, 0, 0)"}};
constexpr LanguageField spatial_velocity_field =
    documented(in_space(velocity_field), "of the centre of mass at the start");
constexpr std::array spatial_body_fields{mass_field,
                                         LanguageField{{.name = "density",
                                                        .dimension = d::mass / pow(d::length, 3),
                                                        .doc = "instead of mass, for shapes with a volume",
                                                        .minimum = 0.0,
                                                        .exclusive_minimum = true}},
                                         spatial_at_field,
                                         rotation_field,
                                         spatial_velocity_field,
                                         LanguageField{{.name = "spin",
                                                        .type = vector3,
                                                        .dimension = d::spin,
                                                        .doc = "angular velocity at the start, world axes",
                                                        .default_text = "(0, 0, 0)"}},
                                         surface_friction,
                                         surface_restitution,
                                         color_field};
constexpr std::array spatial_particle_fields{mass_field,       spatial_at_field,    spatial_velocity_field,
                                             surface_friction, surface_restitution, color_field};
constexpr std::array spatial_fixed_fields{spatial_at_field, rotation_field,      spatial_shift_field,
                                          surface_friction, surface_restitution, color_field};

constexpr std::array part_fields{own("export", "[a, b]",
                                     "names of the part that can be used outside of it: bodies, joints, forces, let "
                                     "values, instances, and what these export, knee.cap",
                                     false, "all but let values")};
constexpr std::array shape_fields{
    documented(mass_field, "mass of the part"),
    LanguageField{{.name = "density",
                   .dimension = d::area_density,
                   .doc = "instead of mass; without either, that of the body, or a share of its mass by area",
                   .minimum = 0.0,
                   .exclusive_minimum = true}},
    documented(at_field,
               "of the part in the frame of the compound, whose origin then moves to the centre of mass: its centre, "
               "of a polygon the origin of its vertices"),
    documented(angle_field, "against the axes of the compound")};
constexpr std::array spatial_shape_fields{
    documented(mass_field, "mass of the part"),
    LanguageField{{.name = "density",
                   .dimension = d::mass / pow(d::length, 3),
                   .doc = "instead of mass; without either, that of the body, or a share of its mass by volume",
                   .minimum = 0.0,
                   .exclusive_minimum = true}},
    documented(spatial_at_field,
               "centre of the part in the frame of the compound, whose origin then moves to the centre of mass"),
    documented(rotation_field, "from the axes of the part to those of the compound")};
constexpr std::array particle_fields{mass_field,          at_field,   velocity_field, surface_friction,
                                     surface_restitution, color_field};
constexpr std::array fixed_fields{at_field,         angle_field,         shift_field,
                                  surface_friction, surface_restitution, color_field};

}  // namespace

const BlockSpec world_block{"world",      "world planar { ... }", "the mechanism; world spatial { ... } in space",
                            "experiment", world_fields,           spatial_world_fields};
const BlockSpec part_block{"part", "part name(parameter: default) { ... }",
                           "a piece of a mechanism with names of its own; bodies and joints can be parameters", "world",
                           part_fields};
const BlockSpec instance_block{"instance",
                               "instance name = part(parameter: value)",
                               "the bodies, joints and forces of a part, which are then name.body and so on",
                               "world",
                               {}};
const BlockSpec body_block{
    "body", "body name = shape(arguments) { ... }", "a rigid body", "world", body_fields, spatial_body_fields};
const BlockSpec shape_block{"shape",
                            "shape name = type(arguments) { ... }",
                            "a convex part of body name = compound { ... }",
                            "body",
                            shape_fields,
                            spatial_shape_fields};
const BlockSpec particle_block{"particle", "particle name { ... }", "a point mass",
                               "world",    particle_fields,         spatial_particle_fields};
const BlockSpec fixed_block{
    "fixed", "fixed name = shape(arguments) { ... }", "an immovable body", "world", fixed_fields, spatial_fixed_fields};
const BlockSpec joint_block{"joint",
                            "joint name = type(first, second, arguments) { ... }",
                            "a constraint between two bodies, or a body and world",
                            "world",
                            {}};
const BlockSpec drive_block{"drive",
                            "drive name = type(joint, arguments) { ... }",
                            "a coordinate of a joint, or a point, as a function of time",
                            "world",
                            {}};
const BlockSpec constraint_block{"constraint",
                                 "constraint name = type(bodies, arguments) { ... }",
                                 "a constraint on velocities: rolling, prescribed velocities",
                                 "world",
                                 {}};
const BlockSpec force_block{"force", "force name = type(bodies, arguments) { ... }", "an applied force", "world", {}};

}  // namespace perpend::dsl
