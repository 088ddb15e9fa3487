// LCP solvers that are programs of somebody else: PROGRAM A.mtx b.mtx z.mtx. What they say is checked before it is
// used; whatever they do is a row of the table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/lcp_attempt.hpp"
#include "reports/files/child_process.hpp"

namespace perpend {

struct ExternalSolver {
  std::string name;
  std::vector<std::string> words;  ///< the program and what stands before the three files
};

/// From "NAME=PROGRAM WORD...", split at blanks. `taken`: names that others have.
[[nodiscard]] Reading<std::vector<ExternalSolver>> choose_externals(const std::vector<std::string>& texts,
                                                                    std::vector<std::string> taken);

/// The files of the problem at hand, in a folder that is removed at the end.
class ExternalFiles {
 public:
  /// What went wrong; nothing when they are written.
  [[nodiscard]] std::optional<FileError> write(const LcpProblem& problem);
  /// Pre: they are written.
  [[nodiscard]] std::string path(const char* name) const { return folder_->path() + "/" + name; }

 private:
  std::unique_ptr<reports::ScratchFolder> folder_;
};

[[nodiscard]] LcpAnswer attempt_external(const LcpProblem& problem, const ExternalSolver& solver,
                                         const ExternalFiles& files, double most_seconds, bool certify);

}  // namespace perpend
