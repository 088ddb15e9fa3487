// Contacts without friction that a body rests on, more than it has motions against them.
#pragma once

#include "kernel/model/contacts/contact_problem.hpp"
#include "verification/lcp/lcp_choices.hpp"

namespace perpend {

/// Proved: the motion of the solutions is one, and their impulses are one continuum. False: nothing is known.
/// `around`: the LCP of the normal impulses, enclosed.
[[nodiscard]] bool rests_on_surplus_contacts(const ContactProblem& problem, const EnclosedLcp& around);

}  // namespace perpend
