// Laws of the state, written as programs, and a mechanism that they act on.
#pragma once

#include "kernel/model/numbers/time_function.hpp"
#include "kernel/model/state_signal.hpp"
#include "tests/support/schema_values.hpp"

namespace perpend::test {

/// The value of the signal of this number.
inline TimeFunction::Instruction signal(int index) {
  return {TimeFunction::Op::signal, static_cast<double>(index)};
}

/// Two rods on a hinge, turned anyhow, in motion.
inline Model two_rods() {
  Model model;
  add_rod(model, "a", 1.0, 2.0, Vec2(0.3, 0.1));
  add_rod(model, "b", 0.7, 1.0, Vec2(1.1, -0.4));
  model.bodies[0].angle = 0.4;
  model.bodies[1].angle = -0.9;
  add_joint(model, "revolute", "hinge", 0, 1, at(Vec2(0.8, 0.1)));
  model.joints[0].tracks_coordinates = true;
  number_unknowns(model);
  return model;
}

}  // namespace perpend::test
