// Where a joint or force element attaches: from world coordinates at the start to anchors in the frames of the bodies.
#pragma once

#include <array>

#include "kernel/model/properties.hpp"
#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// World point to body frame at the initial pose; unchanged for the world. A particle has no other point than itself: a
/// joint placed elsewhere shows the gap as its constraint error.
[[nodiscard]] Vec2 to_body_frame(const Body* body, const Vec2& point);
[[nodiscard]] Vec2 direction_to_body_frame(const Body* body, const Vec2& direction);
[[nodiscard]] Vec2 direction_to_world(const Body* body, const Vec2& direction);
[[nodiscard]] double initial_angle(const Body* body);
[[nodiscard]] Vec2 initial_position(const Body* body);

/// Whether a point of each body is given.
[[nodiscard]] bool has_joint_points(const Properties& properties);

/// World points from `at` (both bodies), `at_first`, `at_second`, or in the axes of the body `on_first`, `on_second`; a
/// side that none of them names takes the centre of its body.
[[nodiscard]] std::array<Vec2, 2> planar_points(const Properties& properties, const JointSite& site);

/// The anchors of both bodies at these points.
[[nodiscard]] std::array<Vec2, 2> anchors(const Properties& properties, const JointSite& site);

/// As `anchors`, but a point of each body must be given.
[[nodiscard]] Made<std::array<Vec2, 2>> required_anchors(const Properties& properties, const JointSite& site);

/// Schema rows for the three.
inline constexpr FieldSpec at_field{.name = "at",
                                    .type = FieldType::vector,
                                    .dimension = dimension::length,
                                    .doc = "point of both bodies, world coordinates at the start"};
inline constexpr FieldSpec at_first_field{.name = "at_first",
                                          .type = FieldType::vector,
                                          .dimension = dimension::length,
                                          .doc = "point of the first body, world coordinates at the start"};
inline constexpr FieldSpec at_second_field{.name = "at_second",
                                           .type = FieldType::vector,
                                           .dimension = dimension::length,
                                           .doc = "point of the second body, world coordinates at the start"};
inline constexpr FieldSpec on_first_field{.name = "on_first",
                                          .type = FieldType::vector,
                                          .dimension = dimension::length,
                                          .doc = "point of the first body in its own axes, from its centre of mass"};
inline constexpr FieldSpec on_second_field{.name = "on_second",
                                           .type = FieldType::vector,
                                           .dimension = dimension::length,
                                           .doc = "point of the second body in its own axes, from its centre of mass"};

}  // namespace perpend
