// Applied forces and energies at one state.
#pragma once

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/scene/vocabulary.hpp"

namespace perpend {

/// Force, other_force and energies. Pre: motions and mass stand there.
void evaluate_loads(const Model& model, const State& state, Evaluation& evaluation, const Integration& integration);

/// The torque that the free rotation of a body asks for: -omega x (I omega), or its mean over an implicit step [N m],
/// in world axes for the inertia in body axes. The implicit term solves, in body axes and for w+,
///     I (w+ - w) + h w+ x (I w+) = 0
/// by Newton's method and is I (w+ - w) / h: no growth of the rotational energy whatever the step. Where one such step
/// cannot be solved (more than about half a turn within h), several that make up h take its place.
[[nodiscard]] Vec3 gyroscopic_torque(const Matrix3& inertia, const SpatialMotion<double>& motion,
                                     const Integration& integration);

}  // namespace perpend
