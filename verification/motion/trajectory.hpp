// The largest constraint error of a stored trajectory, enclosed.
#pragma once

#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/state.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificates.hpp"
#include "verification/motion/joint_equations.hpp"

namespace perpend {

/// What the rows of joints are of.
struct TrajectoryState {
  long step = -1;
  double time = 0.0;    ///< [s]
  VectorX positions;    ///< State::q
  VectorX coordinates;  ///< State::coordinates
};

/// Exact object: max |phi_i(q_k, t_k)| over the doubles q_k, t_k handed to `add` and all holonomic rows i [m, rad] of
/// joints and drives, for the equations of planar_equations.hpp and spatial_equations.hpp. The model must outlive this
/// object.
class ConstraintErrorEnclosure {
 public:
  explicit ConstraintErrorEnclosure(const Model& model);

  /// Allocates nothing once `state` has its sizes.
  void add(const State& state, long step);

  /// bounds: lower, upper, worst step, number of states. Undecided when a state was not finite or a joint is not
  /// supported.
  [[nodiscard]] Certificate certificate() const;
  /// NaN unless the certificate is proved.
  [[nodiscard]] double lower() const { return certificate()[ConstraintErrorBound::lower]; }
  [[nodiscard]] double upper() const { return certificate()[ConstraintErrorBound::upper]; }
  [[nodiscard]] long worst_step() const { return worst_.step; }
  /// The state at that step, which is -1 where there is none.
  [[nodiscard]] const TrajectoryState& worst() const { return worst_; }
  [[nodiscard]] static bool supports(const Joint& joint, Space space = Space::planar);

 private:
  /// The error of each joint; `pose` has one entry a body, the world last.
  template <class Equations, class Pose>
  void add_errors(const std::vector<Pose>& pose, const State& state, long step);

  const Model* model_;
  std::vector<JointEquation> equations_;  ///< of each joint
  std::vector<PlanarPose<Interval>> planar_poses_;
  std::vector<SpatialPose<Interval>> spatial_poses_;
  bool is_supported_ = true;
  bool is_known_ = true;
  long states_ = 0;
  TrajectoryState worst_;
  double lower_ = 0.0;
  double upper_ = 0.0;
};

}  // namespace perpend
