// Impacts: what contacts give back. A contact with restitution e that closes within the step is one.
//     Newton      N v+ >= -e N v, in place of what the gap asks for
//     Poisson     compression: N v1 >= 0 from v, without the forces of the step; then, with these, a second problem
//                 that starts from M v1 + sum e N^T c1, c1 the normal impulses of the first [AnitescuPotra97] 4
// The forces of the step are no impact: what they press a contact with is not given back, or bodies at rest would hop.
#pragma once

#include "stabilizers/contact_step.hpp"

namespace perpend {

/// Delta without regard to impacts.
[[nodiscard]] double bias_of_gap(const Contact& contact, const ContactFeedback& feedback, double h);

/// `rate`: N v at the start of the step. Without regard to the gap the step stops every approach, so that each is an
/// impact.
[[nodiscard]] bool is_impact(const Contact& contact, double rate, const ContactFeedback& feedback, double h);

/// Poisson: solves the compression of context.contact_problem when there is an impact, leaves it in context.compression
/// with what is given back, and makes the problem that of the second phase. context.compression.status says whether
/// there was one.
[[nodiscard]] Status compress(StepContext& context, const State& now, const ContactFeedback& feedback);
/// Adds the impulses of the compression, if there was one, to those of context.contact_solution.
void add_compression(StepContext& context);

}  // namespace perpend
