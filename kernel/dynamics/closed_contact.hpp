// A contact that stays closed, as rows of an index-reduced mechanism. With c the point of contact, r = c - x for each
// body and s the velocity of slip:
//     s      = v1 + omega1 x r1 - v0 - omega0 x r0
//     normal     gap = 0, its rate n . s, holonomic
//     tangents   t . s = 0, non-holonomic, where it sticks
//     Jdot v = d_dot . s + d . (omega1 x r1_dot - omega0 x r0_dot)   for the directions d = n, t
// The point of contact moves on both surfaces: with p the points of ContactSurfaces and R their radii,
//     plane    gap = n . (p1 - p0) - R0 - R1,    n_dot = omega0 x n
//     ball     gap = |p1 - p0| - R0 - R1,        n = u = (p1 - p0) / |p1 - p0|,  u_dot = (w - (u . w) u) / |p1 - p0|
//     hollow   gap = R0 - R1 - |p1 - p0|,        n = -u
//     c = p1 - R1 n,   w = p1_dot - p0_dot
// Where it slides the force is lambda (n - mu d), d the direction of slip: not the gradient of a row.
#pragma once

#include <array>

#include "kernel/contacts/contact_surfaces.hpp"
#include "kernel/dynamics/spaces.hpp"

namespace perpend {

struct ClosedContact {
  enum class Mode {
    pushes,  ///< along the normal alone
    slides,  ///< friction against the slip
    sticks,  ///< no slip
    grips,   ///< no slip, and no normal force: friction for one that acted before
  };
  ContactSurfaces surfaces;
  Mode mode = Mode::pushes;
  double friction = 0.0;  ///< mu
  /// Direction of slip: in the plane (1, 0, 0) along perp(n) or (-1, 0, 0); in space in world axes.
  Vec3 slide = Vec3::Zero();
  /// Space: the slip itself says the direction, on the side of `slide`, which stands in where there is none.
  bool follows_slip = false;
  Vec3 across = Vec3::UnitX();  ///< space: no parallel of the normal, for the tangents; world axes, unit
};

[[nodiscard]] inline int num_tangents(Space space) {
  return space == Space::planar ? 1 : 2;
}
/// Dry friction of a ball joint about one axis of its first body, d: its torque brakes d . (omega1 - omega0), or holds
/// it at 0.
struct BallFriction {
  std::array<int, 2> body{world_body, world_body};
  int axis = 0;
  bool is_held = false;
  double torque = 0.0;  ///< on the second body about d, where it is not held [N m]
};

/// Which of the rows below the contact has: from `first_row` on so many.
[[nodiscard]] inline int first_row(const ClosedContact& contact) {
  return contact.mode == ClosedContact::Mode::grips ? 1 : 0;
}
[[nodiscard]] inline int num_rows(const ClosedContact& contact, Space space) {
  const bool has_tangents = contact.mode == ClosedContact::Mode::sticks || contact.mode == ClosedContact::Mode::grips;
  return (has_tangents ? 1 + num_tangents(space) : 1) - first_row(contact);
}

/// Row 0 is that of the normal, then the tangents; all of them, whatever the mode.
template <class In>
struct ClosedContactRows {
  using Scalar = typename In::Scalar;
  static constexpr int count = In::num_linear;
  Scalar gap{0};
  std::array<typename In::Vector, count> direction;
  std::array<Scalar, count> rate{};  ///< direction . s
  std::array<Scalar, count> jdot_v{};
  std::array<std::array<std::array<Scalar, In::num_velocities>, count>, 2> jacobian{};  ///< [side][row]
};

/// `motions`: one a body.
template <class In>
[[nodiscard]] ClosedContactRows<In> closed_contact_rows(const ClosedContact& contact,
                                                        const std::vector<typename In::Motion>& motions);

/// The direction of slip in the tangents, unit: friction acts against it.
template <class In>
[[nodiscard]] std::array<typename In::Scalar, 2> slip_direction(const ClosedContact& contact,
                                                                const ClosedContactRows<In>& rows);

}  // namespace perpend
