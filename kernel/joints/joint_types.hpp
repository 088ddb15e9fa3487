// The registries of joints, in the plane and in space: one row each, defined in the file of the joint.
#pragma once

#include <span>

#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

[[nodiscard]] std::span<const JointType> joint_types();
[[nodiscard]] const JointType& joint_type(std::string_view name);  ///< Pre: registered.

extern const JointType revolute_joint;
extern const JointType prismatic_joint;
extern const JointType weld_joint;
extern const JointType distance_joint;
extern const JointType point_on_line_joint;
extern const JointType gear_joint;
extern const JointType rack_and_pinion_joint;

inline constexpr FieldSpec axis_field{.name = "axis",
                                      .type = FieldType::vector,
                                      .dimension = dimension::none,
                                      .required = true,
                                      .doc = "direction in world axes at the start, fixed in the first body"};
inline constexpr FieldSpec relative_angle_field{.name = "angle",
                                                .type = FieldType::number,
                                                .dimension = dimension::angle,
                                                .doc = "angle of the second body against the first",
                                                .default_text = "as at the start"};

inline constexpr FieldSpec carrier_field{.name = "carrier",
                                         .type = FieldType::body,
                                         .doc = "body that carries both axes, or the axis and the slide of a rack",
                                         .default_text = "world, where joints to it hold both"};

inline constexpr FieldSpec gear_ratio_field{
    .name = "ratio",
    .type = FieldType::number,
    .dimension = dimension::none,
    .required = true,
    .doc =
        "turns of the second wheel for each turn of the first, both against the carrier: radius of the first over "
        "radius of the second",
    .minimum = 0.0,
    .exclusive_minimum = true};
inline constexpr FieldSpec pinion_radius_field{.name = "radius",
                                               .type = FieldType::number,
                                               .dimension = dimension::length,
                                               .required = true,
                                               .doc = "of the pinion",
                                               .minimum = 0.0,
                                               .exclusive_minimum = true};

/// The first body of a rack and pinion turns.
[[nodiscard]] inline std::optional<FactoryError> find_pinion_error(const JointSite& site) {
  if (site.body[0] == nullptr || site.body[0]->kind != BodyKind::particle) return std::nullopt;
  return FactoryError{"", "a particle has no angle, so it cannot be the pinion",
                      "name the wheel first and the rack second"};
}

/// `axis` as a unit vector in the frame of the first body.
[[nodiscard]] Made<Vec2> unit_axis(const Properties& properties, const JointSite& site);

[[nodiscard]] std::span<const JointType> spatial_joint_types();
[[nodiscard]] const JointType& spatial_joint_type(std::string_view name);  ///< Pre: registered.

extern const JointType spatial_ball_joint;
extern const JointType spatial_revolute_joint;
extern const JointType spatial_prismatic_joint;
extern const JointType spatial_cylindrical_joint;
extern const JointType spatial_universal_joint;
extern const JointType spatial_weld_joint;
extern const JointType spatial_distance_joint;
extern const JointType spatial_planar_joint;
extern const JointType spatial_point_on_line_joint;
extern const JointType spatial_screw_joint;
extern const JointType spatial_gear_joint;
extern const JointType spatial_rack_and_pinion_joint;

}  // namespace perpend
