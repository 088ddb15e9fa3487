// LCP solvers that are programs of somebody else: PROGRAM A.mtx b.mtx z.mtx. What they say is checked before it is
// used; whatever they do is a row of the table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/lcp_attempt.hpp"

namespace perpend::cli {

struct ExternalSolver {
  std::string name;
  std::vector<std::string> words;  ///< the program and what stands before the three files
};

/// From "NAME=PROGRAM WORD...", split at blanks. `taken`: names that others have. Nothing, with a message on standard
/// error, when one is wrong.
[[nodiscard]] std::optional<std::vector<ExternalSolver>> choose_externals(const std::vector<std::string>& texts,
                                                                          std::vector<std::string> taken);

/// The files of the problem at hand, in a folder that is removed at the end.
class ExternalFiles {
 public:
  ExternalFiles() = default;
  ~ExternalFiles();
  ExternalFiles(const ExternalFiles&) = delete;
  ExternalFiles& operator=(const ExternalFiles&) = delete;

  /// False, with a message, when they cannot be written.
  [[nodiscard]] bool write(const LcpProblem& problem);
  [[nodiscard]] std::string path(const char* name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

[[nodiscard]] LcpAnswer attempt_external(const LcpProblem& problem, const ExternalSolver& solver,
                                         const ExternalFiles& files, double most_seconds, bool certify);

}  // namespace perpend::cli
