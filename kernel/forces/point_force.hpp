// A force at a point of a body as (f_x, f_y, torque about the centre).
#pragma once

#include <array>

#include "kernel/joints/point_motion.hpp"

namespace perpend {

template <class Scalar>
void add_point_force(std::array<Scalar, 3>& wrench, const Vector2<Scalar>& force, const Vector2<Scalar>& arm) {
  wrench[0] += force.x();
  wrench[1] += force.y();
  wrench[2] += dot(force, perp(arm));
}

}  // namespace perpend
