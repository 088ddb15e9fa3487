// Why a run stopped, in words: which step, which rows, bodies or solvers.
#pragma once

#include <string>

#include "kernel/simulation/simulate.hpp"

namespace perpend {

/// "at step 1: a value is not finite; the largest impulse of a contact, 3e+16 N s, is where 'a', 'b' meet".
[[nodiscard]] std::string describe_not_finite(long step, const Model& model, const ContactProblem& problem,
                                              const ContactSolution& solution);

/// "at step 12: the LCP of 40 unknowns of 9 contacts has no answer from lemke (ray), where 'a', 'b' meet".
[[nodiscard]] std::string describe_failed_contacts(long step, const Model& model, const ContactProblem& problem,
                                                   const ContactSolution& solution);

/// By the status of a result and its rows; empty for a run that converged.
[[nodiscard]] std::string describe_stop(const Model& model, const SimulationResult& result);

}  // namespace perpend
