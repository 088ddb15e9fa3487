#include "kernel/dynamics/start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernel/dynamics/evaluation.hpp"
#include "kernel/dynamics/start_search.hpp"
#include "kernel/linear/kkt_solver.hpp"

namespace perpend {

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
  const double reach = StartSearch::closed * std::max(1.0, characteristic_length(held));
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
    if (std::abs(rates[i] - problem.target[i]) > StartSearch::closed * scale &&
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
  return worst.residual > StartSearch::closed * std::max(1.0, characteristic_length(model)) ? std::optional(worst)
                                                                                            : std::nullopt;
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
