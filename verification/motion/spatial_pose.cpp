#include "verification/motion/joint_equations.hpp"

namespace perpend {

namespace {

/// One product and its error give both ends.
Interval product(double x, double y) {
  const auto [p, e] = two_product(x, y);
  if (!is_mid_range(p)) return {multiply_down(x, y), multiply_up(x, y)};
  return {e >= 0.0 ? p : next_down(p), e <= 0.0 ? p : next_up(p)};
}

/// 1 - 2 (x + y)
Interval diagonal_entry(Interval x, Interval y) {
  return Interval(1.0) - scale(2.0, x + y);
}

void rotate_by(SpatialPose& pose, double w, double x, double y, double z) {
  const Interval xx = product(x, x), yy = product(y, y), zz = product(z, z);
  const Interval xy = product(x, y), xz = product(x, z), yz = product(y, z);
  const Interval wx = product(w, x), wy = product(w, y), wz = product(w, z);
  pose.rotation = {{{diagonal_entry(yy, zz), scale(2.0, xy - wz), scale(2.0, xz + wy)},
                    {scale(2.0, xy + wz), diagonal_entry(xx, zz), scale(2.0, yz - wx)},
                    {scale(2.0, xz - wy), scale(2.0, yz + wx), diagonal_entry(xx, yy)}}};
}

}  // namespace

SpatialPose spatial_pose(const Body& body, const VectorX& q) {
  SpatialPose pose;
  Vec4 turn = body.spatial.rotation;
  for (int i = 0; i < 3; ++i) pose.position[i] = body.dof == 0 ? body.spatial.position[i] : q[body.q_offset + i];
  if (body.dof > 0 && body.kind == BodyKind::rigid) turn = q.segment<4>(body.q_offset + 3);
  if (body.kind != BodyKind::particle) rotate_by(pose, turn[0], turn[1], turn[2], turn[3]);
  return pose;
}

}  // namespace perpend
