// perpend certify friction: contact problems with Coulomb's friction from FCLIB and Siconos, and answers to them.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/statement_certificates.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

/// A statement of the answer for each law: of the second file, or of the solution in the first, or of its guesses. Of a
/// problem without an answer: whether it has one under the cone. Throws Refusal when a file or the command line is
/// wrong.
[[nodiscard]] std::vector<StatedProblem> state_friction_files(const std::vector<std::string>& files,
                                                              const FrictionArguments& arguments, const Effort& effort);

}  // namespace perpend::cli
