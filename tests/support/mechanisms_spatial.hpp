// Mechanisms in space that several tests build: the same models that scenes describe, without the language.
#pragma once

#include <string>

#include "kernel/dynamics/body_motion.hpp"
#include "kernel/forces/force_types.hpp"
#include "kernel/joints/joint_types.hpp"
#include "tests/support/mechanisms.hpp"
#include "tests/support/shape_forms.hpp"

namespace perpend::test {

inline Model spatial_world(const Vec3& gravity) {
  Model model;
  model.space = Space::spatial;
  model.spatial_gravity = gravity;
  return model;
}

/// Principal moments in body axes.
inline int add_solid(Model& model, const std::string& name, double mass, const Vec3& moments, const Vec3& at,
                     const Vec4& rotation = Vec4::UnitX(), const Vec3& spin = Vec3::Zero()) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.spatial.inertia = moments.asDiagonal();
  body.spatial.position = at;
  body.spatial.rotation = rotation;
  body.spatial.spin = spin;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

inline int add_spatial_particle(Model& model, const std::string& name, double mass, const Vec3& at,
                                const Vec3& velocity = Vec3::Zero()) {
  Body body;
  body.name = name;
  body.kind = BodyKind::particle;
  body.mass = mass;
  body.shape.kind = ShapeKind::point;
  body.spatial.position = at;
  body.spatial.velocity = velocity;
  model.bodies.push_back(body);
  return static_cast<int>(model.bodies.size()) - 1;
}

/// The quaternion that turns unit vector a into b the short way; they are not opposite. Only square roots and
/// divisions: the same bits on every machine.
inline Vec4 rotation_between(const Vec3& a, const Vec3& b) {
  const Vec3 normal = cross(a, b);
  return normalized(Vec4(1.0 + a.dot(b), normal.x(), normal.y(), normal.z()));
}

/// One that turns x into the direction of `along`.
inline Vec4 rotation_to(const Vec3& along) {
  const Vec3 u = along / along.norm();
  if (u.x() > -0.5) return rotation_between(Vec3::UnitX(), u);
  const Vec3 middle = std::abs(u.y()) < 0.7 ? Vec3(Vec3::UnitY()) : Vec3(Vec3::UnitZ());
  return quaternion_product(rotation_between(middle, u), rotation_between(Vec3::UnitX(), middle));
}

/// A round bar of radius 2 cm with one end at `from` and the other at `to`, its x axis along it.
inline int add_bar(Model& model, const std::string& name, double mass, const Vec3& from, const Vec3& to) {
  const Vec3 along = to - from;
  const double length = along.norm();
  const double radius = 0.02;
  const double across = mass * (length * length / 12.0 + radius * radius / 4.0);
  const int bar = add_solid(model, name, mass, Vec3(mass * radius * radius / 2.0, across, across), (from + to) / 2.0,
                            rotation_to(along));
  model.bodies[bar].shape = with_spatial_form(ShapeKind::cylinder);
  model.bodies[bar].shape.extent = Vec3(length, radius, 0.0);
  return bar;
}

/// Any row of a registry in space: joint, drive or constraint. Through the factory, as the scene language does.
inline Joint& add_spatial_joint(Model& model, const JointType& type, const std::string& name, int a, int b,
                                const Properties& properties) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  Joint joint = std::get<Joint>(type.make(properties, {{site(a), site(b)}}));
  joint.name = name;
  joint.type = &type;
  joint.body = {a, b};
  model.joints.push_back(joint);
  return model.joints.back();
}

inline Joint& add_spatial_joint(Model& model, std::string_view type, const std::string& name, int a, int b,
                                const Properties& properties) {
  return add_spatial_joint(model, spatial_joint_type(type), name, a, b, properties);
}

/// A drive on a coordinate of a joint that stands in the model.
inline Joint& add_drive(Model& model, const JointType& type, const std::string& name, int driven,
                        const Properties& properties) {
  const Joint& joint = model.joints[driven];
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  Joint drive = std::get<Joint>(type.make(properties, {{site(joint.body[0]), site(joint.body[1])}, &joint}));
  drive.name = name;
  drive.type = &type;
  drive.body = joint.body;
  drive.driven_joint = driven;
  model.joints.push_back(drive);
  return model.joints.back();
}

inline void add_spatial_force(Model& model, const ForceType& type, const std::string& name, int a, int b,
                              const Properties& properties) {
  const auto site = [&](int body) { return body == world_body ? nullptr : &model.bodies[body]; };
  Force force = std::get<Force>(type.make(properties, {{site(a), site(b)}}));
  force.name = name;
  force.type = &type;
  force.body = {a, b};
  model.forces.push_back(force);
}

inline Properties at_point(const Vec3& point) {
  return properties_of({{"at", point}});
}

inline Properties at_point(const Vec3& point, const Vec3& axis) {
  return properties_of({{"at", point}, {"axis", axis}});
}

/// One body that nothing holds, its principal moments in increasing order.
inline Model free_body(const Vec3& spin, const Vec3& moments = Vec3(1.0, 2.0, 2.5)) {
  Model model = spatial_world(Vec3::Zero());
  add_solid(model, "body", 1.0, moments, Vec3::Zero(), Vec4::UnitX(), spin);
  number_unknowns(model);
  return model;
}

/// Bars of 0.5 m on ball joints in a row along x, held at the origin, gravity along -z.
inline Model ball_chain(int links) {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const auto node = [](int i) { return Vec3(0.5 * i, 0.0, 0.0); };
  for (int i = 0; i < links; ++i) add_bar(model, "link[" + std::to_string(i + 1) + "]", 1.0, node(i), node(i + 1));
  for (int i = 0; i < links; ++i)
    add_spatial_joint(model, "ball", "ball[" + std::to_string(i + 1) + "]", i - 1, i, at_point(node(i)));
  number_unknowns(model);
  return model;
}

/// The same on hinges whose axes lie along y and z by turns: the motion leaves every plane.
inline Model hinge_chain(int links) {
  Model model = spatial_world(Vec3(0.0, 3.0, -9.0));
  const auto node = [](int i) { return Vec3(0.5 * i, 0.0, 0.0); };
  for (int i = 0; i < links; ++i) add_bar(model, "link[" + std::to_string(i + 1) + "]", 1.0, node(i), node(i + 1));
  for (int i = 0; i < links; ++i)
    add_spatial_joint(model, "revolute", "hinge[" + std::to_string(i + 1) + "]", i - 1, i,
                      at_point(node(i), i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ()));
  number_unknowns(model);
  return model;
}

/// The chain of [ClinePai03] VI.A lifted into space: thin rods on hinges along z, the same motion as in the plane.
inline Model lifted_chain(int links, double gravity = 9.81, double length = 0.1) {
  Model model = spatial_world(Vec3(0.0, -gravity, 0.0));
  for (int i = 0; i < links; ++i) {
    const double across = length * length / 12.0;
    add_solid(model, "link[" + std::to_string(i + 1) + "]", 1.0, Vec3(1e-4 * across, across, across),
              Vec3((i + 0.5) * length, 0.0, 0.0));
  }
  for (int i = 0; i < links; ++i)
    add_spatial_joint(model, "revolute", "pin[" + std::to_string(i + 1) + "]", i - 1, i,
                      at_point(Vec3(i * length, 0.0, 0.0), Vec3::UnitZ()));
  number_unknowns(model);
  return model;
}

/// A symmetric top on a ball joint at the origin: mass 1, moments 0.02 (about its axis x) and 0.01, centre 0.1 m from
/// the point, the axis level along x at the start. With `rate` its spin about the axis and the given precession about z
/// it precesses steadily when rate * precession * 0.02 = m g r (level axis: exact).
inline Model gyroscope(double rate = 50.0, double gravity = 10.0) {
  Model model = spatial_world(Vec3(0.0, 0.0, -gravity));
  const double r = 0.1;
  const double precession = rate == 0.0 ? 0.0 : gravity * r / (0.02 * rate);
  add_solid(model, "top", 1.0, Vec3(0.02, 0.01, 0.01), Vec3(r, 0.0, 0.0), Vec4::UnitX(), Vec3(rate, 0.0, precession));
  model.bodies[0].spatial.velocity = Vec3(0.0, precession * r, 0.0);
  add_spatial_joint(model, "ball", "tip", world_body, 0, at_point(Vec3::Zero()));
  number_unknowns(model);
  return model;
}

/// Crank and rocker on hinges with axes askew, the coupler between them on ball joints: one degree of freedom, and the
/// idle spin of the coupler about itself.
inline Model spatial_four_bar() {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const Vec3 a(0.0, 0.0, 0.0), b(0.1, 0.0, 0.15), c(0.5, 0.3, 0.4), d(0.6, 0.35, 0.0);
  const int crank = add_bar(model, "crank", 0.4, a, b);
  const int coupler = add_bar(model, "coupler", 0.7, b, c);
  const int rocker = add_bar(model, "rocker", 0.6, c, d);
  add_spatial_joint(model, "revolute", "hinge[1]", world_body, crank, at_point(a, Vec3::UnitY()));
  add_spatial_joint(model, "ball", "ball[1]", crank, coupler, at_point(b));
  add_spatial_joint(model, "ball", "ball[2]", coupler, rocker, at_point(c));
  add_spatial_joint(model, "revolute", "hinge[2]", world_body, rocker, at_point(d, Vec3(1.0, -1.0, 0.0)));
  number_unknowns(model);
  return model;
}

/// The planar four-bar lifted into space with hinges along z: each loop of hinges has three rows too many.
inline Model lifted_four_bar() {
  Model model = spatial_world(Vec3(0.0, -9.81, 0.0));
  const Vec3 a(0.0, 0.0, 0.0), b(0.1, 0.2, 0.0), c(0.5, 0.4, 0.0), d(0.45, 0.0, 0.0);
  const int crank = add_bar(model, "crank", 0.4, a, b);
  const int coupler = add_bar(model, "coupler", 0.7, b, c);
  const int rocker = add_bar(model, "rocker", 0.6, c, d);
  const Vec3 z = Vec3::UnitZ();
  add_spatial_joint(model, "revolute", "pin[1]", world_body, crank, at_point(a, z));
  add_spatial_joint(model, "revolute", "pin[2]", crank, coupler, at_point(b, z));
  add_spatial_joint(model, "revolute", "pin[3]", coupler, rocker, at_point(c, z));
  add_spatial_joint(model, "revolute", "pin[4]", rocker, world_body, at_point(d, z));
  number_unknowns(model);
  return model;
}

/// Crank about y, connecting rod on ball joints, slider along a level line next to the crank's plane.
inline Model slider_crank() {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const Vec3 a(0.0, 0.0, 0.0), b(0.0, 0.0, 0.1), c(0.4, 0.05, 0.0);
  const int crank = add_bar(model, "crank", 0.5, a, b);
  const int rod = add_bar(model, "rod", 0.4, b, c);
  const int slider = add_solid(model, "slider", 0.8, Vec3(1e-3, 1e-3, 1e-3), c);
  add_spatial_joint(model, "revolute", "hinge", world_body, crank, at_point(a, Vec3::UnitY()));
  add_spatial_joint(model, "ball", "big_end", crank, rod, at_point(b));
  add_spatial_joint(model, "ball", "small_end", rod, slider, at_point(c));
  add_spatial_joint(model, "prismatic", "guide", world_body, slider, at_point(c, Vec3::UnitX()));
  number_unknowns(model);
  return model;
}

/// A bob on a string of distance type in space: swings in no plane.
inline Model conical_pendulum() {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const Vec3 start(0.75, 0.0, -1.0);
  const int bob = add_spatial_particle(model, "bob", 2.0, start, Vec3(0.0, 1.5, 0.0));
  add_spatial_joint(model, "distance", "string", world_body, bob,
                    properties_of({{"at_first", Vec3(Vec3::Zero())}, {"at_second", start}}));
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
