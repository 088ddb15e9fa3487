// Mechanisms with non-holonomic constraints, and with limits and dry friction.
#pragma once

#include "kernel/constraints/constraint_types.hpp"
#include "kernel/drives/drive_types.hpp"
#include "tests/support/mechanisms_spatial.hpp"

namespace perpend::test {

/// a sin(w t), or a (1 - cos(w t)).
inline TimeFunction sine(double a, double w) {
  using Op = TimeFunction::Op;
  return TimeFunction(
      {{Op::number, a}, {Op::number, w}, {Op::time, 0.0}, {Op::multiply, 0.0}, {Op::sin, 0.0}, {Op::multiply, 0.0}});
}

inline TimeFunction one_less_cosine(double a, double w) {
  using Op = TimeFunction::Op;
  return TimeFunction({{Op::number, a},
                       {Op::number, 1.0},
                       {Op::number, w},
                       {Op::time, 0.0},
                       {Op::multiply, 0.0},
                       {Op::cos, 0.0},
                       {Op::subtract, 0.0},
                       {Op::multiply, 0.0}});
}

inline void add_constraint(Model& model, const JointType& type, int body, const Properties& properties) {
  Joint joint = std::get<Joint>(type.make(properties, {{&model.bodies[body], nullptr}}));
  joint.name = "prescribed";
  joint.type = &type;
  joint.body = {body, world_body};
  model.joints.push_back(joint);
}

/// N = 1 and v0 = 0, but the particle moves: g_0 = (1, -2).
inline Model violating_particle() {
  Model model;
  add_particle(model, "p", 2.0, Vec2(0.0, 0.0), Vec2(1.0, -2.0));
  add_constraint(model, point_velocity_constraint, 0,
                 properties_of({{"v", TimeVector{TimeFunction(0.0), TimeFunction(0.0)}}}));
  number_unknowns(model);
  return model;
}

/// A rod that swings on a pin of a second one, whose end is led along a curve: N turns with the rod.
inline Model led_rods() {
  Model model;
  model.gravity = Vec2(0.0, -9.81);
  add_rod_between(model, "led", 1.0, Vec2(0.0, 0.0), Vec2(0.5, 0.0));
  add_rod_between(model, "hung", 0.5, Vec2(0.5, 0.0), Vec2(0.8, -0.4));
  add_joint(model, "revolute", "pin", 0, 1, at(Vec2(0.5, 0.0)));
  add_constraint(
      model, point_velocity_constraint, 0,
      properties_of({{"v", TimeVector{sine(0.5, 3.0), one_less_cosine(0.4, 2.0)}}, {"point", Vec2(0.0, 0.0)}}));
  number_unknowns(model);
  return model;
}

inline Model led_chain_in_space() {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  add_solid(model, "led", 1.0, Vec3(0.01, 0.02, 0.025), Vec3(0.25, 0.0, 0.0));
  add_solid(model, "hung", 0.5, Vec3(0.02, 0.01, 0.015), Vec3(0.75, 0.0, 0.0));
  add_spatial_joint(model, "ball", "ball", 0, 1, at_point(Vec3(0.5, 0.0, 0.0)));
  add_constraint(model, spatial_point_velocity_constraint, 0,
                 properties_of({{"v", TimeVector3{sine(0.5, 3.0), one_less_cosine(0.4, 2.0), TimeFunction(0.0)}},
                                {"point", Vec3(Vec3::Zero())}}));
  number_unknowns(model);
  return model;
}

/// A crank in space whose motor swings it by 0.5 rad, and a bar that hangs freely on a ball joint at its end.
inline Model bar_on_driven_crank() {
  Model model = spatial_world(Vec3(0.0, 0.0, -9.81));
  const Vec3 a(0.0, 0.0, 0.0), b(0.3, 0.0, 0.0), c(0.6, 0.1, -0.3);
  add_bar(model, "crank", 0.5, a, b);
  add_bar(model, "bar", 1.0, b, c);
  add_spatial_joint(model, "revolute", "hinge", world_body, 0, at_point(a, Vec3::UnitY()));
  add_spatial_joint(model, "ball", "ball", 0, 1, at_point(b));
  add_drive(model, spatial_angle_drive, "motor", 0, properties_of({{"value", one_less_cosine(0.5, 3.0)}}));
  number_unknowns(model);
  return model;
}

/// A level rod of 1 kg and 0.5 m on a pin, falling: weight turns it by -2.4525 N m. Its angle starts at `at_start`.
inline Model limited_pendulum(double lower, double friction = 0.0, double at_start = 0.0) {
  Model model = chain(1, 9.81, 0.5);
  CoordinateElement& element = model.joints[0].element[0];
  element.lower = lower;
  element.friction = friction;
  element.at_start = at_start;
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
