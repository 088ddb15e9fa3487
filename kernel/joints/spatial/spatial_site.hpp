// Where a joint or force element in space attaches: from world coordinates at the start to anchors and frames in the
// frames of the bodies.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "kernel/joints/joint_site.hpp"
#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

[[nodiscard]] Vec3 spatial_position(const Body* body);  ///< initial centre of mass; the origin for the world
/// Initial rotation, body to world; the identity for the world and for a particle.
[[nodiscard]] Matrix3 spatial_rotation(const Body* body);

/// World point to body frame at the initial pose; unchanged for the world. A particle has no other point than itself: a
/// joint placed elsewhere shows the gap as its constraint error.
[[nodiscard]] Vec3 to_body_frame(const Body* body, const Vec3& point);

/// World points of both sides, see points_of_sides.
[[nodiscard]] std::array<Vec3, 2> spatial_points(const Properties& properties, const JointSite& site);

/// A joint with these anchors, all else as yet unset.
[[nodiscard]] Joint joint_with_anchors(const Properties& properties, const JointSite& site);

/// As above, but a point of each body must be given.
[[nodiscard]] Made<Joint> joint_at_point(const Properties& properties, const JointSite& site);

/// The vector that stands in `field`, made a unit vector; world axes.
[[nodiscard]] Made<Vec3> unit_direction(const Properties& properties, std::string_view field);

/// Right-handed orthonormal columns (a, b, c) with a = `axis`, a unit vector; b leans to the coordinate axis that is
/// farthest from it.
[[nodiscard]] Matrix3 frame_about(const Vec3& axis);

/// Gives both sides the frame that is `world` in world axes at the initial pose.
void set_frames(const JointSite& site, const Matrix3& world, Joint& joint);

/// Gives one side, and the carrier for this side, the frame that is `world` in world axes at the initial pose.
void hold_frame(const JointSite& site, int side, const Matrix3& world, Joint& joint);

/// Both sides, about the directions in these fields.
[[nodiscard]] std::optional<FactoryError> hold_axes(const Properties& properties, const JointSite& site,
                                                    std::array<const char*, 2> fields, Joint& joint);

/// joint_at_point with both frames about `axis`. The two of them are all that most joints are made from.
[[nodiscard]] Made<Joint> joint_about_axis(const Properties& properties, const JointSite& site,
                                           std::string_view axis = "axis");

/// Where `field` is given, turns the frame of the second side by the shortest turn that brings its axis there.
/// The two axes then part at the start, which a loop shows as an error of its rows and as redundancy. Pre: the joint
/// has its frames.
[[nodiscard]] std::optional<FactoryError> tilt_second_axis(const Properties& properties, const std::string& field,
                                                           Joint& joint);

/// Moves the first anchor along the axis to the foot of the second, so that the slide is 0 in the initial pose. Rows
/// that measure across the axis do not see it.
void start_slide_at_zero(const JointSite& site, Joint& joint);

/// "(x, y, z)" as the scene language writes it.
[[nodiscard]] std::string text(const Vec3& vector);

/// Schema rows.
inline constexpr FieldSpec spatial_at_field = at_point<FieldType::vector3>;
inline constexpr FieldSpec spatial_at_first_field = at_first<FieldType::vector3>;
inline constexpr FieldSpec spatial_at_second_field = at_second<FieldType::vector3>;
inline constexpr FieldSpec spatial_on_first_field = on_first<FieldType::vector3>;
inline constexpr FieldSpec spatial_on_second_field = on_second<FieldType::vector3>;
inline constexpr FieldSpec spatial_axis_on_second_field{
    .name = "axis_on_second",
    .type = FieldType::vector3,
    .dimension = dimension::none,
    .doc = "the axis in the second body, in its own axes, where it is misaligned or assembled",
    .default_text = "that of the first body at the start"};
inline constexpr FieldSpec spatial_axis_field{.name = "axis",
                                              .type = FieldType::vector3,
                                              .dimension = dimension::none,
                                              .required = true,
                                              .doc = "direction in world axes at the start, fixed in the first body"};

}  // namespace perpend
