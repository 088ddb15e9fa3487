// How far the contacts of a run came from the laws of contact and friction, whether a measure asks or not.
#pragma once

#include <vector>

#include "kernel/model/record.hpp"
#include "kernel/simulation/signals.hpp"
#include "kernel/simulation/simulate.hpp"

namespace perpend {

class ContactWatch {
 public:
  /// `step`: that of the run [s].
  ContactWatch(const Model& model, double step);

  /// Corrections of positions and projected velocities are left out: the laws are about motions only.
  void add_solve(const ContactProblem& problem, const ContactSolution& solution);
  /// After the solves of its step; the next ones start from this state.
  void add_instant(const Instant& instant);

  /// The residuals of the solves since the last instant.
  [[nodiscard]] const ContactLawErrors& of_step() const { return of_step_; }

  /// Empty where nothing can touch.
  [[nodiscard]] std::vector<ContactResidual> residuals() const;

 private:
  struct Worst {
    double value = 0.0;
    long step = -1;
    void raise(double candidate, long at);
  };

  bool is_enabled_;
  double h_;
  double smallest_radius_;  ///< of the bodies that move [m]
  long step_ = 0;           ///< the one that is being made
  VectorX velocity_;        ///< at its start
  ContactLawErrors of_step_{};
  Worst depth_, signorini_, cone_, dissipation_;
  double rate_ = 0.0, friction_ = 0.0, work_ = 0.0;  ///< what they are measured against
};

}  // namespace perpend
