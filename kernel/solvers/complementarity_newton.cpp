#include "kernel/solvers/complementarity_newton.hpp"

#include <algorithm>
#include <cmath>

#include "kernel/model/stop.hpp"

namespace perpend {

namespace {

/// Part of the predicted decrease that a step must bring. [DeLucaFacchineiKanzow96]
constexpr double sufficient_decrease = 1e-4;
/// A full step on the active set counts when it takes this part of the merit away.
constexpr double active_set_decrease = 0.5;
/// A Newton direction must point down at least this much, against |gradient| |d|.
constexpr double least_descent = 1e-12;
/// Merits that a step is compared with: their largest. [GrippoLamparielloLucidi86]
constexpr std::size_t memory = 5;
constexpr double shortest_step = 0x1p-40;
constexpr int finishing_steps = 3;

void slack_at(const Lcp& lcp, const GrowingVector& z, GrowingVector& w) {
  lcp.matrix->multiply(z, w);
  w += lcp.b;
}

}  // namespace

NewtonLimits newton_limits_of(const Properties& options) {
  const NewtonLimits standard;
  return {options.number_or("tolerance", standard.tolerance),
          static_cast<long>(options.number_or("iterations", static_cast<double>(standard.iterations)))};
}

void start_newton(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  solution.iterations = 0;
  solution.history.clear();
  solution.note.clear();
  solution.ray.resize(0);
  const int size = lcp.matrix->size();
  if (start != nullptr && start->size() == size && start->allFinite())
    solution.z = *start;
  else
    solution.z.setZero(size);
  slack_at(lcp, solution.z, solution.w);
}

/// Natural residual of max(z, 0): z may be below 0 on the way.
double GlobalizedNewton::clipped_residual(const Lcp& lcp, const GrowingVector& z) {
  clipped_ = z.cwiseMax(0.0);
  slack_at(lcp, clipped_, clipped_slack_);
  return natural_residual(lcp, clipped_, clipped_slack_);
}

void GlobalizedNewton::move_to_trial(LcpSolution& solution) {
  solution.z.swap(trial_);
  solution.w.swap(trial_slack_);
}

bool GlobalizedNewton::step_on_active_set(const Lcp& lcp, LcpSolution& solution) {
  if (!active_set_.compute(lcp.matrix->sparse(), factor_kind(lcp), solution.z, solution.w, direction_)) return false;
  trial_ = solution.z + direction_;
  slack_at(lcp, trial_, trial_slack_);
  const double before = function_.merit();
  function_.evaluate(trial_, trial_slack_);
  if (function_.merit() <= active_set_decrease * before) {
    move_to_trial(solution);
    return true;
  }
  function_.evaluate(solution.z, solution.w);
  return false;
}

/// Newton's direction where it points down, else the steepest one.
bool GlobalizedNewton::search_along_line(const Lcp& lcp, LcpSolution& solution) {
  const SparseRows& a = lcp.matrix->sparse();
  function_.gradient(a, gradient_);
  const bool has_newton = function_.newton_direction(a, direction_);
  if (!has_newton || !(gradient_.dot(direction_) <= -least_descent * gradient_.norm() * direction_.norm()))
    direction_ = -gradient_;
  const double slope = gradient_.dot(direction_);
  const double reference = *std::max_element(merits_.begin(), merits_.end());
  for (double length = 1.0; length >= shortest_step; length *= 0.5) {
    trial_ = solution.z + length * direction_;
    slack_at(lcp, trial_, trial_slack_);
    function_.evaluate(trial_, trial_slack_);
    if (!(function_.merit() <= reference + sufficient_decrease * length * slope)) continue;
    move_to_trial(solution);
    return true;
  }
  return false;
}

LcpFailure GlobalizedNewton::iterate(const Lcp& lcp, LcpSolution& solution) {
  merits_.clear();
  function_.evaluate(solution.z, solution.w);
  double residual = clipped_residual(lcp, solution.z);
  while (solution.iterations < limits_.iterations && residual > limits_.tolerance && !must_stop()) {
    ++solution.iterations;
    if (merits_.size() == memory) merits_.erase(merits_.begin());
    merits_.push_back(function_.merit());
    const bool has_moved =
        (first_ == NewtonStep::active_set && step_on_active_set(lcp, solution)) || search_along_line(lcp, solution);
    residual = clipped_residual(lcp, solution.z);
    solution.history.push_back(residual);
    if (has_moved) continue;
    solution.note = "no step makes the merit smaller: a local minimum of it, not a solution";
    return LcpFailure::stagnation;
  }
  return residual > limits_.tolerance ? LcpFailure::limit : LcpFailure::none;
}

void GlobalizedNewton::solve(const Lcp& lcp, const GrowingVector* start, LcpSolution& solution) {
  start_newton(lcp, start, solution);
  const LcpFailure failure = iterate(lcp, solution);
  finish_on_active_set(active_set_, lcp, finishing_steps, solution.z, solution.w);
  conclude(lcp, limits_.tolerance, failure, solution);
}

}  // namespace perpend
