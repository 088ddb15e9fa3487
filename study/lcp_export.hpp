// Keeps the LCPs of contacts that a run solved, as Matrix Market files that `perpend solve lcp FOLDER` reads.
#pragma once

#include <optional>
#include <string>

#include "kernel/lcp/lcp_matrix.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend {

class LcpExport {
 public:
  /// Files go to `folder`, which is made when it is not there. `every`: of the steps.
  LcpExport(std::string folder, std::string scene, long every);

  /// Writes SCENE-METHOD-STEP.mtx and ..._q.mtx; the second and later problems of one step have -2, -3, ... after STEP.
  void add(const std::string& method, long step, const Lcp& lcp);

  /// The first file that could not be written; later ones are not tried.
  [[nodiscard]] const std::optional<reports::WriteError>& error() const { return error_; }
  [[nodiscard]] long num_written() const { return num_written_; }

 private:
  std::string folder_;
  std::string scene_;
  long every_;
  std::string last_place_;  // METHOD-STEP of the last problem
  int in_step_ = 0;
  long num_written_ = 0;
  std::optional<reports::WriteError> error_;
};

}  // namespace perpend
