#include "stabilizers/reference_step.hpp"

#include <cmath>

#include "kernel/dynamics/extrapolation.hpp"

namespace perpend {

namespace {

// Rows that do not count follow from the others all along, unless the step began in a singular position. What they are
// missed by is then no rounding of the start's closing: a reference is held to 1e-9 [m, rad].
constexpr Extended largest_open = 1e-9L;
// [m/s, rad/s] The same for rates: what is missed by more is no rounding, and no motion has all of them.
constexpr Extended largest_rate_missed = 1e-9L;

void load(const VectorX& high, const VectorX& low, ExtendedVector& out) {
  out = high.cast<Extended>();
  if (low.size() == high.size()) out += low.cast<Extended>();
}

void store(const ExtendedVector& value, VectorX& high, VectorX& low) {
  high = value.cast<double>();
  low = (value - high.cast<Extended>()).cast<double>();
}

/// Onto the constraints, and into the state.
Status finish(ExtendedDynamics& dynamics, Extended time, ExtendedVector& q, ExtendedVector& v, State& state) {
  const Extended open = dynamics.project(time, q, v);
  if (!std::isfinite(open)) return Status::not_finite;
  store(q, state.q, state.q_low);
  store(v, state.v, state.v_low);
  if (open > largest_open) return Status::iteration_limit;
  return dynamics.largest_rate_missed() > largest_rate_missed ? Status::contradictory : Status::converged;
}

/// Evaluates the dynamics at the state.
ExtendedVector acceleration_at(ExtendedDynamics& dynamics, const State& state) {
  ExtendedVector q;
  ExtendedVector v;
  ExtendedVector a;
  load(state.q, state.q_low, q);
  load(state.v, state.v_low, v);
  dynamics.remember_coordinates(state.coordinates);
  dynamics.acceleration(Extended(state.time), q, v, a);
  return a;
}

}  // namespace

Status advance_reference(const ReferenceSystem& system, const ReferenceAccuracy& accuracy, double h, const State& now,
                         State& next) {
  if (system.model.num_velocities > ExtendedDynamics::max_coordinates) return Status::iteration_limit;
  ExtendedDynamics dynamics(system.model, system.contacts, system.frictions);
  const auto acceleration = [&](Extended t, const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& a) {
    dynamics.acceleration(t, q, v, a);
    if (a.allFinite() || !q.allFinite() || !v.allFinite()) return;
    next.time = static_cast<double>(t);
    store(q, next.q, next.q_low);
    store(v, next.v, next.v_low);
  };
  const auto position_rate = [&](const ExtendedVector& q, const ExtendedVector& v, ExtendedVector& rate) {
    dynamics.position_rate(q, v, rate);
  };
  Extrapolation extrapolation(acceleration,
                              {.max_columns = accuracy.max_columns,
                               .tolerance = Extended(accuracy.tolerance),
                               .is_smoothed = accuracy.is_smoothed},
                              position_rate);
  dynamics.remember_coordinates(now.coordinates);
  ExtendedVector q;
  ExtendedVector v;
  load(now.q, now.q_low, q);
  load(now.v, now.v_low, v);
  const Extended substep = Extended(h) / Extended(accuracy.substeps);
  for (int i = 0; i < accuracy.substeps; ++i)
    if (!extrapolation.advance(Extended(now.time) + Extended(i) * substep, substep, q, v))
      return Status::iteration_limit;
  next.time = now.time + h;
  return finish(dynamics, Extended(now.time) + Extended(h), q, v, next);
}

ReferenceForces reference_forces(const ReferenceSystem& system, const State& state) {
  ExtendedDynamics dynamics(system.model, system.contacts, system.frictions);
  const ExtendedVector a = acceleration_at(dynamics, state);
  ExtendedVector multiplier;
  dynamics.multipliers(multiplier);
  const int rows = dynamics.num_rows(), own = system.num_own_rows;
  const bool is_dependent =
      own < rows && dynamics.rank_of_first(rows) < rows - own + (own > 0 ? dynamics.rank_of_first(own) : 0);
  return {a.cast<double>(), multiplier.cast<double>(), is_dependent};
}

ReferenceImpact reference_impact(const ReferenceSystem& system, const State& state, const VectorX& given,
                                 const VectorX& target) {
  ExtendedDynamics dynamics(system.model, system.contacts, system.frictions);
  ExtendedVector q, v, after, impulse;
  load(state.q, state.q_low, q);
  load(state.v, state.v_low, v);
  dynamics.remember_coordinates(state.coordinates);
  dynamics.velocity_after(Extended(state.time), q, v, given.cast<Extended>(), target.cast<Extended>(), after);
  dynamics.multipliers(impulse);
  return {after.cast<double>(), impulse.cast<double>()};
}

MatrixX idle_impulses(const ReferenceSystem& system, const State& state) {
  ExtendedDynamics dynamics(system.model, system.contacts, system.frictions);
  acceleration_at(dynamics, state);
  if (dynamics.num_rows() == 0) return {};
  ExtendedMatrix basis;
  dynamics.idle_multipliers(basis);
  return basis.cast<double>();
}

void report_forces(StepContext& context, const VectorX& multiplier) {
  context.report.impulse.setZero(context.model.num_rows);
  context.report.impulse.head(multiplier.size()) = context.h * multiplier;
  context.report.set_impulses_alone();
}

Status project_reference(const ReferenceSystem& system, State& state) {
  ExtendedDynamics dynamics(system.model, system.contacts, system.frictions);
  dynamics.remember_coordinates(state.coordinates);
  ExtendedVector q;
  ExtendedVector v;
  load(state.q, state.q_low, q);
  load(state.v, state.v_low, v);
  return finish(dynamics, Extended(state.time), q, v, state);
}

}  // namespace perpend
