// Worlds of solids in space that touch.
#pragma once

#include "tests/support/contact_worlds.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::test {

inline constexpr double standard_gravity = 9.81;  // [m/s^2]

inline Model spatial_contact_world(double friction, const Vec3& gravity) {
  Model model;
  model.space = Space::spatial;
  model.spatial_gravity = gravity;
  model.contacts.enabled = true;
  model.contacts.friction = friction;
  return model;
}

/// A half space below z = 0.
inline Model spatial_world_with_ground(double friction, const Vec3& gravity = Vec3(0.0, 0.0, -standard_gravity)) {
  Model model = spatial_contact_world(friction, gravity);
  Body ground;
  ground.name = "ground";
  ground.kind = BodyKind::fixed;
  ground.shape = with_spatial_form(ShapeKind::halfspace);
  model.bodies.push_back(ground);
  return model;
}

inline Body solid_body(ShapeKind kind, const Vec3& extent, double mass, const Vec3& unit_inertia, const Vec3& at) {
  Body body;
  body.mass = mass;
  body.shape = with_spatial_form(kind);
  body.shape.extent = extent;
  body.spatial.inertia = Vec3(mass * unit_inertia).asDiagonal();
  body.spatial.position = at;
  return body;
}

inline Body ball(double radius, double mass, const Vec3& at) {
  return solid_body(ShapeKind::sphere, Vec3(radius, 0.0, 0.0), mass, Vec3::Constant(0.4 * radius * radius), at);
}

inline Body box(const Vec3& size, double mass, const Vec3& at) {
  const Vec3 s = size.cwiseAbs2() / 12.0;
  return solid_body(ShapeKind::box, size, mass, Vec3(s.y() + s.z(), s.z() + s.x(), s.x() + s.y()), at);
}

inline Body cylinder(double length, double radius, double mass, const Vec3& at) {
  const double across = length * length / 12.0 + radius * radius / 4.0;
  return solid_body(ShapeKind::cylinder, Vec3(length, radius, 0.0), mass, Vec3(radius * radius / 2.0, across, across),
                    at);
}

}  // namespace perpend::test
