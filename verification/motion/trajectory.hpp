// The largest constraint error of a stored trajectory, enclosed.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "kernel/model/model.hpp"
#include "kernel/model/state.hpp"
#include "verification/arithmetic/bounded.hpp"
#include "verification/arithmetic/interval.hpp"
#include "verification/certificates.hpp"
#include "verification/motion/joint_equations.hpp"
#include "verification/motion/pin_errors.hpp"

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

  /// Allocates nothing once `state` has its sizes. A state is enclosed unless numbers with a bound of their error show
  /// that another one is worse.
  void add(const State& state, long step);

  /// bounds: lower, upper, worst step, number of states. Undecided when a state was not finite or a joint is not
  /// supported.
  [[nodiscard]] Certificate certificate();
  /// NaN unless the certificate is proved.
  [[nodiscard]] double lower() { return certificate()[ConstraintErrorBound::lower]; }
  [[nodiscard]] double upper() { return certificate()[ConstraintErrorBound::upper]; }
  [[nodiscard]] long worst_step() { return worst().step; }
  /// The state at that step, which is -1 where there is none.
  [[nodiscard]] const TrajectoryState& worst() {
    settle();
    return worst_;
  }
  [[nodiscard]] static bool supports(const Joint& joint, Space space = Space::planar);

 private:
  template <class Equations, class Pose, class Visit>
  void for_each_joint(const std::vector<Pose>& pose, const TrajectoryState& state, const Visit& visit) const;
  template <class Value, class Visit>
  void evaluate(std::vector<PlanarPose<Value>>& planar, std::vector<SpatialPose<Value>>& spatial,
                const TrajectoryState& state, const Visit& visit) const;
  void enclose_state(const TrajectoryState& state);
  [[nodiscard]] std::pair<double, double> bound_state(const TrajectoryState& state);
  [[nodiscard]] bool decides(double least, double most, const TrajectoryState& state);
  [[nodiscard]] bool is_decided(const TrajectoryState& state);
  void settle();

  const Model* model_;
  std::vector<JointEquation> equations_;  ///< of each joint
  std::optional<PinErrors> pins_{};
  // One entry a body, the world last.
  std::vector<PlanarPose<Interval>> planar_poses_;
  std::vector<SpatialPose<Interval>> spatial_poses_;
  std::vector<PlanarPose<Bounded>> planar_nearby_;
  std::vector<SpatialPose<Bounded>> spatial_nearby_;
  bool is_supported_ = true;
  bool is_known_ = true;
  long states_ = 0;
  TrajectoryState worst_;      ///< of those enclosed
  TrajectoryState candidate_;  ///< surely worse than all before and not enclosed yet; step -1: none
  double candidate_least_ = 0.0;
  double candidate_most_ = 0.0;
  TrajectoryState current_;
  int wait_ = 0;  ///< after the last try of bounded numbers, if it decided nothing
  int waiting_ = 0;
  double lower_ = 0.0;
  double upper_ = 0.0;
};

}  // namespace perpend
