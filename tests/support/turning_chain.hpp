// A chain of unlike bodies on ball joints that starts in a consistent turn about the origin, in any attitude.
#pragma once

#include "tests/support/mechanisms_spatial.hpp"

namespace perpend::test {

/// Links of 0.5 m along x, turned with the whole world by `attitude`; `spin` is the angular velocity of all of them.
/// Every moment of inertia differs, masses and moments are multiplied by `scale`.
inline Model turning_chain(int links, const Vec3& spin = Vec3(0.4, -0.7, 1.1), const Vec4& attitude = Vec4::UnitX(),
                           double scale = 1.0) {
  const Matrix3 turn = rotation_matrix(attitude);
  Model model = spatial_world(turn * Vec3(0.0, 0.0, -9.81));
  for (int i = 0; i < links; ++i) {
    const Vec3 place((i + 0.5) * 0.5, 0.0, 0.0);
    const double mass = scale * (1.0 + 0.5 * i);
    add_solid(model, "link[" + std::to_string(i + 1) + "]", mass, mass * Vec3(0.01, 0.02, 0.025), turn * place,
              attitude, turn * spin);
    model.bodies.back().spatial.velocity = turn * cross(spin, place);
  }
  for (int i = 0; i < links; ++i)
    add_spatial_joint(model, "ball", "ball[" + std::to_string(i + 1) + "]", i - 1, i,
                      at_point(turn * Vec3(0.5 * i, 0.0, 0.0)));
  number_unknowns(model);
  return model;
}

/// Bodies in the opposite order.
inline Model reversed_bodies(const Model& model) {
  Model turned = model;
  std::reverse(turned.bodies.begin(), turned.bodies.end());
  std::reverse(turned.joints.begin(), turned.joints.end());
  const int last = static_cast<int>(model.bodies.size()) - 1;
  for (Joint& joint : turned.joints)
    for (int& body : joint.body) body = body == world_body ? world_body : last - body;
  number_unknowns(turned);
  return turned;
}

}  // namespace perpend::test
