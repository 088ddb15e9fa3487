// The search is that of Levenberg and Marquardt in the metric of M: with weights D = diag(1 / (J M^-1 J^T)_ii) of the
// first pose the step minimizes |phi + J dq|^2_D + mu |dq|^2_M, which is the saddle-point system with compliance mu /
// D. So it costs as much as a step of the simulation and needs no rank. Where phi is not 0 but no step lowers it, the
// rows contradict each other. A limit counts as a row while it is violated: the sum of squares stays differentiable.
#include "kernel/dynamics/start_search.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/dynamics/advance_position.hpp"

namespace perpend {

namespace {

/// Below this damping the step is Newton's to what rounding leaves of it.
constexpr double least_damping = 1e-12;
/// Beyond this damping no step is left that a double can make.
constexpr double last_damping = 1e10;
/// A slope below this share of the error lowers it no further than rounding.
constexpr double flat = 1e-12;

}  // namespace

VectorX row_weights(const Evaluation& evaluation) {
  VectorX weights = VectorX::Zero(evaluation.rows.num_rows);
  for (const RowBlock& block : evaluation.rows.blocks)
    for (int side = 0; side < num_sides; ++side)
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < block.num_columns[side]; ++j) {
          const double entry = evaluation.rows.values[block.first_value[side] + i * block.num_columns[side] + j];
          weights[block.first_row + i] += entry * entry / evaluation.mass.diagonal[block.first_column[side] + j];
        }
  return weights;
}

StartSearch::StartSearch(const Model& model, const State& start, bool has_limits)
    : model_(model),
      has_limits_(has_limits),
      state_(start),
      evaluation_(allocate_evaluation(model)),
      tolerance_(VectorX::Constant(model.num_rows, closed)),
      solver_(evaluation_.rows, DependentRows::leave_out, evaluation_.mass) {
  evaluate_rows(model_, state_, evaluation_);
  weights_ = row_weights(evaluation_);
  const double length = characteristic_length(model);
  for (const Joint& joint : model.joints)
    for (int i = 0; i < std::min(joint.num_rows, 6); ++i)
      if (joint.type->row_dimension[i] != dimension::angle) tolerance_[joint.first_row + i] *= length;
  for (std::size_t i = 0; i < model.coordinate_rows.size(); ++i) {
    const CoordinateRow& row = model.coordinate_rows[i];
    if (row.is_friction()) continue;  // of rates alone
    if (model.joints[row.joint].type->coordinate_spec[row.coordinate].dimension != dimension::angle)
      tolerance_[model.num_joint_rows + static_cast<Eigen::Index>(i)] *= length;
  }
  problem_ = {.purpose = SolvePurpose::position_correction,
              .mass = &evaluation_.mass,
              .rows = &evaluation_.rows,
              .compliance = VectorX::Zero(model.num_rows),
              .motion = VectorX::Zero(model.num_velocities),
              .target = VectorX::Zero(model.num_rows)};
}

std::optional<Unassembled> StartSearch::run() {
  // Errors that shrink as slowly as by half, near a dead point, are through after 60 steps.
  constexpr int most_steps = 500;
  for (int step = 0; step < most_steps && !is_closed(); ++step) {
    if (!solve()) return std::nullopt;
    const double error = objective(evaluation_.rows.phi);
    // Where rows contradict each other the slope vanishes. Near a dead point that closes it falls as the error does,
    // which ends at the tolerance long before.
    constexpr double no_slope = 1e-8;
    if (slope() < no_slope * error) {
      if (!leave_stationary_pose()) return find_gap();
    } else if (!advance(error) && damping_ > last_damping && !leave_stationary_pose()) {
      return find_gap();
    }
  }
  return std::nullopt;
}

void StartSearch::leave_out_drives() {
  for (const Joint& joint : model_.joints)
    if (joint.type->kind == JointKind::drive) weights_.segment(joint.first_row, joint.num_rows).setZero();
}

void StartSearch::polish() {
  constexpr int most_steps = 20;
  damping_ = 1e-15;  // relative to the rows: below their rounding, and the system stays regular
  for (int step = 0; step < most_steps; ++step) {
    const double error = objective(evaluation_.rows.phi);
    if (!(error > 0.0) || !solve()) return;
    const VectorX before = state_.q;
    advance_position(model_, RotationUpdate::exponential, 1.0, solution_.x, state_.q);
    evaluate_rows(model_, state_, evaluation_);
    const double after = objective(evaluation_.rows.phi);
    if (after < error && after > 0.25 * error) return;
    if (after < error) continue;
    state_.q = before;
    evaluate_rows(model_, state_, evaluation_);
    return;
  }
}

std::optional<Unassembled> StartSearch::worst_row(double tolerances) const {
  Unassembled worst;
  double largest = 0.0;
  for (int i = 0; i < model_.num_rows; ++i) {
    const double share = counts(i) ? std::abs(evaluation_.rows.phi[i]) / tolerance_[i] : 0.0;
    if (share <= largest) continue;
    largest = share;
    worst = {.row = i, .residual = std::abs(evaluation_.rows.phi[i])};
  }
  return largest > tolerances ? std::optional(worst) : std::nullopt;
}

bool StartSearch::counts(int row) const {
  if (!(weights_[row] > 0.0)) return false;
  const RowKind kind = evaluation_.rows.kinds[row];
  const bool is_limit = kind == RowKind::lower_limit || kind == RowKind::upper_limit;
  return kind == RowKind::holonomic || (has_limits_ && is_limit && evaluation_.rows.phi[row] < 0.0);
}

double StartSearch::objective(const VectorX& phi) const {
  double sum = 0.0;
  for (int i = 0; i < model_.num_rows; ++i)
    if (counts(i)) sum += phi[i] * phi[i] / weights_[i];
  return sum;
}

double StartSearch::slope() {
  weighted_ = VectorX::Zero(model_.num_rows);
  for (int i = 0; i < model_.num_rows; ++i)
    if (counts(i)) weighted_[i] = evaluation_.rows.phi[i] / weights_[i];
  VectorX gradient = VectorX::Zero(model_.num_velocities);
  add_jacobian_transposed(evaluation_.rows, weighted_, gradient);
  VectorX direction;
  divide(evaluation_.mass, gradient, direction);
  return gradient.dot(direction);
}

bool StartSearch::is_closed() const {
  for (int i = 0; i < model_.num_rows; ++i)
    if (counts(i) && !(std::abs(evaluation_.rows.phi[i]) <= tolerance_[i])) return false;
  return true;
}

bool StartSearch::solve() {
  // Rows that say nothing about the position give way to everything.
  constexpr double free_row = 1e12;
  for (int i = 0; i < model_.num_rows; ++i) {
    const double weight = weights_[i] > 0.0 ? weights_[i] : 1.0;
    problem_.compliance[i] = (counts(i) ? damping_ : free_row) * weight;
    problem_.target[i] = counts(i) ? -evaluation_.rows.phi[i] : 0.0;
  }
  solver_.solve(problem_, solution_);
  return solution_.status == Status::converged;
}

bool StartSearch::leave_stationary_pose() {
  constexpr int most_attempts = 3;
  if (++attempts_ > most_attempts) return false;
  const double length = characteristic_length(model_);
  VectorX shift = VectorX::Zero(model_.num_velocities);
  double fraction = 0.0;
  for (const Body& body : model_.bodies)
    for (int j = 0; j < body.dof; ++j) {
      fraction += 0.6180339887498949 * attempts_;  // golden ratio: the fractions never line up
      fraction -= std::floor(fraction);
      const bool is_length = j < (model_.space == Space::planar ? 2 : 3);
      shift[body.offset + j] = 0.02 * (fraction - 0.5) * (is_length ? length : 1.0);
    }
  advance_position(model_, RotationUpdate::exponential, 1.0, shift, state_.q);
  evaluate_rows(model_, state_, evaluation_);
  damping_ = first_damping;
  return true;
}

bool StartSearch::advance(double error) {
  const VectorX before = state_.q;
  advance_position(model_, RotationUpdate::exponential, 1.0, solution_.x, state_.q);
  evaluate_rows(model_, state_, evaluation_);
  if (objective(evaluation_.rows.phi) < error) {
    damping_ = std::max(damping_ / 10.0, least_damping);
    return true;
  }
  damping_ *= 10.0;
  state_.q = before;
  evaluate_rows(model_, state_, evaluation_);
  return false;
}

std::vector<int> StartSearch::rows_with(int row) const {
  std::vector<int> rows;
  for (const Joint& joint : model_.joints)
    for (int i = 0; i < joint.num_rows; ++i)
      if (row >= joint.first_row && row < joint.first_row + joint.num_rows) rows.push_back(joint.first_row + i);
  return rows.empty() ? std::vector<int>{row} : rows;
}

std::optional<Unassembled> StartSearch::find_gap() {
  // Within a thousand tolerances it may as well be the rounding of a nearly singular pose.
  std::optional<Unassembled> worst = worst_row(1e3);
  if (!worst) return worst;
  constexpr double softer = 1e6;
  constexpr int most_steps = 100;
  const std::vector<int> rows = rows_with(worst->row);
  for (const int row : rows) weights_[row] *= softer;
  damping_ = first_damping;
  for (int step = 0; step < most_steps && solve(); ++step) {
    const double error = objective(evaluation_.rows.phi);
    if (slope() < flat * error || (!advance(error) && damping_ > last_damping)) break;
  }
  double squares = 0.0;
  for (const int row : rows)
    if (counts(row) && tolerance_[row] == tolerance_[worst->row])  // a length, or an angle, as it is
      squares += evaluation_.rows.phi[row] * evaluation_.rows.phi[row];
  worst->residual = std::max(worst->residual, std::sqrt(squares));
  return worst;
}

}  // namespace perpend
