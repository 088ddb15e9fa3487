// LCP solvers that are programs of somebody else: PROGRAM A.mtx b.mtx z.mtx. What they say is checked before it is
// used; whatever they do is a row of the table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/lcp_attempt.hpp"

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
  ExternalFiles() = default;
  ~ExternalFiles();
  ExternalFiles(const ExternalFiles&) = delete;
  ExternalFiles& operator=(const ExternalFiles&) = delete;

  /// What went wrong; nothing when they are written.
  [[nodiscard]] std::optional<FileError> write(const LcpProblem& problem);
  [[nodiscard]] std::string path(const char* name) const { return folder_ + "/" + name; }

 private:
  std::string folder_;
};

[[nodiscard]] LcpAnswer attempt_external(const LcpProblem& problem, const ExternalSolver& solver,
                                         const ExternalFiles& files, double most_seconds, bool certify);

}  // namespace perpend
