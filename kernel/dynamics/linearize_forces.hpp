// K and D of a mechanism at rest in the pose of its start.
#pragma once

#include "kernel/model/constraint_rows.hpp"
#include "kernel/model/linear_forces.hpp"
#include "kernel/model/state.hpp"

namespace perpend {

/// Springs and dampers enter by their gradients. How forces turn with the bodies, those of joints with their
/// multipliers at rest included, is differentiated in extended precision: central differences of order 4 with two
/// steps, which have to agree. Contacts, limits and dry friction are left out. The velocities of `start` matter only
/// for whether bodies in space spin. Pre: no row is compliant or non-holonomic.
[[nodiscard]] LinearForces linearize_forces(const Model& model, const State& start);

/// Without the rows of limits and friction, which stand last: what holds as long as none of them acts.
[[nodiscard]] ConstraintRows bilateral_rows(const Model& model, ConstraintRows rows);

}  // namespace perpend
