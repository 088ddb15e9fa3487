// Contact problems with Coulomb's friction in files of FCLIB and Siconos, and answers to them.
#pragma once

#include <string>
#include <vector>

#include "referee/statements/stated_problem.hpp"
#include "verification/statements/question.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::certify {

/// A statement for each law about the answer in the second file, or the solution in the first, or its guesses. For
/// a problem without an answer: whether it has one under the cone. Throws Refusal when a file or the question is wrong.
[[nodiscard]] std::vector<StatedProblem> state_friction_files(const std::vector<std::string>& files,
                                                              const FrictionQuestion& question, const Effort& effort);

}  // namespace perpend::certify
