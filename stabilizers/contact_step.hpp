// Contacts in the systems of methods at velocity level, and in position corrections.
#pragma once

#include "kernel/simulation/step.hpp"

namespace perpend {

/// What a method asks of the gaps of active contacts: Delta of kernel/model/contacts/contact_problem.hpp.
struct ContactFeedback {
  bool keeps_distance = true;  ///< Delta = gap/h for open gaps; false: 0, which lets no open gap close [ClinePai03] (8)
  double rate = 0.0;           ///< Delta = rate * gap for penetrations [1/s]
  double cfm = 0.0;            ///< compliance of normal rows [1/kg]
  FrictionLaw law = FrictionLaw::pyramid;
};

/// Keeps the active contacts of `now`, writes context.contact_problem around context.problem (which is already that of
/// the joints), solves it, takes up contacts that the motion would pass, and leaves v+ in context.solution. Impulses go
/// to `next.contacts`; of both phases of an impact (stabilizers/restitution.hpp).
[[nodiscard]] Status solve_velocity_with_contacts(StepContext& context, const State& now,
                                                  const ContactFeedback& feedback, State& next);

/// [M -J^T -N^T] dq with 0 <= gap + N dq perp impulse >= 0 for every contact of `context.scratch`, without friction.
/// [ClinePai03] (15). Penetrations come first, then those that dq would make; a contact that neither concerns has
/// impulse 0 and is not in the problem. The answer is in context.solution.
[[nodiscard]] Status solve_correction_with_contacts(StepContext& context);

/// Normal and friction impulses of each contact, `factor` times those of the solution.
void keep_impulses(const ContactProblem& problem, const ContactSolution& solution, double factor,
                   std::vector<ContactImpulse>& kept);

/// Sum over contacts of impulse times rate at `v`: normal, friction [J].
void contact_work(const ContactProblem& problem, const ContactSolution& solution, const VectorX& v, StepReport& report);

}  // namespace perpend
