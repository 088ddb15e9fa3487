// The largest constraint error of a stored trajectory, enclosed.
#pragma once

#include <vector>

#include "kernel/model.hpp"
#include "kernel/state.hpp"
#include "verification/certificate.hpp"
#include "verification/interval.hpp"

namespace perpend {

/// Exact object: max |phi_i(q_k)| over the doubles q_k handed to `add` and all rows i [m, rad], for the joint equations
/// written in trajectory.cpp, which share no code with the kernel's. The model must outlive this object.
class ConstraintErrorEnclosure {
 public:
  explicit ConstraintErrorEnclosure(const Model& model);

  /// Allocates nothing.
  void add(const State& state, long step);

  /// bounds: lower, upper, worst step, number of states. Undecided when a state was not finite or a joint is not
  /// supported.
  [[nodiscard]] Certificate certificate() const;
  /// NaN unless the certificate is proved.
  [[nodiscard]] double lower() const { return certificate().bounds[0]; }
  [[nodiscard]] double upper() const { return certificate().bounds[1]; }
  [[nodiscard]] long worst_step() const { return worst_step_; }
  [[nodiscard]] static bool supports(const Joint& joint);

 private:
  const Model* model_;
  std::vector<int> kinds_;  ///< of each joint, as numbered in trajectory.cpp
  bool is_supported_ = true;
  bool is_known_ = true;
  long states_ = 0;
  long worst_step_ = -1;
  double lower_ = 0.0;
  double upper_ = 0.0;
};

}  // namespace perpend
