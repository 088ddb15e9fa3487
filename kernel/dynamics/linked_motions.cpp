#include "kernel/dynamics/linked_motions.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <Eigen/QR>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/dynamics/motions.hpp"
#include "kernel/dynamics/state_signals.hpp"

namespace perpend {

namespace {

/// Velocities up to which dense factorizations take a fraction of a second.
constexpr int most_velocities = 300;
/// Rows that follow from others have this share of the largest pivot, where bodies have sizes near 1 m: far above the
/// rounding of so many columns, far below what a lever of a millimetre leaves of a row.
constexpr double dependent = 1e-9;
/// Positions that satisfy their joints [m, as a share of the size; rad].
constexpr double closed = 1e-10;
/// How far other poses are from the start [as a share of the size, rad]: far enough for gradients that are parallel
/// at the start alone to part, near enough for Newton's method to come back.
constexpr double away = 0.05;

class Linkage {
 public:
  Linkage(const Model& model, const State& start, const std::vector<std::size_t>& left_out)
      : model_(model), state_(start), evaluation_(allocate_evaluation(model)) {
    for (std::size_t i = 0; i < model.joints.size(); ++i) {
      if (std::find(left_out.begin(), left_out.end(), i) != left_out.end()) continue;
      const Joint& joint = model.joints[i];
      const int num_positions = joint.num_rows - std::min(joint.num_rows, joint.type->num_nonholonomic);
      for (int k = 0; k < joint.num_rows; ++k) {
        rows_.push_back(joint.first_row + k);
        is_of_position_.push_back(k < num_positions);
      }
    }
    move(VectorX::Zero(model.num_velocities));
  }

  void move(const VectorX& displacement) {
    advance_position(model_, RotationUpdate::exponential, 1.0, displacement, state_.q);
    evaluate_rows(model_, state_, evaluation_);
    state_.coordinates = evaluation_.coordinates;
  }

  [[nodiscard]] MatrixX jacobian() const {
    MatrixX jacobian(static_cast<Eigen::Index>(rows_.size()), model_.num_velocities);
    VectorX all;
    for (int j = 0; j < model_.num_velocities; ++j) {
      apply_jacobian(evaluation_.rows, VectorX::Unit(model_.num_velocities, j), all);
      for (std::size_t i = 0; i < rows_.size(); ++i) jacobian(static_cast<Eigen::Index>(i), j) = all[rows_[i]];
    }
    return jacobian;
  }

  [[nodiscard]] VectorX errors() const {
    VectorX errors(static_cast<Eigen::Index>(rows_.size()));
    for (std::size_t i = 0; i < rows_.size(); ++i)
      errors[static_cast<Eigen::Index>(i)] = is_of_position_[i] ? evaluation_.rows.phi[rows_[i]] : 0.0;
    return errors;
  }

  /// By Newton's method of least displacements. False: it does not come back.
  bool close() {
    const double enough = closed * std::max(1.0, characteristic_length(model_));
    constexpr int most_steps = 20;
    for (int i = 0; i < most_steps; ++i) {
      const VectorX error = errors();
      if (error.size() == 0 || error.lpNorm<Eigen::Infinity>() <= enough) return true;
      Eigen::CompleteOrthogonalDecomposition<MatrixX> solver;
      solver.setThreshold(dependent);
      solver.compute(jacobian());
      const VectorX step = solver.solve(-error);
      if (!step.allFinite()) return false;
      move(step);
    }
    return false;
  }

  /// An orthonormal basis of the velocities that the rows allow, one a column.
  [[nodiscard]] MatrixX free_motions() const {
    const MatrixX jacobian = this->jacobian();
    if (jacobian.rows() == 0) return MatrixX::Identity(model_.num_velocities, model_.num_velocities);
    Eigen::ColPivHouseholderQR<MatrixX> factor;
    factor.setThreshold(dependent);
    factor.compute(jacobian.transpose());
    const MatrixX q = factor.householderQ();
    return q.rightCols(model_.num_velocities - factor.rank());
  }

  [[nodiscard]] double value(const StateSignal& signal) const {
    return model_.space == Space::planar ? row_of<Plane>(evaluation_.motions, signal).value
                                         : row_of<Spatial>(evaluation_.spatial_motions, signal).value;
  }

  [[nodiscard]] VectorX gradient(const StateSignal& signal) const {
    return model_.space == Space::planar ? gradient_of<Plane>(evaluation_.motions, signal)
                                         : gradient_of<Spatial>(evaluation_.spatial_motions, signal);
  }

 private:
  template <class In>
  [[nodiscard]] SignalRow<In> row_of(const std::vector<typename In::Motion>& motions, const StateSignal& signal) const {
    const double* near = evaluation_.coordinates.size() == 0 ? nullptr : evaluation_.coordinates.data();
    return signal_row<In>(model_, motions, near, signal);
  }
  template <class In>
  [[nodiscard]] VectorX gradient_of(const std::vector<typename In::Motion>& motions, const StateSignal& signal) const {
    const SignalRow<In> row = row_of<In>(motions, signal);
    VectorX gradient = VectorX::Zero(model_.num_velocities);
    for (std::size_t side = 0; side < row.body.size(); ++side) {
      if (row.body[side] == world_body) continue;
      const Body& body = model_.bodies[static_cast<std::size_t>(row.body[side])];
      for (int j = 0; j < body.dof; ++j) gradient[body.offset + j] += row.row[side][static_cast<std::size_t>(j)];
    }
    return gradient;
  }

  const Model& model_;
  State state_;
  Evaluation evaluation_;
  std::vector<int> rows_;
  std::vector<bool> is_of_position_;
};

}  // namespace

LinkedMotions linked_motions(const Model& model, const State& start, const std::vector<std::size_t>& left_out,
                             const std::vector<StateSignal>& signals) {
  LinkedMotions linked;
  if (model.num_velocities > most_velocities || signals.empty()) return linked;
  const double size = std::max(1e-3, characteristic_length(model));
  for (const double by : {0.0, away, -1.7 * away}) {
    Linkage linkage(model, start, left_out);
    if (!linkage.close()) continue;
    if (by != 0.0) {
      const MatrixX motions = linkage.free_motions();
      if (motions.cols() == 0) return {};
      // Some motion in which everything takes part, in an unequal measure.
      VectorX along(motions.cols());
      for (Eigen::Index i = 0; i < along.size(); ++i) along[i] = std::sin(1.0 + 2.3 * static_cast<double>(i));
      const VectorX direction = motions * along;
      linkage.move(by * std::min(1.0, size) / direction.lpNorm<Eigen::Infinity>() * direction);
      if (!linkage.close()) continue;
    }
    const MatrixX motions = linkage.free_motions();
    LinkedPose& pose = linked.emplace_back();
    pose.value.resize(static_cast<Eigen::Index>(signals.size()));
    pose.slope.resize(static_cast<Eigen::Index>(signals.size()), motions.cols());
    for (std::size_t i = 0; i < signals.size(); ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      pose.value[row] = linkage.value(signals[i]);
      pose.slope.row(row) = linkage.gradient(signals[i]).transpose() * motions;
    }
  }
  return linked;
}

}  // namespace perpend
