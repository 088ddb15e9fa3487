#include <fmt/format.h>

#include <algorithm>

#include "reports/referee/solver_table.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

/// A curve needs two points, and more than this many cannot be distinguished.
constexpr std::size_t least_points = 2;
constexpr std::size_t most_points = 500;

std::size_t num_histories(const SolvedProblem& problem) {
  std::size_t count = 0;
  for (const SolverAttempt& attempt : problem.attempts) count += attempt.history.size() >= least_points ? 1 : 0;
  return count;
}

/// The largest problem on which a solver left a history; null when there is none.
const SolvedProblem* largest_with_history(const SolverTable& table) {
  const SolvedProblem* largest = nullptr;
  for (const SolvedProblem& problem : table.problems)
    if (num_histories(problem) > 0 && (largest == nullptr || problem.size > largest->size)) largest = &problem;
  return largest;
}

/// Sweeps keep one residual of several: the entries are spread evenly over the iterations. A sequence of problems may
/// have more of them than pivots; it is shown by problems.
Curve curve_of(const SolverAttempt& attempt) {
  Curve curve;
  const std::size_t size = attempt.history.size();
  const double each = std::max(1.0, static_cast<double>(attempt.iterations) / static_cast<double>(size));
  const std::size_t stride = (size + most_points - 1) / most_points;
  for (std::size_t i = (size - 1) % stride; i < size; i += stride) {
    curve.x.push_back(each * static_cast<double>(i + 1));
    curve.y.push_back(attempt.history[i]);
  }
  return curve;
}

}  // namespace

FigureData convergence(const SolverTable& table) {
  FigureData figure;
  figure.name = "convergence";
  figure.x_label = "iterations, each solver's own [-]";
  figure.y_label = "natural residual, relative [-]";
  figure.log_x = figure.log_y = true;
  const SolvedProblem* problem = largest_with_history(table);
  if (problem == nullptr) return figure;
  figure.title = fmt::format("{}, {} unknowns", single_line(problem->name), problem->size);
  for (std::size_t s = 0; s < problem->attempts.size(); ++s) {
    const SolverAttempt& attempt = problem->attempts[s];
    if (attempt.history.size() < least_points || attempt.iterations <= 0) continue;
    Curve curve = curve_of(attempt);
    mark_curve(table, s, curve);
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

}  // namespace perpend::reports
