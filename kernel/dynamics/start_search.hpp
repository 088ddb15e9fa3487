// The search for a position near a start that satisfies all joints.
#pragma once

#include <optional>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/linear/kkt_solver.hpp"
#include "kernel/model/scene/scene_checks.hpp"

namespace perpend {

/// J M^-1 J^T of each row, with the diagonal of M.
[[nodiscard]] VectorX row_weights(const Evaluation& evaluation);

class StartSearch {
 public:
  /// Relative errors below this count as closed: what a scene prints has some ten digits.
  static constexpr double closed = 1e-9;

  /// `has_limits`: the position has to keep the limits of joints, too.
  StartSearch(const Model& model, const State& start, bool has_limits = false);

  /// The row that stays most wrong where the search ends; nothing: see find_unassembled.
  std::optional<Unassembled> run();
  [[nodiscard]] bool closes() { return !run() && is_closed(); }

  /// Rows of drives ask for nothing.
  void leave_out_drives();

  /// From closed to as good as rounding allows: steps without damping as long as they halve the error. Pre: run() found
  /// a position.
  void polish();

  [[nodiscard]] const State& state() const { return state_; }
  /// The row with the largest error, where that is more than so many tolerances.
  [[nodiscard]] std::optional<Unassembled> worst_row(double tolerances = 1.0) const;

 private:
  /// Levenberg's damping as a share of each row: near Newton's step at first.
  static constexpr double first_damping = 1e-3;

  [[nodiscard]] bool counts(int row) const;
  [[nodiscard]] double objective(const VectorX& phi) const;
  /// Squared norm of the gradient J^T D phi in the metric of M; at most `objective` times the number of rows.
  double slope();
  [[nodiscard]] bool is_closed() const;
  bool solve();

  /// A straight chain that should bend has no slope to follow: moves everything by about a hundredth, in fixed
  /// directions without symmetry. False when that has been tried often enough.
  bool leave_stationary_pose();
  /// Takes the step when it lowers the error. The damping follows.
  bool advance(double error);
  /// The rows of its joint, or a limit alone.
  [[nodiscard]] std::vector<int> rows_with(int row) const;
  /// Least squares spread a gap over all rows of a loop. With the joint of the worst row softer than the others, these
  /// close to a millionth of the gap, and the joint has the whole of it.
  std::optional<Unassembled> find_gap();

  const Model& model_;
  bool has_limits_;
  State state_;
  Evaluation evaluation_;
  VectorX weights_;
  VectorX tolerance_;
  Problem problem_;
  Solution solution_;
  VectorX weighted_;
  KktSolver solver_;
  double damping_ = first_damping;
  int attempts_ = 0;
};

}  // namespace perpend
