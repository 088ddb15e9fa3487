// Where a joint or force element attaches: from world coordinates at the start to anchors in the frames of the bodies.
#pragma once

#include <array>

#include "kernel/model/scene/properties.hpp"
#include "kernel/model/scene/vocabulary.hpp"

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
/// side that none of them names takes the centre of its body. `centre(body)`: its position; `turn(body, v)`: from its
/// axes to those of the world.
template <class Vector, class Centre, class Turn>
[[nodiscard]] std::array<Vector, 2> points_of_sides(const Properties& properties, const JointSite& site, Centre centre,
                                                    Turn turn) {
  std::array<Vector, 2> points;
  for (int side = 0; side < 2; ++side) {
    const Body* body = site.body[side];
    const char* on_body = side == 0 ? "on_first" : "on_second";
    if (properties.has(on_body)) {
      points[side] = centre(body) + turn(body, properties.get<Vector>(on_body));
      continue;
    }
    const Vector fallback = properties.get_or("at", centre(body));
    points[side] = properties.get_or(side == 0 ? "at_first" : "at_second", fallback);
  }
  return points;
}

/// Those of the plane.
[[nodiscard]] std::array<Vec2, 2> planar_points(const Properties& properties, const JointSite& site);

/// The anchors of both bodies at these points.
[[nodiscard]] std::array<Vec2, 2> anchors(const Properties& properties, const JointSite& site);

/// As `anchors`, but a point of each body must be given.
[[nodiscard]] Made<std::array<Vec2, 2>> required_anchors(const Properties& properties, const JointSite& site);

/// Schema rows of these points, of type vector or vector3.
template <FieldType type>
inline constexpr FieldSpec at_point{.name = "at",
                                    .type = type,
                                    .dimension = dimension::length,
                                    .doc = "point of both bodies, world coordinates at the start"};
template <FieldType type>
inline constexpr FieldSpec at_first{.name = "at_first",
                                    .type = type,
                                    .dimension = dimension::length,
                                    .doc = "point of the first body, world coordinates at the start"};
template <FieldType type>
inline constexpr FieldSpec at_second{.name = "at_second",
                                     .type = type,
                                     .dimension = dimension::length,
                                     .doc = "point of the second body, world coordinates at the start"};
template <FieldType type>
inline constexpr FieldSpec on_first{.name = "on_first",
                                    .type = type,
                                    .dimension = dimension::length,
                                    .doc = "point of the first body in its own axes, from its centre of mass"};
template <FieldType type>
inline constexpr FieldSpec on_second{.name = "on_second",
                                     .type = type,
                                     .dimension = dimension::length,
                                     .doc = "point of the second body in its own axes, from its centre of mass"};

inline constexpr FieldSpec at_field = at_point<FieldType::vector>;
inline constexpr FieldSpec at_first_field = at_first<FieldType::vector>;
inline constexpr FieldSpec at_second_field = at_second<FieldType::vector>;
inline constexpr FieldSpec on_first_field = on_first<FieldType::vector>;
inline constexpr FieldSpec on_second_field = on_second<FieldType::vector>;

}  // namespace perpend
