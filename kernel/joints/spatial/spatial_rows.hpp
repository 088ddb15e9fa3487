// Rows that several joints in space are made of, from scalar functions of the motion of two bodies that joints hold at
// zero or leave free, each with its gradient and the quadratic term of its second derivative. Polynomials in positions
// and quaternions but for `twist_angle`.
// a, b, c: columns of the joint frames, a the axis; 0, 1: which body carries them; d = p1 - p0.
#pragma once

#include <cmath>

#include "kernel/joints/spatial/spatial_point.hpp"
#include "kernel/model/numbers/trigonometry.hpp"

namespace perpend {

/// Value, jdot_v, and the columns (linear, angular) of each side.
template <class Scalar>
using SpatialFunction = CoordinateValue<Scalar, 6>;

template <class Scalar>
void add_linear(std::array<Scalar, 6>& columns, const Vector3<Scalar>& entries) {
  for (int j = 0; j < 3; ++j) columns[j] += entries[j];
}

template <class Scalar>
void add_angular(std::array<Scalar, 6>& columns, const Vector3<Scalar>& entries) {
  for (int j = 0; j < 3; ++j) columns[3 + j] += entries[j];
}

/// n . d, d = p1 - p0, n fixed in the world.
///     gradient   (-n, n x r0), (n, r1 x n)             since n . (omega x r) = omega . (r x n)
///     jdot_v     n . (d_ddot)_quadratic
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> offset_in_world(const Vector3<Scalar>& n, const SpatialPoint<Scalar>& p0,
                                                      const SpatialPoint<Scalar>& p1) {
  const Vector3<Scalar> d = p1.position - p0.position;
  const Vector3<Scalar> centripetal = p1.centripetal - p0.centripetal;
  SpatialFunction<Scalar> f;
  f.value = dot(n, d);
  f.jdot_v = dot(n, centripetal);
  add_linear<Scalar>(f.jacobian[0], -n);
  add_angular(f.jacobian[0], cross(n, p0.arm));
  add_linear(f.jacobian[1], n);
  add_angular(f.jacobian[1], cross(p1.arm, n));
  return f;
}

/// u . d, d = p1 - p0, u fixed in body 0: as in the world, and u turns.
///     gradient   the angular part of side 0 gains u x d
///     jdot_v     gains 2 u_dot . d_dot + (u_ddot)_quadratic . d
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> offset_in_first(const SpatialDirection<Scalar>& u, const SpatialPoint<Scalar>& p0,
                                                      const SpatialPoint<Scalar>& p1) {
  const Vector3<Scalar> d = p1.position - p0.position;
  const Vector3<Scalar> d_dot = p1.velocity - p0.velocity;
  SpatialFunction<Scalar> f = offset_in_world(u.value, p0, p1);
  f.jdot_v += Scalar(2) * dot(u.rate, d_dot) + dot(u.centripetal, d);
  add_angular(f.jacobian[0], cross(u.value, d));
  return f;
}

/// u . w, u fixed in body 0 and w in body 1.
///     gradient   (0, u x w), (0, w x u)
///     jdot_v     (u_ddot)_quadratic . w + 2 u_dot . w_dot + u . (w_ddot)_quadratic
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> alignment(const SpatialDirection<Scalar>& u, const SpatialDirection<Scalar>& w) {
  SpatialFunction<Scalar> f;
  f.value = dot(u.value, w.value);
  f.jdot_v = dot(u.centripetal, w.value) + Scalar(2) * dot(u.rate, w.rate) + dot(u.value, w.centripetal);
  add_angular(f.jacobian[0], cross(u.value, w.value));
  add_angular(f.jacobian[1], cross(w.value, u.value));
  return f;
}

/// Angle within half a turn of `near` [rad].
template <class Scalar>
[[nodiscard]] Scalar nearest_branch(Scalar angle, Scalar near) {
  const Scalar turn(6.283185307179586476925286766559005768L);
  return angle + turn * std::round((near - angle) / turn);
}

/// The angle by which frame 1 is turned against frame 0 about their axes a0, a1, taken nearest to `near`:
///     theta = atan2(c0 . b1 - b0 . c1, b0 . b1 + c0 . c1) = 2 atan2(x, w)
/// with (w, v) the quaternion of frame 1 in frame 0 and x = v . a0. For any swing of a1 away from a0 short of half a
/// turn it is the twist of the swing-twist decomposition: it does not depend on which b, c were chosen about the axes,
/// and turns its sign when the sides are exchanged. From w_dot = -omega . v / 2, v_dot = (w omega + omega x v) / 2 and
/// omega = omega1 - omega0 follows, without approximation and whatever the swing,
///     gradient   (0, -g), (0, g),   g = (w^2 a0 + x v + w v x a0) / (w^2 + x^2) = (a0 + a1) / (1 + a0 . a1)
///     jdot_v     (a0_dot + a1_dot - g (a0 . a1)_dot) . omega / (1 + a0 . a1)
/// Singular where a1 = -a0.
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> twist_angle(const SpatialFrame<Scalar>& first, const SpatialFrame<Scalar>& second,
                                                  Scalar near) {
  const Matrix33<Scalar> q = first.axes.transpose() * second.axes;
  const SpatialDirection<Scalar> a0 = direction(first, 0);
  const SpatialDirection<Scalar> a1 = direction(second, 0);
  const Vector3<Scalar> omega = second.spin - first.spin;
  const Scalar scale = Scalar(1) + q(0, 0);
  const Vector3<Scalar> g = (a0.value + a1.value) / scale;
  const Scalar scale_rate = dot(a0.rate, a1.value) + dot(a0.value, a1.rate);
  const Vector3<Scalar> g_rate = (a0.rate + a1.rate - g * scale_rate) / scale;
  SpatialFunction<Scalar> f;
  f.value = nearest_branch(arc_tangent(q(2, 1) - q(1, 2), q(1, 1) + q(2, 2)), near);
  f.jdot_v = dot(g_rate, omega);
  add_angular<Scalar>(f.jacobian[0], -g);
  add_angular(f.jacobian[1], g);
  return f;
}

/// f + k g.
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> sum(SpatialFunction<Scalar> f, Scalar k, const SpatialFunction<Scalar>& g) {
  f.value += k * g.value;
  f.jdot_v += k * g.jdot_v;
  for (int side = 0; side < num_sides; ++side)
    for (int j = 0; j < 6; ++j) f.jacobian[side][j] += k * g.jacobian[side][j];
  return f;
}

template <class Scalar>
void set_row(int i, const SpatialFunction<Scalar>& f, SpatialRows<Scalar>& rows) {
  rows.phi[i] = f.value;
  rows.jdot_v[i] = f.jdot_v;
  for (int side = 0; side < num_sides; ++side) rows.jacobian[side][i] = f.jacobian[side];
}

/// The row of `alignment`. Its entries in positions are 0 and not written.
template <class Scalar>
void set_alignment_row(int i, const SpatialDirection<Scalar>& u, const SpatialDirection<Scalar>& w,
                       SpatialRows<Scalar>& rows) {
  const SpatialFunction<Scalar> f = alignment(u, w);
  rows.phi[i] = f.value;
  rows.jdot_v[i] = f.jdot_v;
  for (int side = 0; side < 2; ++side)
    for (int j = 3; j < 6; ++j) rows.jacobian[side][i][j] = f.jacobian[side][j];
}

/// p0 and p1.
template <class Scalar>
[[nodiscard]] std::array<SpatialPoint<Scalar>, 2> joint_points(const Joint& joint, const SpatialMotions<Scalar>& body) {
  return {spatial_point(body[0], joint.spatial.anchor[0]), spatial_point(body[1], joint.spatial.anchor[1])};
}

/// The joint frames of both sides.
template <class Scalar>
[[nodiscard]] std::array<SpatialFrame<Scalar>, 2> joint_frames(const Joint& joint, const SpatialMotions<Scalar>& body) {
  return {spatial_frame(body[0], joint.spatial.frame[0]), spatial_frame(body[1], joint.spatial.frame[1])};
}

/// Rows 0, 1, 2: phi = p1 - p0, world axes [m]: `offset_in_world` along x, y and z.
template <class Scalar>
void set_coincidence_rows(const Joint& joint, const SpatialMotions<Scalar>& body, SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  const Scalar zero(0);
  const Scalar one(1);
  const Vector3<Scalar>& r = p[0].arm;
  const Vector3<Scalar>& s = p[1].arm;
  rows.jacobian[0][0] = {-one, zero, zero, zero, -r.z(), r.y()};
  rows.jacobian[0][1] = {zero, -one, zero, r.z(), zero, -r.x()};
  rows.jacobian[0][2] = {zero, zero, -one, -r.y(), r.x(), zero};
  rows.jacobian[1][0] = {one, zero, zero, zero, s.z(), -s.y()};
  rows.jacobian[1][1] = {zero, one, zero, -s.z(), zero, s.x()};
  rows.jacobian[1][2] = {zero, zero, one, s.y(), -s.x(), zero};
  for (int i = 0; i < 3; ++i) {
    rows.phi[i] = p[1].position[i] - p[0].position[i];
    rows.jdot_v[i] = p[1].centripetal[i] - p[0].centripetal[i];
  }
}

/// Rows 0, 1: phi = (b0 . d, c0 . d) [m]: p1 stays on the line through p0 along a0.
template <class Scalar>
void set_line_rows(const Joint& joint, const SpatialMotions<Scalar>& body, SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  const SpatialFrame<Scalar> first = spatial_frame(body[0], joint.spatial.frame[0]);
  for (int i = 0; i < 2; ++i) set_row(i, offset_in_first(direction(first, 1 + i), p[0], p[1]), rows);
}

/// Rows i, i + 1: phi = (b0 . a1, c0 . a1), the sines of the swing [rad to first order]: a1 stays along a0. They vanish
/// for a1 = -a0 too, half a turn away from the pose that the joint was made in.
template <class Scalar>
void set_axis_rows(const Joint& joint, const SpatialMotions<Scalar>& body, int i, SpatialRows<Scalar>& rows) {
  const auto side = [&](int which, int column) { return direction(body[which], joint.spatial.frame[which], column); };
  const SpatialDirection<Scalar> axis = side(1, 0);
  for (int k = 0; k < 2; ++k) set_alignment_row(i + k, side(0, 1 + k), axis, rows);
}

/// Rows i, i + 1, i + 2: phi = (b0 . a1, c0 . a1, c0 . b1), sines of the relative rotation about c, -b and a [rad to
/// first order]. They vanish for half a turn about a, b or c too.
template <class Scalar>
void set_orientation_rows(const Joint& joint, const SpatialMotions<Scalar>& body, int i, SpatialRows<Scalar>& rows) {
  set_axis_rows(joint, body, i, rows);
  const auto frame = joint_frames(joint, body);
  set_row(i + 2, alignment(direction(frame[0], 2), direction(frame[1], 1)), rows);
}

/// Travel along the axis: a0 . d [m].
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> slide(const Joint& joint, const SpatialMotions<Scalar>& body) {
  const auto p = joint_points(joint, body);
  return offset_in_first(direction(spatial_frame(body[0], joint.spatial.frame[0]), 0), p[0], p[1]);
}

/// Twist of frame 1 against frame 0 about their axes, positive by the right hand [rad].
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> hinge_angle(const Joint& joint, const SpatialMotions<Scalar>& body, Scalar near) {
  const auto frame = joint_frames(joint, body);
  return twist_angle(frame[0], frame[1], near);
}

/// A function of the carrier, as its first body, and of `side`, as its second: its columns where rows have them.
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> against_carrier(const SpatialFunction<Scalar>& f, int side) {
  SpatialFunction<Scalar> result;
  result.value = f.value;
  result.jdot_v = f.jdot_v;
  result.jacobian[2] = f.jacobian[0];
  result.jacobian[side] = f.jacobian[1];
  return result;
}

/// The angle of one side of a joint about an axis that the carrier holds.
template <class Scalar>
[[nodiscard]] SpatialFunction<Scalar> angle_in_carrier(const Joint& joint, const SpatialMotions<Scalar>& body, int side,
                                                       Scalar near) {
  const SpatialFrame<Scalar> held = spatial_frame(body[2], joint.spatial.carrier_frame[side]);
  return against_carrier(twist_angle(held, spatial_frame(body[side], joint.spatial.frame[side]), near), side);
}

/// Value of a coordinate in the start pose, from which `slide` and the angles above are counted.
template <class Scalar>
[[nodiscard]] Scalar at_start(const Joint& joint, int which) {
  return Scalar(joint.element[which].at_start);
}

/// `near` of a coordinate counted from the start pose; null: 0.
template <class Scalar>
[[nodiscard]] Scalar near_from_start(const Joint& joint, int which, const Scalar* near) {
  return near == nullptr ? Scalar(0) : near[which] - at_start<Scalar>(joint, which);
}

/// Coordinate `which` is `slide`.
template <class Scalar>
void slide_coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, SpatialFunction<Scalar>& c) {
  c = slide(joint, body);
  c.value += at_start<Scalar>(joint, which);
}

/// Coordinate `which` is `hinge_angle`.
template <class Scalar>
void angle_coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                      SpatialFunction<Scalar>& c) {
  const Scalar start = at_start<Scalar>(joint, which);
  c = hinge_angle<Scalar>(joint, body, near - start);
  c.value += start;
}

/// Coordinates of a cylinder in its sleeve: 0 `slide`, 1 `hinge_angle`.
template <class Scalar>
void cylinder_coordinate(const Joint& joint, const SpatialMotions<Scalar>& body, int which, Scalar near,
                         SpatialFunction<Scalar>& c) {
  if (which == 0)
    slide_coordinate(joint, body, which, c);
  else
    angle_coordinate(joint, body, which, near, c);
}

}  // namespace perpend
