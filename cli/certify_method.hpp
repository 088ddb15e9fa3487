// perpend certify method: a step of a method on M q'' = B^T lambda, and the values of a parameter that keep it stable.
#pragma once

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/statement_certificates.hpp"
#include "verification/statements/statements.hpp"

namespace perpend::cli {

inline constexpr const char* method_usage = "method M B --stabilizer \"baumgarte(alpha: 10/s)\" --step \"10 ms\"";

/// `files`: M and B. Throws Refusal when a file or the command line is wrong.
[[nodiscard]] StatedProblem state_method_files(const std::vector<std::string>& files, const MethodArguments& arguments,
                                               const Effort& effort);

}  // namespace perpend::cli
