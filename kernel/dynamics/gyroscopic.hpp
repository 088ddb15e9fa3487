// The torque that the free rotation of a body asks for: -omega x (I omega), or its mean over an implicit step.
#pragma once

#include "kernel/model/integration.hpp"
#include "kernel/model/vocabulary.hpp"

namespace perpend {

/// Torque in world axes [N m] for the inertia in body axes. The implicit term solves, in body axes and for w+,
///     I (w+ - w) + h w+ x (I w+) = 0
/// by Newton's method and is I (w+ - w) / h: no growth of the rotational energy whatever the step. Where one such step
/// cannot be solved (more than about half a turn within h), several that make up h take its place.
[[nodiscard]] Vec3 gyroscopic_torque(const Matrix3& inertia, const SpatialMotion<double>& motion,
                                     const Integration& integration);

}  // namespace perpend
