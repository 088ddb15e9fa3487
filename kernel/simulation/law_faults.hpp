// What keeps a run from following the functions and laws of its scene: values that are not finite, lengths that are not
// above 0. And what a wrong sign in one looks like.
#pragma once

#include <string>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/model/status.hpp"

namespace perpend {

/// `converged`: there is none.
struct LawFault {
  Status status = Status::converged;
  std::string message{};
};

/// ": 2 N * table("force.csv", t) (push.scene:7); the table 'force.csv' goes from 0 to 3 in SI units", behind what
/// becomes of a law. Empty for one that is not written in a scene.
[[nodiscard]] std::string describe_law(const TimeFunction& law);

/// Whether sines and cosines of the angles are known, of bodies and of walls that are turned. In space there are none.
[[nodiscard]] bool are_turns_known(const Evaluation& evaluation);

/// "at step 13 (t = 0.012 s): the law of 'pd' is not finite (-inf): 1 N m rad / angle(hip)", in this state.
[[nodiscard]] LawFault find_law_fault(long step, const Model& model, const State& state, const Evaluation& evaluation);

/// "in step 13, at t = 0.0124 s: ...": the same of a state on the way from the start of a step to its end.
[[nodiscard]] LawFault find_law_fault_on_way(long step, const Model& model, const State& state);

/// The same within the step of h [s] that begins here, for methods that read laws there: looked for where the velocity
/// of the beginning takes the bodies, which is near where they get.
[[nodiscard]] LawFault find_law_fault_within(long step, const Model& model, const State& state, double h);

/// Springs and dampers whose laws have a negative stiffness or damping at the start, as some mean it and a wrong sign
/// makes it: "the damper of 'valve' feeds energy at the start: its damping is -1 N s/m there", one for each.
[[nodiscard]] std::vector<std::string> feeding_laws(const Model& model, const State& start);

/// The distances that are held at a length which changes.
class ChangingLengths {
 public:
  explicit ChangingLengths(const Model& model);

  /// Without memory of its own, for every step. A NaN is no length that is not above 0.
  [[nodiscard]] bool are_positive(const Model& model, const State& state, const Evaluation& evaluation) const;

 private:
  std::vector<int> joints_;
};

}  // namespace perpend
