// Rows that several joints in space are made of. a, b, c: columns of the joint frames, a the axis; 0, 1: which body
// carries them; d = p1 - p0.
#pragma once

#include "kernel/joints/spatial/spatial_functions.hpp"

namespace perpend {

template <class Scalar>
void set_row(int i, const SpatialFunction<Scalar>& f, SpatialRows<Scalar>& rows) {
  rows.phi[i] = f.value;
  rows.jdot_v[i] = f.jdot_v;
  for (int side = 0; side < num_sides; ++side) rows.jacobian[side][i] = f.jacobian[side];
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

/// Rows 0, 1, 2: phi = p1 - p0, world axes [m].
template <class Scalar>
void set_coincidence_rows(const Joint& joint, const SpatialMotions<Scalar>& body, SpatialRows<Scalar>& rows) {
  const auto p = joint_points(joint, body);
  for (int i = 0; i < 3; ++i) set_row(i, offset_in_world(Vector3<Scalar>(Vector3<Scalar>::Unit(i)), p[0], p[1]), rows);
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
  const auto frame = joint_frames(joint, body);
  const SpatialDirection<Scalar> axis = direction(frame[1], 0);
  for (int k = 0; k < 2; ++k) set_row(i + k, alignment(direction(frame[0], 1 + k), axis), rows);
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
