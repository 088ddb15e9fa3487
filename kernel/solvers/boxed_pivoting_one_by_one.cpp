// The part of BoxedPivoting for semidefinite W: the rows done so far stay complementary while the next one is driven
// from its bound until its own w vanishes. Free rows that reach a bound on the way leave, others whose w vanishes
// enter, so the free rows stay independent. [CottleDantzig68]
//
// Along a direction in which a row depends on the free rows W d = 0: no w moves, and only bounds end the step. When
// nothing ends it there is no solution: d'(W z - right) = -d'right is what it is for every z.
#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/solvers/boxed_pivoting.hpp"

namespace perpend {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

/// direction_ of all z for a step of `sign` in the row with w = 0 kept on the free rows.
void BoxedPivoting::find_direction(const BoxedProblem& problem, int row, double sign) {
  direction_.head(problem.size).setZero();
  for (const int i : free_rows()) right_[i] = -sign * problem.matrix(i, row);
  factor_.solve(right_, direction_);
  direction_[row] = sign;
}

/// What ends the step first; the least index among equals.
BoxedPivoting::Event BoxedPivoting::next_event(const BoxedProblem& problem, int row, double sign, bool independent,
                                               const VectorX& z) const {
  Event event{.kind = Event::Kind::none, .step = infinity, .row = -1};
  const auto offer = [&](Event::Kind kind, double step, int which) {
    if (step < event.step) event = {kind, std::max(step, 0.0), which};
  };
  const auto rate = [&](int i) {
    double sum = 0.0;
    for (int j = 0; j < problem.size; ++j) sum += problem.matrix(j, i) * direction_[j];
    return sum;
  };
  if (independent) offer(Event::Kind::row_is_zero, -slack(problem, row, z).value / rate(row), row);
  offer(Event::Kind::row_at_bound, sign > 0.0 ? problem.upper[row] - z[row] : z[row] - problem.lower[row], row);
  for (int i = 0; i < problem.size; ++i) {
    if (!is_open(problem, i) || i == row) continue;
    if (place_[i] == Place::free) {
      if (direction_[i] < 0.0) offer(Event::Kind::leaves, (problem.lower[i] - z[i]) / direction_[i], i);
      if (direction_[i] > 0.0) offer(Event::Kind::leaves, (problem.upper[i] - z[i]) / direction_[i], i);
    } else if (independent && i < row) {
      const double change = rate(i);
      const bool toward_zero = place_[i] == Place::at_lower ? change < 0.0 : change > 0.0;
      // Smaller rates are what is left of a row that depends on the free ones: it cannot be driven.
      const double size = std::sqrt(problem.diagonal_magnitude[i] * problem.diagonal_magnitude[row]);
      if (toward_zero && !cannot_enter_[i] && std::abs(change) > PivotedCholesky::rank_tolerance * size)
        offer(Event::Kind::enters, -slack(problem, i, z).value / change, i);
    }
  }
  return event;
}

/// Takes the step and makes the change at its end.
Status BoxedPivoting::apply(const BoxedProblem& problem, const Event& event, int row, double sign, VectorX& z) {
  if (event.kind == Event::Kind::none) {
    conflicting_row_ = row;
    return Status::singular;
  }
  ++num_pivots_;
  for (int j = 0; j < problem.size; ++j) z[j] += event.step * direction_[j];
  const auto put_at_bound = [&](int i, bool lower) {
    place_[i] = lower ? Place::at_lower : Place::at_upper;
    z[i] = lower ? problem.lower[i] : problem.upper[i];
  };
  switch (event.kind) {
    case Event::Kind::row_at_bound:
      put_at_bound(row, sign < 0.0);
      return Status::converged;
    case Event::Kind::leaves:
      put_at_bound(event.row, direction_[event.row] < 0.0);
      std::fill_n(cannot_enter_.begin(), problem.size, 0);
      return collect_free(problem) ? Status::converged : Status::singular;
    case Event::Kind::row_is_zero:
      place_[row] = Place::free;
      return collect_free(problem) ? Status::converged : Status::singular;
    case Event::Kind::enters:
      // Dependent on the free rows after all: its w stays where it is until one of them leaves.
      cannot_enter_[event.row] = !factor_.append(problem.matrix, problem.diagonal_magnitude, event.row);
      if (!cannot_enter_[event.row]) place_[event.row] = Place::free;
      return Status::converged;
    case Event::Kind::none:
      break;
  }
  return Status::singular;
}

/// Whether the row is independent of the free ones.
bool BoxedPivoting::is_independent(const BoxedProblem& problem, int row) {
  const int size = static_cast<int>(factor_.rows().size());
  const bool independent = factor_.append(problem.matrix, problem.diagonal_magnitude, row);
  factor_.shrink(size);
  return independent;
}

/// A row whose w vanishes while it depends on the free rows goes back along the direction that moves no w, until it is
/// at its bound again or one of the others has left.
Status BoxedPivoting::drive(const BoxedProblem& problem, int row, VectorX& z) {
  const Place from = place_[row];
  const double forward = from == Place::at_lower ? 1.0 : -1.0;
  std::fill_n(cannot_enter_.begin(), problem.size, 0);
  const double start = from == Place::at_lower ? problem.lower[row] : problem.upper[row];
  while (num_pivots_ <= 2 * pivot_limit(problem.size)) {
    const bool independent = is_independent(problem, row);
    const Slack w = slack(problem, row, z);
    // What rank is judged by also bounds what a row that depends on the others can be known to violate.
    const double tolerance = independent ? w.rounding : PivotedCholesky::rank_tolerance * w.magnitude;
    const bool is_zero = forward * w.value >= -tolerance;
    if (is_zero && z[row] == start) return Status::converged;
    if (is_zero && independent) {
      place_[row] = Place::free;
      return collect_free(problem) ? Status::converged : Status::singular;
    }
    const double sign = is_zero ? -forward : forward;
    find_direction(problem, row, sign);
    const Event event = next_event(problem, row, sign, independent, z);
    const Status status = apply(problem, event, row, sign, z);
    if (status != Status::converged || event.kind == Event::Kind::row_at_bound) return status;
    if (event.kind == Event::Kind::row_is_zero) return status;
  }
  return Status::iteration_limit;
}

Status BoxedPivoting::enter_one_by_one(const BoxedProblem& problem, VectorX& z) {
  start(problem, false, z);
  factor_.shrink(num_equations_);
  solve_rows(problem, z);
  for (int row = 0; row < problem.size; ++row) {
    if (!is_open(problem, row)) continue;
    const Status status = drive(problem, row, z);
    if (status != Status::converged) return status;
  }
  solve_rows(problem, z);
  for (int i = 0; i < problem.size; ++i)
    if (is_open(problem, i) && is_wrong(problem, i, z, PivotedCholesky::rank_tolerance)) return Status::iteration_limit;
  return Status::converged;
}

}  // namespace perpend
