// Impacts: what contacts give back. A contact with restitution e that closes within the step is one.
//     Newton      N v+ >= -e N v, in place of what the gap asks for
//     Poisson     compression: N v0 >= 0 from v, without the forces of the step; then, with these, a second problem
//     that
//                 starts from M v0 + sum e N^T c0, c0 the normal impulses of the first [AnitescuPotra97] 4, with
//                 friction up to mu (e c0 + c) [GlockerPfeiffer95]
// The forces of the step are no impact: what they press a contact with is not given back, or bodies at rest would hop.
//
// With friction, with joints and with unequal e both laws can create energy [Kane84]. So the work of the contacts of
// each impact is summed. Where it is positive, the impact is solved apart from forces and from the feedback of joints,
// by two problems of velocities alone: plastic (N v0 >= 0; of Poisson's law the compression), whose work is never
// positive, and with the whole restitution, v1. The states between them,
//     v0 + s (v1 - v0),   impulses p0 + s (p1 - p0),   0 <= s <= 1,
// keep the rows of joints, leave no contact closing and no friction outside of its cone, for these are convex. The
// step continues with the largest s whose work, a convex quadratic function of s, is not positive; forces follow.
#pragma once

#include "stabilizers/contact_step.hpp"

namespace perpend {

/// Delta without regard to impacts.
[[nodiscard]] double bias_of_gap(const Contact& contact, const ContactFeedback& feedback, double h);

/// Solves context.contact_problem, whose bias is that of the gaps, with the impacts among its contacts. The velocity is
/// in context.contact_solution.joints.x; impulses are those of all phases together. Writes report.impacts.
[[nodiscard]] Status solve_with_restitution(StepContext& context, const State& now, const ContactFeedback& feedback);

}  // namespace perpend
