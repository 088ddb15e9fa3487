// From the unknowns of the LCP of contacts back to impulses and slacks.
#pragma once

#include "kernel/lcp/contact_unknowns.hpp"

namespace perpend {

/// Multipliers and slacks of the contacts, complementary bit by bit, from (z, w); c_nu of bounded rows into `joints`.
/// `rate`: of the base rows at the final x.
void read_answer(const ContactProblem& problem, const ContactUnknowns& unknowns, const GrowingVector& z,
                 const GrowingVector& rate, ContactSolution& solution);

/// A direction of z as impulses, of any size.
void read_ray(const ContactProblem& problem, const ContactUnknowns& unknowns, const GrowingVector& direction,
              ContactRay& ray);

}  // namespace perpend
