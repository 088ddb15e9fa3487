// Mechanisms with a row that follows from the others at some configurations only.
#pragma once

#include "tests/support/mechanisms_spatial.hpp"

namespace perpend::test {

/// Bricard: five bars along the edges of a cube on six hinges; one of the 30 rows follows from the others, but only
/// where the loop is closed. [Gonzalez06] A04
inline Model bricard() {
  Model model = spatial_world(Vec3(0.0, -9.81, 0.0));
  const std::array<Vec3, 6> corner = {Vec3(0, 0, 0),  Vec3(1, 0, 0),  Vec3(1, -1, 0),
                                      Vec3(1, -1, 1), Vec3(0, -1, 1), Vec3(0, 0, 1)};
  const std::array<Vec3, 6> axis = {Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX(),
                                    Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};
  int before = world_body;
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    const int bar = i < 5 ? add_bar(model, "bar" + number, 1.0, corner[i], corner[i + 1]) : world_body;
    add_spatial_joint(model, "revolute", "hinge" + number, before, bar, at_point(corner[i], axis[i]));
    before = bar;
  }
  number_unknowns(model);
  return model;
}

/// A parallelogram laid flat: a row follows from the others there and nowhere else, and two branches part. Crank and
/// rocker turn with `spin`, the coupler moves without turning: the branch of the parallelogram.
inline Model flat_parallelogram(double spin) {
  Model model;
  const Vec2 a(0.0, 0.0), b(1.0, 0.0), c(3.0, 0.0), d(2.0, 0.0);
  const int crank = add_rod_between(model, "crank", 1.0, a, b);
  const int coupler = add_rod_between(model, "coupler", 2.0, b, c);
  const int rocker = add_rod_between(model, "rocker", 5.0, c, d);
  add_joint(model, "revolute", "pin[1]", world_body, crank, at(a));
  add_joint(model, "revolute", "pin[2]", crank, coupler, at(b));
  add_joint(model, "revolute", "pin[3]", coupler, rocker, at(c));
  add_joint(model, "revolute", "pin[4]", rocker, world_body, at(d));
  for (const int turning : {crank, rocker}) {
    model.bodies[turning].spin = spin;
    model.bodies[turning].velocity = Vec2(0.0, 0.5 * spin);
  }
  model.bodies[coupler].velocity = Vec2(0.0, spin);
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
