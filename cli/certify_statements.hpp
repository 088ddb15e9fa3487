// The statements of `perpend certify` about the files of one problem.
#pragma once

#include "cli/certify_subjects.hpp"
#include "cli/statement_certificates.hpp"

namespace perpend::cli {

/// A friction problem may have several: one for each answer under each law. When a file or the command line is wrong,
/// one that was not run, with its reason, and a message.
[[nodiscard]] std::vector<StatedProblem> state(const CertifyArguments& arguments, const Subject& files,
                                               const Effort& effort);

}  // namespace perpend::cli
