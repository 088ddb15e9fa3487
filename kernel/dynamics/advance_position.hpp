// q (+) h v: how a velocity moves a configuration.
#pragma once

#include "kernel/model/integration.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// Moves q [num_positions] by h v [num_velocities]: planar coordinates and positions add, orientations in space turn by
/// the rotation vector h omega in the chosen way.
void advance_position(const Model& model, RotationUpdate update, double h, const VectorX& v, VectorX& q);

}  // namespace perpend
