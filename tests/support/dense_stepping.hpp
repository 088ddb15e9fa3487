// Steps by dense algebra, for tests of what the rows and forces mean.
#pragma once

#include <Eigen/LU>

#include "kernel/dynamics/advance_position.hpp"
#include "kernel/dynamics/evaluation.hpp"

namespace perpend::test {

/// Semi-implicit steps of the velocity problem by dense algebra: what every method does to first order, here without
/// stabilization and without the solvers that other tests are about. Limits and friction do not act.
inline void dense_step(const Model& model, double h, State& state) {
  Evaluation e = allocate_evaluation(model);
  evaluate(model, state, e);
  const Eigen::Index n = model.num_velocities, m = model.num_joint_rows;
  MatrixX system = MatrixX::Zero(n + m, n + m);
  const MatrixX j = dense_jacobian(e.rows).topRows(m);
  system.topLeftCorner(n, n) = dense(e.mass);
  system.topRightCorner(n, m) = -j.transpose();
  system.bottomLeftCorner(m, n) = j;
  VectorX right(n + m);
  VectorX momentum(n);
  multiply(e.mass, state.v, momentum);
  right << momentum + h * e.force, -e.rows.phi_t.head(m);
  const VectorX solution = system.fullPivLu().solve(right);
  state.v = solution.head(n);
  advance_position(model, RotationUpdate::exponential, h, state.v, state.q);
  state.time += h;
  evaluate_rows(model, state, e);
  state.coordinates = e.coordinates;
}

inline State dense_run(const Model& model, double h, int steps) {
  State state = initial_state(model);
  for (int k = 0; k < steps; ++k) dense_step(model, h, state);
  return state;
}

}  // namespace perpend::test
