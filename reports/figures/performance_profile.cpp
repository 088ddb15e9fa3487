#include <algorithm>
#include <cmath>

#include "reports/figures/palette.hpp"
#include "reports/referee/solver_table.hpp"
#include "reports/text/text.hpp"

namespace perpend::reports {
namespace {

/// Shortest time on a problem among the answers that count; infinite when there is none.
double best_time(const SolvedProblem& problem) {
  double best = std::numeric_limits<double>::infinity();
  for (const SolverAttempt& attempt : problem.attempts)
    if (counts(attempt)) best = std::min(best, attempt.seconds);
  return best;
}

std::vector<double> sorted_ratios(const SolverTable& table, std::size_t solver) {
  std::vector<double> ratios;
  for (const SolvedProblem& problem : table.problems) {
    const SolverAttempt& attempt = problem.attempts[solver];
    const double best = best_time(problem);
    if (counts(attempt) && best > 0.0) ratios.push_back(attempt.seconds / best);
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

/// Stairs from 1 to `end`.
Curve stairs(const std::vector<double>& ratios, std::size_t num_problems, double end) {
  Curve curve;
  const auto add = [&](double ratio, std::size_t count) {
    curve.x.push_back(ratio);
    curve.y.push_back(100.0 * static_cast<double>(count) / static_cast<double>(num_problems));
  };
  add(1.0, 0);
  std::size_t reached = 0;
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    if (i + 1 < ratios.size() && ratios[i + 1] == ratios[i]) continue;
    add(ratios[i], reached);
    reached = i + 1;
    add(ratios[i], reached);
  }
  add(end, ratios.size());
  return curve;
}

}  // namespace

void mark_curve(const SolverTable& table, std::size_t solver, Curve& curve) {
  curve.label = single_line(table.solvers[solver]);
  curve.color = static_cast<int>(solver % num_colors);
  curve.dash = static_cast<int>(solver / num_colors);
}

FigureData performance_profile(const SolverTable& table) {
  FigureData figure;
  figure.name = "profile";
  figure.title = "How often, and how fast compared with the fastest";
  figure.x_label = "time, as a multiple of the fastest on the same problem [-]";
  figure.y_label = "share of the problems answered, proved [%]";
  figure.log_x = true;
  figure.is_function = false;
  std::vector<std::vector<double>> ratios;
  double end = 2.0;
  for (std::size_t s = 0; s < table.solvers.size(); ++s) {
    ratios.push_back(sorted_ratios(table, s));
    if (!ratios.back().empty()) end = std::max(end, 1.1 * ratios.back().back());
  }
  for (std::size_t s = 0; s < table.solvers.size() && !table.problems.empty(); ++s) {
    if (ratios[s].empty()) continue;
    Curve curve = stairs(ratios[s], table.problems.size(), end);
    mark_curve(table, s, curve);
    figure.curves.push_back(std::move(curve));
  }
  return figure;
}

}  // namespace perpend::reports
