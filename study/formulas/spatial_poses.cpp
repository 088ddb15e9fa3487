#include "study/formulas/spatial_poses.hpp"

namespace perpend::formulas {

Formula dot(const Triple& a, const Triple& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Triple define(const Triple& a, Definitions& definitions) {
  return {definitions.define(a[0]), definitions.define(a[1]), definitions.define(a[2])};
}

namespace {

/// R as the polynomial of degree 2 in the quaternion.
Frame rotation_of(const std::array<Formula, 4>& turn, Definitions& definitions) {
  const auto& [w, x, y, z] = turn;
  const Formula one = 1.0, two = 2.0;
  const Frame result{{{one - two * (y * y + z * z), two * (x * y - w * z), two * (x * z + w * y)},
                      {two * (x * y + w * z), one - two * (x * x + z * z), two * (y * z - w * x)},
                      {two * (x * z - w * y), two * (y * z + w * x), one - two * (x * x + y * y)}}};
  return {define(result[0], definitions), define(result[1], definitions), define(result[2], definitions)};
}

Frame identity() {
  return {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
}

}  // namespace

SpatialPose pose_at_rest() {
  return {{0.0, 0.0, 0.0}, identity()};
}

SpatialPose pose_of(const Body& body, Definitions& definitions) {
  const auto q = [&](int i) { return Formula::entry("position", body.q_offset + i); };
  const Vec3& x = body.spatial.position;
  const Triple position = body.dof == 0 ? Triple{x[0], x[1], x[2]} : Triple{q(0), q(1), q(2)};
  if (body.kind == BodyKind::particle) return {position, identity()};
  const Vec4& r = body.spatial.rotation;
  const bool turns = body.dof > 0 && body.kind == BodyKind::rigid;
  return {position, turns ? rotation_of({q(3), q(4), q(5), q(6)}, definitions)
                          : rotation_of({r[0], r[1], r[2], r[3]}, definitions)};
}

}  // namespace perpend::formulas
