// From coordinates to the motion of one body, in any arithmetic.
#pragma once

#include "kernel/model/numbers/rotation.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Whether a body's sine and cosine are those of its angle. A half plane or half space that holds its normal has it
/// exactly: by an angle walls that face each other would not be parallel, and a body squeezed between them had room
/// 1e15 m away.
[[nodiscard]] inline bool is_turned_by_angle(const Body& body) {
  return body.kind != BodyKind::particle && (body.shape.kind != ShapeKind::halfplane || body.shape.vertices.empty());
}

/// All but sine and cosine where these are those of the angle. `q` and `v` are indexable by coordinate. A fixed body
/// stands still where it was placed.
template <class Scalar, class Vector>
[[nodiscard]] BodyMotion<Scalar> motion_before_turn(const Body& body, const Vector& q, const Vector& v) {
  BodyMotion<Scalar> motion;
  Scalar angle(body.kind == BodyKind::particle ? 0.0 : body.angle);
  if (body.dof == 0) {
    motion.position = body.position.cast<Scalar>();
  } else {
    motion.position = {q[body.offset], q[body.offset + 1]};
    motion.velocity = {v[body.offset], v[body.offset + 1]};
  }
  if (body.dof == 3) {
    angle = q[body.offset + 2];
    motion.spin = v[body.offset + 2];
  }
  motion.angle = angle;
  if (body.kind == BodyKind::particle || is_turned_by_angle(body)) return motion;
  motion.sin = -body.shape.vertices[0].x();
  motion.cos = body.shape.vertices[0].y();
  return motion;
}

template <class Scalar, class Vector>
[[nodiscard]] BodyMotion<Scalar> body_motion(const Body& body, const Vector& q, const Vector& v) {
  BodyMotion<Scalar> motion = motion_before_turn<Scalar>(body, q, v);
  if (!is_turned_by_angle(body)) return motion;
  const SinCos<Scalar> turn = sin_cos(motion.angle);
  motion.sin = turn.sin;
  motion.cos = turn.cos;
  return motion;
}

/// The same in space.
template <class Scalar, class Vector>
[[nodiscard]] SpatialMotion<Scalar> spatial_motion(const Body& body, const Vector& q, const Vector& v) {
  SpatialMotion<Scalar> motion;
  Vector4<Scalar> rotation = body.spatial.rotation.cast<Scalar>();
  if (body.dof == 0) {
    motion.position = body.spatial.position.cast<Scalar>();
  } else {
    const int i = body.q_offset;
    motion.position = {q[i], q[i + 1], q[i + 2]};
    motion.velocity = {v[body.offset], v[body.offset + 1], v[body.offset + 2]};
    if (body.kind == BodyKind::rigid) {
      rotation = {q[i + 3], q[i + 4], q[i + 5], q[i + 6]};
      motion.spin = {v[body.offset + 3], v[body.offset + 4], v[body.offset + 5]};
    }
  }
  if (body.kind != BodyKind::particle) motion.rotation = rotation_matrix(rotation);
  if (body.shape.kind == ShapeKind::halfspace && !body.shape.points.empty())
    motion.rotation.col(2) = body.shape.points[0].cast<Scalar>();
  return motion;
}

/// How far and how fast a fixed body has been moved.
template <class Scalar, class Motion>
void add_shift(const Body& body, Scalar time, Motion& motion) {
  for (Eigen::Index i = 0; i < motion.position.size(); ++i) {
    if (body.shift[i].empty()) continue;
    motion.position[i] += body.shift[i](time);
    motion.velocity[i] = body.shift_rate[i](time);
  }
}

/// The velocity of a body along one of its coordinates: of its center, then its spin.
template <class Scalar>
[[nodiscard]] Scalar velocity_component(const BodyMotion<Scalar>& body, int j) {
  return j < 2 ? body.velocity[j] : body.spin;
}
template <class Scalar>
[[nodiscard]] Scalar velocity_component(const SpatialMotion<Scalar>& body, int j) {
  return j < 3 ? body.velocity[j] : body.spin[j - 3];
}

}  // namespace perpend
