// perpend certify friction: contact problems with Coulomb's friction from FCLIB and Siconos, and answers to them.
#pragma once

#include <string>
#include <vector>

#include "cli/statement_certificates.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

struct FrictionArguments {
  std::string law = "cone";  ///< cone | pyramid | both: what an answer is judged by
  int num_directions = 8;    ///< of a pyramid in space; 2 in the plane
  bool with_guesses = false;
  bool is_half = false;  ///< M, W and R with only one triangle are one half of a symmetric matrix
};

/// A statement of the answer for each law: of the second file, or of the solution in the first, or of its guesses. Of a
/// problem without an answer: whether it has one under the cone. Throws Refusal when a file or the command line is
/// wrong.
[[nodiscard]] std::vector<StatedProblem> state_friction_files(const std::vector<std::string>& files,
                                                              const FrictionArguments& arguments, const Effort& effort);

}  // namespace perpend::cli
