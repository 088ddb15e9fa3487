// q (+) h v: how a velocity moves a configuration.
#pragma once

#include "kernel/model/integration.hpp"
#include "kernel/model/model.hpp"
#include "kernel/model/types.hpp"

namespace perpend {

/// Moves q [num_positions] by h v [num_velocities]: planar coordinates and positions add, orientations in space turn by
/// the rotation vector h omega in the chosen way.
void advance_position(const Model& model, RotationUpdate update, double h, const VectorX& v, VectorX& q);

/// The rate of q [num_positions] at the velocity v [num_velocities]. Quaternions need not be of unit length: their rate
/// is linear in them.
void position_rate(const Model& model, const VectorX& q, const VectorX& v, VectorX& rate);

/// Quaternions of q become of unit length.
void normalize_rotations(const Model& model, VectorX& q);

}  // namespace perpend
