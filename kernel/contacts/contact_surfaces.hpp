// What two surfaces are where they touch, as far as it can be written as a function of their poses: for motions along
// which a contact stays closed.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

/// In the plane, where a face or a corner ends: the point of the other body stays on the side of `inward`.
struct SurfaceBorder {
  int side = 0;                ///< whose frame it is in
  Vec3 end = Vec3::Zero();     ///< [m]
  Vec3 inward = Vec3::Zero();  ///< unit

  [[nodiscard]] bool operator==(const SurfaceBorder& other) const = default;
};

/// The surface of body[1] is a ball (in the plane a circle) about a point of it, which may have the radius 0: a corner.
struct ContactSurfaces {
  enum class Kind {
    plane,    ///< body[0] is a plane, in the plane a line
    ball,     ///< a ball about a point of it
    hollow,   ///< the inside of one
    corners,  ///< two corners without a radius: they pass each other, or touch with other parts
  };
  Kind kind = Kind::plane;
  std::array<int, 2> body{world_body, world_body};
  std::array<Vec3, 2> point{Vec3::Zero(), Vec3::Zero()};  ///< in the frame of each body [m]; z is 0 in the plane
  Vec3 normal = Vec3::Zero();                             ///< plane: outward, unit, frame of body[0]
  std::array<double, 2> radius{0.0, 0.0};                 ///< around the points, or the plane [m]
  std::vector<SurfaceBorder> borders{};                   ///< in the plane; empty: none, or not known

  [[nodiscard]] bool operator==(const ContactSurfaces& other) const = default;
};

/// The surfaces at one contact of the evaluation; at a border, that on the side to which the bodies move. Nothing where
/// a surface is curved otherwise, and where two edges cross. Pre: the bodies touch there, or nearly so.
[[nodiscard]] std::optional<ContactSurfaces> contact_surfaces(const Model& model, const Evaluation& evaluation,
                                                              const Contact& contact);

/// How far the contact is from the next border [m]: negative beyond it. Pre: there are borders.
[[nodiscard]] double room_to_border(const ContactSurfaces& surfaces, const Evaluation& evaluation);

}  // namespace perpend
