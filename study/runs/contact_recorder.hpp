// What is recorded of a run's contact solves: how far they came from the laws of contact and friction, and the LCPs
// themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernel/lcp/lcp_matrix.hpp"
#include "kernel/model/scene/method_run.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/simulation/simulate.hpp"
#include "reports/files/atomic_file.hpp"

namespace perpend {

/// Keeps the LCPs that a run solved, as Matrix Market files that `perpend solve lcp FOLDER` reads.
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

/// How far the contacts of a run came from the laws of contact and friction, whether a measure asks or not.
class ContactWatch {
 public:
  /// `step`: that of the run [s].
  ContactWatch(const Model& model, double step);

  /// Corrections of positions and projected velocities are left out: the laws are about motions only.
  void add_solve(const ContactProblem& problem, const ContactSolution& solution);
  /// After the solves of its step; the next ones start from this state.
  void add_instant(const Instant& instant);

  /// The residuals of the solves since the last instant.
  [[nodiscard]] ContactLawErrors of_step() const { return has_solves_ ? of_step_ : ContactLawErrors{}; }

  /// Empty where nothing can touch.
  [[nodiscard]] std::vector<ContactResidual> residuals() const;

 private:
  struct Worst {
    double value = 0.0;
    long step = -1;
    void raise(double candidate, long at);
  };

  bool is_enabled_;
  bool has_solves_ = false;
  double h_;
  double smallest_radius_;  ///< of the bodies that move [m]
  long step_ = 0;           ///< the one that is being made
  VectorX velocity_;        ///< at its start
  ContactLawErrors of_step_{};
  Worst depth_, signorini_, cone_, dissipation_;
  double rate_ = 0.0, friction_ = 0.0, work_ = 0.0;  ///< what they are measured against
};

}  // namespace perpend
