// Gear trains whose wheels are carried by a body that turns, in the plane and in space.
#pragma once

#include "tests/support/led_mechanisms.hpp"

namespace perpend::test {

/// Radii of a simple epicyclic train [m]: the ring stands still, the sun turns it, the arm carries the planet. Teeth go
/// by the radii.
struct Epicyclic {
  double sun = 0.2;
  double planet = 0.15;
  [[nodiscard]] double ring() const { return sun + 2.0 * planet; }
  [[nodiscard]] double arm() const { return sun + planet; }
  /// Turns of the arm and of the planet for each turn of the sun, by Willis: in the frame of the arm, with the arm's
  /// turn w taken off, the sun turns by 1 - w, the ring by -w, and radius times turn is the same at both meshes but for
  /// its sign: w = sun / (sun + ring), and the planet turns by w - w ring / planet.
  [[nodiscard]] double arm_turns() const { return sun / (sun + ring()); }
  [[nodiscard]] double planet_turns() const { return arm_turns() * (1.0 - ring() / planet); }
};

/// Indices of the bodies of a train.
inline constexpr int sun_body = 0, planet_body = 1, arm_body = 2;

/// The joint that stands last is carried by `carrier`.
inline void add_carried(Model& model, std::string_view type, const std::string& name, int a, int b, int carrier,
                        const Properties& properties) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  const JointType& row = model.space == Space::planar ? joint_type(type) : spatial_joint_type(type);
  Joint joint = std::get<Joint>(row.make(properties, {{site(a), site(b)}, nullptr, site(carrier)}));
  joint.name = name;
  joint.type = &row;
  joint.body = {a, b};
  joint.carrier = carrier;
  model.joints.push_back(joint);
}

/// Joint 0 is the hinge of the sun. Nothing drives it yet.
inline Model epicyclic_train(const Epicyclic& radii = {}) {
  Model model;
  add_rod(model, "sun", 0.3, 2.0, Vec2(0.0, 0.0));
  add_rod(model, "planet", 0.2, 0.5, Vec2(radii.arm(), 0.0));
  add_rod(model, "arm", 0.35, 0.8, Vec2(0.0, 0.0));
  add_joint(model, "revolute", "sun hinge", world_body, sun_body, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "arm hinge", world_body, arm_body, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "planet hinge", arm_body, planet_body, at(Vec2(radii.arm(), 0.0)));
  add_carried(model, "gear", "inner mesh", sun_body, planet_body, arm_body,
              properties_of({{"ratio", radii.sun / radii.planet}}));
  add_carried(model, "gear", "outer mesh", world_body, planet_body, arm_body,
              properties_of({{"ratio", radii.ring() / radii.planet}, {"internal", true}}));
  number_unknowns(model);
  return model;
}

/// The same about `axis` through the origin.
inline Model epicyclic_train_in_space(const Vec3& axis, const Epicyclic& radii = {}) {
  Model model = spatial_world(Vec3::Zero());
  const Vec3 out = cross<double>(axis, std::abs(axis.x()) < 0.5 ? Vec3(Vec3::UnitX()) : Vec3(Vec3::UnitY()));
  const Vec3 centre = radii.arm() * out.normalized();
  add_solid(model, "sun", 2.0, Vec3(0.04, 0.03, 0.02), Vec3::Zero(), rotation_to(axis));
  add_solid(model, "planet", 0.5, Vec3(0.006, 0.004, 0.004), centre, rotation_to(axis));
  add_solid(model, "arm", 0.8, Vec3(0.01, 0.01, 0.02), Vec3::Zero());
  add_spatial_joint(model, "revolute", "sun hinge", world_body, sun_body, at_point(Vec3::Zero(), axis));
  add_spatial_joint(model, "revolute", "arm hinge", world_body, arm_body, at_point(Vec3::Zero(), axis));
  add_spatial_joint(model, "revolute", "planet hinge", arm_body, planet_body, at_point(centre, axis));
  add_carried(model, "gear", "inner mesh", sun_body, planet_body, arm_body,
              properties_of({{"axis", axis}, {"ratio", radii.sun / radii.planet}}));
  add_carried(model, "gear", "outer mesh", world_body, planet_body, arm_body,
              properties_of({{"axis", axis}, {"ratio", radii.ring() / radii.planet}, {"internal", true}}));
  number_unknowns(model);
  return model;
}

/// Left wheel, spider, case, right wheel: the case turns about x and carries the spider's axis, which turns with it.
inline Model differential() {
  Model model = spatial_world(Vec3::Zero());
  const Vec3 moments(0.02, 0.03, 0.03);
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
  add_solid(model, "left", 1.0, moments, Vec3(-0.2, 0.0, 0.0));
  add_solid(model, "spider", 0.3, 0.1 * moments, Vec3(0.0, 0.1, 0.0));
  add_solid(model, "case", 2.0, moments, Vec3::Zero());
  add_solid(model, "right", 1.5, moments, Vec3(0.2, 0.0, 0.0));
  add_spatial_joint(model, "revolute", "left hinge", world_body, 0, at_point(Vec3::Zero(), x));
  add_spatial_joint(model, "revolute", "right hinge", world_body, 3, at_point(Vec3::Zero(), x));
  add_spatial_joint(model, "revolute", "case hinge", world_body, 2, at_point(Vec3::Zero(), x));
  add_spatial_joint(model, "revolute", "spider hinge", 2, 1, at_point(Vec3::Zero(), y));
  add_carried(model, "gear", "left mesh", 0, 1, 2, properties_of({{"axis", x}, {"axis_second", y}, {"ratio", 2.0}}));
  add_carried(model, "gear", "right mesh", 3, 1, 2,
              properties_of({{"axis", x}, {"axis_second", y}, {"ratio", 2.0}, {"internal", true}}));
  number_unknowns(model);
  return model;
}

/// A table turns about the origin and carries a pinion, and a rack that slides along its diameter. Both joints of the
/// pinion and the table are driven.
inline constexpr double pinion_radius = 0.1;
inline Model rack_on_a_turntable() {
  Model model;
  add_rod(model, "pinion", 0.1, 0.4, Vec2(0.0, -0.1));
  add_rod(model, "rack", 0.6, 0.7, Vec2(0.0, 0.0));
  add_rod(model, "table", 0.8, 3.0, Vec2(0.0, 0.0));
  add_joint(model, "revolute", "table hinge", world_body, 2, at(Vec2(0.0, 0.0)));
  add_joint(model, "revolute", "pinion hinge", 2, 0, at(Vec2(0.0, -0.1)));
  add_joint(model, "prismatic", "slide", 2, 1, properties_of({{"axis", Vec2(1.0, 0.0)}}));
  add_carried(model, "rack_and_pinion", "teeth", 0, 1, 2,
              properties_of({{"axis", Vec2(-1.0, 0.0)}, {"radius", pinion_radius}}));
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
