#include "stabilizers/bounded_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/dynamics/evaluation.hpp"

namespace perpend {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

bool is_bounded(RowKind kind) {
  return kind != RowKind::holonomic && kind != RowKind::nonholonomic;
}

/// Bounded rows come last.
int first_bounded_row(const ConstraintRows& rows) {
  int num_bounded = 0;
  for (auto kind = rows.kinds.rbegin(); kind != rows.kinds.rend() && is_bounded(*kind); ++kind) ++num_bounded;
  return rows.num_rows - num_bounded;
}

/// Whether a limit acts in the step that would pass it.
bool looks_ahead(const Model& model, int limit_row) {
  const CoordinateRow& row = model.coordinate_rows[limit_row - model.num_joint_rows];
  return model.joints[row.joint].element[row.coordinate].looks_ahead;
}

/// Rates of the rows at the old velocity and at the one that the applied forces alone would give.
void rates_of_rows(StepContext& context, const State& now, const Problem& problem, VectorX& old_rate,
                   VectorX& free_rate) {
  apply_jacobian(*problem.rows, now.v, old_rate);
  divide(*problem.mass, problem.motion, context.workspace.c);
  apply_jacobian(*problem.rows, context.workspace.c, free_rate);
}

}  // namespace

void leave_bounded_rows_idle(const ConstraintRows& rows, Problem& problem) {
  const int first = first_bounded_row(rows);
  if (first == rows.num_rows) {
    problem.lower.resize(0);
    problem.upper.resize(0);
    return;
  }
  problem.lower.setConstant(rows.num_rows, -unbounded);
  problem.upper.setConstant(rows.num_rows, unbounded);
  problem.lower.tail(rows.num_rows - first).setZero();
  problem.upper.tail(rows.num_rows - first).setZero();
}

void bound_velocity_rows(StepContext& context, const State& now, const VectorX& stabilization, Problem& problem) {
  const ConstraintRows& rows = *problem.rows;
  leave_bounded_rows_idle(rows, problem);
  const int first = first_bounded_row(rows);
  if (first == rows.num_rows) return;
  VectorX& old_rate = context.workspace.a;
  VectorX& free_rate = context.workspace.b;
  rates_of_rows(context, now, problem, old_rate, free_rate);
  for (int i = first; i < rows.num_rows; ++i) {
    if (rows.kinds[i] == RowKind::friction) {
      const CoordinateRow& row = context.model.coordinate_rows[i - context.model.num_joint_rows];
      problem.target[i] = 0.0;
      problem.upper[i] = context.h * largest_friction(context.model, row);
      problem.lower[i] = -problem.upper[i];
      continue;
    }
    const double gap = limit_gap(context.model, rows, i);
    problem.target[i] = -std::max(gap, 0.0) / context.h;
    if (stabilization.size() > 0) problem.target[i] += stabilization[i];
    const double slowest = std::min(old_rate[i], free_rate[i]);
    const bool is_idle = gap > 0.0 && (!looks_ahead(context.model, i) || gap + context.h * slowest > 0.0);
    if (!is_idle) problem.upper[i] = unbounded;
  }
}

bool activate_passed_limits(StepContext& context, double step, const VectorX& v, Problem& problem) {
  const ConstraintRows& rows = *problem.rows;
  const int first = first_bounded_row(rows);
  if (first == rows.num_rows) return false;
  VectorX& rate = context.workspace.a;
  apply_jacobian(rows, v, rate);
  bool any = false;
  for (int i = first; i < rows.num_rows; ++i) {
    const bool is_idle_limit =
        rows.kinds[i] != RowKind::friction && problem.upper[i] == 0.0 && looks_ahead(context.model, i);
    if (!is_idle_limit || rows.phi[i] + step * rate[i] >= 0.0) continue;
    problem.upper[i] = unbounded;
    any = true;
  }
  return any;
}

void bound_correction_rows(const Model& model, const ConstraintRows& rows, Problem& problem) {
  leave_bounded_rows_idle(rows, problem);
  for (int i = first_bounded_row(rows); i < rows.num_rows; ++i) {
    if (rows.kinds[i] == RowKind::friction) continue;
    const double gap = limit_gap(model, rows, i);
    problem.target[i] = -gap;
    if (gap <= 0.0) problem.upper[i] = unbounded;
  }
}

}  // namespace perpend
