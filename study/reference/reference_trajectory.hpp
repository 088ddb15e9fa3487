// The reference states on the grid of one step size, made once and shared by all methods that use that step.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "kernel/model/scene/experiment.hpp"
#include "kernel/simulation/simulate.hpp"

namespace perpend {

struct ReferenceTrajectory {
  std::vector<State> states;                          ///< by step; shorter than asked when it stopped
  std::vector<VectorX> multipliers;                   ///< of all rows, by step [N, N m]
  std::vector<std::vector<ContactImpulse>> contacts;  ///< of those that are closed, by step [N]; empty: none can be
  Status status = Status::not_run;                    ///< how the run of it ended
  std::string message;                                ///< why, where it did not converge
  double difference = 0.0;  ///< largest of q to a second run of other order and half the step [m, rad; quaternions]
  double seconds = 0.0;
  /// What ends the motion that the reference follows, in words: "'box' and 'floor' touch". Empty: nothing.
  std::string event;
  std::vector<std::string> events;  ///< those that it passed: "joint 'hinge' reaches a limit at t = 0.31 s"

  /// Whether it says more than how the motion begins, whatever ends it.
  [[nodiscard]] bool has_motion() const {
    return status == Status::converged || (status != Status::interrupted && states.size() > 1);
  }
  [[nodiscard]] bool is_known(std::size_t step) const { return has_motion() && step < states.size(); }
};

/// The reference goes as far as two runs of other order and step agree to this [m, rad]: the accuracy that it is held
/// to, 1e-9, which is a million roundings of a coordinate of size 1.
inline constexpr double reference_agreement = 1e-9;

/// For several threads: one makes a trajectory, the others wait for it.
class ReferenceLibrary {
 public:
  explicit ReferenceLibrary(const World& world) : world_(world) {}
  [[nodiscard]] const ReferenceTrajectory& get(double step, long num_steps);

 private:
  const World& world_;
  std::mutex mutex_;  // of what was made
  std::map<std::pair<double, long>, ReferenceTrajectory> made_;
};

}  // namespace perpend
