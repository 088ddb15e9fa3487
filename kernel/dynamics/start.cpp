// The search is that of Levenberg and Marquardt in the metric of M: with weights D = diag(1 / (J M^-1 J^T)_ii) of the
// first pose the step minimizes |phi + J dq|^2_D + mu |dq|^2_M, which is the saddle-point system with compliance mu /
// D. So it costs as much as a step of the simulation and needs no rank. Where phi is not 0 but no step lowers it, the
// rows contradict each other. A limit counts as a row while it is violated: the sum of squares stays differentiable.
#include "kernel/dynamics/start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/evaluation.hpp"
#include "kernel/linear/kkt_solver.hpp"

namespace perpend {

namespace {

/// Relative errors below this count as closed: what a scene prints has some ten digits.
constexpr double closed = 1e-9;
/// Levenberg's damping as a share of each row: near Newton's step at first; beyond the last one no step is left that a
/// double can make.
constexpr double first_damping = 1e-3;
constexpr double last_damping = 1e10;
/// A slope below this share of the error lowers it no further than rounding.
constexpr double flat = 1e-12;

/// J M^-1 J^T of each row, with the diagonal of M.
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

class StartSearch {
 public:
  /// `has_limits`: the position has to keep the limits of joints, too.
  StartSearch(const Model& model, const State& start, bool has_limits = false)
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

  std::optional<Unassembled> run() {
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

  [[nodiscard]] bool closes() { return !run() && is_closed(); }

  /// Rows of drives ask for nothing.
  void leave_out_drives() {
    for (const Joint& joint : model_.joints)
      if (joint.type->kind == JointKind::drive) weights_.segment(joint.first_row, joint.num_rows).setZero();
  }

  /// From closed to as good as rounding allows: steps without damping as long as they halve the error. Pre: run() found
  /// a position.
  void polish() {
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

  [[nodiscard]] const State& state() const { return state_; }
  /// The row with the largest error, where that is more than so many tolerances.
  [[nodiscard]] std::optional<Unassembled> worst_row(double tolerances = 1.0) const {
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

 private:
  bool counts(int row) const {
    if (!(weights_[row] > 0.0)) return false;
    const RowKind kind = evaluation_.rows.kinds[row];
    const bool is_limit = kind == RowKind::lower_limit || kind == RowKind::upper_limit;
    return kind == RowKind::holonomic || (has_limits_ && is_limit && evaluation_.rows.phi[row] < 0.0);
  }

  double objective(const VectorX& phi) const {
    double sum = 0.0;
    for (int i = 0; i < model_.num_rows; ++i)
      if (counts(i)) sum += phi[i] * phi[i] / weights_[i];
    return sum;
  }

  /// Squared norm of the gradient J^T D phi in the metric of M; at most `objective` times the number of rows.
  double slope() {
    weighted_ = VectorX::Zero(model_.num_rows);
    for (int i = 0; i < model_.num_rows; ++i)
      if (counts(i)) weighted_[i] = evaluation_.rows.phi[i] / weights_[i];
    VectorX gradient = VectorX::Zero(model_.num_velocities);
    add_jacobian_transposed(evaluation_.rows, weighted_, gradient);
    VectorX direction;
    divide(evaluation_.mass, gradient, direction);
    return gradient.dot(direction);
  }

  bool is_closed() const {
    for (int i = 0; i < model_.num_rows; ++i)
      if (counts(i) && !(std::abs(evaluation_.rows.phi[i]) <= tolerance_[i])) return false;
    return true;
  }

  bool solve() {
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

  /// A straight chain that should bend has no slope to follow: moves everything by about a hundredth, in fixed
  /// directions without symmetry. False when that has been tried often enough.
  bool leave_stationary_pose() {
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

  /// Takes the step when it lowers the error. The damping follows.
  bool advance(double error) {
    const VectorX before = state_.q;
    advance_position(model_, RotationUpdate::exponential, 1.0, solution_.x, state_.q);
    evaluate_rows(model_, state_, evaluation_);
    if (objective(evaluation_.rows.phi) < error) {
      damping_ = std::max(damping_ / 10.0, 1e-12);
      return true;
    }
    damping_ *= 10.0;
    state_.q = before;
    evaluate_rows(model_, state_, evaluation_);
    return false;
  }

  /// The rows of its joint, or a limit alone.
  std::vector<int> rows_with(int row) const {
    std::vector<int> rows;
    for (const Joint& joint : model_.joints)
      for (int i = 0; i < joint.num_rows; ++i)
        if (row >= joint.first_row && row < joint.first_row + joint.num_rows) rows.push_back(joint.first_row + i);
    return rows.empty() ? std::vector<int>{row} : rows;
  }

  /// Least squares spread a gap over all rows of a loop. With the joint of the worst row softer than the others, these
  /// close to a millionth of the gap, and the joint has the whole of it.
  std::optional<Unassembled> find_gap() {
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

}  // namespace

StartErrors start_errors(const Model& model, const State& start) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, start, evaluation);
  const ConstraintRows& rows = evaluation.rows;
  StartErrors errors{rows.phi, VectorX::Zero(rows.num_rows), rows.phi_t.cwiseAbs()};
  apply_jacobian(rows, start.v, errors.rate);
  errors.rate += rows.phi_t;
  for (const RowBlock& block : rows.blocks)
    for (int side = 0; side < num_sides; ++side)
      for (int i = 0; i < block.num_rows; ++i)
        for (int j = 0; j < block.num_columns[side]; ++j)
          errors.rate_scale[block.first_row + i] +=
              std::abs(rows.values[block.first_value[side] + i * block.num_columns[side] + j] *
                       start.v[block.first_column[side] + j]);
  return errors;
}

namespace {

/// The model in which kept bodies do not move, and back.
Model with_kept_bodies(const Model& model, const std::vector<int>& keep) {
  Model held = model;
  for (const int index : keep) held.bodies[static_cast<std::size_t>(index)].kind = BodyKind::fixed;
  number_unknowns(held);
  return held;
}

/// The entries that `from` has as well.
void copy_bodies(const Model& from, const State& source, const Model& to, State& target) {
  for (std::size_t i = 0; i < from.bodies.size(); ++i) {
    const Body& one = from.bodies[i];
    const Body& other = to.bodies[i];
    if (one.dof == 0 || other.dof == 0) continue;
    const int num_positions = one.kind == BodyKind::rigid && from.space == Space::spatial ? 7 : one.dof;
    target.q.segment(other.q_offset, num_positions) = source.q.segment(one.q_offset, num_positions);
    target.v.segment(other.offset, one.dof) = source.v.segment(one.offset, one.dof);
  }
}

/// Limits that are reached, to `reach`, and that the rates would pass lose their compliance. False: there is none.
bool hold_reached_limits(const ConstraintRows& rows, const VectorX& rates, double reach, VectorX& compliance) {
  bool has_held = false;
  for (int i = 0; i < rows.num_rows; ++i) {
    const bool is_limit = rows.kinds[i] == RowKind::lower_limit || rows.kinds[i] == RowKind::upper_limit;
    if (!is_limit || compliance[i] == 0.0 || !(rows.phi[i] <= reach) || !(rates[i] < 0.0)) continue;
    compliance[i] = 0.0;
    has_held = true;
  }
  return has_held;
}

/// The nearest velocity with J v = -phi_t of `held`, where `kept_rates` is what kept bodies add to J v; the worst row
/// where there is none.
std::optional<Unassembled> project_velocities(const Model& held, const VectorX& kept_rates, State& state) {
  Evaluation evaluation = allocate_evaluation(held);
  evaluate_rows(held, state, evaluation);
  Problem problem{.purpose = SolvePurpose::velocity,
                  .mass = &evaluation.mass,
                  .rows = &evaluation.rows,
                  .compliance = VectorX::Zero(held.num_rows),
                  .motion = VectorX::Zero(held.num_velocities),
                  .target = -evaluation.rows.phi_t - kept_rates};
  multiply(evaluation.mass, state.v, problem.motion);
  // Limits that are not reached and dry friction ask nothing of velocities: their rows give way to everything.
  constexpr double free_row = 1e12;
  const VectorX weights = row_weights(evaluation);
  for (int i = held.num_joint_rows; i < held.num_rows; ++i)
    problem.compliance[i] = free_row * std::max(weights[i], 1e-300);
  Solution solution;
  KktSolver solver(evaluation.rows, DependentRows::leave_out, evaluation.mass);
  const double fastest = state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0;
  const double reach = closed * std::max(1.0, characteristic_length(held));
  VectorX rates;
  do {
    solver.solve(problem, solution);
    if (solution.status == Status::converged) state.v = solution.x;
    apply_jacobian(evaluation.rows, state.v, rates);
  } while (hold_reached_limits(evaluation.rows, rates + kept_rates, reach, problem.compliance));
  // The velocities before count, too, for limits can stop everything. Not 0, so that a mechanism at rest is compared
  // with something.
  const double scale = std::max({fastest, problem.target.size() > 0 ? problem.target.cwiseAbs().maxCoeff() : 0.0,
                                 state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff() : 0.0, 1e-300});
  int worst = -1;
  for (int i = 0; i < held.num_joint_rows; ++i)
    if (std::abs(rates[i] - problem.target[i]) > closed * scale &&
        (worst < 0 || std::abs(rates[i] - problem.target[i]) > std::abs(rates[worst] - problem.target[worst])))
      worst = i;
  if (worst < 0) return std::nullopt;
  return Unassembled{.row = worst, .residual = std::abs(rates[worst] - problem.target[worst])};
}

/// Where nothing may move: the holonomic row that does not hold.
std::optional<Unassembled> find_open_row(const Model& model, const State& start) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, start, evaluation);
  Unassembled worst;
  for (int i = 0; i < model.num_rows; ++i)
    if (evaluation.rows.kinds[i] == RowKind::holonomic && std::abs(evaluation.rows.phi[i]) > worst.residual)
      worst = {.row = i, .residual = std::abs(evaluation.rows.phi[i])};
  return worst.residual > closed * std::max(1.0, characteristic_length(model)) ? std::optional(worst) : std::nullopt;
}

/// What kept bodies add to the rates of all rows at this position.
VectorX rates_of_kept(const Model& model, const State& state, const std::vector<int>& keep) {
  Evaluation evaluation = allocate_evaluation(model);
  evaluate_rows(model, state, evaluation);
  VectorX kept = VectorX::Zero(model.num_velocities);
  for (const int index : keep) {
    const Body& body = model.bodies[static_cast<std::size_t>(index)];
    if (body.dof > 0) kept.segment(body.offset, body.dof) = state.v.segment(body.offset, body.dof);
  }
  VectorX rates;
  apply_jacobian(evaluation.rows, kept, rates);
  return rates;
}

}  // namespace

namespace {

State state_of_held(const Model& model, const State& start, const Model& held) {
  State state = initial_state(held);
  state.time = start.time;
  copy_bodies(model, start, held, state);
  return state;
}

/// What keeps the search from a position, when one thing alone does.
Unassembled::Cause cause_of(const Model& model, const State& start, const std::vector<int>& keep, bool has_limits) {
  using enum Unassembled::Cause;
  if (!keep.empty() && StartSearch(model, start, has_limits).closes()) return kept_bodies;
  const Model held = with_kept_bodies(model, keep);
  if (held.num_velocities == 0) return joints;
  const State state = state_of_held(model, start, held);
  if (has_limits && StartSearch(held, state).closes()) return limits;
  StartSearch without_drives(held, state, has_limits);
  without_drives.leave_out_drives();
  return without_drives.closes() ? drives : joints;
}

}  // namespace

AssembledStart assemble(const Model& model, const State& start, const StartRequest& request) {
  AssembledStart result{.state = start, .open = std::nullopt, .too_fast = std::nullopt};
  const Model held = with_kept_bodies(model, request.keep);
  if (held.num_velocities == 0) {
    result.open = find_open_row(model, start);
    if (result.open) result.open->cause = cause_of(model, start, request.keep, true);
    return result;
  }
  State state = state_of_held(model, start, held);
  if (request.moves_positions) {
    StartSearch search(held, state, true);
    result.open = search.run();
    if (!result.open) {
      search.polish();
      result.open = search.worst_row();
    }
    if (result.open) {
      result.open->cause = cause_of(model, start, request.keep, true);
      return result;
    }
    state.q = search.state().q;
  }
  State whole = start;
  copy_bodies(held, state, model, whole);
  if (!project_velocities(held, rates_of_kept(model, whole, request.keep), state)) {
    copy_bodies(held, state, model, whole);
  } else {
    // A drive, for instance, moves what is kept.
    result.too_fast = project_velocities(model, VectorX::Zero(model.num_rows), whole);
    if (result.too_fast) return result;
  }
  result.state = whole;
  return result;
}

std::optional<Unassembled> find_unassembled(const Model& model, const State& start) {
  if (model.num_velocities == 0) return std::nullopt;
  auto found = StartSearch(model, start).run();
  if (found) found->cause = cause_of(model, start, {}, false);
  return found;
}

}  // namespace perpend
