// The first half of RATTLE, which is all that moves the position; SHAKE shares it.
#pragma once

#include "kernel/simulation/step.hpp"
#include "stabilizers/position_correction.hpp"

namespace perpend {

/// Solves for w = v_half and the impulse, with J, M and the position rule at the old state,
///     M (w - v) = (h/2) f(q, w) + J^T impulse,   q+ = q (+) h w,   phi(q+, t + h) = 0
///     non-holonomic rows: the mean of N(q) w - v0(t) and N(q+) w - v0(t + h) is 0
/// by quasi-Newton with the symmetric matrix of the old state, which the step before has left factorized: each
/// iteration solves, for rates t that are right to second order at first,
///     [ M -J^T; J 0 ] [ w; impulse ] = [ M v + (h/2) f(q, w); t ],   t <- t - phi(q+)/h
/// until |phi(q+)| is within the tolerance or its rounding (rounding_of_row) and the forces that w was solved with are
/// its own: h |w' - w| is within the tolerance, or (h/2) M^-1 |f(q, w') - f(q, w)| within the tolerance over h. Leaves
/// w in next.v and the impulse in the report; context.scratch is evaluated at (t + h, q+, w). Where phi(q) is not 0 at
/// the start, the way back would enter w as phi(q)/h and stay in v: q is first projected onto phi(q) = 0 as by method
/// `projection`, with v as it is.
[[nodiscard]] Status move_by_half_step_velocity(StepContext& context, const IterationLimits& limits, const State& now,
                                                State& next);

}  // namespace perpend
