// A force at a point of a body as (force, torque about the centre), world axes.
#pragma once

#include <array>

#include "kernel/joints/spatial/spatial_point.hpp"

namespace perpend {

template <class Scalar>
void add_point_force(std::array<Scalar, 6>& wrench, const Vector3<Scalar>& force, const Vector3<Scalar>& arm) {
  const Vector3<Scalar> torque = cross(arm, force);
  for (int j = 0; j < 3; ++j) {
    wrench[j] += force[j];
    wrench[3 + j] += torque[j];
  }
}

}  // namespace perpend
